site-client-title = Клієнт для ботів
site-client-lead = Один рядок перед обробниками вашого бота. Встановіть його з цього сервісу:
site-client-names = Беріть пакети за цими адресами, а не за назвою: у реєстрах npm і Python ці назви не наші, і чужий пакет міг би прочитати ваш Bot Key.
site-client-packages = Пакети та їхні SHA-256
site-client-empty = Клієнт тут не зібрано.

site-nothing = За цією адресою нічого немає
site-nothing-text = Можливо, посилання обрізано або сторінка переїхала.
site-nothing-home = На головну
