button-withdraw = 💸 Шығару
button-withdrawals = 🧾 Шығарулар
button-take-check = Ақшаны алу
button-withdrawal = 🧾 Шығаруды ашу
withdraw-too-little = { $min } қолжетімді болғанда шығара аласыз.
withdraw-ask =
    💸 <b>Қанша шығарамыз?</b>

    Қолжетімді: <b>{ $available }</b>. Ең азы — { $min }.
withdraw-all = Бәрі: { $amount }
withdraw-details = <b>Қайда төлейміз?</b> Керектің бәрін жазыңыз: тәсілін, карта не әмиян нөмірін, атын.
withdraw-by = 💎 { $rail }, осы тіркелгіге
withdraw-to = { $rail }, Telegram тіркелгіңіз
withdraw-confirm =
    <b>{ $amount } шығарылсын ба?</b>

    Қайда: <code>{ $details }</code>

    Біз шешкенше сома бөлек тұрады.
withdraw-yes = ✅ Иә, шығару
withdraw-asked = ✅ Өтініміңіз қабылданды. Шешілгенде хабарлаймыз.
withdraw-short = ⚠️ Енді мұнша қолжетімді емес.
withdraw-too-many = ⚠️ Сізде күтіп тұрған шығарулар: { $max }. Бірі шешілгенде қайта сұраңыз.
withdrawals = 🧾 <b>Шығарулар</b>, алдымен соңғылары
withdrawals-empty = Сіз әлі ештеңе шығарған жоқсыз.
withdrawal-waiting = ⏳ күтуде
withdrawal-paying = 💳 төленуде
withdrawal-sending = 💳 жіберілуде
withdrawal-paid = ✅ төленді
withdrawal-refused = ❌ қабылданбады
withdrawal-cancelled = ↩️ қайтарып алынды
withdrawal-used-up = ↩️ жұмсалып кетті
withdrawal-taken = ⚠️ Сұралғаны: { $asked }. Баланс жетпегендіктен, тапсырыстарыңыздың жазылушылары оның { $taken } бөлігін алды; қалғаны: { $left }.
withdrawal-payable = Ең ерте төленетін уақыты: { $when }.
withdrawal-title = 💸 <b>Шығару #{ $id }</b> · <b>{ $amount }</b> · { $state }
withdrawal-asked = Сұралды: { $when }
withdrawal-decided = Шешілді: { $when }
withdrawal-note = Ескертпе: { $note }
withdrawal-details = Қайда: <code>{ $details }</code>
withdrawal-now = Шығару #{ $id }: { $state }.
withdrawal-already = Шығару #{ $id } бұрын шешілген: { $state }.
button-withdrawal-drop = ↩️ Қайтарып алу
button-withdrawal-drop-yes = ↩️ Иә, қайтарып алу
withdrawal-drop = <b>Шығару #{ $id } қайтарып алынсын ба?</b> { $amount } қайта қолжетімді болады.

button-payouts = 🏦 Төлем беру
button-purse = 👛 Адамның әмияны
button-paying = 💳 { $amount } төлеп жатырмын
button-paid = ✅ Төленді
button-payout-back = ↩️ Төлемеймін
button-no-note = Ескертпесіз
payouts = 🏦 <b>Төлем күткен шығарулар</b>: { $total }
payouts-empty = 🏦 Төлем күткен шығару жоқ.
payouts-off = ⛔️ <b>Төлем қызметтері арқылы төлем беру тоқтатылған.</b>
payouts-differences = ⚠️ <b>Төлем қызметі мен есеп кітабы сәйкес емес</b>: { $count }
button-payouts-off = ⛔️ Автотөлемді тоқтату
button-payouts-on = ▶️ Автотөлемді жалғастыру
payouts-off-ask = <b>Төлем қызметтері арқылы төлем беру түгел тоқтатылсын ба?</b> Жіберіліп жатқандары аяғына дейін жетеді.
button-payouts-off-yes = ⛔️ Иә, тоқтату
button-payout-send = 💎 { $amount } жіберу
payout-sending = 💎 Төлем қызметі { $amount } жіберіп жатыр. Ақы енді бұдан алынбайды. Қызмет бір сағат үндемесе, қалай аяқталғанын көрсетіңіз.
payout-send-off = Төлем қызметтері арқылы төлем беру тоқтатылған. Алдымен жалғастырыңыз.
payout-account =
    👤 { $name } · <code>{ $id }</code>
    Қолжетімді: { $available } · шығарылуда: { $reserved }
    Боттары басқалардың тапсырыстарынан тапқаны: { $earned }
