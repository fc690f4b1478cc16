notification-moderation-many = 🛡 Ko‘p buyurtma keldi: <b>{ $total }</b> tasi qaror kutmoqda. Ular shuncha bo‘lguncha har biri haqida alohida xabar berilmaydi.
notification-order-approved = ✅ #{ $orderId } «{ $name }» buyurtmasi ma’qullandi.
notification-order-rejected =
    ❌ #{ $orderId } «{ $name }» buyurtmasi rad etildi.

    Sabab: { $reason }
notification-order-finished = 🏁 #{ $orderId } «{ $name }» buyurtmasi tugadi: barcha obunachilar keldi.
notification-order-out-of-money = 💳 #{ $orderId } «{ $name }» buyurtmasi ko‘rsatilmayapti: balans yana bir obunachiga yetmaydi.
notification-order-rights-lost = ⚠️ #{ $orderId } «{ $name }» buyurtmasi ko‘rsatilmayapti: kim obuna bo‘lganini tekshira olmaymiz. Botimizni yana kanal administratori qiling yoki ishlaydigan token bering.
notification-order-rights-back = ✅ #{ $orderId } «{ $name }» buyurtmasi yana ko‘rsatilmoqda: kim obuna bo‘lganini tekshira olamiz.
notification-order-paused =
    ⏸ #{ $orderId } «{ $name }» buyurtmasi to‘xtatib turildi.

    { $why }
notification-order-paused-moderator =
    ⏸ Xizmat #{ $orderId } «{ $name }» buyurtmasini to‘xtatib turdi ({ $link }).

    { $why }
notification-order-resumed = ▶️ #{ $orderId } «{ $name }» buyurtmasi davom etmoqda.
paused-link-moved = Uning @username manzili endi ma’qullangan chatga olib bormaydi. Nom yana o‘sha yerga olib borsa, buyurtma o‘zi davom etadi. Yoki obunachilari yo‘q paytda boshqa havola bering: shunda uni moderatorlar ko‘rib chiqadi.
paused-link-dead = Botimiz chatiga endi foydalanuvchilarni taklif qila olmaydi: yopiq chatga birorta havolamiz ishlamaydi, va bot qo‘shilishga kim so‘raganini ko‘rmaydi. Botga taklif qilish huquqini qaytaring: shunda buyurtma o‘zi davom etadi.
paused-removes-subscribers = Oxirgi 100 ta obunachisidan 5 tadan ko‘pini chatdan boshqa birov chiqarib yubordi. Buyurtmani moderator davom ettirishi kerak.
paused-rights-unsteady = Botimiz chatdagi administrator huquqlarini bir kunda uch marta yo‘qotdi. Bu paytda xizmat kim obuna bo‘lganini ko‘rmaydi. Botni administrator qilib qoldiring, shunda moderator buyurtmani davom ettiradi.
paused-moderator = Uni moderator to‘xtatib turdi: { $text }
notification-bot-token-invalid = ⚠️ Telegram @{ $nickname } tokenini qabul qilmaydi. Yangi token yubormaguningizcha xizmat bu bot nomidan xabar yubora olmaydi.
notification-bot-claimed =
    🔁 @{ $nickname } boti endi boshqa akkauntda: u yerda tokeni bilan qo‘shildi. Sizdagi Bot Key endi ishlamaydi.

    U siz uchun topgan pul sizda qoladi, faqat moderator ishonchini kutgani reklama beruvchilarga qaytadi.

    Bot sizniki bo‘lsa, @BotFather orqali tokenini bekor qiling va uni bu yerda yangisi bilan qo‘shing.
notification-adjustment = ⚖️ Administrator hamyoningizda { $amount } o‘tkazdi: { $note }
notification-charges-returned =
    ↩️ { $amount } yana balansingizda: { $orders } buyurtmalaringizning { $joins } ta obunachisi firibgarlik bo‘lib chiqdi.

    Sabab: { $note }

    Bu buyurtmalarga yana shuncha obunachi kerak. Tugagan buyurtma o‘chirib qo‘yilgan: qolganlarini olish uchun uni yoqing.
notification-earnings-taken-back =
    ⚖️ Botlaringiz daromadidan { $joins } ta obunachi uchun { $amount } qaytarib olindi.

    Sabab: { $note }

    Avval ushlab turilgan puldan, keyin balansdan, keyin hali to‘lanmayotgan pul yechishlardan olinadi. Yetmagani qarz bo‘ladi, uni keyingi daromad yopadi.
notification-account-blocked = ⛔️ Xizmat operatori akkauntingizni blokladi. Uning kalitlari endi ishlamaydi. U bilan to‘xtatildi: { $orders } ta buyurtma, { $bots } ta bot. Sabab: { $reason }
notification-account-unblocked = ✅ Akkauntingiz blokdan chiqarildi. Uning kalitlari yana ishlaydi. Yana yoqildi: { $orders } ta buyurtma, { $bots } ta bot.
notification-bot-blocked = ⛔️ Xizmat operatori botingiz @{ $nickname } ni blokladi: u homiy olmaydi.
notification-bot-unblocked = ✅ Botingiz @{ $nickname } blokdan chiqarildi.
notification-bot-trusted = ✅ Botingiz @{ $nickname } ma’qullandi. U shungacha ishlab topgan pul odatdagi ushlab turishdan keyin mavjud bo‘ladi.
notification-bot-refused =
    ⛔️ Moderator tokensiz ishlaydigan botingiz @{ $nickname } ni rad etdi. U homiy olmaydi (foydalanuvchilaringiz o‘tkaziladi), u uchun ushlab turilgan pul reklama beruvchilarga qaytadi.

    Bot tokenini qo‘shing, so‘ng bu xizmat operatoriga yozing.
