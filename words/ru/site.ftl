site-client-title = Клиент для ботов
site-client-lead = Одна строка перед обработчиками вашего бота. Установите его с этого сервиса:
site-client-names = Берите пакеты по этим адресам, а не по имени: в реестрах npm и Python эти имена не наши, и чужой пакет мог бы прочитать ваш Bot Key.
site-client-packages = Пакеты и их SHA-256
site-client-empty = Клиент здесь не собран.

site-nothing = По этому адресу ничего нет
site-nothing-text = Возможно, ссылка обрезана или страница переехала.
site-nothing-home = На главную
