language-name = Русский

command-start = Профиль, баланс и ключи
command-bots = Мои боты
command-orders = Мои заказы
command-wallet = Баланс и история
command-language = Язык
command-queue = Заказы, которые ждут модераторов
command-payouts = Выводы, которые ждут решения
command-help = Что умеет этот бот
command-cancel = Прервать текущий вопрос
command-privacy = Что о вас хранится
command-paysupport = Вопросы об оплате
command-terms = Условия использования

button-access-key = 🔑 Access Key
button-statistics-token = 📊 Statistics token
button-bots = 🤖 Мои боты
button-orders = 📣 Мои заказы
button-wallet = 💳 Кошелёк
button-language = 🌐 Язык
button-moderation = 🛡 Модерация
button-help = ❓ Помощь
button-home = 🏠 Профиль
button-back = ◀️ Назад
button-cancel = ✖️ Отмена
button-hide = 🙈 Скрыть
button-replace = ♻️ Заменить
button-replace-yes = ♻️ Да, заменить
button-close = ✖️ Закрыть
button-search = 🔎 Поиск
button-active = 📂 Активные
button-archive-list = 📦 Архив
button-archive = 📦 В архив
button-restore = 📂 Вернуть
button-write = ✏️ Ввести другое
button-default = ↩️ Обычный текст
button-no-image = 🚫 Без картинки
button-skip = ⏭ Пропустить
button-no-limit = Без ограничения
button-history = 📜 История
button-latest = ⏮ Последние
button-older = Раньше ⏭
button-order = 📣 Открыть заказ
button-bot = 🤖 Открыть бота
button-stats = 📈 Статистика
button-link-new = 🔄 Новые ссылки
button-by-id = 🔢 По id

home =
    👤 <b>{ $name }</b> · id <code>{ $id }</code>

    💰 Доступно: <b>{ $available }</b>
    ⏳ На удержании: <b>{ $held }</b>

key-access = Access Key
key-statistics = Statistics token
key-bot = Bot Key
key-access-about =
    🔑 <b>Access Key</b>
    <code>{ $key }</code>
    Управляет ботами и заказами. Никому его не показывайте.
key-statistics-about =
    📊 <b>Statistics token</b>
    <code>{ $key }</code>
    Читает баланс и статистику.
key-last-used = Последнее использование: { $when }
key-never-used = Ещё не использовался.
key-replace-confirm =
    <b>Заменить { $key }?</b>

    Старый ключ сразу перестанет работать везде, где он используется.
key-replaced = Ключ заменён. Старый больше не работает.

button-chart = 📊 График
chart-order = 📊 Заказ #{ $id } · { $name }
chart-bot = 📊 Бот { $name }
chart-order-title = Заказ #{ $id } · { $period }
chart-bot-title = Бот { $id } · { $period }
chart-subscribers = Подписчики по дням
chart-spent = Потрачено по дням
chart-income = Доход по дням
button-notifications = 📬 Уведомления
button-summary = Итоги дня
notifications =
    📬 <b>Уведомления</b>

    Вам всегда сообщают, когда заказ одобрен, отклонён, завершён или больше не показывается и когда токен вашего бота перестал работать.

    Итоги дня приходят в { $hour } ({ $zone }): что принёс и чего стоил вчерашний день. Дни, когда ничего не было, пропускаются.

stats =
    📈 <b>Статистика</b>

    Графики и таблицы по дням, в вашем браузере. Ссылка работает один раз в течение { $minutes } мин.; за новой откройте этот экран ещё раз.
stats-unpaid = 🚫 <b>Неоплаченные подписки</b> за последние { $days } дн.: { $total }
stats-prices =
    💵 <b>Цены</b> за последние { $days } дн.
    • показ: { $impression } · подписчик: { $subscriber }
    • списки со спонсорами: { $filled }
stats-no-fill = • незаполненные списки: { $short } из { $lists }
stats-no-fill-most = • главная причина ({ $share }): { $reason }
stats-open = 📈 Открыть страницу

language = На каком языке мне говорить?
language-set = Теперь я говорю по-русски.

unknown = Я этого не понимаю. Воспользуйтесь кнопками или откройте /help.
dialogue-dropped = ♻️ Сервис тем временем обновился, и этот вопрос теперь задаётся иначе. Ничего не сохранено: начните, пожалуйста, сначала.
help =
    <b>Зачем этот бот?</b>

    <b>У вас есть боты?</b> Добавьте их в «Мои боты». Прежде чем получить своё, пользователи подписываются на спонсоров, а вы зарабатываете на каждом подписчике.

    <b>Нужны подписчики?</b> Создайте заказ на канал, бота или ссылку. Вы платите за каждого настоящего подписчика один раз.

    Access Key и Statistics token из профиля нужны для API: { $url }/docs

    /start профиль · /bots · /orders · /wallet · /language · /cancel
    /privacy · /paysupport · /terms

