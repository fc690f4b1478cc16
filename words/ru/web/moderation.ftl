moderation-title = Модерация
moderation-queue = Очередь
moderation-orders = Заказы
moderation-orderNumber = Номер заказа
moderation-pause = Приостановить
moderation-pauseSure = Заказ #{ $id } «{ $name }» не будет показываться, пока модератор не продолжит его. Приостановить?
moderation-resume = Продолжить
moderation-pausing-paused = Приостановлен. Владелец получит уведомление.
moderation-pausing-already = Он уже приостановлен по этой причине.
moderation-pausing-resumed = Снова работает. Владелец получит уведомление.
moderation-pausing-not_paused = Он не приостановлен.
moderation-pausing-still_moved = Остаётся на паузе: ссылка не ведёт в его чат.
moderation-disputes = Споры
moderation-ofOrder = Заказ
moderation-ofBot = Бот
moderation-botId = Id бота
moderation-disputeEmpty = О них ничего не известно.
moderation-verdicts-paid = Оплачено
moderation-verdicts-taken_back = Возвращено
moderation-verdicts-unpaid = Не оплачено
moderation-verdicts-not_shown = Не показан
moderation-verdicts-not_joined = Не вступил
moderation-verdicts-waits = Ждёт
moderation-verdicts-other_order = Другой заказ
moderation-verdicts-due = Ещё решается
moderation-disputeEvents-shown = показан впервые
moderation-disputeEvents-shown_newer = показан в новом списке
moderation-disputeEvents-seen = показан в последний раз
moderation-disputeEvents-contact_yes = платформа: пользуется ботом
moderation-disputeEvents-contact_no = платформа: не пользуется ботом
moderation-disputeEvents-contact_unknown = платформа не ответила, пользуется ли ботом
moderation-disputeEvents-joined = вступил
moderation-disputeEvents-joined_again = вступил снова
moderation-disputeEvents-asked_to_join = попросился
moderation-disputeEvents-found_in = обнаружен внутри
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
moderation-trust = Доверие
moderation-log = Журнал
moderation-status = Состояние
moderation-accounts = Аккаунты
moderation-empty = Ничего не ждёт
moderation-emptyText = Новые заказы появятся здесь сами.
moderation-approve = Одобрить
moderation-reject = Отклонить
moderation-block = Заблокировать ссылку
moderation-blockSure = Эту ссылку больше никто не сможет заказать. Заблокировать?
moderation-keys = Клавиши: j дальше, k назад, a одобрить, r отклонить
moderation-reason = Причина для владельца
moderation-own = Своими словами
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
moderation-outcomes-decided = Решено
moderation-outcomes-already = Кто-то успел раньше, или владелец изменил заказ.
moderation-outcomes-blocked = Ссылка заблокирована.
moderation-outcomes-missing_rights = Сервис не увидел бы, кто подписался.
moderation-theme = Тема
moderation-trustBots = Боты
moderation-trustPublishers = Новые владельцы
moderation-trustUsers = Пользователи
moderation-userId = Id пользователя
moderation-suspicious = Под подозрением до { $until }
moderation-notSuspicious = Не под подозрением
moderation-suspicionText = С одного устройства или адреса видели несколько аккаунтов. До этого времени рекламодатели не платят за подписки этого пользователя.
moderation-clearSuspicion = Снять подозрение
moderation-suspicionCleared = Подозрение снято.
moderation-trustIt = Доверять
moderation-trusted = Доверяем
moderation-operator = Оператор
moderation-refuseIt = Отказать
moderation-refuseSure = { $name } больше не получит спонсоров, а { $amount } вернётся рекламодателям (подписчиков: { $subscribers }). Отказать?
moderation-refuseAllSure = Все боты аккаунта { $name } ({ $bots }) больше не получат спонсоров, а { $amount } вернётся рекламодателям (подписчиков: { $subscribers }). Чтобы остановить и новых ботов, заблокируйте аккаунт. Отказать им?
moderation-held = Удержано
moderation-noBots = Ни один бот не ждёт.
moderation-noPublishers = Никто не ждёт.
moderation-contacts = Контакты
moderation-takenOver = Перехвачено
moderation-paidJoins = Оплачено
moderation-logOf = Решения: { $name }
moderation-logOfAll = Всех модераторов
moderation-logEmpty = Ничего ещё не решали.
moderation-actions-approved = одобрил
moderation-actions-rejected = отклонил
moderation-actions-order_paused = приостановил заказ
moderation-actions-order_resumed = продолжил заказ
moderation-actions-link_blocked = заблокировал ссылку
moderation-actions-link_unblocked = разблокировал ссылку
moderation-actions-bot_blocked = заблокировал бота
moderation-actions-bot_unblocked = разблокировал бота
moderation-actions-bot_theme = задал тему бота
moderation-actions-bot_trusted = доверяет боту
moderation-actions-bot_refused = отказал боту
moderation-actions-account_blocked = заблокировал аккаунт
moderation-actions-account_unblocked = разблокировал аккаунт
moderation-actions-account_trusted = доверяет владельцу
moderation-actions-account_untrusted = не доверяет владельцу
moderation-actions-suspicion_cleared = снял(а) подозрение с пользователя
moderation-actions-payout_taken_back = отменил(а) выплату
moderation-actions-reversal_begun = начал(а) возврат оплаты из-за обмана
moderation-actions-charges_reversed = вернул(а) оплату из-за обмана
moderation-reversal-title = Обман обнаружен позже
moderation-reversal-text = Оплата возвращается рекламодателям, где бы ни были деньги. Сначала откажите боту, чтобы он больше никого не приводил.
moderation-reversal-bots = Чьи подписки
moderation-reversal-allBots = Все боты
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
moderation-reversal-fee = Из них отдаёт сервис
moderation-reversal-held = Из удержанного у { $id }
moderation-reversal-released = Из выданного { $id }
moderation-reversal-debt = Из этого уже выплачено: долг { $id }
moderation-reversal-before = Возвращено из-за обмана раньше
moderation-reversal-largest = Самые крупные заказы: { $count } из { $all }.
moderation-reversal-take = Вернуть { $amount }
moderation-reversal-sure =
    Рекламодатели получат обратно всего { $amount } ({ $joins ->
        [one] { $joins } подписка
        [few] { $joins } подписки
       *[many] { $joins } подписок
    }). Они и владелец бота получат уведомления. Отменить это нельзя. Вернуть?
