notification-moderation-many = 🛡 Пришло много заказов: решения ждут <b>{ $total }</b>. Пока их столько, о каждом отдельно не сообщаем.
notification-order-approved = ✅ Заказ #{ $orderId } «{ $name }» одобрен.
notification-order-rejected =
    ❌ Заказ #{ $orderId } «{ $name }» отклонён.

    Причина: { $reason }
notification-order-finished = 🏁 Заказ #{ $orderId } «{ $name }» завершён: пришли все подписчики.
notification-order-out-of-money = 💳 Заказ #{ $orderId } «{ $name }» не показывается: на балансе не хватает на следующего подписчика.
notification-order-rights-lost = ⚠️ Заказ #{ $orderId } «{ $name }» не показывается: мы не можем проверить подписчиков. Снова сделайте нашего бота администратором канала или дайте рабочий токен.
notification-order-rights-back = ✅ Заказ #{ $orderId } «{ $name }» снова показывается: мы можем проверить подписчиков.
notification-order-paused =
    ⏸ Заказ #{ $orderId } «{ $name }» приостановлен.

    { $why }
notification-order-paused-moderator =
    ⏸ Сервис приостановил заказ #{ $orderId } «{ $name }» ({ $link }).

    { $why }
notification-order-resumed = ▶️ Заказ #{ $orderId } «{ $name }» снова работает.
paused-link-moved = Его @username больше не ведёт в одобренный чат. Заказ продолжится сам, когда имя снова приведёт туда. Или укажите другую ссылку, пока нет подписчиков: тогда её посмотрят модераторы.
paused-link-dead = Наш бот больше не может приглашать пользователей в чат: ни одна наша ссылка в закрытый чат не работает, и бот не видит заявок на вступление. Верните боту право приглашать — заказ продолжится сам.
paused-removes-subscribers = Больше 5 из последних 100 подписчиков удалил из чата кто-то другой. Продолжить заказ может модератор.
paused-rights-unsteady = За сутки наш бот трижды терял права администратора в чате. Без них сервис не видит, кто вступает. Оставьте бота администратором — тогда модератор возобновит заказ.
paused-moderator = Его приостановил модератор: { $text }
notification-bot-token-invalid = ⚠️ Платформа не принимает токен @{ $nickname }. Пока вы не дадите новый, сервис не может говорить от имени этого бота.
notification-adjustment = ⚖️ Администратор провёл по вашему кошельку { $amount }: { $note }
notification-charges-returned =
    ↩️ { $amount } снова на вашем балансе: подписчики ваших заказов { $orders } оказались обманом, их { $joins }.

    Причина: { $note }

    Этим заказам нужно столько же новых подписчиков. Завершённый заказ выключен: включите его, чтобы получить остальных.
notification-earnings-taken-back =
    ⚖️ С дохода ваших ботов возвращено { $amount }, подписчиков: { $joins }.

    Причина: { $note }

    Сначала берётся удержанное, потом баланс, потом заявки на вывод, которые ещё не выплачиваются. Остальное становится долгом, его гасит следующий доход.
notification-account-blocked = ⛔️ Оператор сервиса заблокировал ваш аккаунт. Его ключи больше не работают. Остановлено заказов: { $orders }, ботов: { $bots }. Причина: { $reason }
notification-account-unblocked = ✅ Ваш аккаунт разблокирован. Его ключи снова работают. Снова включено заказов: { $orders }, ботов: { $bots }.
notification-bot-blocked = ⛔️ Оператор сервиса заблокировал вашего бота @{ $nickname }: он не получает спонсоров.
notification-bot-unblocked = ✅ Ваш бот @{ $nickname } больше не заблокирован.
notification-bot-trusted = ✅ Вашему боту @{ $nickname } теперь доверяют. То, что он заработал до этого, поступит после обычного удержания.
notification-bot-refused =
    ⛔️ Модератор не доверяет вашему боту @{ $nickname }, который работает без токена. Он не получает спонсоров (ваши пользователи проходят дальше), а удержанное за него возвращается рекламодателям.

    Добавьте токен бота и напишите оператору сервиса.
