language-name = O‘zbekcha

command-start = Profil, balans va kalitlar
command-bots = Botlarim
command-orders = Buyurtmalarim
command-wallet = Balans va tarix
command-language = Til
command-queue = Moderatorlarni kutayotgan buyurtmalar
command-payouts = Qaror kutayotgan pul yechishlar
command-help = Bu bot nima qiladi
command-cancel = Joriy savolni to‘xtatish
command-privacy = Siz haqingizda nima saqlanadi
command-paysupport = To‘lov haqida savollar
command-terms = Foydalanish shartlari

button-access-key = 🔑 Access Key
button-statistics-token = 📊 Statistics token
button-bots = 🤖 Botlarim
button-orders = 📣 Buyurtmalarim
button-wallet = 💳 Hamyon
button-language = 🌐 Til
button-moderation = 🛡 Moderatsiya
button-help = ❓ Yordam
button-home = 🏠 Profil
button-back = ◀️ Orqaga
button-cancel = ✖️ Bekor qilish
button-hide = 🙈 Yashirish
button-replace = ♻️ Almashtirish
button-replace-yes = ♻️ Ha, almashtirish
button-close = ✖️ Yopish
button-search = 🔎 Qidirish
button-active = 📂 Faol
button-archive-list = 📦 Arxiv
button-archive = 📦 Arxivlash
button-restore = 📂 Tiklash
button-write = ✏️ Boshqasini yozish
button-default = ↩️ Odatdagi matn
button-no-image = 🚫 Rasmsiz
button-skip = ⏭ O‘tkazib yuborish
button-no-limit = Cheklovsiz
button-history = 📜 Tarix
button-latest = ⏮ Oxirgilari
button-older = Avvalgi ⏭
button-order = 📣 Buyurtmani ochish
button-bot = 🤖 Botni ochish
button-stats = 📈 Statistika
button-link-new = 🔄 Yangi havolalar
button-by-id = 🔢 ID bo‘yicha

home =
    👤 <b>{ $name }</b> · ID <code>{ $id }</code>

    💰 Mavjud: <b>{ $available }</b>
    ⏳ Ushlab turilgan: <b>{ $held }</b>

key-access = Access Key
key-statistics = Statistics token
key-bot = Bot Key
key-access-about =
    🔑 <b>Access Key</b>
    <code>{ $key }</code>
    Botlar va buyurtmalarni boshqaradi. Uni hech kimga bermang.
key-statistics-about =
    📊 <b>Statistics token</b>
    <code>{ $key }</code>
    Balans va statistikani o‘qiydi.
key-last-used = Oxirgi ishlatilishi: { $when }
key-never-used = Hali ishlatilmagan.
key-replace-confirm =
    <b>{ $key } almashtirilsinmi?</b>

    Eskisi ishlatilayotgan hamma joyda darhol ishlamay qoladi.
key-replaced = Almashtirildi. Eskisi endi ishlamaydi.

button-chart = 📊 Grafik
chart-order = 📊 Buyurtma #{ $id } · { $name }
chart-bot = 📊 Bot { $name }
chart-order-title = Buyurtma #{ $id } · { $period }
chart-bot-title = Bot { $id } · { $period }
chart-subscribers = Kunlik obunachilar
chart-spent = Kunlik xarajat
chart-income = Kunlik daromad
button-notifications = 📬 Bildirishnomalar
button-summary = Kunlik xulosa
notifications =
    📬 <b>Bildirishnomalar</b>

    Buyurtma ma’qullansa, rad etilsa, tugasa yoki ko‘rsatilmay qolsa va botingiz tokeni ishlamay qolsa, sizga har doim xabar beriladi.

    Kunlik xulosa soat { $hour } da ({ $zone }) keladi: kechagi kun nima keltirgani va qancha turgani. Hech narsa bo‘lmagan kunlar o‘tkazib yuboriladi.

