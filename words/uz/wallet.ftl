button-withdraw = 💸 Yechib olish
button-withdrawals = 🧾 Pul yechishlar
button-take-check = Pulni olish
button-withdrawal = 🧾 Pul yechishni ochish
withdraw-too-little = { $min } mavjud bo‘lganda pul yechish mumkin.
withdraw-ask =
    💸 <b>Qancha yechib olinsin?</b>

    Mavjud: <b>{ $available }</b>. Eng kami { $min }.
withdraw-all = Hammasi: { $amount }
withdraw-details = <b>Qayerga to‘laylik?</b> Kerakli hamma narsani yozing: usul, karta yoki hamyon raqami, ism.
withdraw-by = 💎 { $rail }, shu akkauntga
withdraw-to = { $rail }, Telegram akkauntingiz
withdraw-confirm =
    <b>{ $amount } yechib olinsinmi?</b>

    Qayerga: <code>{ $details }</code>

    Qaror qilgunimizcha bu summa ajratib qo‘yiladi.
withdraw-yes = ✅ Ha, yechib olish
withdraw-asked = ✅ So‘rovingiz qabul qilindi. Qaror qilingach, sizga bildiramiz.
withdraw-short = ⚠️ Endi bunday summa mavjud emas.
withdraw-too-many = ⚠️ Sizda { $max } ta pul yechish kutib turibdi. Ulardan biri hal qilingach, yana so‘rang.
withdrawals = 🧾 <b>Pul yechishlar</b>, avval oxirgilari
withdrawals-empty = Siz hali pul yechmagansiz.
withdrawal-waiting = ⏳ kutmoqda
withdrawal-paying = 💳 to‘lanmoqda
withdrawal-sending = 💳 yuborilmoqda
withdrawal-paid = ✅ to‘landi
withdrawal-refused = ❌ rad etildi
withdrawal-cancelled = ↩️ bekor qilindi
withdrawal-used-up = ↩️ sarflab bo‘lindi
withdrawal-taken = ⚠️ So‘ralgan: { $asked }. Buyurtmalaringiz obunachilariga balans yetmadi, shundan { $taken } olindi; qoldi: { $left }.
withdrawal-payable = { $when } dan oldin to‘lanmaydi.
withdrawal-title = 💸 <b>Pul yechish #{ $id }</b> · <b>{ $amount }</b> · { $state }
withdrawal-asked = So‘ralgan: { $when }
withdrawal-decided = Hal qilingan: { $when }
withdrawal-note = Izoh: { $note }
withdrawal-details = Qayerga: <code>{ $details }</code>
withdrawal-now = Pul yechish #{ $id }: { $state }.
withdrawal-already = Pul yechish #{ $id } oldinroq hal qilingan: { $state }.
button-withdrawal-drop = ↩️ Bekor qilish
button-withdrawal-drop-yes = ↩️ Ha, bekor qilish
withdrawal-drop = <b>Pul yechish #{ $id } bekor qilinsinmi?</b> { $amount } yana mavjud bo‘ladi.

button-payouts = 🏦 Pul to‘lash
button-purse = 👛 Birovning hamyoni
button-paying = 💳 { $amount } to‘layapman
button-paid = ✅ To‘landi
button-payout-back = ↩️ To‘lamayman
button-no-note = Izohsiz
payouts = 🏦 <b>Kutayotgan pul yechishlar</b>: { $total }
payouts-empty = 🏦 Kutayotgan pul yechish yo‘q.
payouts-off = ⛔️ <b>To‘lov xizmatlari orqali pul to‘lash to‘xtatilgan.</b>
payouts-differences = ⚠️ <b>To‘lov xizmati va hisob-kitob bir-biriga mos emas</b>: { $count }
button-payouts-off = ⛔️ Avtoto‘lashni to‘xtatish
button-payouts-on = ▶️ Avtoto‘lashni davom ettirish
payouts-off-ask = <b>To‘lov xizmatlari orqali pul to‘lash butunlay to‘xtatilsinmi?</b> Yuborilayotganlari oxiriga yetadi.
button-payouts-off-yes = ⛔️ Ha, to‘xtatish
button-payout-send = 💎 { $amount } yuborish
payout-sending = 💎 To‘lov xizmati { $amount } yuboryapti. Buyurtma xarajatlari endi undan olinmaydi. Xizmat bir soat jim tursa, nima bilan tugaganini ayting.
payout-send-off = To‘lov xizmatlari orqali pul to‘lash to‘xtatilgan. Avval uni davom ettiring.
payout-account =
    👤 { $name } · <code>{ $id }</code>
    Mavjud: { $available } · yechilmoqda: { $reserved }
    Botlari boshqalarning buyurtmalaridan topgani: { $earned }
