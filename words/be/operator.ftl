language-name = Беларуская

command-start = Профіль, баланс і ключы
command-bots = Мае боты
command-orders = Мае заказы
command-wallet = Баланс і гісторыя
command-language = Мова
command-queue = Заказы, якія чакаюць мадэратараў
command-payouts = Вывады, якія чакаюць рашэння
command-help = Што ўмее гэты бот
command-cancel = Перапыніць бягучае пытанне
command-privacy = Што пра вас захоўваецца
command-paysupport = Пытанні пра аплату
command-terms = Умовы карыстання

button-access-key = 🔑 Access Key
button-statistics-token = 📊 Statistics token
button-bots = 🤖 Мае боты
button-orders = 📣 Мае заказы
button-wallet = 💳 Кашалёк
button-language = 🌐 Мова
button-moderation = 🛡 Мадэрацыя
button-help = ❓ Дапамога
button-home = 🏠 Профіль
button-back = ◀️ Назад
button-cancel = ✖️ Скасаваць
button-hide = 🙈 Схаваць
button-replace = ♻️ Замяніць
button-replace-yes = ♻️ Так, замяніць
button-close = ✖️ Закрыць
button-search = 🔎 Пошук
button-active = 📂 Актыўныя
button-archive-list = 📦 Архіў
button-archive = 📦 У архіў
button-restore = 📂 Вярнуць
button-write = ✏️ Увесці іншае
button-default = ↩️ Звычайны тэкст
button-no-image = 🚫 Без выявы
button-skip = ⏭ Прапусціць
button-no-limit = Без абмежавання
button-history = 📜 Гісторыя
button-latest = ⏮ Апошнія
button-older = Раней ⏭
button-order = 📣 Адкрыць заказ
button-bot = 🤖 Адкрыць бота
button-stats = 📈 Статыстыка
button-link-new = 🔄 Новыя спасылкі
button-by-id = 🔢 Па ID

home =
    👤 <b>{ $name }</b> · ID <code>{ $id }</code>

    💰 Даступна: <b>{ $available }</b>
    ⏳ Прытрымана: <b>{ $held }</b>

key-access = Access Key
key-statistics = Statistics token
key-bot = Bot Key
key-access-about =
    🔑 <b>Access Key</b>
    <code>{ $key }</code>
    Кіруе ботамі і заказамі. Нікому яго не паказвайце.
key-statistics-about =
    📊 <b>Statistics token</b>
    <code>{ $key }</code>
    Чытае баланс і статыстыку.
key-last-used = Апошняе выкарыстанне: { $when }
key-never-used = Яшчэ не выкарыстоўваўся.
key-replace-confirm =
    <b>Замяніць { $key }?</b>

    Стары ключ адразу перастане працаваць усюды, дзе ён выкарыстоўваецца.
key-replaced = Заменены. Стары больш не працуе.

button-chart = 📊 Графік
chart-order = 📊 Заказ #{ $id } · { $name }
chart-bot = 📊 Бот { $name }
chart-order-title = Заказ #{ $id } · { $period }
chart-bot-title = Бот { $id } · { $period }
chart-subscribers = Падпісчыкі па днях
chart-spent = Выдаткавана па днях
chart-income = Даход па днях
button-notifications = 📬 Апавяшчэнні
button-summary = Штодзённая зводка
notifications =
    📬 <b>Апавяшчэнні</b>

    Мы заўсёды паведамляем, калі заказ ухвалены, адхілены, выкананы або больш не паказваецца і калі токен вашага бота перастаў працаваць.

    Штодзённая зводка прыходзіць у { $hour } ({ $zone }): што прынёс і колькі каштаваў учарашні дзень. Дні, калі нічога не адбылося, прапускаюцца.

stats =
    📈 <b>Статыстыка</b>

    Графікі і табліцы па днях, у вашым браўзеры. Спасылка працуе адзін раз на працягу { $minutes } хв. Каб атрымаць новую, адкрыйце гэты экран яшчэ раз.
stats-unpaid = 🚫 <b>Неаплачаныя падпіскі</b> за апошнія { $days } дз.: { $total }
stats-prices =
    💵 <b>Цэны</b> за апошнія { $days } дз.
    • паказ: { $impression } · падпісчык: { $subscriber }
    • спісы са спонсарамі: { $filled }
stats-no-fill = • незапоўненыя спісы: { $short } з { $lists }
stats-no-fill-most = • галоўная прычына ({ $share }): { $reason }
stats-open = 📈 Адкрыць старонку

language = На якой мове мне размаўляць?
language-set = Цяпер я размаўляю па-беларуску.

unknown = Я гэтага не разумею. Скарыстайцеся кнопкамі або адкрыйце /help.
dialogue-dropped = ♻️ Сэрвіс тым часам абнавіўся, і гэта пытанне цяпер задаецца іначай. Нічога не захавана: пачніце, калі ласка, спачатку.
help =
    <b>Навошта гэты бот?</b>

    <b>У вас ёсць боты?</b> Дадайце іх у «Мае боты». Перш чым атрымаць тое, па што прыйшлі, карыстальнікі падпісваюцца на спонсараў, а вы зарабляеце на кожным падпісчыку.

    <b>Патрэбны падпісчыкі?</b> Стварыце заказ на канал, бота або спасылку. Вы плаціце за кожнага сапраўднага падпісчыка адзін раз.

    Access Key і Statistics token з профілю патрэбны для API: { $url }/docs

    /start профіль · /bots · /orders · /wallet · /language · /cancel
    /privacy · /paysupport · /terms

