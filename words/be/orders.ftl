orders = 📣 <b>Мае заказы</b>: { $total }
orders-empty =
    📣 <b>Мае заказы</b>

    Пакуль ніводнага. Заказ прыводзіць падпісчыкаў у канал, у бота або па спасылцы.
orders-archived = 📦 <b>Заказы ў архіве</b>: { $total }
orders-found = 🔎 Заказы па запыце «{ $search }»: { $total }
button-order-new = ➕ Новы заказ
order-search-ask = <b>Які заказ?</b> Увядзіце частку назвы або спасылкі.

status-Moderation = на мадэрацыі
status-Processing = выконваецца
status-Stopped = спынены
status-Finished = выкананы
status-Rejected = адхілены
status-Archived = у архіве

card-title = 📣 <b>Заказ #{ $id }</b> · { $name }
order-reason = Прычына: { $reason }
order-paused = ⏸ Прыпынены. { $why }
order-own-links = У кожнага бота свая спасылка-запрашэнне
order-bot-to-add = Падпісчыкаў гэтага заказу правярае наш бот @{ $bot }: ён павінен быць адміністратарам канала.
order-check-lost = ⚠️ Не паказваецца: мы не можам праверыць, хто падпісаўся. Зноў зрабіце нашага бота адміністратарам канала.
order-progress =
    { $bar } <b>{ $now }</b> з { $all }
    Сёння: падпісчыкаў { $today }, выдаткавана { $spent }
order-link = 🔗 { $link }
order-shown-link = 👁 Карыстальнікі бачаць спасылку нашага бота: { $link }
order-type = Тып: { $type }
order-quantity = Падпісчыкаў: <b>{ $all }</b>{ $day ->
    [none] {""}
   *[other] , не больш за { $day } у дзень
}
order-price = Цана: <b>{ $price }</b> за падпісчыка (базавая { $base }), разам да { $total }
order-lite = На працягу дня { $speed ->
    [0] раўнамерна
   *[other] не больш за { $speed } у гадзіну
}
order-min-quality = Толькі ў ботах з якасцю ад { $least }
order-places-0 = Паказ толькі ў сваіх ботах
order-places-1 = Паказ толькі ў чужых ботах
and-more = і яшчэ { $count }

target-all = { $title }: усе
target-demands = Толькі з: { $values }

schedule-start = Пачатак: { $when }, { $zone }
schedule-window = Паказ з { $from } да { $to }
schedule-days = Акрамя: { $days }
day-1 = пн
day-2 = аў
day-3 = ср
day-4 = чц
day-5 = пт
day-6 = сб
day-7 = нд

button-start = ▶️ Запусціць
button-stop = ⏸ Спыніць
button-edit = ✏️ Змяніць
button-targeting = 🎯 Аўдыторыя
button-schedule = 🗓 Расклад
button-report = 📑 Справаздача
button-ids = 🆔 ID падпісчыкаў
button-duplicate = 📄 Капіяваць
order-copied = 📄 Копія заказу #{ $id }. Яна спынена: запусціце яе, калі ўсё будзе гатова.
order-changed = ✅ Зменена.
order-edit = ✏️ <b>Заказ #{ $id }</b> · { $name }
edit-name = Назва
edit-link = Спасылка
edit-quantity = Падпісчыкі
edit-day = Дзённы ліміт
edit-price = Цана
edit-token = Токен бота

order-ask-link = <b>Што рэкламуем?</b> Дашліце спасылку: @канал, https://t.me/…, спасылку-запрашэнне або сайт.
order-ask-type = <b>Што гэта?</b>
order-ask-token =
    <b>Дашліце токен рэкламаванага бота.</b>

    Па ім мы правяраем, хто запусціў бота. Паведамленне я адразу выдалю з чата.