payout-blocked = ⛔️ <b>Bu akkaunt bloklangan.</b>
payout-from = ⏳ { $when } dan
payout-early = Pul yechish #{ $id } ni { $when } dan to‘lash mumkin: ungacha u egasining buyurtmalariga kelganlar uchun to‘laydi.
refund-needed = Hali mumkin emas: bu odamning buyurtmalarini yaqinda ko‘rgan foydalanuvchilar yana { $cost } ga tushishi mumkin. Buyurtmalarni to‘xtating va bugun so‘ralgan pul yechishlarni to‘lash mumkin bo‘lganda qayting.
payout-paying = 💳 Administrator ({ $by }) { $amount } to‘layapti. Buyurtma xarajatlari endi undan olinmaydi.
payout-changed = Pul yechish #{ $id } endi { $amount }: bir qismi egasining buyurtmalariga sarflandi. Hech narsa hal qilinmadi.
payout-gone = Bu pul yechish endi yo‘q.
payout-pay-ask = <b>Pul yechish #{ $id } to‘landimi?</b> Egasi uchun izoh yozing, masalan o‘tkazma raqami.
payout-back-ask = <b>Pul yechish #{ $id } nega hozir to‘lanmaydi?</b> Sababni yozing, egasi uni o‘qiydi. U yana kutadi, buyurtma xarajatlari undan olinishi mumkin.
payout-refuse-ask = <b>Pul yechish #{ $id } nega rad etiladi?</b> Sababni yozing, egasi uni o‘qiydi.
purse-ask = <b>Kimning hamyoni?</b> Uning ID raqamini yozing.
purse =
    👛 <b>{ $name }</b> · { $username } · <code>{ $id }</code>

    Mavjud: <b>{ $available }</b>
    Ushlab turilgan: <b>{ $held }</b>
    Yechilmoqda: <b>{ $reserved }</b>
button-credit = ➕ Hisobni to‘ldirish
button-star-payments = ⭐️ Yulduzli to‘lovlar
credit-ask = <b>{ $id } hisobiga qancha tushirilsin?</b>
credit-note = <b>Bu nima uchun?</b> Izoh uning tarixida turadi.
credit-confirm = <b>{ $name }</b> (<code>{ $id }</code>): { $amount } hisobga tushirilsinmi?
credit-yes = ✅ Ha, tushirish
credit-booked = ✅ { $amount } hisobga tushirildi.
button-adjust = ⚖️ Tuzatish
button-adjust-give = ➕ Qo‘shish
button-adjust-take = ➖ Ayirish
adjust-direction = ⚖️ <b>{ $id } hisobiga qo‘shilsinmi yoki ayirilsinmi?</b>
adjust-ask-give = <b>{ $id } hisobiga qancha qo‘shilsin?</b>
adjust-ask-take = <b>{ $id } hisobidan qancha ayirilsin?</b> Mavjudidan ko‘p bo‘lishi mumkin. Qolgani qarz bo‘ladi.
adjust-reason = <b>Nega?</b> Buni egasi o‘qiydi.
adjust-confirm-give =
    <b>{ $name }</b> (<code>{ $id }</code>): { $amount } qo‘shilsinmi?

    Sabab: { $reason }
    Hozir mavjud: { $before }, keyin: <b>{ $after }</b>
adjust-confirm-take =
    <b>{ $name }</b> (<code>{ $id }</code>): { $amount } ayirilsinmi?

    Sabab: { $reason }
    Hozir mavjud: { $before }, keyin: <b>{ $after }</b>
adjust-debt = ⚠️ Bu qarz. Avval daromad va to‘ldirishlar uni yopadi, ungacha buyurtmalar to‘xtaydi.
adjust-booked = ✅ { $amount } tuzatish bajarildi, egasiga bildirishnoma yuboriladi.
star-payments = ⭐️ <code>{ $id }</code> <b>yulduzli to‘lovlari</b>, avval oxirgilari
star-payment = { $when } · { $stars } ⭐️ · <b>{ $amount }</b>{ $state }
refund-state-none = { "" }
refund-state-waiting = { " " }· ⏳ qaytarilmoqda
refund-state-done = { " " }· ↩️ qaytarildi
refund-state-refused = { " " }· ❌ Telegram rad etdi
refund-confirm = <b>{ $stars } ⭐️ { $id } ga qaytarilsinmi?</b> Uning balansidan { $amount } ayiriladi.
button-refund-yes = ↩️ Ha, qaytarish
refund-done = To‘lov qaytarildi.
refund-waiting = Telegram javob bermayapti. Javob berguncha yana so‘raymiz. Summa ajratib qo‘yilgan.
refund-spent = Uni qaytarib bo‘lmaydi: faqat { $available } mavjud.
refund-refused = Telegram rad etdi: { $reason }
