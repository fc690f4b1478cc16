queue = 🛡 <b>Шешім күткендер</b>: { $total }
queue-empty = 🛡 Шешім күткен ештеңе жоқ.
card-state = Күйі: <b>{ $state }</b> · иесі <code>{ $owner }</code>
button-open-link = 🔗 Ашу
button-approve = ✅ Мақұлдау
button-reject = ❌ Қабылдамау
button-block-link = ⛔️ Сілтемені бұғаттау
button-block-yes = ⛔️ Иә, бұғаттау
button-pause = ⏸ Кідірту
button-resume = ▶️ Жалғастыру
resumed = #{ $id } тапсырысы жалғасты.
resume-still-moved = #{ $id } тапсырысының сілтемесі өз чатына апармайды: ол кідірісте қалады, кейін өзі жалғасады.
button-unblock-link = ✅ Сілтемені бұғаттан шығару
link-unblocked = Сілтемеге қайта тапсырыс беруге болады.
button-log = 📜 Журнал
log = 📜 <b>Кім не шешті</b>, алдымен соңғылары
log-empty = 📜 Әзірге шешім жоқ.
log-line = { $when } · <b>{ $who }</b> · { $what } { $about }{ $reason }
log-approved = мақұлдау:
log-rejected = қабылдамау:
log-order-paused = кідірту:
log-order-resumed = жалғастыру:
log-link-blocked = сілтемені бұғаттау:
log-link-unblocked = сілтемені бұғаттан шығару:
log-bot-blocked = ботты бұғаттау:
log-bot-unblocked = ботты бұғаттан шығару:
log-bot-theme = бот тақырыбы:
log-bot-trusted = ботты мақұлдау:
log-bot-refused = ботты қабылдамау:
log-account-trusted = бот иесін мақұлдау:
log-suspicion-cleared = пайдаланушыдан күдікті алу:
log-reversal-begun = алаяқтық үшін қайтаруды бастау:
log-charges-reversed = алаяқтық үшін қайтару:
log-payout-taken-back = тіркелгіге төлем беруді болдырмау:
log-account-untrusted = бот иесінің мақұлдауын қайтарып алу:
log-account-noted = тіркелгіге ескертпе қосу:
log-account-blocked = тіркелгіні бұғаттау:
log-account-unblocked = тіркелгіні бұғаттан шығару:
button-refresh = 🔄 Қайта тексеру
button-queue = 🛡 Кезек
button-reject-write = ✏️ Себебін жазу
report-title = Табылды: <b>{ $title }</b> · { $username }
report-members = Қатысушылар: { $members }
report-rights = Біздің бот — әкімші ✅
report-no-rights = Біздің бот әкімші емес ❌
report-checker = Біздің @{ $bot } боты тексереді
problem-not-checked = Telegram уақытында жауап бермеді.
problem-not-found = Сілтемеде біздің бот көре алатын ештеңе жоқ.
problem-not-a-channel = Сілтеме арнаға емес, адамға немесе ботқа апарады.
problem-not-administrator = Біздің бот арнаның әкімшісі болуы керек.
problem-channel-unknown = Шақыру сілтемесінің қай арнаға апаратыны белгісіз. Иесі біздің ботты сонда әкімші етуі немесе арнаны ботта таңдауы керек.
problem-cannot-invite = Біздің ботқа пайдаланушыларды шақыру құқығы керек: олар жабық арнаға соның сілтемесімен келеді, ал бұл құқықсыз бот қосылуға кім сұранғанын көрмейді.
problem-token-refused = Telegram боттың токенін қабылдамайды.
problem-token-of-other-bot = Сілтеме токен иесі емес, басқа ботқа апарады.
decision-gone = Бұл тапсырыс енді жоқ.
decision-already = #{ $id } тапсырысы өзгертіліп немесе шешіліп қойған: { $state }.
decision-approved = #{ $id } тапсырысы мақұлданды: { $state }.
decision-rejected = #{ $id } тапсырысы қабылданбады.
decision-waiting = #{ $id } тапсырысы күтуде.
decision-link-blocked = #{ $id } тапсырысының сілтемесі бұғатталған: алдымен оны бұғаттан шығарыңыз немесе тапсырысты қабылдамаңыз.
decision-missing = #{ $id } тапсырысын әзірге мақұлдауға болмайды. { $problems }
reject-why = <b>#{ $id } тапсырысы неге қабылданбайды?</b>
pause-ask = <b>#{ $id } тапсырысы неге кідіртіледі?</b> Себебін жазыңыз; оны иесі оқиды.
reject-ask = <b>#{ $id } тапсырысы неге қабылданбайды?</b> Себебін жазыңыз; оны иесі оқиды.
block-link-confirm =
    <b>#{ $id } тапсырысының сілтемесі бұғатталсын ба?</b>

    Тапсырыс қабылданбайды, бұл сілтемеге енді ешкім тапсырыс бере алмайды.