stats =
    📈 <b>Statistika</b>

    Kunlar bo‘yicha grafik va jadvallar, brauzeringizda. Havola { $minutes } daqiqa ichida bir marta ishlaydi; yangisi uchun bu ekranni yana oching.
stats-unpaid = 🚫 <b>To‘lanmagan obunalar</b>, oxirgi { $days } kun: { $total }
stats-prices =
    💵 <b>Narxlar</b>, oxirgi { $days } kun
    • ko‘rsatish: { $impression } · obunachi: { $subscriber }
    • homiysi bor ro‘yxatlar: { $filled }
stats-no-fill = • to‘ldirilmagan ro‘yxatlar: { $short } / { $lists }
stats-no-fill-most = • asosiy sabab ({ $share }): { $reason }
stats-open = 📈 Sahifani ochish

language = Qaysi tilda gaplashay?
language-set = Endi o‘zbekcha gaplashaman.

unknown = Buni tushunmadim. Tugmalardan foydalaning yoki /help ga qarang.
dialogue-dropped = ♻️ Bu orada xizmat yangilandi, endi bu savol boshqacha beriladi. Hech narsa saqlanmadi: iltimos, qaytadan boshlang.
help =
    <b>Bu bot nima uchun?</b>

    <b>Botlaringiz bormi?</b> Ularni «Botlarim» bo‘limida qo‘shing. Foydalanuvchilar kerakli narsasini olishidan oldin homiylarga obuna bo‘ladi, siz esa har bir obunachidan daromad olasiz.

    <b>Obunachilar kerakmi?</b> Kanal, bot yoki havola uchun buyurtma yarating. Har bir haqiqiy obunachi uchun bir marta to‘laysiz.

    Profilingizdagi Access Key va Statistics token API uchun: { $url }/docs

    /start profil · /bots · /orders · /wallet · /language · /cancel
    /privacy · /paysupport · /terms

help-referrals =
    <b>Bot egalari yoki reklama beruvchilarni taniysizmi?</b> Havolangiz: { $link }
    U orqali kelgan har bir yangi akkauntdan { $months } oy davomida xizmat komissiyasining { $percent } foizini olasiz.

legal-privacy =
    Bu xizmat siz haqingizda nimani saqlaydi

    Bot yoki buyurtmangiz bo‘lsa: ismingiz, foydalanuvchi nomingiz va tilingiz, botlaringiz va buyurtmalaringiz, pulingizning barcha harakati va savol ochiq turganda shu yerda yozganlaringiz.
    Homiylarni ko‘rsatadigan botdan foydalansangiz: ismingiz, foydalanuvchi nomingiz, tilingiz va Premium holatingiz, jins va yosh haqidagi javoblaringiz, sizga qaysi homiylar ko‘rsatilgani va qaysilariga obuna bo‘lganingiz, ularning havolalari orqali ochgan sahifalaringizda manzilingiz va qurilmangiz.

    Bu homiylarni tanlash, har bir obuna uchun bir marta to‘lash va firibgarlikni topish uchun saqlanadi. U sotilmaydi. Nusxasini olishingiz yoki o‘chirishni so‘rashingiz mumkin; o‘tkazilgan pul va to‘langan obunalar hisob-kitobda ismingizsiz qoladi.
legal-paysupport =
    To‘lov haqida savollar

    Hamyoningizda (/wallet) har bir to‘lov va uning natijasi bor. Yulduzlar bilan qilingan to‘lovni shu summa mavjud bo‘lguncha to‘liq qaytarish mumkin. Qachon va qancha to‘laganingizni hamda to‘lov raqamini yozing. Telegram yordam xizmati bu botga qilingan to‘lovlar bilan shug‘ullanmaydi.
