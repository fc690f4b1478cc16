moderation-queue = Черга
moderation-orders = Замовлення
moderation-pause = Призупинити
moderation-pauseSure = Замовлення #{ $id } «{ $name }» не показуватиметься, доки модератор його не відновить. Призупинити?
moderation-resume = Відновити
moderation-pausing-paused = Призупинено. Власник отримає сповіщення.
moderation-pausing-already = Його вже призупинив модератор. Причина залишилася попередньою.
moderation-pausing-resumed = Відновлено. Власник отримає сповіщення.
moderation-pausing-not_paused = Його не призупинено.
moderation-pausing-still_moved = Залишається на паузі: посилання не веде до його чату.
moderation-disputes = Спори
moderation-ofOrder = Замовлення
moderation-ofBot = Бот
moderation-disputeEmpty = Даних немає.
moderation-verdicts-paid = Оплачено
moderation-verdicts-taken_back = Повернено
moderation-verdicts-unpaid = Не оплачено
moderation-verdicts-not_shown = Не показано
moderation-verdicts-not_joined = Не підписався
moderation-verdicts-waits = Очікує
moderation-verdicts-other_order = Інше замовлення
moderation-verdicts-due = Буде вирішено
moderation-disputeEvents-shown = показано вперше
moderation-disputeEvents-shown_newer = показано в новому списку
moderation-disputeEvents-seen = показано востаннє
moderation-disputeEvents-contact_yes = Telegram: користується ботом
moderation-disputeEvents-contact_no = Telegram: не користується ботом
moderation-disputeEvents-contact_unknown = Telegram не відповів, чи користується ботом
moderation-disputeEvents-joined = підписався
moderation-disputeEvents-joined_again = підписався знову
moderation-disputeEvents-asked_to_join = подав заявку
moderation-disputeEvents-found_in = знайдено в чаті
moderation-disputeEvents-out = вийшов
moderation-disputeEvents-removed = вилучено кимось іншим
moderation-disputeEvents-opened = відкрив сторінку
moderation-disputeEvents-counted = зараховано як підписника
moderation-disputeEvents-not_counted = не зараховано
moderation-disputeEvents-changed = змінилося
moderation-disputeEvents-charge = оплата
moderation-disputeEvents-reversal = оплату повернено
moderation-disputeEvents-fraud_reversal = оплату повернено: шахрайство
moderation-disputeEvents-release = утримання знято
moderation-trust = Схвалення
moderation-log = Журнал
moderation-status = Стан
moderation-accounts = Акаунти
moderation-empty = Немає що перевіряти
moderation-emptyText = Нові замовлення з’являться тут автоматично.
moderation-approve = Схвалити
moderation-reject = Відхилити
moderation-block = Заблокувати посилання
moderation-blockSure = Це посилання більше ніхто не зможе замовити. Заблокувати?
moderation-keys = Клавіші: j далі, k назад, a схвалити, r відхилити
moderation-reason = Причина для власника
moderation-own = Власна причина
moderation-members = { $count ->
    [one] { $count } учасник
    [few] { $count } учасники
   *[many] { $count } учасників
}
moderation-owner = Власник
moderation-since = у нас з
moderation-history = Попередні замовлення
moderation-noHistory = Це перше замовлення.
moderation-missing = Поки не можна схвалити
moderation-shownLink = Користувачі бачать посилання нашого бота: { $link }
moderation-linkBlocked = Це посилання заблоковано.
moderation-unblock = Розблокувати посилання
moderation-linkUnblocked = Посилання знову можна замовляти.
moderation-outcomes-decided = Вирішено
moderation-outcomes-already = Хтось вирішив раніше, або власник змінив замовлення.
moderation-outcomes-blocked = Посилання заблоковано.
moderation-outcomes-missing_rights = Сервіс не побачив би, хто підписався.
moderation-theme = Тема
moderation-trustPublishers = Нові власники
moderation-trustUsers = Користувачі
moderation-userId = ID користувача
moderation-suspicious = Під підозрою до { $until }
moderation-notSuspicious = Не під підозрою
moderation-suspicionText = З одного пристрою чи адреси бачили кілька акаунтів. До цього часу рекламодавці не платять за підписки цього користувача.
moderation-clearSuspicion = Зняти підозру
moderation-suspicionCleared = Підозру знято.
moderation-trustIt = Схвалити
moderation-trustSure = { $name } ({ $id }): заробіток утримується не довше, ніж в інших, виплати в межах лімітів ідуть без натискання, і відкриті платежі, які можна відкликати. Схвалити?
moderation-trustEnd = Відкликати схвалення
moderation-trustEndSure = Відкликати схвалення { $name } ({ $id })? Для утриманого строк не зміниться.
moderation-trusted = Схвалено
moderation-operator = Оператор
moderation-refuseIt = Відхилити
moderation-refuseSure = { $name } більше не отримає спонсорів, а { $amount } повернеться рекламодавцям (підписників: { $subscribers }). Відхилити?
moderation-refuseAllSure = Усі боти акаунта { $name } ({ $bots }) більше не отримають спонсорів, а { $amount } повернеться рекламодавцям (підписників: { $subscribers }). Щоб зупинити й нових ботів, заблокуйте акаунт. Відхилити їх?
moderation-noBots = Немає ботів на перевірці.
moderation-noPublishers = Немає власників на перевірці.
moderation-contacts = Підтверджені користувачі
moderation-takenOver = Чужі підписки
moderation-paidJoins = Оплачені підписки
moderation-logOf = Рішення: { $name }
moderation-logOfAll = Усіх модераторів
moderation-logEmpty = Рішень поки немає.
moderation-actions-approved = схвалення замовлення
moderation-actions-rejected = відхилення замовлення
moderation-actions-order_paused = призупинення замовлення
moderation-actions-order_resumed = відновлення замовлення
moderation-actions-link_blocked = блокування посилання
moderation-actions-link_unblocked = розблокування посилання
moderation-actions-bot_blocked = блокування бота
moderation-actions-bot_unblocked = розблокування бота
moderation-actions-bot_theme = тема бота
moderation-actions-bot_trusted = схвалення бота
moderation-actions-bot_refused = відхилення бота
moderation-actions-account_blocked = блокування акаунта
moderation-actions-account_unblocked = розблокування акаунта
moderation-actions-account_trusted = схвалення власника
moderation-actions-account_untrusted = скасування схвалення власника
moderation-actions-account_noted = нотатка
moderation-actions-suspicion_cleared = зняття підозри з користувача
moderation-actions-payout_taken_back = скасування виплати
moderation-actions-reversal_begun = початок повернення за шахрайство
moderation-actions-charges_reversed = повернення за шахрайство
moderation-reversal-title = Повернення за шахрайство
moderation-reversal-text = Гроші повертаються рекламодавцям, хоч де б вони були. Спершу відхиліть бота, щоб він більше нікого не приводив.
moderation-reversal-bots = Чиї підписки
moderation-reversal-reason = Причина (її побачать рекламодавці та власник бота)
moderation-reversal-count = Показати суми
moderation-reversal-nothing = Повертати нічого.
moderation-reversal-joins = { $count ->
    [one] { $count } підписка
    [few] { $count } підписки
   *[many] { $count } підписок
}
moderation-reversal-found = Буде повернено
moderation-reversal-returned = Отримають рекламодавці
moderation-reversal-fee = З них повертає сервіс
moderation-reversal-held = З утриманого в { $id }
moderation-reversal-released = З доступного в { $id }
moderation-reversal-debt = Із цього вже виплачено: борг { $id }
moderation-reversal-before = Повернено за шахрайство раніше
moderation-reversal-largest = Найбільші замовлення: { $count } з { $all }.
moderation-reversal-take = Повернути { $amount }
moderation-reversal-sure =
    Рекламодавці отримають назад загалом { $amount } ({ $joins ->
        [one] { $joins } підписка
        [few] { $joins } підписки
       *[many] { $joins } підписок
    }). Вони та власник бота отримають сповіщення. Скасувати це не можна. Повернути?
