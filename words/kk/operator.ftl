language-name = Қазақша

command-start = Профиль, баланс және кілттер
command-bots = Боттарым
command-orders = Тапсырыстарым
command-wallet = Баланс және тарих
command-language = Тіл
command-queue = Модераторларды күткен тапсырыстар
command-payouts = Шешім күткен шығарулар
command-help = Бұл бот не істейді
command-cancel = Қойылып тұрған сұрақты тоқтату
command-privacy = Сіз туралы не сақталады
command-paysupport = Төлем туралы сұрақтар
command-terms = Пайдалану шарттары

button-access-key = 🔑 Access Key
button-statistics-token = 📊 Statistics token
button-bots = 🤖 Боттарым
button-orders = 📣 Тапсырыстарым
button-wallet = 💳 Әмиян
button-language = 🌐 Тіл
button-moderation = 🛡 Модерация
button-help = ❓ Көмек
button-home = 🏠 Профиль
button-back = ◀️ Артқа
button-cancel = ✖️ Болдырмау
button-hide = 🙈 Жасыру
button-replace = ♻️ Ауыстыру
button-replace-yes = ♻️ Иә, ауыстыру
button-close = ✖️ Жабу
button-search = 🔎 Іздеу
button-active = 📂 Белсенді
button-archive-list = 📦 Мұрағат
button-archive = 📦 Мұрағатқа
button-restore = 📂 Қалпына келтіру
button-write = ✏️ Басқасын жазу
button-default = ↩️ Әдепкі мәтін
button-no-image = 🚫 Суретсіз
button-skip = ⏭ Өткізіп жіберу
button-no-limit = Шексіз
button-history = 📜 Тарих
button-latest = ⏮ Соңғылары
button-older = Ертерек ⏭
button-order = 📣 Тапсырысты ашу
button-bot = 🤖 Ботты ашу
button-stats = 📈 Статистика
button-link-new = 🔄 Жаңа сілтемелер
button-by-id = 🔢 id бойынша

home =
    👤 <b>{ $name }</b> · id <code>{ $id }</code>

    💰 Қолжетімді: <b>{ $available }</b>
    ⏳ Ұстауда: <b>{ $held }</b>

key-access = Access Key
key-statistics = Statistics token
key-bot = Bot Key
key-access-about =
    🔑 <b>Access Key</b>
    <code>{ $key }</code>
    Боттар мен тапсырыстарды басқарады. Оны ешкімге бермеңіз.
key-statistics-about =
    📊 <b>Statistics token</b>
    <code>{ $key }</code>
    Баланс пен статистиканы оқиды.
key-last-used = Соңғы рет пайдаланылды: { $when }
key-never-used = Әлі пайдаланылған жоқ.
key-replace-confirm =
    <b>{ $key } ауыстырылсын ба?</b>

    Ескісі пайдаланылып жүрген жердің бәрінде бірден жұмысын тоқтатады.
key-replaced = Ауыстырылды. Ескісі енді жұмыс істемейді.

button-chart = 📊 Диаграмма
chart-order = 📊 Тапсырыс #{ $id } · { $name }
chart-bot = 📊 Бот { $name }
chart-order-title = Тапсырыс #{ $id } · { $period }
chart-bot-title = Бот { $id } · { $period }
chart-subscribers = Жазылушылар, күн бойынша
chart-spent = Жұмсалғаны, күн бойынша
chart-income = Табыс, күн бойынша
button-notifications = 📬 Хабарландырулар
button-summary = Күн қорытындысы
notifications =
    📬 <b>Хабарландырулар</b>

    Тапсырыс мақұлданғанда, қабылданбағанда, аяқталғанда немесе көрсетілмей қалғанда, сондай-ақ ботыңыздың токені жарамсыз болғанда сізге әрқашан хабарлаймыз.

    Күн қорытындысы сағат { $hour } кезінде ({ $zone }) келеді: кешегі күн не әкелді және неге түсті. Ештеңе болмаған күндер өткізіліп жіберіледі.