legal-terms =
    Foydalanish shartlari

    Reklama beruvchilar har bir haqiqiy obunachi uchun bir marta to‘laydi; erta ketgan obunachi uchun pul qaytariladi. Bot egalari Telegram tasdiqlagan obunachilar uchun pul oladi; sotib olingan yoki soxta obunachilar uchun to‘lanmaydi va akkaunt bloklanishi mumkin. Buyurtmalarni ishga tushishidan oldin moderatorlar tekshiradi. Yechilgan pulni xizmat operatori to‘laydi. Yulduzlar bilan to‘lovlar Telegram qoidalariga bo‘ysunadi. Batafsil: { $url }/docs
legal-contact = Aloqa: { $contact }
legal-ask = Bu xizmat operatoriga yozing.

error-stale = Bu tugma eskirgan. Ekranni /start bilan yana oching.
error-question-closed = Bu savol yopildi. Oxirgi berilgan savolga javob bering.
error-ours = Bizda xatolik yuz berdi. Yana takrorlansa, bizga shu kodni ayting: { $id }
error-blocked-reason = Sabab: { $reason }
error-blocked-contact = Savollar: { $contact }
error-blocked-ask = Bu xizmat operatoriga yozing.
error-token = Bu bot tokeni emas. U 123456789:AAE… kabi ko‘rinadi va @BotFather dan olinadi.
error-token-here = Bu bot tokeni: uni o‘chirdim, hech narsa saqlanmadi. Bot qo‘shish uchun tokenni savollardan tashqarida yuboring.
error-nothing-written = Bunda o‘qiydigan narsa yo‘q. Iltimos, yana yozing.
error-url = https:// bilan boshlanadigan manzil yozing
error-choose = Tugmalardan birini bosing.
error-amount = { $min } dan { $max } gacha summa yozing, masalan 150,50.
refund-reason-CHARGE_NOT_FOUND = Telegram bunday to‘lovni bilmaydi
refund-reason-CHARGE_ALREADY_REFUNDED = bu to‘lov allaqachon qaytarilgan
refund-reason-other = Telegram javobi: { $code }

wallet =
    💳 <b>Hamyon</b>

    Mavjud: <b>{ $available }</b>
    Ushlab turilgan: <b>{ $held }</b>
    Yechilmoqda: <b>{ $reserved }</b>
history = 📜 <b>Tarix</b>, avval oxirgilari
history-empty = Hamyoningizda hali hech narsa bo‘lmagan.
history-line = { $when } · <b>{ $amount }</b> · { $kind }{ $about } → { $balance }
entry-deposit = to‘ldirish
entry-charge = obunachi
entry-reversal = qaytarildi
entry-fraud-reversal = qaytarildi: firibgarlik
entry-release = ushlab turish tugadi
entry-adjustment = tuzatish
entry-withdrawal-reserve = pul yechish so‘raldi
entry-withdrawal-paid = yechilgan pul to‘landi
entry-withdrawal-refused = pul yechish rad etildi
entry-withdrawal-cancelled = pul yechish bekor qilindi
entry-refund = to‘lov qaytarilmoqda
entry-refund-paid = to‘lov qaytarildi
entry-refund-refused = to‘lov qaytarilmadi
entry-referral = referal daromadi
entry-referral-reversal = referal daromadi qaytarildi

button-deposit = ➕ To‘ldirish
button-deposit-rail = 💎 { $rail } orqali to‘ldirish
deposit-rail-ask = <b>Qancha?</b> Eng kami { $min }.
deposit-rail-made = 💎 <b>{ $amount }</b>, { $rail } orqali. Bir soat ichida to‘lang; darhol hisobga tushiramiz.
button-pay = { $amount } to‘lash
deposit-ask = <b>Nechta yulduz?</b> Bitta ⭐️ — { $rate }.
invoice-title = To‘ldirish
invoice-about = Balansingizga { $amount }.
invoice-sent = ⭐️ { $count } ta yulduz uchun to‘lov hisobi shu chatda. To‘langach, balansingizga { $amount } tushadi.
payment-refused = Bu to‘lov hisobini endi to‘lab bo‘lmaydi. Yangisini so‘rang.
