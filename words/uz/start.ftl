welcome =
    👋 <b>{ $service }</b> botlar va homiylarni bog‘laydi: bot foydalanuvchilarga kerakli narsasini berishidan oldin ular homiylarning kanallariga obuna bo‘ladi. Bot egalari har bir obunachidan daromad oladi, reklama beruvchilar esa faqat haqiqiy obunachilar uchun, har biriga bir marta to‘laydi.

    <b>Sizga nima kerak?</b>
button-i-have-bots = 🤖 Botlarim bor
button-i-want-subscribers = 📣 Menga obunachilar kerak
start-bots =
    🤖 <b>Botlaringizdan shunday daromad olasiz:</b>

    1. Bot qo‘shing: uning tokenini yuboring yoki nomini yozing.
    2. U har bir foydalanuvchi haqida bizdan bitta so‘rov bilan so‘rasin. Kalit va kodni men beraman.
    3. Foydalanuvchilar keltirgan daromad hamyoningizga tushadi.
start-orders =
    📣 <b>Obunachilarni shunday olasiz:</b>

    1. Hamyonni to‘ldiring.
    2. Buyurtma yarating: havolani yuboring va nechta obunachi kerakligini ayting. Bitta obunachi { $price } yoki undan ko‘p turadi.
    3. Moderator ma’qullagach, botlar uni ko‘rsata boshlaydi.

connect =
    🔌 <b>@{ $nickname } ni ulang</b>

    1. Botingiz shu kalit bilan so‘raydi, u <code>BOT_KEY</code> o‘zgaruvchisida turadi:
    <code>{ $key }</code>

    2. Bot foydalanuvchilarga kerakli narsasini berishidan oldin so‘raydi. Bu yerda siz haqingizda ({ $label }):
connect-answer = <code>status</code> qiymati <code>warning</code> bo‘lsa, foydalanuvchi avval obuna bo‘lishi kerak. Boshqa holatda uni o‘tkazing. Barcha javoblar: { $url }/docs
connect-client = Bularning hammasini botingiz uchun bir qatorli shlyuz bajaradi. Uni nomi bilan emas, shu yerdan o‘rnating:
    <code>npm install { $npm }</code>
    <code>pip install { $python }</code>
connect-waits = ⏳ <b>Birinchi so‘rov kutilmoqda…</b> U kelganda shu xabarda yoziladi.
connect-seen = ✅ <b>Bu botning so‘rovlari kelgan.</b>
button-connect = 🔌 Ulash
button-copy-key = 📋 Kalitni nusxalash
button-later = 🤖 Keyinroq, botni ochish
bot-seen =
    ✅ <b>@{ $nickname } ning birinchi so‘rovi keldi.</b>
bot-seen-sponsors = Javobda homiylar berildi: bot ulandi.
bot-seen-passed = Foydalanuvchi barcha homiylarga obuna bo‘lgani uchun o‘tkazildi: bot ulandi.
bot-seen-no-sponsors = Hozir bu foydalanuvchiga mos buyurtma yo‘q, u o‘tkazildi: bot ulandi.
bot-seen-error = Javobda xato qaytdi: nimani o‘zgartirish kerakligi javobning <code>message</code> maydonida.
bot-seen-known = Bot ulandi.


button-zone = 🌍 Vaqt mintaqasi
zone-ask = 🌍 <b>Vaqt qaysi mintaqada ko‘rsatilsin?</b> Siz aytmaguningizcha { $zone } olinadi.
zone-kept = 🌍 <b>Vaqt mintaqangiz:</b> { $zone }. O‘zgartirish uchun boshqasini bosing.
zone-write = 🌍 <b>Qaysi vaqt mintaqasi?</b> Uni shunday yozing: Europe/Riga yoki UTC+3.
zone-guessed = Vaqtlar { $zone } mintaqasida: tilingizga qarab taxmin qilindi.
zone-yours = Vaqtlar sizning mintaqangizda, { $zone }.
start-day-ask = 🚀 <b>Qaysi kuni boshlansin?</b>
start-hour-ask = 🚀 <b>{ $day }: soat nechada?</b>

zone-america-los_angeles = Los-Anjeles
zone-america-new_york = Nyu-York
zone-america-sao_paulo = San-Paulu
zone-europe-london = London
zone-europe-berlin = Berlin
zone-europe-kyiv = Kiyev
zone-europe-moscow = Moskva
zone-europe-minsk = Minsk
zone-europe-istanbul = Istanbul
zone-asia-tbilisi = Tbilisi
zone-asia-dubai = Dubay
zone-europe-samara = Samara
zone-asia-tashkent = Toshkent
zone-asia-almaty = Almati
zone-asia-yekaterinburg = Yekaterinburg
zone-asia-kolkata = Dehli
zone-asia-omsk = Omsk
zone-asia-novosibirsk = Novosibirsk
zone-asia-krasnoyarsk = Krasnoyarsk
zone-asia-irkutsk = Irkutsk
zone-asia-shanghai = Shanxay
zone-asia-yakutsk = Yakutsk
zone-asia-vladivostok = Vladivostok

bot-name = { $name }: botlar uchun homiylar
bot-short-description = Botlar har bir obunachidan daromad oladi. Reklama beruvchilar faqat haqiqiylari uchun bir marta to‘laydi.
bot-description =
    { $name } botlar va homiylarni bog‘laydi.

    🤖 Botlaringiz bormi? Foydalanuvchilar kerakli narsasini olishidan oldin homiylarga obuna bo‘ladi, siz esa har bir obunachidan daromad olasiz.
    📣 Obunachilar kerakmi? Faqat haqiqiylari uchun, har biriga bir marta to‘laysiz.

    «Boshlash» tugmasini bosing.