moderation-reversal-underWay =
    Повернення триває: поки повернено { $amount } ({ $joins ->
        [one] { $joins } підписка
        [few] { $joins } підписки
       *[many] { $joins } підписок
    }). Сторінку можна закрити: сервіс продовжить сам.
moderation-reversal-ended =
    Повернено { $amount } ({ $joins ->
        [one] { $joins } підписка
        [few] { $joins } підписки
       *[many] { $joins } підписок
    }). Рекламодавці та власник бота отримають сповіщення.
moderation-reversal-stopped =
    Повернення зупинилося завчасно: повернено { $amount } ({ $joins ->
        [one] { $joins } підписка
        [few] { $joins } підписки
       *[many] { $joins } підписок
    }). Введіть те саме, щоб повернути решту.
moderation-walletDays = Гаманець, останні дні
moderation-movements = { $count ->
    [one] { $count } операція
    [few] { $count } операції
   *[many] { $count } операцій
}
moderation-notes = Нотатки й рішення
moderation-noNotes = Нотаток і рішень поки немає.
moderation-note = Нотатка
moderation-noteHint = У кабінеті її бачать лише модератори. Вона входить до копії даних, яку людина може отримати на запит.
moderation-addNote = Додати нотатку
moderation-lists-running = Активні замовлення
moderation-lists-blocks = Блоки в черзі
moderation-lists-notices = Сповіщення в черзі
moderation-lists-reports = Звіти в черзі
moderation-lists-webhooks = Події в черзі
moderation-lists-updates = Відкладені оновлення
moderation-lists-blocks_failed = Недоставлені блоки
moderation-lists-notices_failed = Недоставлені сповіщення
moderation-lists-reports_failed = Нестворені звіти
moderation-lists-webhooks_failed = Недоставлені події
moderation-lists-differences = Розбіжності щоденної звірки
moderation-blockAccount = Заблокувати
moderation-blockReason = Причина (її побачить власник)
moderation-unblockAccount = Розблокувати
moderation-blockAccountSure = { $name } ({ $id }): ключі та сеанси одразу перестануть працювати, замовлення й боти зупиняться. Заблокувати акаунт?
moderation-unblockAccountSure = { $name } ({ $id }): ключі знову запрацюють, зупинені замовлення й боти ввімкнуться. Розблокувати акаунт?
moderation-searchAccounts = Ім’я або ID
moderation-states-ready = Усе працює
moderation-states-degraded = Зовнішній сервіс не відповідає
moderation-states-down = Сервіс не може працювати
moderation-checks-store = Сховище
moderation-checks-bot = Процес бота
moderation-checks-platform = Telegram
moderation-waits = Замовлення в черзі
moderation-outboxes-blocks = Блоки
moderation-outboxes-notices = Сповіщення
moderation-outboxes-reports = Звіти
moderation-outboxes-webhooks = Події
moderation-outboxes-updates = Відкладені оновлення
moderation-oldest = найдавніше — { $seconds } с
moderation-dailyCheck = Щоденна звірка
moderation-checkFine = Усе сходиться.
moderation-checkDiffers = Розбіжностей: { $count }
moderation-checkNone = Ще не проводилася.