button-approve-as = 🏷 Тақырыппен
approve-as = <b>#{ $id } тапсырысы не туралы?</b> Ол сіз басқан тақырыппен мақұлданады.
button-moderate-order = 📦 Тапсырыс
mod-order-ask = <b>Қай тапсырыс?</b> Оның нөмірін жазыңыз.
button-moderate-bot = 🤖 Бот
mod-bot-ask = <b>Қай бот?</b> Оның id-ін жазыңыз.
mod-bot =
    🤖 <b>{ $name }</b> · @{ $nickname }
    id <code>{ $id }</code> · иесі <code>{ $owner }</code> · { $state }

    Әкелген жазылушылар: { $followers }
    Тақырып: { $theme }
button-block-bot = ⛔️ Ботты бұғаттау
block-bot-confirm =
    ⛔️ <b>{ $name } (@{ $nickname }) боты бұғатталсын ба?</b>

    Осы сәттен бастап ол демеуші алмайды, иесіне хабарланады.
button-unblock-bot = ✅ Ботты бұғаттан шығару
button-theme = 🏷 Тақырып
mod-theme-ask = 🏷 <b>{ $name } не туралы?</b>
log-terminal = терминалдан
button-trust-queue = 🤝 Боттарды мақұлдау
button-trust-people = 🧑‍🌾 Жаңа бот иелері
button-suspicion = 🕵️ Пайдаланушы
button-suspicion-other = 🕵️ Басқа пайдаланушы
button-suspicion-clear = ✅ Күдікті алып тастау
suspicion-ask = 🕵️ <b>Қай пайдаланушы?</b> Оның id-ін жазыңыз.
suspicion =
    🕵️ <code>{ $id }</code> пайдаланушысы <b>күдікті</b>, мерзімі: { $until }

    Бір құрылғыдан немесе мекенжайдан бірнеше тіркелгі көрінді. Сол уақытқа дейін жарнама берушілер бұл пайдаланушының жазылуларына төлемейді.
suspicion-none = 🕵️ <code>{ $id }</code> пайдаланушысына күдік жоқ.
suspicion-cleared = Күдік алынды. Енді жазылуларға төленеді.
button-trust-card = 🤝 Мақұлдау
button-trust-person = 👤 Бот иесі
button-trust = ✅ Мақұлдау
button-distrust = ⛔️ Қабылдамау
button-distrust-yes = ⛔️ Иә, қабылдамау
button-distrust-person = ↩️ Мақұлдауды қайтарып алу
trust-bots = 🤝 <b>Мақұлдауды күткен боттар</b>: { $total }. Олар токенсіз жұмыс істейді немесе ұстаудағы жазылушыларды токені жоқ кезде әкелген.
trust-bots-empty = 🤝 Мақұлдауды күткен бот жоқ.
trust-bot =
    🤝 <b>{ $name }</b> · @{ $nickname } · <code>{ $id }</code>
    { $token } · <b>{ $state }</b>
    Иесі: { $owner } · <code>{ $ownerId }</code>

    Әкелген жазылушылар: { $followers }
trust-held = Сіз шешкенше ұстауда: { $subscribers } жазылушы үшін <b>{ $amount }</b>
trust-contacts = Telegram растаған пайдаланушылар: { $total } ішінен { $share } % (30 күн)
trust-taken-over = Төленген бөтен жазылулар (басқа бот иесінің ботынан кейін демеушіні қайта көрсеткен): { $total } ішінен { $share } % (30 күн)
trust-unpaid = Төленбеген жазылулар (30 күн):
trust-unpaid-line = · { $joins }: { $reason }
trust-unknown = шешілмеген
trust-trusted = мақұлданған
trust-refused = қабылданбаған
trust-refuse-confirm =
    ⛔️ <b>{ $name } (@{ $nickname }) ботын қабылдамайсыз ба?</b>

    Осы сәттен бастап ол демеуші алмайды, пайдаланушылары өткізіледі, ал { $subscribers } жазылушы үшін { $amount } жарнама берушілерге қайтады. Мұны болдырмау мүмкін емес.
trust-people = 🧑‍🌾 <b>Ақшасы ұстаудағы жаңа бот иелері</b>: { $total }
trust-people-empty = 🧑‍🌾 Ақшасы ұстаудағы жаңа бот иесі жоқ.
trust-person =
    👤 <b>{ $name }</b> · { $username } · <code>{ $id }</code>
    { $state } · боттар: { $bots }

    Ұстауда: <b>{ $held }</b> · қолжетімді: { $available }
trust-person-trusted = мақұлданған
trust-person-unknown = әлі мақұлданбаған
trust-person-untrusted = мақұлданбаған: модератор солай шешті
trust-person-refused = қабылданбаған боттар: { $bots }
trust-person-refuse-confirm =
    ⛔️ <b>{ $name } тіркелгісінің барлық ботын қабылдамайсыз ба: { $bots }?</b>

    Осы сәттен бастап олар демеуші алмайды, пайдаланушылары өткізіледі, ал { $subscribers } жазылушы үшін { $amount } жарнама берушілерге қайтады. Мұны болдырмау мүмкін емес. Жаңа боттарды да тоқтату үшін тіркелгіні бұғаттаңыз.
trust-person-held = · @{ $nickname }: { $subscribers } жазылушы үшін { $amount } модераторды күтуде
