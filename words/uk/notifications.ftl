notification-moderation-many = 🛡 Надійшло багато замовлень: на рішення чекають <b>{ $total }</b>. Доки їх стільки, про кожне окремо не повідомляємо.
notification-order-approved = ✅ Замовлення #{ $orderId } «{ $name }» схвалено.
notification-order-rejected =
    ❌ Замовлення #{ $orderId } «{ $name }» відхилено.

    Причина: { $reason }
notification-order-finished = 🏁 Замовлення #{ $orderId } «{ $name }» завершено: усі підписники прийшли.
notification-order-out-of-money = 💳 Замовлення #{ $orderId } «{ $name }» не показується: на балансі не вистачає на ще одного підписника.
notification-order-rights-lost = ⚠️ Замовлення #{ $orderId } «{ $name }» не показується: ми не можемо перевірити підписників. Знову зробіть нашого бота адміністратором каналу або надайте робочий токен.
notification-order-rights-back = ✅ Замовлення #{ $orderId } «{ $name }» знову показується: ми можемо перевірити підписників.
notification-order-paused =
    ⏸ Замовлення #{ $orderId } «{ $name }» призупинено.

    { $why }
notification-order-paused-moderator =
    ⏸ Сервіс призупинив замовлення #{ $orderId } «{ $name }» ({ $link }).

    { $why }
notification-order-resumed = ▶️ Замовлення #{ $orderId } «{ $name }» відновлено.
paused-link-moved = Його @username більше не веде до схваленого чату. Замовлення відновиться само, коли ім’я знову вестиме туди. Або вкажіть інше посилання, доки немає підписників: тоді його перевірять модератори.
paused-link-dead = Наш бот більше не може запрошувати користувачів до чату: жодне наше посилання до приватного чату не працює, і бот не бачить запитів на вступ. Поверніть боту право запрошувати, і замовлення відновиться само.
paused-removes-subscribers = Понад 5 з останніх 100 підписників вилучив із чату хтось інший. Відновити замовлення може модератор.
paused-rights-unsteady = За добу наш бот тричі втрачав права адміністратора в чаті. Без них сервіс не бачить, хто підписується. Залиште бота адміністратором — тоді модератор відновить замовлення.
paused-moderator = Його призупинив модератор: { $text }
notification-bot-token-invalid = ⚠️ Telegram не приймає токен @{ $nickname }. Доки ви не надішлете новий, сервіс не може надсилати повідомлення від імені цього бота.
notification-adjustment = ⚖️ Адміністратор провів у вашому гаманці { $amount }: { $note }
notification-charges-returned =
    ↩️ { $amount } знову на вашому балансі: підписники ваших замовлень { $orders } виявилися шахрайством, їх { $joins }.

    Причина: { $note }

    Ці замовлення потребують стільки ж нових підписників. Завершене замовлення вимкнено: увімкніть його, щоб отримати решту.
notification-earnings-taken-back =
    ⚖️ Із заробітку ваших ботів повернено { $amount }, підписників: { $joins }.

    Причина: { $note }

    Спершу береться утримане, потім баланс, потім виведення, які ще не виплачуються. Решта стає боргом, який погашає наступний дохід.
notification-account-blocked = ⛔️ Оператор сервісу заблокував ваш акаунт. Його ключі більше не працюють. Зупинено замовлень: { $orders }, ботів: { $bots }. Причина: { $reason }
notification-account-unblocked = ✅ Ваш акаунт розблоковано. Його ключі знову працюють. Знову ввімкнено замовлень: { $orders }, ботів: { $bots }.
notification-bot-blocked = ⛔️ Оператор сервісу заблокував вашого бота @{ $nickname }: він не отримує спонсорів.
notification-bot-unblocked = ✅ Вашого бота @{ $nickname } розблоковано.
notification-bot-trusted = ✅ Вашого бота @{ $nickname } схвалено. Те, що він заробив до цього, стане доступним після звичайного утримання.
notification-bot-refused =
    ⛔️ Модератор відхилив вашого бота @{ $nickname }, який працює без токена. Він не отримує спонсорів (ваших користувачів пропускають далі), а утримане за нього повертається рекламодавцям.

    Додайте токен бота й напишіть оператору сервісу.
