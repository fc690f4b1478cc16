nav-home = Обзор
nav-orders = Заказы
nav-bots = Боты
nav-wallet = Кошелёк
nav-account = Аккаунт
nav-moderation = Модерация
nav-payouts = Выплаты
nav-docs = Документация API
nav-menu = Разделы
nav-skip = К содержанию

live-live = На связи
live-polling = Обновляется каждые 15 с
live-offline = Нет связи. Пробуем ещё …
live-lost = Данные на странице могли устареть. Введённое сохраняется.

common-search = Поиск
common-find = Найти
common-all = Все
common-none = Нет
common-save = Сохранить
common-saved = Сохранено
common-discard = Отменить изменения
common-cancel = Отмена
common-close = Закрыть
common-more = Показать ещё
common-previous = Назад
common-next = Далее
common-refresh = Попробовать ещё раз
common-copy = Копировать
common-copied = Скопировано
common-csv = CSV
common-csvAll = Сохранить список как CSV
common-open = Открыть
common-loading = Загрузка
common-of = { $shown } из { $total }
common-selected = Выбрано: { $count }
common-clear = Сбросить
common-when = Когда
common-what = Что
common-amount = Сумма
common-status = Статус
common-name = Название
common-actions = Действия
common-archive = В архив
common-restore = Вернуть
common-draftKept = Ещё не сохранено. Черновик хранится в этом браузере.
common-unknown = неизвестно
common-days = { $count ->
    [one] { $count } день
    [few] { $count } дня
   *[many] { $count } дней
}
common-period = Период
common-from = С
common-to = По
common-show = Показать
common-last = { $days ->
    [one] { $days } день
    [few] { $days } дня
   *[many] { $days } дней
}
common-justNow = только что
common-minutesAgo = { $count } мин назад
common-hoursAgo = { $count } ч назад
common-daysAgo = { $count } дн. назад
common-before = раньше
common-notFound = По этому адресу ничего нет.
common-toHome = К обзору
common-language = Язык
common-look = Оформление

checks-required = Обязательное поле.
checks-least = Не меньше { $least }.
checks-most = Не больше { $most }.
checks-token = Токен выглядит так: 123456:ABC….
checks-address = Веб-адрес начинается с https://

failure-title = Не получилось
failure-offline = Сервис не отвечает. Введённое сохранено, попробуйте через минуту.
failure-notLoaded = Эта часть страницы не загрузилась. Повторяем автоматически.
failure-broken = На странице произошла ошибка. Обновите её: введённое сохранено.
failure-signedOut = Сеанс закончился. Войдите, чтобы продолжить с того же места.
failure-blocked = Ваш аккаунт заблокирован
failure-blockedLead = Оператор сервиса остановил ваши заказы, ботов и ключи.
failure-blockedContact = Вопросы

signIn-title = Кабинет
signIn-lead = Заказы, боты, статистика и деньги в одном месте.
signIn-step = Откройте бота в Telegram и нажмите «Старт». Эта страница продолжит сама.
signIn-number = Бот спросит про браузер с этим числом
signIn-openBot = Открыть @{ $bot }
signIn-scan = Или отсканируйте код телефоном с Telegram
signIn-waiting = Ждём вас в Telegram …
signIn-over = Срок этого входа истёк.
signIn-again = Начать заново
signIn-linkUsed = Ссылка уже использована или устарела. Войдите здесь.
signIn-guest = Войти как { $name }?
signIn-guestNumber = Аккаунт { $accountId }
signIn-guestText = Продолжайте, только если вы сами запросили эту ссылку у бота. Иначе её отправитель увидит всё, что вы делаете в его аккаунте.
signIn-guestYes = Войти
signIn-guestNo = Это не я
signIn-inMessenger = Telegram не сообщил, кто вы. Откройте кабинет из бота ещё раз.
signIn-qr = QR-код ссылки на бота

home-hello = Здравствуйте, { $name }
home-spent = Потрачено за 30 дней
home-earned = Заработано за 30 дней
home-today =
    Сегодня: { $amount } · { $count ->
        [one] { $count } подписчик
        [few] { $count } подписчика
       *[many] { $count } подписчиков
    }
home-monthSpent = Подписчики ваших заказов
home-monthEarned = Подписчики из ваших ботов
home-monthText = За 30 дней: { $now }. За предыдущие 30 дней: { $before }{ $change }.
home-attention = Требует внимания
home-refused = Отклонён модератором
home-noMoney = Баланс меньше цены { $price }
home-silent =
    Нет запросов { $days ->
        [one] { $days } день
        [few] { $days } дня
       *[many] { $days } дней
    }
home-heldFor = Удержано, доступно через { $hours } ч
home-heldByModerator = Удержано до решения модератора
home-nextRelease = Ближайшее снятие удержания: { $at }.
home-releases = За 24 часа: { $day }. За 7 дней: { $week }.
home-releasesAtLeast = За 24 часа: не меньше { $day }. За 7 дней: не меньше { $week }.
home-asPublisher = У меня есть боты
home-asPublisherText = Показывайте спонсоров перед ответом бота и зарабатывайте на каждой подписке.
home-asAdvertiser = Мне нужны подписчики
home-asAdvertiserText = Платите только за подписки, которые подтвердил Telegram.
home-running = Активные заказы
home-noRunning = Активных заказов нет.
home-yourBots = Ваши боты
home-firstDay = Первый день
home-steps-add = Добавьте бота
home-steps-snippet = Вставьте три строки в его код
home-steps-request = Придёт первый запрос
home-steps-paid = Первый подписчик оплачен
home-stepHints-add = С токеном сервис сам показывает блок; можно и без него.
home-stepHints-snippet = Спросите перед ответом; при ok пропустите человека.
home-stepHints-request = Напишите своему боту /start: здесь отметится само.
home-stepHints-paid = Пользователь подписывается на спонсора, и Telegram это подтверждает.
home-waiting =
    Ждут модератора: { $count ->
        [one] { $count } заказ
        [few] { $count } заказа
       *[many] { $count } заказов
    }
home-payouts = К выплате: { $count }
