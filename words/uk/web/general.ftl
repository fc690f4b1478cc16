nav-home = Огляд
nav-orders = Замовлення
nav-bots = Боти
nav-wallet = Гаманець
nav-account = Акаунт
nav-moderation = Модерація
nav-payouts = Виплати
nav-docs = Документація API
nav-menu = Розділи
nav-skip = До вмісту

live-live = На зв’язку
live-polling = Оновлюється кожні 15 с
live-offline = Немає зв’язку. Пробуємо ще …
live-lost = Дані на сторінці могли застаріти. Введене зберігається.

common-search = Пошук
common-find = Знайти
common-all = Усі
common-none = Немає
common-save = Зберегти
common-saved = Збережено
common-discard = Відкинути зміни
common-cancel = Скасувати
common-close = Закрити
common-more = Показати ще
common-previous = Назад
common-next = Далі
common-refresh = Спробувати ще раз
common-copy = Копіювати
common-copied = Скопійовано
common-csv = CSV
common-csvAll = Зберегти список як CSV
common-open = Відкрити
common-loading = Завантаження
common-of = { $shown } з { $total }
common-selected = Вибрано: { $count }
common-clear = Скинути
common-when = Коли
common-what = Що
common-amount = Сума
common-status = Статус
common-name = Назва
common-actions = Дії
common-archive = До архіву
common-restore = Повернути
common-draftKept = Ще не збережено. Чернетка зберігається в цьому браузері.
common-unknown = невідомо
common-days = { $count ->
    [one] { $count } день
    [few] { $count } дні
   *[many] { $count } днів
}
common-period = Період
common-from = З
common-to = По
common-show = Показати
common-last = { $days ->
    [one] { $days } день
    [few] { $days } дні
   *[many] { $days } днів
}
common-justNow = щойно
common-minutesAgo = { $count } хв тому
common-hoursAgo = { $count } год тому
common-daysAgo = { $count } дн. тому
common-before = раніше
common-notFound = За цією адресою нічого немає.
common-toHome = До огляду
common-language = Мова
common-look = Оформлення

checks-required = Обов’язкове поле.
checks-least = Не менше { $least }.
checks-most = Не більше { $most }.
checks-token = Токен виглядає так: 123456:ABC….
checks-address = Вебадреса починається з https://

failure-title = Не вдалося
failure-offline = Сервіс не відповідає. Введене збережено, спробуйте за хвилину.
failure-notLoaded = Ця частина сторінки не завантажилася. Повторюємо автоматично.
failure-broken = На сторінці сталася помилка. Оновіть її: введене збережено.
failure-signedOut = Сеанс завершено. Увійдіть, щоб продовжити з того самого місця.
failure-blocked = Ваш акаунт заблоковано
failure-blockedLead = Оператор сервісу зупинив ваші замовлення, ботів і ключі.
failure-blockedContact = Питання

signIn-title = Кабінет
signIn-lead = Замовлення, боти, статистика й гроші в одному місці.
signIn-step = Відкрийте бота в Telegram і натисніть «Розпочати». Ця сторінка продовжить сама.
signIn-number = Бот запитає про браузер із цим числом
signIn-openBot = Відкрити @{ $bot }
signIn-scan = Або відскануйте код телефоном із Telegram
signIn-waiting = Чекаємо на вас у Telegram …
signIn-over = Строк цього входу минув.
signIn-again = Почати заново
signIn-linkUsed = Посилання вже використано, або воно застаріло. Увійдіть тут.
signIn-guest = Увійти як { $name }?
signIn-guestNumber = Акаунт { $accountId }
signIn-guestText = Продовжуйте, лише якщо ви самі запросили це посилання в бота. Інакше його відправник побачить усе, що ви робите в його акаунті.
signIn-guestYes = Увійти
signIn-guestNo = Це не я
signIn-inMessenger = Telegram не повідомив, хто ви. Відкрийте кабінет із бота ще раз.
signIn-qr = QR-код посилання на бота

home-hello = Вітаємо, { $name }
home-spent = Витрачено за 30 днів
home-earned = Зароблено за 30 днів
home-today =
    Сьогодні: { $amount } · { $count ->
        [one] { $count } підписник
        [few] { $count } підписники
       *[many] { $count } підписників
    }
home-monthSpent = Підписники ваших замовлень
home-monthEarned = Підписники з ваших ботів
home-monthText = За 30 днів: { $now }. За попередні 30 днів: { $before }{ $change }.
home-attention = Потребує уваги
home-refused = Відхилено модератором
home-noMoney = Баланс менший за ціну { $price }
home-silent =
    Немає запитів { $days ->
        [one] { $days } день
        [few] { $days } дні
       *[many] { $days } днів
    }
home-heldFor = Утримується, доступно через { $hours } год
home-heldByModerator = Утримується до рішення модератора
home-nextRelease = Найближче зняття утримання: { $at }.
home-releases = Протягом 24 годин: { $day }. Протягом 7 днів: { $week }.
home-releasesAtLeast = Протягом 24 годин: щонайменше { $day }. Протягом 7 днів: щонайменше { $week }.
home-asPublisher = Я маю ботів
home-asPublisherText = Показуйте спонсорів перед відповіддю бота й заробляйте на кожній підписці.
home-asAdvertiser = Мені потрібні підписники
home-asAdvertiserText = Платіть лише за підписки, які підтвердив Telegram.
home-running = Активні замовлення
home-noRunning = Активних замовлень немає.
home-yourBots = Ваші боти
home-firstDay = Перший день
home-steps-add = Додайте бота
home-steps-snippet = Вставте три рядки в його код
home-steps-request = Надійде перший запит
home-steps-paid = Першого підписника оплачено
home-stepHints-add = З токеном сервіс сам показує блок; можна й без нього.
home-stepHints-snippet = Запитайте нас перед відповіддю; при ok пропустіть користувача.
home-stepHints-request = Напишіть своєму боту /start: запит з’явиться тут сам.
home-stepHints-paid = Користувач підписується на спонсора, і Telegram це підтверджує.
home-waiting =
    Чекають на модератора: { $count ->
        [one] { $count } замовлення
        [few] { $count } замовлення
       *[many] { $count } замовлень
    }
home-payouts = До виплати: { $count }
