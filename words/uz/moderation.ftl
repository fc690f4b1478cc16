queue = 🛡 <b>Qaror kutmoqda</b>: { $total }
queue-empty = 🛡 Hech narsa qaror kutmayapti.
card-state = Holat: <b>{ $state }</b> · egasi <code>{ $owner }</code>
button-open-link = 🔗 Ochish
button-approve = ✅ Ma’qullash
button-reject = ❌ Rad etish
button-block-link = ⛔️ Havolani bloklash
button-block-yes = ⛔️ Ha, bloklash
button-pause = ⏸ To‘xtatib turish
button-resume = ▶️ Davom ettirish
resumed = #{ $id } buyurtma davom etmoqda.
resume-still-moved = #{ $id } buyurtma havolasi o‘z chatiga olib bormaydi: u to‘xtatilganicha qoladi, havola qaytgach o‘zi davom etadi.
button-unblock-link = ✅ Havolani blokdan chiqarish
link-unblocked = Bu havolaga yana buyurtma berish mumkin.
button-log = 📜 Jurnal
log = 📜 <b>Kim nimani hal qilgan</b>, avval oxirgilari
log-empty = 📜 Hali hech narsa hal qilinmagan.
log-line = { $when } · <b>{ $who }</b> · { $what } { $about }{ $reason }
log-approved = ma’qulladi:
log-rejected = rad etdi:
log-order-paused = to‘xtatib turdi:
log-order-resumed = davom ettirdi:
log-link-blocked = havolani blokladi:
log-link-unblocked = havolani blokdan chiqardi:
log-bot-blocked = botni blokladi:
log-bot-unblocked = botni blokdan chiqardi:
log-bot-theme = bot mavzusini belgiladi:
log-bot-trusted = botni ma’qulladi:
log-bot-refused = botni rad etdi:
log-account-trusted = bot egasini ma’qulladi:
log-suspicion-cleared = foydalanuvchidan shubhani olib tashladi:
log-reversal-begun = firibgarlik uchun qaytarishni boshladi:
log-charges-reversed = firibgarlik uchun qaytardi:
log-payout-taken-back = akkauntga pul to‘lashni bekor qildi:
log-account-untrusted = bot egasini ma’qullashni bekor qildi:
log-account-noted = akkauntga izoh qo‘shdi:
log-account-blocked = akkauntni blokladi:
log-account-unblocked = akkauntni blokdan chiqardi:
button-refresh = 🔄 Yana tekshirish
button-queue = 🛡 Navbat
button-reject-write = ✏️ Sababni yozish
report-title = Topildi: <b>{ $title }</b> · { $username }
report-members = A’zolar: { $members }
report-rights = Botimiz administrator ✅
report-no-rights = Botimiz administrator emas ❌
report-checker = Botimiz @{ $bot } tekshiradi
problem-not-checked = Telegram vaqtida javob bermadi.
problem-not-found = Havolada botimiz ko‘ra oladigan narsa yo‘q.
problem-not-a-channel = Havola kanalga emas, odam yoki botga olib boradi.
problem-not-administrator = Botimiz kanal administratori bo‘lishi kerak.
problem-channel-unknown = Taklif havolasi qaysi kanalga olib borishi noma’lum. Egasi botimizni u yerda administrator qilishi yoki kanalni botda tanlashi kerak.
problem-cannot-invite = Botimizga foydalanuvchilarni taklif qilish huquqi kerak: yopiq kanalga uning havolasi orqali kirishadi, bu huquqsiz esa bot qo‘shilishga kim so‘raganini ko‘rmaydi.
problem-token-refused = Telegram bot tokenini qabul qilmaydi.
problem-token-of-other-bot = Havola token egasi bo‘lgan botga emas, boshqasiga olib boradi.
decision-gone = Bu buyurtma endi yo‘q.
decision-already = #{ $id } buyurtma allaqachon o‘zgartirilgan yoki hal qilingan: { $state }.
decision-approved = #{ $id } buyurtma ma’qullandi: { $state }.
decision-rejected = #{ $id } buyurtma rad etildi.
decision-waiting = #{ $id } buyurtma kutmoqda.
decision-link-blocked = #{ $id } buyurtma havolasi bloklangan: avval uni blokdan chiqaring yoki buyurtmani rad eting.
decision-missing = #{ $id } buyurtmani hozircha ma’qullab bo‘lmaydi. { $problems }
reject-why = <b>#{ $id } buyurtma nega rad etiladi?</b>
pause-ask = <b>#{ $id } buyurtma nega to‘xtatib turiladi?</b> Sababni yozing, egasi uni o‘qiydi.
reject-ask = <b>#{ $id } buyurtma nega rad etiladi?</b> Sababni yozing, egasi uni o‘qiydi.
block-link-confirm =
    <b>#{ $id } buyurtma havolasi bloklansinmi?</b>

    Buyurtma rad etiladi va endi hech kim bu havolaga buyurtma bera olmaydi.

