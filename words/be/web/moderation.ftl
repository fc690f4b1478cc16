moderation-queue = Чарга
moderation-orders = Заказы
moderation-pause = Прыпыніць
moderation-pauseSure = Заказ #{ $id } «{ $name }» не будзе паказвацца, пакуль мадэратар яго не ўзновіць. Прыпыніць?
moderation-resume = Узнавіць
moderation-pausing-paused = Прыпынены. Уладальнік атрымае апавяшчэнне.
moderation-pausing-already = Яго ўжо прыпыніў мадэратар. Прычына засталася ранейшай.
moderation-pausing-resumed = Узноўлены. Уладальнік атрымае апавяшчэнне.
moderation-pausing-not_paused = Ён не прыпынены.
moderation-pausing-still_moved = Застаецца на паўзе: спасылка не вядзе ў яго чат.
moderation-disputes = Спрэчкі
moderation-ofOrder = Заказ
moderation-ofBot = Бот
moderation-disputeEmpty = Даных няма.
moderation-verdicts-paid = Аплачана
moderation-verdicts-taken_back = Вернута
moderation-verdicts-unpaid = Не аплачана
moderation-verdicts-not_shown = Не паказаны
moderation-verdicts-not_joined = Не падпісаўся
moderation-verdicts-waits = У чаканні
moderation-verdicts-other_order = Іншы заказ
moderation-verdicts-due = Будзе вырашана
moderation-disputeEvents-shown = паказаны ўпершыню
moderation-disputeEvents-shown_newer = паказаны ў новым спісе
moderation-disputeEvents-seen = паказаны апошні раз
moderation-disputeEvents-contact_yes = Telegram: карыстаецца ботам
moderation-disputeEvents-contact_no = Telegram: не карыстаецца ботам
moderation-disputeEvents-contact_unknown = Telegram не паведаміў, ці карыстаецца ботам
moderation-disputeEvents-joined = падпісаўся
moderation-disputeEvents-joined_again = падпісаўся зноў
moderation-disputeEvents-asked_to_join = падаў заяўку
moderation-disputeEvents-found_in = знойдзены ў чаце
moderation-disputeEvents-out = выйшаў
moderation-disputeEvents-removed = выдалены кімсьці іншым
moderation-disputeEvents-opened = адкрыў старонку
moderation-disputeEvents-counted = залічаны як падпісчык
moderation-disputeEvents-not_counted = не залічаны
moderation-disputeEvents-changed = змянілася
moderation-disputeEvents-charge = аплата
moderation-disputeEvents-reversal = аплата вернута
moderation-disputeEvents-fraud_reversal = аплата вернута: махлярства
moderation-disputeEvents-release = заробак стаў даступны
moderation-trust = Ухваленне
moderation-log = Журнал
moderation-status = Стан
moderation-accounts = Акаўнты
moderation-empty = Няма чаго правяраць
moderation-emptyText = Новыя заказы з’явяцца тут аўтаматычна.
moderation-approve = Ухваліць
moderation-reject = Адхіліць
moderation-block = Заблакіраваць спасылку
moderation-blockSure = Гэту спасылку больш ніхто не зможа заказаць. Заблакіраваць?
moderation-keys = Клавішы: j далей, k назад, a ухваліць, r адхіліць
moderation-reason = Прычына для ўладальніка
moderation-own = Свая прычына
moderation-members = { $count ->
    [one] { $count } удзельнік
    [few] { $count } удзельнікі
   *[many] { $count } удзельнікаў
}
moderation-owner = Уладальнік
moderation-since = у нас з
moderation-history = Ранейшыя заказы
moderation-noHistory = Гэта першы заказ.
moderation-missing = Пакуль нельга ўхваліць
moderation-shownLink = Карыстальнікі бачаць спасылку нашага бота: { $link }
moderation-linkBlocked = Гэта спасылка заблакіравана.
moderation-unblock = Разблакіраваць спасылку
moderation-linkUnblocked = Спасылку зноў можна заказваць.
moderation-outcomes-decided = Вырашана
moderation-outcomes-already = Хтосьці вырашыў раней, або ўладальнік змяніў заказ.
moderation-outcomes-blocked = Спасылка заблакіравана.
moderation-outcomes-missing_rights = Сэрвіс не бачыў бы, хто падпісаўся.
moderation-theme = Тэма
moderation-trustPublishers = Новыя ўладальнікі
moderation-trustUsers = Карыстальнікі
moderation-userId = ID карыстальніка
moderation-suspicious = Пад падазрэннем да { $until }
moderation-notSuspicious = Не пад падазрэннем
moderation-suspicionText = З адной прылады або аднаго адраса бачылі некалькі акаўнтаў. Да гэтага часу рэкламадаўцы не плацяць за падпіскі гэтага карыстальніка.
moderation-clearSuspicion = Зняць падазрэнне
moderation-suspicionCleared = Падазрэнне знята.
moderation-trustIt = Ухваліць
moderation-trustSure = { $name } ({ $id }): заробак чакае не даўжэй, чым у іншых, выплаты ў межах лімітаў ідуць без націскання, і адкрытыя плацяжы, якія можна адклікаць. Ухваліць?
moderation-trustEnd = Адклікаць ухваленне
moderation-trustEndSure = Адклікаць ухваленне { $name } ({ $id })? Для ўтрыманага тэрмін не зменіцца.
moderation-trusted = Ухвалена
moderation-operator = Аператар
moderation-refuseIt = Адхіліць
moderation-refuseSure = { $name } больш не атрымае спонсараў, а { $amount } вернецца рэкламадаўцам (падпісчыкаў: { $subscribers }). Адхіліць?
moderation-refuseAllSure = Усе боты акаўнта { $name } ({ $bots }) больш не атрымаюць спонсараў, а { $amount } вернецца рэкламадаўцам (падпісчыкаў: { $subscribers }). Каб спыніць і новых ботаў, заблакіруйце акаўнт. Адхіліць іх?
moderation-noBots = Няма ботаў на праверцы.
moderation-noPublishers = Няма ўладальнікаў на праверцы.
moderation-contacts = Пацверджаныя карыстальнікі
moderation-takenOver = Чужыя падпіскі
moderation-paidJoins = Аплачаныя падпіскі
moderation-logOf = Рашэнні: { $name }
moderation-logOfAll = Усіх мадэратараў
moderation-logEmpty = Рашэнняў пакуль няма.
moderation-actions-approved = ухваленне заказу
moderation-actions-rejected = адхіленне заказу
moderation-actions-order_paused = прыпыненне заказу
moderation-actions-order_resumed = узнаўленне заказу
moderation-actions-link_blocked = блакіраванне спасылкі
moderation-actions-link_unblocked = разблакіраванне спасылкі
moderation-actions-bot_blocked = блакіраванне бота
moderation-actions-bot_unblocked = разблакіраванне бота
moderation-actions-bot_theme = тэма бота
moderation-actions-bot_trusted = ухваленне бота
moderation-actions-bot_refused = адхіленне бота
moderation-actions-account_blocked = блакіраванне акаўнта
moderation-actions-account_unblocked = разблакіраванне акаўнта
moderation-actions-account_trusted = ухваленне ўладальніка
moderation-actions-account_untrusted = адкліканне ўхвалення ўладальніка
moderation-actions-account_noted = нататка
moderation-actions-suspicion_cleared = зняцце падазрэння з карыстальніка
moderation-actions-payout_taken_back = скасаванне выплаты
moderation-actions-reversal_begun = пачатак вяртання за махлярства
moderation-actions-charges_reversed = вяртанне за махлярства
moderation-reversal-title = Вяртанне за махлярства
moderation-reversal-text = Грошы вяртаюцца рэкламадаўцам, дзе б яны ні былі. Спачатку адхіліце бота, каб ён больш нікога не прыводзіў.
moderation-reversal-bots = Чые падпіскі
moderation-reversal-reason = Прычына (яе ўбачаць рэкламадаўцы і ўладальнік бота)
moderation-reversal-count = Паказаць сумы
moderation-reversal-nothing = Няма чаго вяртаць.
moderation-reversal-joins = { $count ->
    [one] { $count } падпіска
    [few] { $count } падпіскі
   *[many] { $count } падпісак
}
moderation-reversal-found = Будзе вернута
moderation-reversal-returned = Атрымаюць рэкламадаўцы
moderation-reversal-fee = З іх вяртае сэрвіс
moderation-reversal-held = З прытрыманага: { $id }
moderation-reversal-released = З ужо даступнага: { $id }
moderation-reversal-debt = З выплачанага: доўг { $id }
moderation-reversal-before = Вернута за махлярства раней
moderation-reversal-largest =
    Найбуйнейшыя: { $count } з { $all ->
        [one] { $all } заказу
        [few] { $all } заказаў
       *[many] { $all } заказаў
    }.