notification-bot-taken-over =
    🔎 Bot @{ $nickname }: unga bugun to‘langan { $subscribers } ta obunadan { $takenOver } tasi ({ $share }%) homiyni boshqa egasining botidan keyin yana ko‘rsatgani uchungina uniki bo‘ldi.

    Kun bo‘yi hamma haqida so‘raydigan bot shunday ishlaydi; odamlar qaytib keladigan bot ham shunday bo‘lishi mumkin. U qachon va qanchalik tez-tez so‘rashiga qarang.
notification-bot-paying-factor =
    { $what }

    { $why }

    Bu bot sifatiga bog‘liq, u kuniga bir marta hisoblanadi. Homiy shu kundan oldin ko‘rsatilgan foydalanuvchilar uchun hammasi bugungidek qoladi. Raqamlar bot sifati bo‘limida.
paying-share = 📅 { $day } dan botingiz @{ $nickname } obunachisi bugungisining { $percent } foizini keltiradi.
paying-hold = ⏳ { $day } dan botingiz @{ $nickname } daromadi { $hours } soat ushlab turiladi, bugun { $before } soat. Shu vaqt ichida chiqib ketgan obunachi uchun pul reklama beruvchiga qaytadi.
paying-nothing-known = Oxirgi haftalarda bot baholash uchun juda kam obunachi olib keldi: u uchun yana hammasi odatdagidek.
notification-bot-anomaly = 📉 <b>@{ $nickname } bot obunalari odatdan tashqari</b>
anomaly-jump = { $date } kuni u { $joins } ta obunachi olib keldi; oldingi haftalarning odatdagi kunida { $usual } ta.
anomaly-joins = Kunlar bo‘yicha obunalar, to‘rt hafta; eng ko‘pi { $most }
anomaly-stayed = … dan keyin qolganlar, 100 tadan
anomaly-delays = Birinchi ko‘rsatishdan … keyin obuna bo‘lganlar, 100 tadan
anomaly-bot = bot
anomaly-others = boshqalar
anomaly-days = { $count } kun
anomaly-hours = { $count } soat
anomaly-minutes = { $count } daq
anomaly-seconds = { $count } s
anomaly-advice = Omadli kun yoki yangi auditoriya shunday ko‘rinishi mumkin, lekin sotib olingan foydalanuvchilar ham shunday ko‘rinadi. Bu haqda haftasiga ko‘pi bilan bir marta xabar beriladi.
notification-account-trusted = ✅ Akkauntingiz ma’qullandi: daromadingiz boshqalarnikidan uzoq kutmaydi, barcha to‘lov usullari sizga ochiq.
notification-withdrawal-reduced = ⚠️ #{ $orderId } «{ $name }» buyurtmasiga balansingiz yetmagan obunachilar keldi. Ular uchun pul yechish #{ $withdrawalId } dan to‘landi, endi uning qolgani to‘lanadi.
summary = ☀️ <b>{ $date } xulosasi</b>
summary-bots = 🤖 Botlaringiz: so‘rovlar { $requests }, obunachilar { $subscribers }, daromad <b>{ $income }</b>
summary-orders = 📣 Buyurtmalaringiz: obunachilar { $subscribers }, sarflandi <b>{ $spent }</b>
summary-balance = 💰 Hozir mavjud: <b>{ $available }</b>
notification-deposit = 💰 Balansingizga { $amount } tushdi. { $note }
notification-payout-refused = ⚠️ To‘lov xizmati pul yechish #{ $withdrawalId } ni rad etdi: { $reason }. U sizni kutmoqda: /payouts
notification-payout-check = 🎁 Pul yechish #{ $withdrawalId } sizni to‘lov xizmatida kutmoqda. Uni ochib, pulni oling.
notification-rail-difference =
    ⚠️ <b>{ $rail } va hisob-kitob bir-biriga mos emas</b>: { $about }
    Hisob-kitob: { $ours }
    { $rail }: { $theirs }
money-summary = 🏦 <b>{ $date } to‘lovlari</b>
money-summary-deposits = 💰 { $rail }, tushdi: { $count } ta, <b>{ $sum }</b>
money-summary-payouts = 💸 { $rail }, to‘landi: { $count } ta, <b>{ $sum }</b>
notification-withdrawal-paid = 💸 Pul yechish #{ $withdrawalId }, { $amount }, to‘landi. { $note }
notification-withdrawal-refused =
    ↩️ Pul yechish #{ $withdrawalId } rad etildi; { $amount } yana mavjud.

    Sabab: { $note }
notification-refund-paid = ↩️ { $stars } ⭐️ to‘lovingiz qaytarildi; balansingizdan { $amount } ayirildi.
notification-webhook-dead = ⚠️ @{ $nickname } hodisalarini bir kun davomida yetkazib bo‘lmadi. Ular saqlangan: qabul qiluvchi serverni tuzating, so‘ng ularni qayta yuboring.