help-referrals =
    <b>Ведаеце ўладальнікаў ботаў або рэкламадаўцаў?</b> Ваша спасылка: { $link }
    З кожнага новага акаўнта па ёй вы атрымліваеце { $percent } % камісіі сэрвісу на працягу { $months ->
        [one] { $months } месяца
        [few] { $months } месяцаў
       *[many] { $months } месяцаў
    }.

legal-privacy =
    Што гэты сэрвіс захоўвае пра вас

    У вас ёсць боты або заказы: ваша імя, імя карыстальніка і мова, вашы боты і заказы, усе рухі вашых грошай і тое, што вы пішаце тут, пакуль пытанне адкрыта.
    Вы карыстаецеся ботам, які паказвае спонсараў: ваша імя, імя карыстальніка, мова і Premium, вашы адказы пра пол і ўзрост, якіх спонсараў вам паказалі і на якіх вы падпісаліся, адрас і прылада, з якіх вы адкрывалі старонкі па іх спасылках.

    Гэта патрэбна, каб выбіраць спонсараў, плаціць за кожную падпіску адзін раз і знаходзіць махлярства. Гэтыя даныя не прадаюцца. Вы можаце атрымаць іх копію або папрасіць іх сцерці; праведзеныя грошы і аплачаныя падпіскі застаюцца ва ўліку без вашага імя.
legal-paysupport =
    Пытанні пра аплату

    У кашальку (/wallet) ёсць кожны плацёж і тое, што з ім стала. Плацёж у зорках можна вярнуць цалкам, пакуль гэта сума даступная. Напішыце, калі і колькі вы заплацілі, і нумар плацяжу. Падтрымка самога Telegram плацяжамі гэтаму боту не займаецца.
legal-terms =
    Умовы карыстання

    Рэкламадаўцы плацяць за кожнага сапраўднага падпісчыка адзін раз; за таго, хто рана адпісаўся, грошы вяртаюцца. Уладальнікі ботаў зарабляюць на падпісчыках, пра якіх паведаміў Telegram; за купленых і падробленых не плацяць, і за іх могуць заблакіраваць. Заказы правяраюць мадэратары. Вывады выплачвае аператар гэтага сэрвісу. Плацяжы ў зорках падпарадкоўваюцца правілам Telegram. Як гэта працуе: { $url }/docs
legal-contact = Сувязь: { $contact }
legal-ask = Напішыце аператару гэтага сэрвісу.

error-stale = Гэта кнопка састарэла. Адкрыйце экран зноў: /start.
error-question-closed = Гэтае пытанне закрыта. Адкажыце на апошняе зададзенае.
error-ours = У нас нешта пайшло не так. Калі гэта паўторыцца, паведаміце нам гэты код: { $id }
error-blocked-reason = Прычына: { $reason }
error-blocked-contact = Пытанні: { $contact }
error-blocked-ask = Напішыце аператару гэтага сэрвісу.
error-token = Гэта не токен бота. Ён выглядае як 123456789:AAE… і прыходзіць ад @BotFather.
error-token-here = Гэта токен бота: я выдаліў яго і нічога не захаваў. Каб дадаць бота, устаўце токен па-за пытаннямі.
error-nothing-written = Тут няма чаго прачытаць. Напішыце яшчэ раз.
error-url = Увядзіце адрас, які пачынаецца з https://
error-choose = Націсніце адну з кнопак.
error-amount = Увядзіце суму ад { $min } да { $max }, напрыклад 150,50.
refund-reason-CHARGE_NOT_FOUND = такога плацяжу ён не ведае
refund-reason-CHARGE_ALREADY_REFUNDED = гэты плацёж ужо вернуты
refund-reason-other = яго адказ: { $code }

wallet =
    💳 <b>Кашалёк</b>

    Даступна: <b>{ $available }</b>
    Прытрымана: <b>{ $held }</b>
    Выводзіцца: <b>{ $reserved }</b>
history = 📜 <b>Гісторыя</b>, спачатку апошняе
history-empty = У кашальку пакуль нічога не адбывалася.
history-line = { $when } · <b>{ $amount }</b> · { $kind }{ $about } → { $balance }
entry-deposit = папаўненне
entry-charge = падпісчык
entry-reversal = вяртанне
entry-fraud-reversal = вяртанне: махлярства
entry-release = заробак даступны
entry-adjustment = карэкціроўка
entry-withdrawal-reserve = запытаны вывад
entry-withdrawal-paid = вывад выплачаны
entry-withdrawal-refused = вывад адхілены
entry-withdrawal-cancelled = вывад скасаваны
entry-refund = плацёж вяртаецца
entry-refund-paid = плацёж вернуты
entry-refund-refused = плацёж не вернуты
entry-referral = рэферальны даход
entry-referral-reversal = вяртанне рэферальнага даходу

button-deposit = ➕ Папоўніць
button-deposit-rail = 💎 Папоўніць праз { $rail }
deposit-rail-ask = <b>Колькі?</b> Мінімум — { $min }.
deposit-rail-made = 💎 <b>{ $amount }</b> праз { $rail }. Аплаціце на працягу гадзіны; мы залічым адразу.
button-pay = Аплаціць { $amount }
deposit-ask = <b>Колькі зорак?</b> Адна ⭐️ — гэта { $rate }.
invoice-title = Папаўненне
invoice-about = { $amount } на ваш баланс.
invoice-sent = ⭐️ Рахунак на { $count } зорак — у гэтым чаце. Пасля аплаты на балансе з’явіцца { $amount }.
payment-refused = Гэты рахунак ужо нельга аплаціць. Запытайце новы.
