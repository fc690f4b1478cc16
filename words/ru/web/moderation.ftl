moderation-queue = Очередь
moderation-orders = Заказы
moderation-pause = Приостановить
moderation-pauseSure = Заказ #{ $id } «{ $name }» не будет показываться, пока модератор не продолжит его. Приостановить?
moderation-resume = Продолжить
moderation-pausing-paused = Приостановлен. Владелец получит уведомление.
moderation-pausing-already = Его уже приостановил модератор. Причина осталась прежней.
moderation-pausing-resumed = Снова работает. Владелец получит уведомление.
moderation-pausing-not_paused = Он не приостановлен.
moderation-pausing-still_moved = Остаётся на паузе: ссылка не ведёт в его чат.
moderation-disputes = Споры
moderation-ofOrder = Заказ
moderation-ofBot = Бот
moderation-disputeEmpty = Данных нет.
moderation-verdicts-paid = Оплачено
moderation-verdicts-taken_back = Возвращено
moderation-verdicts-unpaid = Не оплачено
moderation-verdicts-not_shown = Не показан
moderation-verdicts-not_joined = Не подписался
moderation-verdicts-waits = В ожидании
moderation-verdicts-other_order = Другой заказ
moderation-verdicts-due = Будет решено
moderation-disputeEvents-shown = показан впервые
moderation-disputeEvents-shown_newer = показан в новом списке
moderation-disputeEvents-seen = показан в последний раз
moderation-disputeEvents-contact_yes = Telegram: пользуется ботом
moderation-disputeEvents-contact_no = Telegram: не пользуется ботом
moderation-disputeEvents-contact_unknown = Telegram не ответил, пользуется ли ботом
moderation-disputeEvents-joined = подписался
moderation-disputeEvents-joined_again = подписался снова
moderation-disputeEvents-asked_to_join = подал заявку
moderation-disputeEvents-found_in = найден в чате
moderation-disputeEvents-out = вышел
moderation-disputeEvents-removed = удалён кем-то другим
moderation-disputeEvents-opened = открыл страницу
moderation-disputeEvents-counted = засчитан подписчиком
moderation-disputeEvents-not_counted = не засчитан
moderation-disputeEvents-changed = изменилось
moderation-disputeEvents-charge = оплата
moderation-disputeEvents-reversal = оплата возвращена
moderation-disputeEvents-fraud_reversal = оплата возвращена: обман
moderation-disputeEvents-release = удержание снято
moderation-trust = Одобрение
moderation-log = Журнал
moderation-status = Состояние
moderation-accounts = Аккаунты
moderation-empty = Нечего проверять
moderation-emptyText = Новые заказы появятся здесь автоматически.
moderation-approve = Одобрить
moderation-reject = Отклонить
moderation-block = Заблокировать ссылку
moderation-blockSure = Эту ссылку больше никто не сможет заказать. Заблокировать?
moderation-keys = Клавиши: j дальше, k назад, a одобрить, r отклонить
moderation-reason = Причина для владельца
moderation-own = Своя причина
moderation-members = { $count ->
    [one] { $count } участник
    [few] { $count } участника
   *[many] { $count } участников
}
moderation-owner = Владелец
moderation-since = у нас с
moderation-history = Прежние заказы
moderation-noHistory = Это первый заказ.
moderation-missing = Пока нельзя одобрить
moderation-shownLink = Пользователи видят ссылку нашего бота: { $link }
moderation-linkBlocked = Эта ссылка заблокирована.
moderation-unblock = Разблокировать ссылку
moderation-linkUnblocked = Ссылку снова можно заказывать.
moderation-outcomes-decided = Решено
moderation-outcomes-already = Кто-то успел раньше, или владелец изменил заказ.
moderation-outcomes-blocked = Ссылка заблокирована.
moderation-outcomes-missing_rights = Сервис не увидел бы, кто подписался.
moderation-theme = Тема
moderation-trustPublishers = Новые владельцы
moderation-trustUsers = Пользователи
moderation-userId = ID пользователя
moderation-suspicious = Под подозрением до { $until }
moderation-notSuspicious = Не под подозрением
moderation-suspicionText = С одного устройства или адреса видели несколько аккаунтов. До этого времени рекламодатели не платят за подписки этого пользователя.
moderation-clearSuspicion = Снять подозрение
moderation-suspicionCleared = Подозрение снято.
moderation-trustIt = Одобрить
moderation-trustSure = { $name } ({ $id }): доход ждёт не дольше, чем у других, выплаты в пределах лимитов идут без нажатия, и открыты платежи, которые можно отозвать. Одобрить?
moderation-trustEnd = Отозвать одобрение
moderation-trustEndSure = Отозвать одобрение { $name } ({ $id })? Для удержанного срок не изменится.
moderation-trusted = Одобрено
moderation-operator = Оператор
moderation-refuseIt = Отклонить
moderation-refuseSure = { $name } больше не получит спонсоров, а { $amount } вернётся рекламодателям (подписчиков: { $subscribers }). Отклонить?
moderation-refuseAllSure = Все боты аккаунта { $name } ({ $bots }) больше не получат спонсоров, а { $amount } вернётся рекламодателям (подписчиков: { $subscribers }). Чтобы остановить и новых ботов, заблокируйте аккаунт. Отклонить их?
moderation-noBots = Нет ботов на проверке.
moderation-noPublishers = Нет владельцев на проверке.
moderation-contacts = Подтверждённые пользователи
moderation-takenOver = Чужие подписки
moderation-paidJoins = Оплачено
moderation-logOf = Решения: { $name }
moderation-logOfAll = Всех модераторов
moderation-logEmpty = Решений пока нет.
moderation-actions-approved = одобрение заказа
moderation-actions-rejected = отклонение заказа
moderation-actions-order_paused = приостановка заказа
moderation-actions-order_resumed = возобновление заказа
moderation-actions-link_blocked = блокировка ссылки
moderation-actions-link_unblocked = разблокировка ссылки
moderation-actions-bot_blocked = блокировка бота
moderation-actions-bot_unblocked = разблокировка бота
moderation-actions-bot_theme = тема бота
moderation-actions-bot_trusted = одобрение бота
moderation-actions-bot_refused = отклонение бота
moderation-actions-account_blocked = блокировка аккаунта
moderation-actions-account_unblocked = разблокировка аккаунта
moderation-actions-account_trusted = одобрение владельца
moderation-actions-account_untrusted = отзыв одобрения владельца
moderation-actions-account_noted = заметка
moderation-actions-suspicion_cleared = снятие подозрения с пользователя
moderation-actions-payout_taken_back = отмена выплаты
moderation-actions-reversal_begun = начало возврата за мошенничество
moderation-actions-charges_reversed = возврат за мошенничество
moderation-reversal-title = Возврат за мошенничество
moderation-reversal-text = Деньги возвращаются рекламодателям, где бы они ни были. Сначала отклоните бота, чтобы он больше никого не приводил.
moderation-reversal-bots = Чьи подписки
moderation-reversal-reason = Причина (её увидят рекламодатели и владелец бота)
moderation-reversal-count = Показать суммы
moderation-reversal-nothing = Возвращать нечего.
moderation-reversal-joins = { $count ->
    [one] { $count } подписка
    [few] { $count } подписки
   *[many] { $count } подписок
}
moderation-reversal-found = Будет возвращено
moderation-reversal-returned = Получат рекламодатели
moderation-reversal-fee = Из них возвращает сервис
moderation-reversal-held = Из удержанного у { $id }
moderation-reversal-released = Из выданного { $id }
moderation-reversal-debt = Из этого уже выплачено: долг { $id }
moderation-reversal-before = Возвращено за мошенничество раньше
moderation-reversal-largest = Самые крупные заказы: { $count } из { $all }.
moderation-reversal-take = Вернуть { $amount }
moderation-reversal-sure =
    Рекламодатели получат обратно всего { $amount } ({ $joins ->
        [one] { $joins } подписка
        [few] { $joins } подписки
       *[many] { $joins } подписок
    }). Они и владелец бота получат уведомления. Отменить это нельзя. Вернуть?