payouts-empty = Виплат немає
payouts-begin = Плачу { $amount }
payouts-send = Надіслати { $amount } через { $rail }
payouts-sent-begun = Надсилається.
payouts-sent-already = Уже вирішено.
payouts-sent-early = Час виплати ще не настав.
payouts-sent-switched_off = Виплати через платіжні сервіси зупинено.
payouts-rails = Платіжні сервіси
payouts-railsOn = Виплати через платіжні сервіси надсилаються автоматично, у межах лімітів.
payouts-railsOff = Виплати через платіжні сервіси зупинено.
payouts-stop = Зупинити виплати
payouts-goOn = Відновити виплати
payouts-stopSure = Зупинити всі виплати через платіжні сервіси? Ті, що вже надсилаються, завершаться.
payouts-differs = Платіжний сервіс і облік розходяться: { $count }
payouts-noDifference = Платіжні сервіси й облік сходяться.
payouts-ours = Облік
payouts-theirs = Платіжний сервіс
payouts-paying = Його виплачує адміністратор. Списання більше його не зменшують.
payouts-sending = Його надсилає платіжний сервіс. Якщо відповіді немає годину, вкажіть результат.
payouts-pay = Виплачено
payouts-takeBack = Не виплачувати
payouts-refuse = Відхилити
payouts-early = Ще зарано
payouts-payNote = Примітка для власника
payouts-refuseNote = Причина, для власника
payouts-wallets = Гаманці
payouts-accountId = ID акаунта
payouts-adjust = Коригування
payouts-give = Нарахувати
payouts-take = Списати
payouts-giveSure = Нарахувати { $amount }: { $name }?
payouts-takeSure = Списати { $amount }: { $name }?
payouts-before = Доступно зараз
payouts-after = Буде
payouts-debt = Це борг. Спершу його погашають дохід і поповнення. До того часу замовлення зупинено.
payouts-adjusted = Проведено. Власник отримає сповіщення.
payouts-adjustedBefore = Проведено попередню спробу, і більше нічого. Перевірте баланс, перш ніж повторити.
payouts-earned = Зароблено на чужих замовленнях
payouts-outcomes-decided = Вирішено
payouts-outcomes-already = Хтось вирішив раніше.
payouts-outcomes-early = Ще зарано.