notification-bot-taken-over =
    🔎 Бот @{ $nickname }: из { $subscribers } оплаченных за сегодня подписок { $takenOver } ({ $share } %) достались ему лишь потому, что он показал спонсора ещё раз после бота другого паблишера.

    Так живёт бот, который весь день спрашивает обо всех подряд; но может и тот, в который люди возвращаются. Посмотрите, когда и как часто он спрашивает.
notification-bot-paying-factor =
    { $what }

    { $why }

    Это следует за качеством бота, которое считается раз в день. Для тех, кому спонсора показали до этого дня, всё остаётся как сегодня. Цифры — в качестве бота.
paying-share = 📅 С { $day } подписчик вашего бота @{ $nickname } приносит { $percent } % от того, что приносит сегодня.
paying-hold = ⏳ С { $day } заработанное вашим ботом @{ $nickname } удерживается { $hours } ч., сегодня — { $before } ч. За подписчика, который выйдет за это время, деньги возвращаются рекламодателю.
paying-nothing-known = За последние недели бот привёл слишком мало подписчиков, чтобы судить: для него снова всё как обычно.
notification-bot-anomaly = 📉 <b>Подписки бота @{ $nickname } выбиваются из ряда</b>
anomaly-jump = { $date } он привёл подписчиков: { $joins }; в обычный день прошлых недель — { $usual }.
anomaly-joins = Подписки по дням за четыре недели; больше всего { $most }
anomaly-stayed = Остались через …, из 100
anomaly-delays = Подписались … после первого показа, из 100
anomaly-bot = бот
anomaly-others = другие
anomaly-days = { $count } д
anomaly-hours = { $count } ч
anomaly-minutes = { $count } мин
anomaly-seconds = { $count } с
anomaly-advice = Так выглядит удачный день или новая аудитория, но так же и накрутка. Об этом сообщается не чаще раза в неделю.
notification-account-trusted = ✅ Ваш аккаунт одобрен: ваш доход ждёт не дольше, чем у других, и вам открыты все способы оплаты.
notification-withdrawal-reduced = ⚠️ В заказ #{ $orderId } «{ $name }» пришли подписчики, на которых не хватило баланса. Они оплачены из вывода #{ $withdrawalId }; выплачен будет остаток.
summary = ☀️ <b>Итоги за { $date }</b>
summary-bots = 🤖 Ваши боты: запросов { $requests }, подписчиков { $subscribers }, доход <b>{ $income }</b>
summary-orders = 📣 Ваши заказы: подписчиков { $subscribers }, потрачено <b>{ $spent }</b>
summary-balance = 💰 Сейчас доступно: <b>{ $available }</b>
notification-deposit = 💰 На ваш баланс зачислено { $amount }. { $note }
notification-payout-refused = ⚠️ Платёжный сервис отклонил вывод #{ $withdrawalId }: { $reason }. Он ждёт вас: /payouts
notification-payout-check = 🎁 Вывод #{ $withdrawalId } ждёт вас в платёжном сервисе. Откройте его и заберите деньги.
notification-rail-difference =
    ⚠️ <b>{ $rail } и учёт расходятся</b>: { $about }
    Учёт: { $ours }
    { $rail }: { $theirs }
money-summary = 🏦 <b>Платежи за { $date }</b>
money-summary-deposits = 💰 { $rail }, поступило: { $count } на <b>{ $sum }</b>
money-summary-payouts = 💸 { $rail }, выплачено: { $count } на <b>{ $sum }</b>
notification-withdrawal-paid = 💸 Вывод #{ $withdrawalId } на { $amount } выплачен. { $note }
notification-withdrawal-refused =
    ↩️ Вывод #{ $withdrawalId } отклонён; { $amount } снова доступны.

    Причина: { $note }
notification-refund-paid = ↩️ Ваш платёж на { $stars } ⭐️ возвращён; с баланса списано { $amount }.
notification-webhook-dead = ⚠️ События @{ $nickname } не удавалось доставить целый день. Они сохранены: почините приёмник и отправьте их снова.