order-ask-name = <b>Як назваць заказ?</b> Не больш за { $max } сімвалаў. Назву бачыце толькі вы.
order-ask-quantity = <b>Колькі падпісчыкаў?</b> Ад { $min } да { $max }.
order-ask-day = <b>Колькі ў дзень, не больш?</b>
order-ask-price = <b>Колькі за падпісчыка?</b> Не менш за { $min }; выбар аўдыторыі памнажае цану.
order-ask-price-premium = <b>Колькі за падпісчыка з Premium?</b> Не менш за { $min }; выбар аўдыторыі памнажае цану.
order-ask-check = <b>Як мы даведаемся, хто запусціў бота?</b>
button-check-token = 🔐 Па яго токене
button-check-code = 🔢 Па кодзе ў знешнім сэрвісе
order-ask-code = <b>Дашліце код бота ў знешнім сэрвісе праверкі падпісак.</b> Я адразу выдалю яго з чата.
draft-waits = 📝 Працягнуць чарнавік · { $name }
draft-overwrite = 📝 <b>Ёсць чарнавік:</b> { $name }. Новы заказ зойме яго месца.
button-draft = 📝 Працягнуць чарнавік
button-draft-new = ➕ Усё роўна новы заказ
button-standard-price = Звычайная: { $price }
order-sent = 🕓 Заказ у мадэратараў. Мы паведамім пра іх рашэнне.

error-link = Такой спасылкі я не ведаю. Увядзіце @канал або адрас, які пачынаецца з https://
error-window = Увядзіце гадзіны, напрыклад 9:00-21:00.
draft-title = 📝 <b>Новы заказ</b> · { $name }
button-send-order = ✅ Адправіць на мадэрацыю
button-drop = 🗑 Выдаліць
button-places = 📍 { $value }
places-0 = Толькі свае боты
places-1 = Чужыя боты
places-2 = Усе боты
button-options = ⚙️ Налады
options = ⚙️ <b>Налады</b>: дзе паказваць заказ, што ўлічваць, пра што ён.
options-own-links = 🔗 З асобнымі спасылкамі кожны бот паказвае сваё запрашэнне ў ваш чат: хто падпісаўся па ім, дакладна прыйшоў з гэтага бота. Наш бот павінен мець там права запрашаць карыстальнікаў.
opt-theme = 🏷 Тэма: { $theme }
opt-theme-ask = 🏷 <b>Пра што заказ?</b> Боты могуць забараняць тэмы. Канчатковае рашэнне прымаюць мадэратары.
opt-out = 🚫 Выключаныя тэмы ботаў: { $count }
opt-out-ask = 🚫 <b>У ботах на гэтыя тэмы заказ не паказваецца</b>: { $count }
opt-quality = ⭐️ Якасць ботаў: { $least }
opt-quality-any = любая
opt-quality-ask =
    ⭐️ <b>Наколькі добрымі павінны быць боты, дзе паказваецца заказ?</b>

    У кожнага бота ёсць якасць ад 0,5 да 1,2, яна лічыцца раз на дзень: 1 — падпісчыкі бота застаюцца гэтак жа доўга, як у іншых. Бот, пра якога яшчэ нічога не вядома, лічыцца за 1. Лепшыя боты каштуюць даражэй, а заказ бачыць менш карыстальнікаў. На вашы ўласныя боты гэта таксама дзейнічае.
theme-settled = Тэму вызначылі мадэратары. Змяніць яе нельга.
order-out = 🚫 <b>Боты заказу #{ $id }</b> за апошні год, з падпісчыкамі і грашыма: націсніце, каб прыбраць бота або вярнуць.
order-out-empty = 🚫 Падпісчыкаў на заказ #{ $id } пакуль не прывёў ніводзін бот.
order-ex-ask = <b>Якога бота прыбраць?</b> Увядзіце яго ID.
button-clear = 🧹 Скінуць
button-any = ✨ Любыя
button-demands = ➕ Яшчэ фільтры

targeting = 🎯 <b>Каму паказваць?</b>
targeting-price =
    💰 <b>{ $price }</b> за падпісчыка (×{ $total })
    👥 Прыкладна { $reach }% усіх карыстальнікаў, наколькі гэта можна ацаніць