moderation-reversal-take = Вярнуць { $amount }
moderation-reversal-sure =
    Рэкламадаўцы атрымаюць назад усяго { $amount } ({ $joins ->
        [one] { $joins } падпіска
        [few] { $joins } падпіскі
       *[many] { $joins } падпісак
    }). Яны і ўладальнік бота атрымаюць апавяшчэнні. Скасаваць гэта нельга. Вярнуць?
moderation-reversal-underWay =
    Ідзе вяртанне: пакуль вернута { $amount } ({ $joins ->
        [one] { $joins } падпіска
        [few] { $joins } падпіскі
       *[many] { $joins } падпісак
    }). Старонку можна закрыць: сэрвіс працягне сам.
moderation-reversal-ended =
    Вернута { $amount } ({ $joins ->
        [one] { $joins } падпіска
        [few] { $joins } падпіскі
       *[many] { $joins } падпісак
    }). Рэкламадаўцы і ўладальнік бота атрымаюць апавяшчэнні.
moderation-reversal-stopped =
    Вяртанне спынілася датэрмінова: вернута { $amount } ({ $joins ->
        [one] { $joins } падпіска
        [few] { $joins } падпіскі
       *[many] { $joins } падпісак
    }). Увядзіце тое самае, каб вярнуць астатняе.
