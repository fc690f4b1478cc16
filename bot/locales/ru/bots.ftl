bots =
    🤖 <b>Мои боты</b>: { $total }
bots-empty =
    🤖 <b>Мои боты</b>

    Пока ни одного. Добавьте бота: вставьте его токен или нажмите кнопку.
bots-archived = 📦 <b>Боты в архиве</b>: { $total }
bots-found = 🔎 Боты по запросу «{ $search }»: { $total }
button-bot-add = ➕ Добавить бота
bot-add =
    <b>Как добавить бота?</b>

    С токеном сервис сам показывает спонсоров. Без токена ваш бот получает ссылки и показывает их сам.
button-with-token = 🔐 С токеном
button-without-token = 🔗 Без токена
bot-add-ask =
    <b>Пришлите токен бота.</b>

    Сообщение я сразу удалю из чата, а токен храню зашифрованным.
bot-plain-id = <b>Какой id у бота?</b> Это число перед двоеточием в его токене.
bot-plain-name = <b>Как называется бот?</b>
bot-plain-nickname = <b>Какое у него имя пользователя?</b> Например, my_great_bot.
bot-added = ✅ Бот добавлен.
bot-search-ask = <b>Какой бот?</b> Введите часть названия или имени пользователя.
bot =
    🤖 <b>{ $name }</b> · @{ $nickname }
    id <code>{ $id }</code> · { $state } · { $token }

    💰 Заработано: <b>{ $profit }</b>, из них со своих заказов { $own }
    👥 Привёл подписчиков: <b>{ $followers }</b>

    <b>Сегодня</b>
    Запросов: { $requests } · подписчиков: { $today } · доход: { $income }
bot-on = 🟢 включён
bot-off = ⚪️ выключен
bot-archived = 📦 в архиве
bot-blocked = ⛔️ заблокирован оператором
bot-token-invalid = ⚠️ платформа не принимает токен
bot-has-token = с токеном
bot-no-token = без токена
bot-key =
    🔑 <b>Bot Key</b>
    <code>{ $key }</code>
button-switch-on = ▶️ Включить
button-switch-off = ⏸ Выключить
button-bot-key = 🔑 Bot Key
button-settings = ⚙️ Настройки
button-preview = 👁 Предпросмотр
button-exclusions = 🚫 Исключения
preview-sponsor = Спонсор { $number }
preview-no-image = Картинку не удалось загрузить: пользователи видят блок без неё.
button-out-everywhere = 🌐 Из всех
exclusions = 🚫 <b>Исключения</b>: нажмите на спонсора, чтобы убрать его из этого бота или вернуть. 🌐 делает это сразу во всех ваших ботах, и в тех, что вы добавите потом.
exclusions-empty = 🚫 <b>Исключения</b>: этот бот пока никому не привёл подписчиков.
settings = ⚙️ Настройки <b>{ $name }</b> · @{ $nickname }
set-getLinks = Только ссылки (показывает мой бот)
set-useSmartLink = Умные ссылки
set-showQuiz = Веб-форма: пол и возраст
set-genderQuestion = Спрашивать пол
set-ageQuestion = Спрашивать возраст
set-showBots = Показывать ботов
set-showResources = Показывать сайты и мини-приложения
set-max = 🔢 Спонсоров: { $count }
set-time = ⏱ Хранить: { $time }
set-text = 📝 Текст: { $state }
set-image = 🖼 Картинка: { $state }
set-redirect = 🌍 Умные ссылки: { $where }
set-themes = 🚫 Темы: { $count }
state-default = обычный
state-own = свой
state-none = нет
redirect-url = браузер
redirect-miniapp = мини-приложение
set-max-ask = 🔢 <b>Сколько спонсоров показывать за раз?</b>
set-time-ask = ⏱ <b>Сколько держать список за пользователем?</b> Сейчас: { $now }
set-time-write = ⏱ <b>Сколько минут?</b> От { $min } до { $max }.
set-text-ask =
    📝 <b>Пришлите текст блока.</b>

    Можно использовать &lt;b&gt;, &lt;i&gt;, &lt;u&gt;, &lt;s&gt;, &lt;a href="…"&gt;, &lt;code&gt;, &lt;blockquote&gt; и &lt;tg-spoiler&gt;.
set-image-ask = 🖼 <b>Пришлите адрес картинки</b>, он начинается с https://
set-themes-ask = 🚫 <b>Темы, которые не показываются в этом боте</b>: { $count }
time-days = { $count ->
    [one] { $count } день
    [few] { $count } дня
   *[other] { $count } дней
}
time-hours = { $count ->
    [one] { $count } час
    [few] { $count } часа
   *[other] { $count } часов
}
time-minutes = { $count } мин
bot-token-changed = ✅ У бота новый токен.
held-bot = ⏳ @{ $nickname }: { $amount } за { $subscribers } подписчиков ждут модератора: бот привёл их без своего токена.
held-bot-untrusted = ⚠️ Бот работает без своего токена, поэтому его пользователей некому подтвердить. Пока модератор ему не доверяет, его доход удерживается, и в день он получает не больше { $lists } списков и { $subscribers } подписчиков. <b>Пришлите мне его токен</b>, и дальше всё будет считаться само.
held-bot-refused = ⛔️ Модератор не доверяет этому боту: он не получает спонсоров, а его пользователи проходят дальше. Пришлите мне его токен и напишите оператору сервиса.
held-new = ⏳ Вы новый издатель: { $amount } из них поступит через { $hours } ч. после прихода каждого подписчика. Это кончится, когда вам станет доверять модератор или будет выплачен вывод заработанного вами.