moderation-reversal-underWay =
    Идёт возврат: пока возвращено { $amount } ({ $joins ->
        [one] { $joins } подписка
        [few] { $joins } подписки
       *[many] { $joins } подписок
    }). Страницу можно закрыть: сервис продолжит сам.
moderation-reversal-ended =
    Возвращено { $amount } ({ $joins ->
        [one] { $joins } подписка
        [few] { $joins } подписки
       *[many] { $joins } подписок
    }). Рекламодатели и владелец бота получат уведомления.
moderation-reversal-stopped =
    Возврат остановился раньше времени: возвращено { $amount } ({ $joins ->
        [one] { $joins } подписка
        [few] { $joins } подписки
       *[many] { $joins } подписок
    }). Введите то же самое, чтобы вернуть остальное.
moderation-walletDays = Кошелёк, последние дни
moderation-movements = { $count ->
    [one] { $count } операция
    [few] { $count } операции
   *[many] { $count } операций
}
moderation-notes = Заметки и решения
moderation-noNotes = Заметок и решений пока нет.
moderation-note = Заметка
moderation-noteHint = В кабинете её видят только модераторы. Она входит в копию данных, которую человек может запросить.
moderation-addNote = Добавить заметку
moderation-lists-running = Активные заказы
moderation-lists-blocks = Блоки в очереди
moderation-lists-notices = Уведомления в очереди
moderation-lists-reports = Отчёты в очереди
moderation-lists-webhooks = События в очереди
moderation-lists-updates = Отложенные обновления
moderation-lists-blocks_failed = Недоставленные блоки
moderation-lists-notices_failed = Недоставленные уведомления
moderation-lists-reports_failed = Несозданные отчёты
moderation-lists-webhooks_failed = Недоставленные события
moderation-lists-differences = Расхождения ежедневной сверки
moderation-blockAccount = Заблокировать
moderation-blockReason = Причина (её увидит владелец)
moderation-unblockAccount = Разблокировать
moderation-blockAccountSure = { $name } ({ $id }): ключи и сессии сразу перестанут работать, заказы и боты остановятся. Заблокировать аккаунт?
moderation-unblockAccountSure = { $name } ({ $id }): ключи снова заработают, остановленные заказы и боты включатся. Разблокировать аккаунт?
moderation-searchAccounts = Имя или id
moderation-states-ready = Всё работает
moderation-states-degraded = Внешний сервис не отвечает
moderation-states-down = Сервис не может работать
moderation-checks-store = Хранилище
moderation-checks-bot = Процесс бота
moderation-checks-platform = Telegram
moderation-waits = Заказы в очереди
moderation-outboxes-blocks = Блоки
moderation-outboxes-notices = Уведомления
moderation-outboxes-reports = Отчёты
moderation-outboxes-webhooks = События
moderation-outboxes-updates = Отложенные обновления
moderation-oldest = самое старое — { $seconds } с
moderation-dailyCheck = Ежедневная сверка
moderation-checkFine = Всё сходится.
moderation-checkDiffers = Расхождений: { $count }
moderation-checkNone = Ещё не проводилась.