stats =
    📈 <b>Статистика</b>

    Күндер бойынша диаграммалар мен кестелер браузеріңізде ашылады. Сілтеме { $minutes } минут ішінде бір рет жұмыс істейді; жаңасын алу үшін осы экранды қайта ашыңыз.
stats-unpaid = 🚫 Соңғы { $days } күндегі <b>төленбеген жазылулар</b>: { $total }
stats-prices =
    💵 Соңғы { $days } күндегі <b>бағалар</b>
    • көрсетілім: { $impression } · жазылушы: { $subscriber }
    • демеушілері бар тізімдер: { $filled }
stats-no-fill = • толмаған тізімдер: { $lists } ішінен { $short }
stats-no-fill-most = • басты себебі ({ $share }): { $reason }
stats-open = 📈 Бетті ашу

language = Қай тілде сөйлейін?
language-set = Енді қазақша сөйлеймін.

unknown = Мұны түсінбедім. Түймелерді пайдаланыңыз немесе /help бөлімін ашыңыз.
dialogue-dropped = ♻️ Осы аралықта қызмет жаңартылып, бұл сұрақ енді басқаша қойылады. Ештеңе сақталған жоқ: басынан бастаңыз.
help =
    <b>Бұл бот не үшін керек?</b>

    <b>Боттарыңыз бар ма?</b> Оларды «Боттарым» бөліміне қосыңыз. Пайдаланушылар керегін алмас бұрын демеушілерге жазылады, ал сіз әр жазылушыдан табыс табасыз.

    <b>Жазылушылар керек пе?</b> Арнаға, ботқа немесе сілтемеге тапсырыс жасаңыз. Әр нағыз жазылушы үшін бір рет төлейсіз.

    Профиліңіздегі Access Key мен Statistics token API үшін керек: { $url }/docs

    /start профиль · /bots · /orders · /wallet · /language · /cancel
    /privacy · /paysupport · /terms

help-referrals =
    <b>Бот иелерін немесе жарнама берушілерді танисыз ба?</b> Сілтемеңіз: { $link }
    Ол арқылы келген әр жаңа тіркелгіден { $months } ай бойы қызмет комиссиясының { $percent } %-ын аласыз.

legal-privacy =
    Бұл қызмет сіз туралы не сақтайды

    Боттарыңыз немесе тапсырыстарыңыз болса: атыңыз, пайдаланушы атыңыз және тіліңіз, боттарыңыз бен тапсырыстарыңыз, ақшаңыздың әр қозғалысы және сұрақ ашық тұрғанда осында жазғаныңыз.
    Демеуші көрсететін ботты пайдалансаңыз: атыңыз, пайдаланушы атыңыз, тіліңіз және премиумыңыз, жыныс пен жас туралы жауаптарыңыз, сізге көрсетілген және сіз жазылған демеушілер, солардың сілтемесі арқылы ашқан беттеріңіздің мекенжайы мен құрылғысы.

    Бұл демеушілерді таңдау, әр жазылуға бір рет төлеу және алаяқтықты табу үшін сақталады. Ол сатылмайды. Сіз көшірмесін ала аласыз немесе өшіруді сұрай аласыз; есепке түскен ақша мен төленген жазылулар есепте сіздің атыңызсыз қалады.
legal-paysupport =
    Төлем туралы сұрақтар

    Әмияныңызда (/wallet) әр төлем және оның нәтижесі көрсетілген. Жұлдызбен төленген төлемді оның сомасы қолжетімді болып тұрғанда толық қайтаруға болады. Қашан, қанша төлегеніңізді және төлем нөмірін жазыңыз. Telegram қолдау қызметі бұл ботқа жасалған төлемдермен айналыспайды.