moderation-walletDays = Кашалёк, апошнія дні
moderation-movements = { $count ->
    [one] { $count } аперацыя
    [few] { $count } аперацыі
   *[many] { $count } аперацый
}
moderation-notes = Нататкі і рашэнні
moderation-noNotes = Нататак і рашэнняў пакуль няма.
moderation-note = Нататка
moderation-noteHint = У кабінеце яе бачаць толькі мадэратары. Яна ўваходзіць у копію даных, якую чалавек можа папрасіць.
moderation-addNote = Дадаць нататку
moderation-lists-running = Актыўныя заказы
moderation-lists-blocks = Блокі ў чарзе
moderation-lists-notices = Апавяшчэнні ў чарзе
moderation-lists-reports = Справаздачы ў чарзе
moderation-lists-webhooks = Падзеі ў чарзе
moderation-lists-updates = Адкладзеныя абнаўленні
moderation-lists-blocks_failed = Недастаўленыя блокі
moderation-lists-notices_failed = Недастаўленыя апавяшчэнні
moderation-lists-reports_failed = Няствораныя справаздачы
moderation-lists-webhooks_failed = Недастаўленыя падзеі
moderation-lists-differences = Разыходжанні штодзённай зверкі
moderation-blockAccount = Заблакіраваць
moderation-blockReason = Прычына (яе ўбачыць уладальнік)
moderation-unblockAccount = Разблакіраваць
moderation-blockAccountSure = { $name } ({ $id }): ключы і сеансы адразу перастануць працаваць, заказы і боты спыняцца. Заблакіраваць акаўнт?
moderation-unblockAccountSure = { $name } ({ $id }): ключы зноў запрацуюць, спыненыя заказы і боты ўключацца. Разблакіраваць акаўнт?
moderation-searchAccounts = Імя або ID
moderation-states-ready = Усё працуе
moderation-states-degraded = Знешні сэрвіс не адказвае
moderation-states-down = Сэрвіс не можа працаваць
moderation-checks-store = Сховішча
moderation-checks-bot = Працэс бота
moderation-checks-platform = Telegram
moderation-waits = Заказы ў чарзе
moderation-outboxes-blocks = Блокі
moderation-outboxes-notices = Апавяшчэнні
moderation-outboxes-reports = Справаздачы
moderation-outboxes-webhooks = Падзеі
moderation-outboxes-updates = Адкладзеныя абнаўленні
moderation-oldest = самае старое — { $seconds } с
moderation-dailyCheck = Штодзённая зверка
moderation-checkFine = Усё сходзіцца.
moderation-checkDiffers = { $count ->
    [one] { $count } разыходжанне
    [few] { $count } разыходжанні
   *[many] { $count } разыходжанняў
}
moderation-checkNone = Яшчэ не праводзілася.

