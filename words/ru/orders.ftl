orders = 📣 <b>Мои заказы</b>: { $total }
orders-empty =
    📣 <b>Мои заказы</b>

    Пока ни одного. Заказ приводит подписчиков в канал, бота или по ссылке.
orders-archived = 📦 <b>Заказы в архиве</b>: { $total }
orders-found = 🔎 Заказы по запросу «{ $search }»: { $total }
button-order-new = ➕ Новый заказ
order-search-ask = <b>Какой заказ?</b> Введите часть названия или ссылки.

status-Moderation = у модераторов
status-Processing = выполняется
status-Stopped = остановлен
status-Finished = завершён
status-Rejected = отклонён
status-Archived = в архиве

card-title = 📣 <b>Заказ #{ $id }</b> · { $name }
order-reason = Причина: { $reason }
order-paused = ⏸ Приостановлен. { $why }
order-own-links = У каждого бота своя пригласительная ссылка
order-bot-to-add = Подписчиков этого заказа проверяет наш бот @{ $bot }: он должен быть администратором канала.
order-check-lost = ⚠️ Не показывается: мы не можем проверить подписчиков. Снова сделайте нашего бота администратором канала.
order-progress =
    { $bar } <b>{ $now }</b> из { $all }
    Сегодня: подписчиков { $today }, потрачено { $spent }
order-link = 🔗 { $link }
order-shown-link = 👁 Пользователи видят ссылку нашего бота: { $link }
order-type = Вид: { $type }
order-quantity = Подписчиков: <b>{ $all }</b>{ $day ->
    [none] {""}
   *[other] , не больше { $day } в день
}
order-price = Цена: <b>{ $price }</b> за подписчика (базовая { $base }), всего до { $total }
order-lite = Равномерно в течение дня{ $speed ->
    [0] {""}
   *[other] , не больше { $speed } в час
}
order-min-quality = Только в ботах с качеством от { $least }
order-places-0 = Показ только в своих ботах
order-places-1 = Показ только в чужих ботах
and-more = и ещё { $count }

target-all = { $title }: все
target-demands = Только с: { $values }

schedule-start = Начало: { $when }, { $zone }
schedule-window = Показ с { $from } до { $to }
schedule-days = Кроме: { $days }
day-1 = пн
day-2 = вт
day-3 = ср
day-4 = чт
day-5 = пт
day-6 = сб
day-7 = вс

button-start = ▶️ Запустить
button-stop = ⏸ Остановить
button-edit = ✏️ Изменить
button-targeting = 🎯 Кому показывать
button-schedule = 🗓 Расписание
button-report = 📑 Отчёт
button-ids = 🆔 Id подписчиков
button-duplicate = 📄 Копия
order-copied = 📄 Копия заказа #{ $id }. Она остановлена: запустите, когда всё готово.
order-changed = ✅ Изменено.
order-edit = ✏️ <b>Заказ #{ $id }</b> · { $name }
edit-name = Название
edit-link = Ссылка
edit-quantity = Подписчики
edit-day = Лимит в день
edit-price = Цена
edit-token = Токен бота

order-ask-link = <b>Что рекламируем?</b> Пришлите ссылку: @канал, https://t.me/…, ссылку-приглашение или сайт.
order-ask-type = <b>Что это?</b>
order-ask-token =
    <b>Пришлите токен рекламируемого бота.</b>

    По нему мы проверяем, кто запустил бота. Сообщение я сразу удалю из чата.
order-ask-name = <b>Как назвать заказ?</b> Не больше { $max } символов; название видите только вы.
order-ask-quantity = <b>Сколько подписчиков?</b> От { $min } до { $max }.
order-ask-day = <b>Сколько в день, не больше?</b>
order-ask-price = <b>Сколько за подписчика?</b> Не меньше { $min }; выбор аудитории умножает цену.
order-ask-price-premium = <b>Сколько за подписчика с премиумом?</b> Не меньше { $min }; выбор аудитории умножает цену.
order-ask-check = <b>Как мы узнаём, кто запустил бота?</b>
button-check-token = 🔐 По его токену
button-check-code = 🔢 По коду во внешнем сервисе
order-ask-code = <b>Пришлите код бота во внешнем сервисе.</b> Из чата я его сразу удалю.
draft-waits = 📝 Продолжить черновик · { $name }
draft-overwrite = 📝 <b>Есть черновик:</b> { $name }. Новый заказ займёт его место.
button-draft = 📝 Продолжить черновик
button-draft-new = ➕ Всё равно новый заказ
button-standard-price = Обычная: { $price }
order-sent = 🕓 Заказ у модераторов. О решении вы узнаете здесь.

error-link = Такой ссылки я не знаю. Введите @канал или адрес, который начинается с https://
error-window = Введите часы, например 9:00-21:00.
draft-title = 📝 <b>Новый заказ</b> · { $name }
button-send-order = ✅ Отправить модераторам
button-drop = 🗑 Удалить
button-places = 📍 { $value }
places-0 = Только свои боты
places-1 = Чужие боты
places-2 = Все боты
button-options = ⚙️ Настройки
options = ⚙️ <b>Настройки</b>: где показывать заказ, что учитывать, о чём он.
options-own-links = 🔗 Со своими ссылками каждый бот показывает собственное приглашение в ваш чат: кто пришёл по нему, точно пришёл из этого бота. Наш бот должен иметь там право приглашать.
opt-theme = 🏷 Тема: { $theme }
opt-theme-ask = 🏷 <b>О чём заказ?</b> Боты могут исключать темы; окончательно тему решают модераторы.
opt-out = 🚫 Исключённые темы ботов: { $count }
opt-out-ask = 🚫 <b>В ботах на эти темы заказ не показывается</b>: { $count }
opt-quality = ⭐️ Качество ботов: { $least }
opt-quality-any = любое
opt-quality-ask =
    ⭐️ <b>Насколько хорошими должны быть боты, где показывается заказ?</b>

    У каждого бота есть качество от 0.5 до 1.2, оно считается раз в сутки: 1 — подписчики бота остаются так же долго, как у других. Бот, о котором ещё ничего не известно, считается за 1. В хороших ботах подписчик дороже, а заказ увидит меньше людей. На ваши собственные боты это тоже действует.