help-referrals =
    <b>Знаете владельцев ботов или рекламодателей?</b> Ваша ссылка: { $link }
    С каждого нового аккаунта по ней вы получаете { $percent } % комиссии сервиса в течение { $months ->
        [one] { $months } месяца
       *[other] { $months } месяцев
    }.

legal-privacy =
    Что этот сервис хранит о вас

    У вас есть боты или заказы: ваше имя, имя пользователя и язык, ваши боты и заказы, все движения ваших денег и то, что вы пишете здесь, пока вопрос открыт.
    Вы пользуетесь ботом, который показывает спонсоров: ваше имя, имя пользователя, язык и премиум, ваши ответы о поле и возрасте, каких спонсоров вам показали и на каких вы подписались, адрес и устройство страниц, которые вы открыли по их ссылкам.

    Это нужно, чтобы выбирать спонсоров, платить за каждую подписку один раз и находить обман. Никто это не покупает. Вы можете получить копию или попросить стереть данные; проведённые деньги и оплаченные подписки остаются в учёте без вашего имени.
legal-paysupport =
    Вопросы об оплате

    В кошельке (/wallet) есть каждый платёж и то, что с ним стало. Платёж в звёздах можно вернуть целиком, пока эта сумма доступна. Напишите, когда и сколько вы заплатили, и номер платежа. Поддержка самой платформы платежами этому боту не занимается.
legal-terms =
    Условия использования

    Рекламодатели платят за каждого настоящего подписчика один раз; за того, кто ушёл рано, деньги возвращаются. Владельцы ботов получают деньги за подписчиков, о которых сообщила платформа; за купленных и поддельных не платят, и за них могут заблокировать. Заказы проверяют модераторы. Выводы платит оператор сервиса. Платежи в звёздах подчиняются правилам платформы. Как это устроено: { $url }/docs
legal-contact = Связь: { $contact }
legal-ask = Напишите оператору этого сервиса.

error-stale = Эта кнопка устарела. Откройте экран заново: /start.
error-question-closed = Этот вопрос закрыт. Ответьте на последний заданный.
error-ours = У нас что-то пошло не так. Если повторится, сообщите нам этот код: { $id }
error-blocked-reason = Причина: { $reason }
error-blocked-contact = Вопросы: { $contact }
error-blocked-ask = Напишите оператору сервиса.
error-token = Это не токен бота. Он выглядит как 123456789:AAE… и приходит от @BotFather.
error-token-here = Это токен бота: я удалил его и ничего не сохранил. Чтобы добавить бота, вставьте токен вне вопросов.
error-nothing-written = В этом нечего прочитать. Напишите ещё раз.
error-url = Введите адрес, который начинается с https://
error-choose = Нажмите одну из кнопок.
error-amount = Введите сумму от { $min } до { $max }, например 150,50.
refund-reason-CHARGE_NOT_FOUND = такого платежа она не знает
refund-reason-CHARGE_ALREADY_REFUNDED = этот платёж уже возвращён
refund-reason-other = её ответ: { $code }

wallet =
    💳 <b>Кошелёк</b>

    Доступно: <b>{ $available }</b>
    На удержании: <b>{ $held }</b>
    Выводится: <b>{ $reserved }</b>
history = 📜 <b>История</b>, сначала последнее
history-empty = В кошельке пока ничего не происходило.
history-line = { $when } · <b>{ $amount }</b> · { $kind }{ $about } → { $balance }
entry-deposit = пополнение
entry-charge = подписчик
entry-reversal = возврат
entry-fraud-reversal = возврат: мошенничество
entry-release = выплата с удержания
entry-adjustment = корректировка
entry-withdrawal-reserve = запрошен вывод
entry-withdrawal-paid = вывод выплачен
entry-withdrawal-refused = вывод отклонён
entry-withdrawal-cancelled = вывод отозван
entry-refund = платёж возвращается
entry-refund-paid = платёж возвращён
entry-refund-refused = платёж не возвращён
entry-referral = реферальный доход
entry-referral-reversal = возврат реферального дохода

button-deposit = ➕ Пополнить
button-deposit-rail = 💎 Пополнить через { $rail }
deposit-rail-ask = <b>Сколько?</b> Минимум — { $min }.
deposit-rail-made = 💎 <b>{ $amount }</b> через { $rail }. Оплатите в течение часа; мы зачислим сразу.
button-pay = Оплатить { $amount }
deposit-ask = <b>Сколько звёзд?</b> Одна ⭐️ — это { $rate }.
invoice-title = Пополнение
invoice-about = { $amount } на ваш баланс.
invoice-sent = ⭐️ Счёт на { $count } звёзд в этом чате. После оплаты на балансе появится { $amount }.
payment-refused = Этот счёт уже нельзя оплатить. Попросите новый.