payouts-empty = Выплат няма
payouts-begin = Плачу { $amount }
payouts-send = Адправіць { $amount } праз { $rail }
payouts-sent-begun = Адпраўляецца.
payouts-sent-already = Ужо вырашана.
payouts-sent-early = Час выплаты яшчэ не прыйшоў.
payouts-sent-switched_off = Выплаты праз плацёжныя сэрвісы спынены.
payouts-rails = Плацёжныя сэрвісы
payouts-railsOn = Выплаты праз плацёжныя сэрвісы адпраўляюцца аўтаматычна, у межах лімітаў.
payouts-railsOff = Выплаты праз плацёжныя сэрвісы спынены.
payouts-stop = Спыніць выплаты
payouts-goOn = Узнавіць выплаты
payouts-stopSure = Спыніць усе выплаты праз плацёжныя сэрвісы? Тое, што ўжо адпраўляецца, дойдзе да канца.
payouts-differs = Плацёжны сэрвіс і ўлік разыходзяцца: { $count }
payouts-noDifference = Плацёжныя сэрвісы і ўлік сходзяцца.
payouts-ours = Улік
payouts-theirs = Плацёжны сэрвіс
payouts-paying = Адміністратар выплачвае яго. Спісанні больш яго не памяншаюць.
payouts-sending = Яго адпраўляе плацёжны сэрвіс. Калі адказу няма гадзіну, пазначце вынік.
payouts-pay = Выплачана
payouts-takeBack = Не выплачваць
payouts-refuse = Адхіліць
payouts-early = Яшчэ рана
payouts-payNote = Заўвага для ўладальніка
payouts-refuseNote = Прычына для ўладальніка
payouts-wallets = Кашалькі
payouts-accountId = ID акаўнта
payouts-adjust = Карэкціроўка
payouts-give = Налічыць
payouts-take = Спісаць
payouts-giveSure = Налічыць { $amount }: { $name }?
payouts-takeSure = Спісаць { $amount }: { $name }?
payouts-before = Даступна зараз
payouts-after = Будзе
payouts-debt = Гэта доўг. Спачатку яго пагашаюць заробак і папаўненні. Да таго часу заказы спынены.
payouts-adjusted = Праведзена. Уладальнік атрымае апавяшчэнне.
payouts-adjustedBefore = Праведзена папярэдняя спроба, і больш нічога. Праверце баланс, перш чым паўтарыць.
payouts-earned = Зароблена на чужых заказах
payouts-outcomes-decided = Вырашана
payouts-outcomes-already = Хтосьці вырашыў раней.
payouts-outcomes-early = Яшчэ рана.
