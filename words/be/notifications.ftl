notification-moderation-many = 🛡 Прыйшло шмат заказаў: рашэння чакаюць <b>{ $total }</b>. Пакуль іх столькі, пра кожны асобна не паведамляем.
notification-order-approved = ✅ Заказ #{ $orderId } «{ $name }» ухвалены.
notification-order-rejected =
    ❌ Заказ #{ $orderId } «{ $name }» адхілены.

    Прычына: { $reason }
notification-order-finished = 🏁 Заказ #{ $orderId } «{ $name }» выкананы: прыйшлі ўсе падпісчыкі.
notification-order-out-of-money = 💳 Заказ #{ $orderId } «{ $name }» не паказваецца: балансу не хапае на яшчэ аднаго падпісчыка.
notification-order-rights-lost = ⚠️ Заказ #{ $orderId } «{ $name }» не паказваецца: мы не можам праверыць, хто падпісаўся. Зноў зрабіце нашага бота адміністратарам канала або дашліце дзейны токен.
notification-order-rights-back = ✅ Заказ #{ $orderId } «{ $name }» зноў паказваецца: мы можам праверыць, хто падпісаўся.
notification-order-paused =
    ⏸ Заказ #{ $orderId } «{ $name }» прыпынены.

    { $why }
notification-order-paused-moderator =
    ⏸ Сэрвіс прыпыніў заказ #{ $orderId } «{ $name }» ({ $link }).

    { $why }
notification-order-resumed = ▶️ Заказ #{ $orderId } «{ $name }» зноў выконваецца.
paused-link-moved = Яго @username больш не вядзе ва ўхвалены чат. Заказ узновіцца сам, калі імя зноў павядзе туды. Або дайце яму іншую спасылку, пакуль няма падпісчыкаў: тады яе праверяць мадэратары.
paused-link-dead = Наш бот больш не можа запрашаць карыстальнікаў у яго чат: ніводная наша спасылка ў закрыты чат не працуе, і бот не бачыць заявак на ўступленне. Вярніце боту права запрашаць карыстальнікаў, і заказ узновіцца сам.
paused-removes-subscribers = Больш за 5 з апошніх 100 падпісчыкаў выдаліў з чата хтосьці іншы. Узнавіць заказ можа толькі мадэратар.
paused-rights-unsteady = За суткі наш бот тройчы страчваў правы адміністратара ў чаце. Без іх сэрвіс не бачыць, хто падпісваецца. Пакіньце бота адміністратарам, і мадэратар узновіць заказ.
paused-moderator = Яго прыпыніў мадэратар: { $text }
notification-bot-token-invalid = ⚠️ Telegram не прымае токен @{ $nickname }. Сэрвіс не можа адпраўляць паведамленні ад імя гэтага бота, пакуль вы не дашляце новы токен.
notification-adjustment = ⚖️ Адміністратар правёў па вашым кашальку { $amount }: { $note }
notification-charges-returned =
    ↩️ { $amount } зноў на вашым балансе: падпісчыкі вашых заказаў { $orders } аказаліся махлярствам, усяго { $joins }.

    Прычына: { $note }

    Гэтым заказам патрэбна яшчэ столькі ж падпісчыкаў. Выкананы заказ адключаны: уключыце яго, каб атрымаць астатніх.
notification-earnings-taken-back =
    ⚖️ З заробку вашых ботаў вернута { $amount }, падпісчыкаў: { $joins }.

    Прычына: { $note }

    Спачатку бярэцца прытрыманае, потым баланс, потым вывады, якія яшчэ не выплачваюцца. Чаго не хопіць, становіцца доўгам, які пагасіць наступны заробак.
notification-account-blocked = ⛔️ Аператар гэтага сэрвісу заблакіраваў ваш акаўнт. Яго ключы больш не працуюць. Спынена разам з ім: заказаў — { $orders }, ботаў — { $bots }. Прычына: { $reason }
notification-account-unblocked = ✅ Ваш акаўнт разблакіраваны. Яго ключы зноў працуюць. Зноў уключана: заказаў — { $orders }, ботаў — { $bots }.
notification-bot-blocked = ⛔️ Аператар гэтага сэрвісу заблакіраваў вашага бота @{ $nickname }: ён не атрымлівае спонсараў.
notification-bot-unblocked = ✅ Ваш бот @{ $nickname } больш не заблакіраваны.
notification-bot-trusted = ✅ Ваш бот @{ $nickname } ухвалены. Тое, што ён зарабіў да гэтага, стане даступным пасля звычайнага тэрміну.
notification-bot-refused =
    ⛔️ Мадэратар адхіліў вашага бота @{ $nickname }, які працуе без токена. Ён не атрымлівае спонсараў (вашы карыстальнікі прапускаюцца), а прытрыманае за яго падпісчыкаў вяртаецца рэкламадаўцам.

    Дадайце токен бота і напішыце аператару гэтага сэрвісу.
