language-name = Українська

command-start = Профіль, баланс і ключі
command-bots = Мої боти
command-orders = Мої замовлення
command-wallet = Баланс та історія
command-language = Мова
command-queue = Замовлення, що чекають на модераторів
command-payouts = Виведення, що чекають на рішення
command-help = Що вміє цей бот
command-cancel = Перервати поточне запитання
command-privacy = Що про вас зберігається
command-paysupport = Питання про оплату
command-terms = Умови використання

button-access-key = 🔑 Access Key
button-statistics-token = 📊 Statistics token
button-bots = 🤖 Мої боти
button-orders = 📣 Мої замовлення
button-wallet = 💳 Гаманець
button-language = 🌐 Мова
button-moderation = 🛡 Модерація
button-help = ❓ Довідка
button-home = 🏠 Профіль
button-back = ◀️ Назад
button-cancel = ✖️ Скасувати
button-hide = 🙈 Приховати
button-replace = ♻️ Замінити
button-replace-yes = ♻️ Так, замінити
button-close = ✖️ Закрити
button-search = 🔎 Пошук
button-active = 📂 Активні
button-archive-list = 📦 Архів
button-archive = 📦 До архіву
button-restore = 📂 Повернути
button-write = ✏️ Ввести інше
button-default = ↩️ Звичайний текст
button-no-image = 🚫 Без зображення
button-skip = ⏭ Пропустити
button-no-limit = Без обмеження
button-history = 📜 Історія
button-latest = ⏮ Останні
button-older = Раніше ⏭
button-order = 📣 Відкрити замовлення
button-bot = 🤖 Відкрити бота
button-stats = 📈 Статистика
button-link-new = 🔄 Нові посилання
button-by-id = 🔢 За ID

home =
    👤 <b>{ $name }</b> · ID <code>{ $id }</code>

    💰 Доступно: <b>{ $available }</b>
    ⏳ Утримується: <b>{ $held }</b>

key-access = Access Key
key-statistics = Statistics token
key-bot = Bot Key
key-access-about =
    🔑 <b>Access Key</b>
    <code>{ $key }</code>
    Керує ботами й замовленнями. Нікому його не показуйте.
key-statistics-about =
    📊 <b>Statistics token</b>
    <code>{ $key }</code>
    Читає баланс і статистику.
key-last-used = Останнє використання: { $when }
key-never-used = Ще не використовувався.
key-replace-confirm =
    <b>Замінити { $key }?</b>

    Старий ключ одразу перестане працювати всюди, де його використовують.
key-replaced = Ключ замінено. Старий більше не працює.

button-chart = 📊 Графік
chart-order = 📊 Замовлення #{ $id } · { $name }
chart-bot = 📊 Бот { $name }
chart-order-title = Замовлення #{ $id } · { $period }
chart-bot-title = Бот { $id } · { $period }
chart-subscribers = Підписники за днями
chart-spent = Витрачено за днями
chart-income = Дохід за днями
button-notifications = 📬 Сповіщення
button-summary = Підсумки дня
notifications =
    📬 <b>Сповіщення</b>

    Ви завжди отримуєте сповіщення, коли замовлення схвалено, відхилено, завершено чи більше не показується і коли токен вашого бота перестав працювати.

    Підсумки дня надходять о { $hour } ({ $zone }): що приніс і скільки коштував учорашній день. Дні, коли нічого не було, пропускаються.

stats =
    📈 <b>Статистика</b>

    Графіки й таблиці за днями, у вашому браузері. Посилання працює один раз протягом { $minutes } хв; щоб отримати нове, відкрийте цей екран ще раз.
stats-unpaid = 🚫 <b>Неоплачені підписки</b> за останні { $days } дн.: { $total }
stats-prices =
    💵 <b>Ціни</b> за останні { $days } дн.
    • показ: { $impression } · підписник: { $subscriber }
    • списки зі спонсорами: { $filled }
stats-no-fill = • незаповнені списки: { $short } з { $lists }
stats-no-fill-most = • головна причина ({ $share }): { $reason }
stats-open = 📈 Відкрити сторінку

language = Якою мовою мені говорити?
language-set = Тепер я говорю українською.

unknown = Я цього не розумію. Скористайтеся кнопками або відкрийте /help.
dialogue-dropped = ♻️ Сервіс тим часом оновився, і це запитання тепер ставиться інакше. Нічого не збережено: будь ласка, почніть спочатку.
help =
    <b>Навіщо цей бот?</b>

    <b>Маєте ботів?</b> Додайте їх у «Мої боти». Перш ніж отримати своє, користувачі підписуються на спонсорів, а ви заробляєте на кожному підписнику.

    <b>Потрібні підписники?</b> Створіть замовлення на канал, бота чи посилання. Ви платите за кожного справжнього підписника один раз.

    Access Key і Statistics token із профілю потрібні для API: { $url }/docs

    /start профіль · /bots · /orders · /wallet · /language · /cancel
    /privacy · /paysupport · /terms