button-approve-as = 🏷 Mavzusi bilan
approve-as = <b>#{ $id } buyurtma nima haqida?</b> U siz bosgan mavzu bilan ma’qullanadi.
button-moderate-order = 📦 Buyurtma
mod-order-ask = <b>Qaysi buyurtma?</b> Raqamini yozing.
button-moderate-bot = 🤖 Bot
mod-bot-ask = <b>Qaysi bot?</b> ID raqamini yozing.
mod-bot =
    🤖 <b>{ $name }</b> · @{ $nickname }
    ID <code>{ $id }</code> · egasi <code>{ $owner }</code> · { $state }

    Olib kelgan obunachilari: { $followers }
    Mavzu: { $theme }
button-block-bot = ⛔️ Botni bloklash
block-bot-confirm =
    ⛔️ <b>{ $name } (@{ $nickname }) bloklansinmi?</b>

    U shundan keyin homiy olmaydi, egasiga esa xabar beriladi.
button-unblock-bot = ✅ Botni blokdan chiqarish
button-theme = 🏷 Mavzu
mod-theme-ask = 🏷 <b>{ $name } nima haqida?</b>
log-terminal = terminaldan
button-trust-queue = 🤝 Botlarni ma’qullash
button-trust-people = 🧑‍🌾 Yangi bot egalari
button-suspicion = 🕵️ Foydalanuvchi
button-suspicion-other = 🕵️ Boshqa foydalanuvchi
button-suspicion-clear = ✅ Shubhani olib tashlash
suspicion-ask = 🕵️ <b>Qaysi foydalanuvchi?</b> Uning ID raqamini yozing.
suspicion =
    🕵️ Foydalanuvchi <code>{ $id }</code> { $until } gacha <b>shubha ostida</b>

    Bitta qurilma yoki manzilda bir nechta akkaunt ko‘rindi. Shu vaqtgacha reklama beruvchilar bu foydalanuvchining obunalari uchun to‘lamaydi.
suspicion-none = 🕵️ Foydalanuvchi <code>{ $id }</code> shubha ostida emas.
suspicion-cleared = Shubha olib tashlandi. Bundan keyingi obunalar uchun to‘lanadi.
button-trust-card = 🤝 Ma’qullash
button-trust-person = 👤 Egasi
button-trust = ✅ Ma’qullash
button-distrust = ⛔️ Rad etish
button-distrust-yes = ⛔️ Ha, rad etish
button-distrust-person = ↩️ Ma’qullashni bekor qilish
trust-bots = 🤝 <b>Ma’qullashni kutayotgan botlar</b>: { $total }. Ular tokensiz ishlaydi yoki token yo‘q paytda olib kelgan obunachilari uchun pul ushlab turilgan.
trust-bots-empty = 🤝 Ma’qullashni kutayotgan bot yo‘q.
trust-bot =
    🤝 <b>{ $name }</b> · @{ $nickname } · <code>{ $id }</code>
    { $token } · <b>{ $state }</b>
    Egasi: { $owner } · <code>{ $ownerId }</code>

    Olib kelgan obunachilari: { $followers }
trust-held = Qaroringizgacha ushlab turilgan: { $subscribers } ta obunachi uchun <b>{ $amount }</b>
trust-contacts = Telegram tasdiqlagan foydalanuvchilar: { $total } tadan { $share }% (30 kun)
trust-taken-over = O‘zlashtirilgan to‘langan obunalar (homiyni boshqa egasining botidan keyin yana ko‘rsatgan): { $total } tadan { $share }% (30 kun)
trust-unpaid = To‘lanmagan obunalar (30 kun):
trust-unpaid-line = · { $joins }: { $reason }
trust-unknown = hal qilinmagan
trust-trusted = ma’qullangan
trust-refused = rad etilgan
trust-refuse-confirm =
    ⛔️ <b>{ $name } (@{ $nickname }) rad etilsinmi?</b>

    U shundan keyin homiy olmaydi, foydalanuvchilari o‘tkaziladi, { $subscribers } ta obunachi uchun { $amount } reklama beruvchilarga qaytadi. Buni bekor qilib bo‘lmaydi.
trust-people = 🧑‍🌾 <b>Puli ushlab turilgan yangi bot egalari</b>: { $total }
trust-people-empty = 🧑‍🌾 Puli ushlab turilgan yangi bot egasi yo‘q.
trust-person =
    👤 <b>{ $name }</b> · { $username } · <code>{ $id }</code>
    { $state } · botlar: { $bots }

    Ushlab turilgan: <b>{ $held }</b> · mavjud: { $available }
trust-person-trusted = ma’qullangan
trust-person-unknown = hali ma’qullanmagan
trust-person-untrusted = ma’qullanmagan: moderator shunday qaror qilgan
trust-person-refused = rad etilgan botlar: { $bots }
trust-person-refuse-confirm =
    ⛔️ <b>{ $name } ning barcha botlari ({ $bots }) rad etilsinmi?</b>

    Ular shundan keyin homiy olmaydi, foydalanuvchilari o‘tkaziladi, { $subscribers } ta obunachi uchun { $amount } reklama beruvchilarga qaytadi. Buni bekor qilib bo‘lmaydi. Yangi botlarni ham to‘xtatish uchun akkauntni bloklang.
trust-person-held = · @{ $nickname }: { $subscribers } ta obunachi uchun { $amount } moderatorni kutmoqda