legal-terms =
    Пайдалану шарттары

    Жарнама берушілер әр нағыз жазылушы үшін бір рет төлейді; ерте кетіп қалғанының ақысы қайтарылады. Бот иелері Telegram хабарлаған жазылушылар үшін ақы алады; сатып алынған немесе жалған жазылушыларға төленбейді, олар үшін бұғаттауға болады. Тапсырыстарды іске қосылмас бұрын модераторлар тексереді. Шығарылған ақшаны осы қызметтің операторы төлейді. Жұлдызбен төлеу Telegram ережелеріне бағынады. Қалай жұмыс істейді: { $url }/docs
legal-contact = Байланыс: { $contact }
legal-ask = Осы қызметтің операторына жазыңыз.

error-stale = Бұл түйме ескірген. Экранды /start арқылы қайта ашыңыз.
error-question-closed = Бұл сұрақ жабылды. Соңғы қойылған сұраққа жауап беріңіз.
error-ours = Біздің жақта бірдеңе дұрыс болмады. Қайталанса, мына кодты бізге айтыңыз: { $id }
error-blocked-reason = Себебі: { $reason }
error-blocked-contact = Сұрақтар: { $contact }
error-blocked-ask = Осы қызметтің операторына жазыңыз.
error-token = Бұл бот токені емес. Ол 123456789:AAE… сияқты болады, оны @BotFather береді.
error-token-here = Бұл — бот токені: оны жойдым, ештеңе сақталған жоқ. Бот қосу үшін токенді сұрақтан тыс жіберіңіз.
error-nothing-written = Мұнда оқылатын ештеңе жоқ. Қайта жазыңыз.
error-url = https:// деп басталатын мекенжай жазыңыз.
error-choose = Түймелердің бірін басыңыз.
error-amount = { $min } – { $max } аралығындағы соманы жазыңыз, мысалы 150,50.
refund-reason-CHARGE_NOT_FOUND = мұндай төлем табылмады
refund-reason-CHARGE_ALREADY_REFUNDED = бұл төлем бұрын қайтарылған
refund-reason-other = жауабы: { $code }

wallet =
    💳 <b>Әмиян</b>

    Қолжетімді: <b>{ $available }</b>
    Ұстауда: <b>{ $held }</b>
    Шығарылуда: <b>{ $reserved }</b>
history = 📜 <b>Тарих</b>, алдымен соңғылары
history-empty = Әмияныңызда әлі ештеңе болған жоқ.
history-line = { $when } · <b>{ $amount }</b> · { $kind }{ $about } → { $balance }
entry-deposit = толықтыру
entry-charge = жазылушы
entry-reversal = қайтарылды
entry-fraud-reversal = қайтарылды: алаяқтық
entry-release = ұстаудан босатылды
entry-adjustment = түзету
entry-withdrawal-reserve = шығару сұралды
entry-withdrawal-paid = шығару төленді
entry-withdrawal-refused = шығару қабылданбады
entry-withdrawal-cancelled = шығару қайтарып алынды
entry-refund = төлем қайтарылуда
entry-refund-paid = төлем қайтарылды
entry-refund-refused = төлем қайтарылмады
entry-referral = реферал табысы
entry-referral-reversal = реферал табысы қайтарылды

button-deposit = ➕ Толықтыру
button-deposit-rail = 💎 { $rail } арқылы толықтыру
deposit-rail-ask = <b>Қанша?</b> Ең азы — { $min }.
deposit-rail-made = 💎 { $rail } арқылы <b>{ $amount }</b>. Бір сағат ішінде төлеңіз; біз бірден есепке енгіземіз.
button-pay = { $amount } төлеу
deposit-ask = <b>Қанша жұлдыз?</b> Бір ⭐️ — { $rate }.
invoice-title = Толықтыру
invoice-about = Балансыңызға { $amount }.
invoice-sent = ⭐️ { $count } жұлдыздық шот осы чатта. Төленген соң балансыңызға { $amount } түседі.
payment-refused = Бұл шотты енді төлеуге болмайды. Жаңасын сұраңыз.