notification-bot-taken-over =
    🔎 Бот @{ $nickname }: з { $subscribers } аплачаных за сёння падпісак { $takenOver } ({ $share } %) лічацца яго толькі таму, што ён паказаў спонсара яшчэ раз пасля бота іншага ўладальніка.

    Так жыве бот, які ўвесь дзень пытае пра ўсіх запар; але так можа жыць і бот, у які людзі вяртаюцца. Паглядзіце, калі і як часта ён пытае.
notification-bot-paying-factor =
    { $what }

    { $why }

    Гэта залежыць ад якасці бота, якая лічыцца раз на дзень. Для карыстальнікаў, якім спонсара паказалі да гэтага дня, усё застаецца як сёння. Лічбы — у якасці бота.
paying-share = 📅 З { $day } падпісчык вашага бота @{ $nickname } прыносіць { $percent } % ад таго, што прыносіць сёння.
paying-hold = ⏳ З { $day } заробак вашага бота @{ $nickname } прытрыманы { $hours } гадз; сёння — { $before } гадз. За падпісчыка, які выйдзе за гэты час, грошы вяртаюцца рэкламадаўцу.
paying-nothing-known = За апошнія тыдні бот прывёў занадта мала падпісчыкаў, каб меркаваць: для яго зноў усё як звычайна.
notification-bot-anomaly = 📉 <b>Падпіскі бота @{ $nickname } незвычайныя</b>
anomaly-jump = { $date } ён прывёў падпісчыкаў: { $joins }; у звычайны дзень папярэдніх тыдняў — { $usual }.
anomaly-joins = Падпіскі па днях за чатыры тыдні; найбольш { $most }
anomaly-stayed = Засталіся праз …, са 100
anomaly-delays = Падпісаліся … пасля першага паказу, са 100
anomaly-bot = бот
anomaly-others = іншыя
anomaly-days = { $count } дз
anomaly-hours = { $count } гадз
anomaly-minutes = { $count } хв
anomaly-seconds = { $count } с
anomaly-advice = Так можа выглядаць удалы дзень або новая аўдыторыя, але гэтак жа выглядаюць і купленыя карыстальнікі. Мы паведамляем пра гэта не часцей чым раз на тыдзень.
notification-account-trusted = ✅ Ваш акаўнт ухвалены: ваш заробак чакае не даўжэй, чым у іншых, і вам адкрытыя ўсе спосабы аплаты.
notification-withdrawal-reduced = ⚠️ У заказ #{ $orderId } «{ $name }» прыйшлі падпісчыкі, на якіх не хапіла балансу. Яны аплачаны з вываду #{ $withdrawalId }; выплачана будзе рэшта.
summary = ☀️ <b>Зводка за { $date }</b>
summary-bots = 🤖 Вашы боты: запытаў { $requests }, падпісчыкаў { $subscribers }, даход <b>{ $income }</b>
summary-orders = 📣 Вашы заказы: падпісчыкаў { $subscribers }, выдаткавана <b>{ $spent }</b>
summary-balance = 💰 Зараз даступна: <b>{ $available }</b>
notification-deposit = 💰 На ваш баланс залічана { $amount }. { $note }
notification-payout-refused = ⚠️ Плацёжны сэрвіс адхіліў вывад #{ $withdrawalId }: { $reason }. Ён чакае вас: /payouts
notification-payout-check = 🎁 Вывад #{ $withdrawalId } чакае вас у плацёжным сэрвісе. Адкрыйце яго і забярыце грошы.
notification-rail-difference =
    ⚠️ <b>{ $rail } і ўлік разыходзяцца</b>: { $about }
    Улік: { $ours }
    { $rail }: { $theirs }
money-summary = 🏦 <b>Плацяжы за { $date }</b>
money-summary-deposits = 💰 { $rail }, паступіла: { $count } на <b>{ $sum }</b>
money-summary-payouts = 💸 { $rail }, выплачана: { $count } на <b>{ $sum }</b>
notification-withdrawal-paid = 💸 Вывад #{ $withdrawalId } на { $amount } выплачаны. { $note }
notification-withdrawal-refused =
    ↩️ Вывад #{ $withdrawalId } адхілены; { $amount } зноў даступна.

    Прычына: { $note }
notification-refund-paid = ↩️ Ваш плацёж на { $stars } ⭐️ вернуты; з балансу спісана { $amount }.
notification-webhook-dead = ⚠️ Падзеі @{ $nickname } не ўдавалася даставіць цэлы дзень. Яны захаваны: паправіце прыём на сваім серверы, потым адпраўце іх зноў.