theme-settled = Тему определили модераторы, она не меняется.
order-out = 🚫 <b>Боты заказа #{ $id }</b> за последний год, с подписчиками и суммой: нажмите, чтобы исключить бота или вернуть.
order-out-empty = 🚫 Подписчиков на заказ #{ $id } пока не привёл ни один бот.
order-ex-ask = <b>Какого бота исключить?</b> Введите его id.
button-clear = 🧹 Сбросить
button-any = ✨ Любые
button-demands = ➕ Ещё условия

targeting = 🎯 <b>Кому показывать?</b>
targeting-price =
    💰 <b>{ $price }</b> за подписчика (×{ $total })
    👥 Примерно { $reach }% всех пользователей, насколько это можно оценить
targeting-joins = 📈 Примерно { $joins } подписчиков в день, если судить по последним семи дням
targeting-joins-unknown = 📈 Спонсоров ещё никто не запрашивал: сколько подписчиков в день может быть, не известно.
targeting-joins-between = Восемь из десяти таких заказов получают от { $least } до { $most } в день.
targeting-joins-alike = Заказы с ближайшими ценами получают по { $each } в день.
targeting-error-unknown = Насколько ошибаются такие оценки, пока не известно.
targeting-error-alike = Половина таких оценок ошиблась не больше чем на { $error }%. Из 100 ожидаемых подписчиков пришло { $came }.
targeting-error-all = Половина всех оценок ошиблась не больше чем на { $error }%. Из 100 ожидаемых подписчиков пришло { $came }.
targeting-unknown-countries = ⚠️ Страна здесь никому не известна: пока она указана, заказ никому не будет показан.
targeting-unknown-cities = ⚠️ Город здесь никому не известен: пока он указан, заказ никому не будет показан.
tg-find = <b>Что ищем?</b> Введите часть названия; города — по-английски.
tg-found = По запросу «{ $search }»: { $total }
demands = <b>Только те, у кого есть:</b>
level-any = любой

schedule = 🗓 <b>Когда показывать?</b> Часы и дни указаны в поясе { $zone }, начало — в поясе { $own }.
schedule-always = Всегда.
schedule-no-day = Хотя бы один день должен остаться.
button-start-at = 🚀 Начало
button-window = 🕘 Часы
button-evenly = Равномерно в течение дня
button-speed = Не больше в час
button-at-once = Сразу
button-all-day = Весь день
ask-start = <b>Когда начать?</b> Например, { $example }; время — { $zone }.
ask-window = <b>В какие часы?</b> Например, 9:00-21:00; можно и через полночь.
ask-speed = <b>Сколько подписчиков в час, не больше?</b>

report-ask = 📊 <b>Отчёт по заказу #{ $id }</b>: за какие дни?
report-waits = ⏳ Отчёт по заказу #{ $id } готовится. Он придёт в этот чат.
report-not-yet = Ещё не готов.
report-failed = ⚠️ Отчёт не получился. Попробуйте позже.
report-sent = 📊 Отчёт по заказу #{ $id } в этом чате.
report-large = 📊 Отчёт по заказу #{ $id } слишком велик для чата. Сутки он лежит здесь: { $url }
button-look = 🔄 Готов?
range-today = Сегодня
range-3days = 3 дня
range-7days = 7 дней
range-all = Всё
range-with-price = { $range } + цена
ids-ask = 🆔 <b>Id подписчиков заказа #{ $id }</b>: за какие дни?
ids-none = За эти дни подписчиков нет.
ids-sent = 🆔 Id подписчиков заказа #{ $id } в этом чате.
ids-large = 🆔 Для чата id слишком много. Возьмите их через API: /orders, download_id.

choose-private = Telegram не сообщает, куда ведёт закрытая ссылка. Выберите канал или группу кнопками внизу: заодно наш бот станет там администратором.
order-ask-chat = <b>Какой это канал или группа?</b> Выберите кнопками внизу.
button-this-chat = 🔒 Это { $title }
chat-chosen =
    ✅ Наш бот добавлен. Эта ссылка ведёт туда, вставьте её в заказ в кабинете:
    { $link }
choose-chat = Выберите канал или группу кнопками внизу: заодно наш бот станет там администратором.
button-choose = 📢 Выбрать канал или группу
button-choose-channel = 📢 Выбрать канал
button-choose-group = 👥 Выбрать группу

button-add-to-channel = ➕ Добавить в канал
button-add-to-group = ➕ Добавить в группу
button-check-again = 🔄 Проверить ещё раз
button-deposit-missing = ➕ Пополнить на { $amount }
button-without-check = 🔗 Без него: платить за открытие
edit-type = Вид
order-lacks = 💳 { $all } подписчиков стоят до <b>{ $total }</b>; у вас { $available }, хватит на { $covered }. Не хватает: <b>{ $missing }</b>.