payout-blocked = ⛔️ <b>Бұл тіркелгі бұғатталған.</b>
payout-from = ⏳ ең ертесі { $when }
payout-early = Шығару #{ $id } ең ерте { $when } төленеді: оған дейін иесінің тапсырыстарына жазылғандар үшін ақы содан алынады.
refund-needed = Әлі болмайды: бұл адамның тапсырыстарын жақында көрген пайдаланушылар тағы { $cost } тұруы мүмкін. Тапсырыстарды тоқтатып, бүгін сұралған шығарулар төлене алатын кезде қайта келіңіз.
payout-paying = 💳 Әкімші ({ $by }) { $amount } төлеп жатыр. Ақы енді бұдан алынбайды.
payout-changed = Шығару #{ $id } енді { $amount }: иесінің тапсырыстары үшін одан ақы алынды. Ештеңе шешілген жоқ.
payout-gone = Бұл шығару енді жоқ.
payout-pay-ask = <b>Шығару #{ $id } төленді ме?</b> Иесіне ескертпе жазыңыз, мысалы аударым нөмірі.
payout-back-ask = <b>Шығару #{ $id } неге әзірге төленбейді?</b> Себебін жазыңыз; оны иесі оқиды. Шығару қайта күтеді, одан ақы алынуы мүмкін.
payout-refuse-ask = <b>Шығару #{ $id } неге қабылданбайды?</b> Себебін жазыңыз; оны иесі оқиды.
purse-ask = <b>Кімнің әмияны?</b> Адамның id-ін жазыңыз.
purse =
    👛 <b>{ $name }</b> · { $username } · <code>{ $id }</code>

    Қолжетімді: <b>{ $available }</b>
    Ұстауда: <b>{ $held }</b>
    Шығарылуда: <b>{ $reserved }</b>
button-credit = ➕ Толықтыруды енгізу
button-star-payments = ⭐️ Жұлдызбен төлемдер
credit-ask = <b>{ $id } балансына қанша енгізіледі?</b>
credit-note = <b>Не үшін?</b> Бұл тарихында тұрады.
credit-confirm = <b>{ $amount } енгізілсін бе: { $name }</b> (<code>{ $id }</code>)?
credit-yes = ✅ Иә, енгізу
credit-booked = ✅ { $amount } енгізілді.
button-adjust = ⚖️ Түзету
button-adjust-give = ➕ Қосу
button-adjust-take = ➖ Шегеру
adjust-direction = ⚖️ <b>{ $id } балансына қосамыз ба, әлде шегереміз бе?</b>
adjust-ask-give = <b>{ $id } балансына қанша қосылады?</b>
adjust-ask-take = <b>{ $id } балансынан қанша шегеріледі?</b> Қолжетімдіден көп болуы мүмкін. Артығы қарызға айналады.
adjust-reason = <b>Неге?</b> Мұны иесі оқиды.
adjust-confirm-give =
    <b>{ $amount } қосылсын ба: { $name }</b> (<code>{ $id }</code>)?

    Себебі: { $reason }
    Қазір қолжетімді: { $before }, кейін: <b>{ $after }</b>
adjust-confirm-take =
    <b>{ $amount } шегерілсін бе: { $name }</b> (<code>{ $id }</code>)?

    Себебі: { $reason }
    Қазір қолжетімді: { $before }, кейін: <b>{ $after }</b>
adjust-debt = ⚠️ Бұл — қарыз. Оны алдымен табыс пен толықтырулар жабады, оған дейін тапсырыстар тоқтап тұрады.
adjust-booked = ✅ { $amount } түзетуі енгізілді, иесіне хабарланады.
star-payments = ⭐️ <code>{ $id }</code> тіркелгісінің <b>жұлдызбен төлемдері</b>, алдымен соңғылары
star-payment = { $when } · { $stars } ⭐️ · <b>{ $amount }</b>{ $state }
refund-state-none = { "" }
refund-state-waiting = { " " }· ⏳ қайтарылуда
refund-state-done = { " " }· ↩️ қайтарылды
refund-state-refused = { " " }· ❌ Telegram қабылдамады
refund-confirm = <b>{ $id } тіркелгісіне { $stars } ⭐️ қайтарылсын ба?</b> Балансынан { $amount } шегеріледі.
button-refund-yes = ↩️ Иә, қайтару
refund-done = Төлем қайтарылды.
refund-waiting = Telegram жауап бермейді. Жауап бергенше қайта сұраймыз. Сома резервтелген.
refund-spent = Қайтаруға болмайды: тек { $available } қолжетімді.
refund-refused = Telegram қабылдамайды: { $reason }