moderation-reversal-progress =
    Пока возвращено { $amount } ({ $joins ->
        [one] { $joins } подписка
        [few] { $joins } подписки
       *[many] { $joins } подписок
    }). Не закрывайте страницу. Если всё прервётся, введите то же самое, и возврат продолжится.
moderation-reversal-ended =
    Возвращено { $amount } ({ $joins ->
        [one] { $joins } подписка
        [few] { $joins } подписки
       *[many] { $joins } подписок
    }). Рекламодатели и владелец бота получат уведомления.
moderation-walletDays = Кошелёк, последние дни
moderation-movements = { $count ->
    [one] { $count } операция
    [few] { $count } операции
   *[many] { $count } операций
}
moderation-blocks = Прежние блокировки
moderation-noBlocks = Не блокировался.
moderation-givenUp = Недоставленные уведомления
moderation-noneGivenUp = Недоставленных нет.
moderation-blockAccount = Заблокировать
moderation-blockReason = Причина (её увидит владелец)
moderation-unblockAccount = Разблокировать
moderation-blockAccountSure = { $name } ({ $id }): ключи и сессии сразу перестанут работать, заказы и боты остановятся. Заблокировать аккаунт?
moderation-unblockAccountSure = { $name } ({ $id }): ключи снова заработают, остановленные заказы и боты включатся. Разблокировать аккаунт?
moderation-searchAccounts = Имя или id
moderation-states-ready = Всё работает
moderation-states-degraded = Что-то снаружи не отвечает
moderation-states-down = Сервис не может работать
moderation-checks-store = Хранилище
moderation-checks-bot = Процесс бота
moderation-checks-platform = Платформа
moderation-running = Идущие заказы
moderation-waits = Ждущие заказы
moderation-outboxes-blocks = Блоки
moderation-outboxes-notices = Уведомления
moderation-outboxes-reports = Отчёты
moderation-outboxes-webhooks = События
moderation-outboxes-updates = Отложенные обновления
moderation-oldest = самому старому { $seconds } с
moderation-dailyCheck = Ежедневная сверка
moderation-checkFine = Всё сходится.
moderation-checkDiffers = Расхождений: { $count }
moderation-checkNone = Ещё не проводилась.

payouts-title = Выплаты
payouts-empty = Выплачивать нечего
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
payouts-paying = Администратор выплачивает его. Списания из него больше не берут.
payouts-sending = Его отправляет платёжный сервис. Если сервис молчит час, скажите, чем это кончилось.
payouts-pay = Выплачено
payouts-takeBack = Не плачу
payouts-refuse = Отклонить
payouts-early = Ещё рано
payouts-payNote = Примечание для владельца
payouts-refuseNote = Почему, для владельца
payouts-wallets = Кошельки
payouts-accountId = Id аккаунта
payouts-wallet = Кошелёк
payouts-adjust = Корректировка
payouts-give = Начислить
payouts-take = Списать
payouts-giveSure = Начислить { $amount }: { $name }?
payouts-takeSure = Списать { $amount }: { $name }?
payouts-reason = Причина
payouts-before = Доступно сейчас
payouts-after = Будет
payouts-debt = Это долг. Его гасят доход и пополнения, и до тех пор заказы стоят.
payouts-adjusted = Проведено. Владелец получит уведомление.
payouts-earned = Заработано всего
payouts-to = Куда
payouts-outcomes-decided = Решено
payouts-outcomes-already = Кто-то успел раньше.
payouts-outcomes-early = Ещё рано.