help-referrals =
    <b>Знаєте власників ботів чи рекламодавців?</b> Ваше посилання: { $link }
    З кожного нового акаунта за ним ви отримуєте { $percent } % комісії сервісу протягом { $months ->
        [one] { $months } місяця
        [few] { $months } місяців
       *[many] { $months } місяців
    }.

legal-privacy =
    Що цей сервіс зберігає про вас

    Ви маєте ботів чи замовлення: ваше ім’я, ім’я користувача й мову, ваших ботів і замовлення, усі рухи ваших грошей і те, що ви пишете тут, доки запитання відкрите.
    Ви користуєтеся ботом, який показує спонсорів: ваше ім’я, ім’я користувача, мову й наявність Premium, ваші відповіді про стать і вік, яких спонсорів вам показали й на яких ви підписалися, адресу та пристрій для сторінок, які ви відкрили за їхніми посиланнями.

    Це потрібно, щоб вибирати спонсорів, платити за кожну підписку один раз і виявляти шахрайство. Ці дані не продаються. Ви можете отримати копію або попросити їх стерти; проведені гроші й оплачені підписки залишаються в обліку без вашого імені.
legal-paysupport =
    Питання про оплату

    У гаманці (/wallet) є кожен платіж і те, що з ним сталося. Платіж зірками можна повернути цілком, доки ця сума доступна. Напишіть, коли та скільки ви заплатили, і номер платежу. Підтримка самої платформи не займається платежами цьому боту.
legal-terms =
    Умови використання

    Рекламодавці платять за кожного справжнього підписника один раз; за того, хто пішов рано, гроші повертаються. Власники ботів отримують гроші за підписників, про яких повідомила платформа; за куплених і підроблених не платять, і за них можуть заблокувати. Замовлення перевіряють модератори до запуску. Виведення виплачує оператор сервісу. Платежі зірками підлягають правилам платформи. Як це влаштовано: { $url }/docs
legal-contact = Зв’язок: { $contact }
legal-ask = Напишіть оператору цього сервісу.

error-stale = Ця кнопка застаріла. Відкрийте екран знову: /start.
error-question-closed = Це запитання закрите. Дайте відповідь на останнє поставлене.
error-ours = У нас щось пішло не так. Якщо повториться, повідомте нам цей код: { $id }
error-blocked-reason = Причина: { $reason }
error-blocked-contact = Питання: { $contact }
error-blocked-ask = Напишіть оператору сервісу.
error-token = Це не токен бота. Він виглядає як 123456789:AAE… і надходить від @BotFather.
error-token-here = Це токен бота: я видалив його й нічого не зберіг. Щоб додати бота, вставте токен поза запитаннями.
error-nothing-written = У цьому нічого прочитати. Напишіть ще раз.
error-url = Введіть адресу, що починається з https://
error-choose = Натисніть одну з кнопок.
error-amount = Введіть суму від { $min } до { $max }, наприклад 150,50.
refund-reason-CHARGE_NOT_FOUND = такого платежу там не знають
refund-reason-CHARGE_ALREADY_REFUNDED = цей платіж уже повернено
refund-reason-other = відповідь: { $code }

wallet =
    💳 <b>Гаманець</b>

    Доступно: <b>{ $available }</b>
    Утримується: <b>{ $held }</b>
    Виводиться: <b>{ $reserved }</b>
history = 📜 <b>Історія</b>, спершу останнє
history-empty = У гаманці поки нічого не відбувалося.
history-line = { $when } · <b>{ $amount }</b> · { $kind }{ $about } → { $balance }
entry-deposit = поповнення
entry-charge = підписник
entry-reversal = повернення
entry-fraud-reversal = повернення: шахрайство
entry-release = утримання знято
entry-adjustment = коригування
entry-withdrawal-reserve = запит на виведення
entry-withdrawal-paid = виведення виплачено
entry-withdrawal-refused = виведення відхилено
entry-withdrawal-cancelled = виведення скасовано
entry-refund = платіж повертається
entry-refund-paid = платіж повернено
entry-refund-refused = платіж не повернено
entry-referral = реферальний дохід
entry-referral-reversal = повернення реферального доходу

button-deposit = ➕ Поповнити
button-deposit-rail = 💎 Поповнити через { $rail }
deposit-rail-ask = <b>Скільки?</b> Мінімум — { $min }.
deposit-rail-made = 💎 <b>{ $amount }</b> через { $rail }. Оплатіть протягом години; ми зарахуємо одразу.
button-pay = Сплатити { $amount }
deposit-ask = <b>Скільки зірок?</b> Одна ⭐️ — це { $rate }.
invoice-title = Поповнення
invoice-about = { $amount } на ваш баланс.
invoice-sent = ⭐️ Рахунок на { $count } зірок у цьому чаті. Після оплати на балансі з’явиться { $amount }.
payment-refused = Цей рахунок уже не можна сплатити. Попросіть новий.