targeting-joins = 📈 Прыкладна { $joins } падпісчыкаў у дзень, калі меркаваць па апошніх сямі днях
targeting-joins-unknown = 📈 Спісаў яшчэ не запытвалі, таму колькасць падпісчыкаў у дзень невядомая.
targeting-joins-between = Восем з дзесяці такіх заказаў атрымліваюць ад { $least } да { $most } у дзень.
targeting-joins-alike = Заказы з найбліжэйшымі цэнамі атрымліваюць па { $each } у дзень.
targeting-error-unknown = Наколькі памыляюцца такія прагнозы, пакуль невядома.
targeting-error-alike = Палова такіх прагнозаў памылілася не больш чым на { $error }%. Са 100 прагназаваных падпісчыкаў прыйшло { $came }.
targeting-error-all = Палова ўсіх прагнозаў памылілася не больш чым на { $error }%. Са 100 прагназаваных падпісчыкаў прыйшло { $came }.
targeting-unknown-countries = ⚠️ Краіна карыстальнікаў тут невядомая. Пакуль гэты фільтр ёсць, заказ нікому не паказваецца.
targeting-unknown-cities = ⚠️ Горад карыстальнікаў тут невядомы. Пакуль гэты фільтр ёсць, заказ нікому не паказваецца.
tg-find = <b>Што шукаем?</b> Увядзіце частку назвы; гарады — па-англійску.
tg-found = Па запыце «{ $search }»: { $total }
demands = <b>Толькі карыстальнікі, у якіх ёсць:</b>
level-any = любы

schedule = 🗓 <b>Калі паказваць?</b> Гадзіны і дні — па поясе { $zone }, пачатак — па поясе { $own }.
schedule-always = Заўсёды.
schedule-no-day = Павінен застацца хаця б адзін дзень.
button-start-at = 🚀 Пачатак
button-window = 🕘 Гадзіны
button-evenly = Раўнамерна за дзень
button-speed = Ліміт на гадзіну
button-at-once = Адразу
button-all-day = Увесь дзень
ask-start = <b>Калі пачаць?</b> Напрыклад, { $example }, па поясе { $zone }.
ask-window = <b>У якія гадзіны?</b> Напрыклад, 9:00-21:00; можна і праз поўнач.
ask-speed = <b>Колькі падпісчыкаў у гадзіну, не больш?</b>

report-ask = 📊 <b>Справаздача па заказе #{ $id }</b>: за якія дні?
report-waits = ⏳ Справаздача па заказе #{ $id } рыхтуецца. Яна прыйдзе ў гэты чат.
report-not-yet = Яшчэ не гатова.
report-failed = ⚠️ Не ўдалося стварыць справаздачу. Паспрабуйце пазней.
report-sent = 📊 Справаздача па заказе #{ $id } — у гэтым чаце.
report-large = 📊 Справаздача па заказе #{ $id } завялікая для чата. 24 гадзіны яна тут: { $url }
button-look = 🔄 Ці гатова?
range-today = Сёння
range-3days = 3 дні
range-7days = 7 дзён
range-all = Усё
range-with-price = { $range } + цана
ids-ask = 🆔 <b>ID падпісчыкаў заказу #{ $id }</b>: за якія дні?
ids-none = За гэтыя дні падпісчыкаў няма.
ids-sent = 🆔 ID падпісчыкаў заказу #{ $id } — у гэтым чаце.
ids-large = 🆔 Для чата ID занадта шмат. Вазьміце іх праз API: /orders, download_id.

choose-private = Telegram не паведамляе, куды вядзе закрытая спасылка. Выберыце канал або групу кнопкамі ўнізе: наш бот адразу стане там адміністратарам.
order-ask-chat = <b>Які гэта канал або група?</b> Выберыце кнопкамі ўнізе.
button-this-chat = 🔒 Гэта { $title }
chat-chosen =
    ✅ Наш бот дададзены. Гэта спасылка вядзе туды, устаўце яе ў заказ у кабінеце:
    { $link }
choose-chat = Выберыце канал або групу кнопкамі ўнізе: наш бот адразу стане там адміністратарам.
button-choose = 📢 Выбраць канал або групу
button-choose-channel = 📢 Выбраць канал
button-choose-group = 👥 Выбраць групу

button-add-to-channel = ➕ Дадаць у канал
button-add-to-group = ➕ Дадаць у групу
button-check-again = 🔄 Праверыць яшчэ раз
button-deposit-missing = ➕ Папоўніць на { $amount }
button-without-check = 🔗 Без яго: плаціць за адкрыццё
edit-type = Тып
order-lacks = 💳 { $all } падпісчыкаў каштуюць да <b>{ $total }</b>; у вас { $available }, хопіць на { $covered }. Не хапае: <b>{ $missing }</b>.