notification-bot-taken-over =
    🔎 Бот @{ $nickname }: з { $subscribers } оплачених за сьогодні підписок { $takenOver } ({ $share } %) дісталися йому лише тому, що він показав спонсора ще раз після бота іншого власника.

    Так живе бот, який увесь день питає про всіх підряд; але, можливо, і той, до якого люди повертаються. Подивіться, коли та як часто він питає.
notification-bot-paying-factor =
    { $what }

    { $why }

    Це залежить від якості бота, яка рахується раз на день. Для користувачів, яким спонсора показали до цього дня, усе залишається як сьогодні. Цифри — у якості бота.
paying-share = 📅 З { $day } підписник вашого бота @{ $nickname } приносить { $percent } % того, що приносить сьогодні.
paying-hold = ⏳ З { $day } заробіток вашого бота @{ $nickname } утримується { $hours } год, сьогодні — { $before } год. За підписника, який вийде за цей час, гроші повертаються рекламодавцю.
paying-nothing-known = За останні тижні бот привів замало підписників, щоб судити: для нього знову все як зазвичай.
notification-bot-anomaly = 📉 <b>Підписки бота @{ $nickname } незвичні</b>
anomaly-jump = { $date } він привів підписників: { $joins }; у звичайний день попередніх тижнів — { $usual }.
anomaly-joins = Підписки за днями, чотири тижні; найбільше { $most }
anomaly-stayed = Залишилися через …, зі 100
anomaly-delays = Підписалися … після першого показу, зі 100
anomaly-bot = бот
anomaly-others = інші
anomaly-days = { $count } д
anomaly-hours = { $count } год
anomaly-minutes = { $count } хв
anomaly-seconds = { $count } с
anomaly-advice = Так виглядає вдалий день чи нова аудиторія, але так само й накрутка. Про це повідомляємо не частіше ніж раз на тиждень.
notification-account-trusted = ✅ Ваш акаунт схвалено: ваш заробіток утримується не довше, ніж в інших, і вам відкриті всі способи оплати.
notification-withdrawal-reduced = ⚠️ Замовлення #{ $orderId } «{ $name }» отримало підписників, на яких не вистачило балансу. Їх оплачено з виведення #{ $withdrawalId }; виплачено буде решту.
summary = ☀️ <b>Підсумки за { $date }</b>
summary-bots = 🤖 Ваші боти: запитів { $requests }, підписників { $subscribers }, дохід <b>{ $income }</b>
summary-orders = 📣 Ваші замовлення: підписників { $subscribers }, витрачено <b>{ $spent }</b>
summary-balance = 💰 Зараз доступно: <b>{ $available }</b>
notification-deposit = 💰 На ваш баланс зараховано { $amount }. { $note }
notification-payout-refused = ⚠️ Платіжний сервіс відхилив виведення #{ $withdrawalId }: { $reason }. Воно чекає на вас: /payouts
notification-payout-check = 🎁 Виведення #{ $withdrawalId } чекає на вас у платіжному сервісі. Відкрийте його й заберіть гроші.
notification-rail-difference =
    ⚠️ <b>{ $rail } і облік розходяться</b>: { $about }
    Облік: { $ours }
    { $rail }: { $theirs }
money-summary = 🏦 <b>Платежі за { $date }</b>
money-summary-deposits = 💰 { $rail }, надійшло: { $count } на <b>{ $sum }</b>
money-summary-payouts = 💸 { $rail }, виплачено: { $count } на <b>{ $sum }</b>
notification-withdrawal-paid = 💸 Виведення #{ $withdrawalId } на { $amount } виплачено. { $note }
notification-withdrawal-refused =
    ↩️ Виведення #{ $withdrawalId } відхилено; { $amount } знову доступно.

    Причина: { $note }
notification-refund-paid = ↩️ Ваш платіж на { $stars } ⭐️ повернено; з балансу списано { $amount }.
notification-webhook-dead = ⚠️ Події @{ $nickname } не вдавалося доставити цілий день. Їх збережено: полагодьте приймач і надішліть їх знову.
