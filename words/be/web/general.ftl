nav-home = Агляд
nav-orders = Заказы
nav-bots = Боты
nav-wallet = Кашалёк
nav-account = Акаўнт
nav-moderation = Мадэрацыя
nav-payouts = Выплаты
nav-docs = Дакументацыя API
nav-menu = Раздзелы
nav-skip = Да зместу

live-live = На сувязі
live-polling = Абнаўляецца кожныя 15 с
live-offline = Няма сувязі. Спрабуем яшчэ …
live-lost = Даныя на старонцы маглі састарэць. Уведзенае захоўваецца.

common-search = Пошук
common-find = Знайсці
common-all = Усе
common-none = Няма
common-save = Захаваць
common-saved = Захавана
common-discard = Скасаваць змены
common-cancel = Скасаваць
common-close = Закрыць
common-more = Паказаць яшчэ
common-previous = Назад
common-next = Далей
common-refresh = Паспрабаваць яшчэ раз
common-copy = Капіяваць
common-copied = Скапіявана
common-csv = CSV
common-csvAll = Захаваць спіс як CSV
common-open = Адкрыць
common-loading = Загрузка
common-of = { $shown } з { $total }
common-selected = Выбрана: { $count }
common-clear = Скінуць
common-when = Калі
common-what = Што
common-amount = Сума
common-status = Статус
common-name = Назва
common-actions = Дзеянні
common-archive = У архіў
common-restore = Вярнуць
common-draftKept = Яшчэ не захавана. Чарнавік захоўваецца ў гэтым браўзеры.
common-unknown = невядома
common-days = { $count ->
    [one] { $count } дзень
    [few] { $count } дні
   *[many] { $count } дзён
}
common-period = Перыяд
common-from = З
common-to = Да
common-show = Паказаць
common-last = { $days ->
    [one] { $days } дзень
    [few] { $days } дні
   *[many] { $days } дзён
}
common-justNow = толькі што
common-minutesAgo = { $count } хв таму
common-hoursAgo = { $count } гадз таму
common-daysAgo = { $count } дз. таму
common-before = раней
common-notFound = Па гэтым адрасе нічога няма.
common-toHome = Да агляду
common-language = Мова
common-look = Выгляд

checks-required = Абавязковае поле.
checks-least = Не менш за { $least }.
checks-most = Не больш за { $most }.
checks-token = Токен выглядае так: 123456:ABC….
checks-address = Вэб-адрас пачынаецца з https://

failure-title = Не атрымалася
failure-offline = Сэрвіс не адказвае. Уведзенае захавана, паспрабуйце крыху пазней.
failure-notLoaded = Гэта частка старонкі не загрузілася. Паўтараем аўтаматычна.
failure-broken = На старонцы адбылася памылка. Абнавіце яе: уведзенае захавана.
failure-signedOut = Сеанс скончыўся. Увайдзіце, каб працягнуць з таго ж месца.
failure-blocked = Ваш акаўнт заблакіраваны
failure-blockedLead = Аператар гэтага сэрвісу спыніў вашы заказы, ботаў і ключы.
failure-blockedContact = Пытанні

signIn-title = Кабінет
signIn-lead = Заказы, боты, статыстыка і грошы ў адным месцы.
signIn-step = Адкрыйце бота ў Telegram і націсніце «Старт». Гэта старонка працягне сама.
signIn-number = Бот спытае пра браўзер з гэтым лікам
signIn-openBot = Адкрыць @{ $bot }
signIn-scan = Або адскануйце код тэлефонам з Telegram
signIn-waiting = Чакаем вас у Telegram …
signIn-over = Тэрмін гэтага ўваходу скончыўся.
signIn-again = Пачаць спачатку
signIn-linkUsed = Спасылка ўжо выкарыстана або састарэла. Увайдзіце тут.
signIn-guest = Увайсці як { $name }?
signIn-guestNumber = Акаўнт { $accountId }
signIn-guestText = Працягвайце, толькі калі вы самі запыталі гэту спасылку ў бота. Іначай той, хто яе даслаў, убачыць усё, што вы робіце ў яго акаўнце.
signIn-guestYes = Увайсці
signIn-guestNo = Гэта не я
signIn-inMessenger = Telegram не паведаміў, хто вы. Адкрыйце кабінет з бота яшчэ раз.
signIn-qr = QR-код спасылкі на бота

home-hello = Вітаем, { $name }
home-spent = Выдаткавана за 30 дзён
home-earned = Зароблена за 30 дзён
home-today =
    Сёння: { $amount } · { $count ->
        [one] { $count } падпісчык
        [few] { $count } падпісчыкі
       *[many] { $count } падпісчыкаў
    }
home-monthSpent = Падпісчыкі вашых заказаў
home-monthEarned = Падпісчыкі з вашых ботаў
home-monthText = За апошнія 30 дзён: { $now }. За папярэднія 30 дзён: { $before }{ $change }.
home-attention = Патрабуе ўвагі
home-refused = Адхілены мадэратарам
home-noMoney = Баланс меншы за { $price }
home-silent =
    Няма запытаў { $days ->
        [one] { $days } дзень
        [few] { $days } дні
       *[many] { $days } дзён
    }
home-heldFor = Прытрымана, даступна праз { $hours } гадз
home-heldByModerator = Прытрымана да рашэння мадэратара
home-nextRelease = Наступны заробак стане даступны: { $at }.
home-releases = На працягу 24 гадзін: { $day }. На працягу 7 дзён: { $week }.
home-releasesAtLeast = На працягу 24 гадзін: не менш за { $day }. На працягу 7 дзён: не менш за { $week }.
home-asPublisher = У мяне ёсць боты
home-asPublisherText = Паказвайце спонсараў перад адказам бота і зарабляйце на кожнай падпісцы.
home-asAdvertiser = Мне патрэбны падпісчыкі
home-asAdvertiserText = Плаціце толькі за падпіскі, якія пацвердзіў Telegram.
home-running = Актыўныя заказы
home-noRunning = Актыўных заказаў няма.
home-yourBots = Вашы боты
home-firstDay = Першы дзень
home-steps-add = Дадайце бота
home-steps-snippet = Устаўце тры радкі ў яго код
home-steps-request = Прыйдзе першы запыт
home-steps-paid = Першы падпісчык аплачаны
home-stepHints-add = З токенам сэрвіс сам паказвае блок; можна і без яго.
home-stepHints-snippet = Спытайце перад адказам карыстальніку. Калі ok, прапусціце яго.
home-stepHints-request = Напішыце свайму боту /start. Запыт з’явіцца тут сам.
home-stepHints-paid = Карыстальнік падпісваецца на спонсара, і Telegram гэта пацвярджае.
home-waiting = { $count ->
    [one] { $count } заказ чакае мадэратара
    [few] { $count } заказы чакаюць мадэратара
   *[many] { $count } заказаў чакаюць мадэратара
}
home-payouts =
    Да выплаты: { $count ->
        [one] { $count } вывад
        [few] { $count } вывады
       *[many] { $count } вывадаў
    }