payouts-empty = Выплат нет
payouts-send = Отправить { $amount } через { $rail }
payouts-sent-begun = Отправляется.
payouts-sent-already = Уже решено.
payouts-sent-early = Время выплаты ещё не пришло.
payouts-sent-switched_off = Выплаты через платёжные сервисы остановлены.
payouts-rails = Платёжные сервисы
payouts-railsOn = Выплаты через платёжные сервисы уходят сами, в пределах лимитов.
payouts-railsOff = Выплаты через платёжные сервисы остановлены.
payouts-stop = Остановить выплаты
payouts-goOn = Возобновить выплаты
payouts-stopSure = Остановить все выплаты через платёжные сервисы? То, что уже отправляется, дойдёт до конца.
payouts-differs = Платёжный сервис и учёт расходятся: { $count }
payouts-noDifference = Платёжные сервисы и учёт сходятся.
payouts-ours = Учёт
payouts-theirs = Платёжный сервис
payouts-begin = Плачу { $amount }
payouts-paying = Администратор выплачивает его. Списания больше его не уменьшают.
payouts-sending = Его отправляет платёжный сервис. Если ответа нет час, укажите результат.
payouts-pay = Выплачено
payouts-takeBack = Не выплачивать
payouts-refuse = Отклонить
payouts-early = Ещё рано
payouts-payNote = Примечание для владельца
payouts-refuseNote = Причина, для владельца
payouts-wallets = Кошельки
payouts-accountId = ID аккаунта
payouts-adjust = Корректировка
payouts-give = Начислить
payouts-take = Списать
payouts-giveSure = Начислить { $amount }: { $name }?
payouts-takeSure = Списать { $amount }: { $name }?
payouts-before = Доступно сейчас
payouts-after = Будет
payouts-debt = Это долг. Сначала его погашают доход и пополнения. До тех пор заказы остановлены.
payouts-adjusted = Проведено. Владелец получит уведомление.
payouts-adjustedBefore = Проведена прежняя попытка, и больше ничего. Проверьте баланс, прежде чем повторить.
payouts-earned = Заработано на чужих заказах
payouts-outcomes-decided = Решено
payouts-outcomes-already = Кто-то успел раньше.
payouts-outcomes-early = Ещё рано.
