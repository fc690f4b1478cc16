orders = 📣 <b>Buyurtmalarim</b>: { $total }
orders-empty =
    📣 <b>Buyurtmalarim</b>

    Hali yo‘q. Buyurtma kanal, bot yoki havolaga obunachilar olib keladi.
orders-archived = 📦 <b>Arxivdagi buyurtmalar</b>: { $total }
orders-found = 🔎 «{ $search }» bo‘yicha buyurtmalar: { $total }
button-order-new = ➕ Yangi buyurtma
order-search-ask = <b>Qaysi buyurtma?</b> Nomi yoki havolasining bir qismini yozing.

status-Moderation = moderatorlarda
status-Processing = bajarilmoqda
status-Stopped = to‘xtatilgan
status-Finished = tugagan
status-Rejected = rad etilgan
status-Archived = arxivda

card-title = 📣 <b>Buyurtma #{ $id }</b> · { $name }
order-reason = Sabab: { $reason }
order-paused = ⏸ To‘xtatib turilgan. { $why }
order-own-links = Har bir botning o‘z taklif havolasi bor
order-bot-to-add = Bu buyurtmaga kim obuna bo‘lganini botimiz @{ $bot } tekshiradi: u kanal administratori bo‘lishi kerak.
order-check-lost = ⚠️ Ko‘rsatilmayapti: kim obuna bo‘lganini tekshira olmaymiz. Botimizni yana kanal administratori qiling.
order-progress =
    { $bar } <b>{ $now }</b> / { $all }
    Bugun: { $today } ta obunachi, { $spent }
order-link = 🔗 { $link }
order-shown-link = 👁 Foydalanuvchilar botimiz havolasini ko‘radi: { $link }
order-type = Tur: { $type }
order-quantity = Obunachilar: <b>{ $all }</b>{ $day ->
    [none] {""}
   *[other] , kuniga ko‘pi bilan { $day }
}
order-price = Narx: bir obunachi uchun <b>{ $price }</b> (asosiy { $base }), jami { $total } gacha
order-lite = Kun davomida bir tekis{ $speed ->
    [0] {""}
   *[other] , soatiga ko‘pi bilan { $speed } ta
}
order-min-quality = Faqat sifati { $least } va yuqori botlarda
order-places-0 = Faqat o‘z botlarida ko‘rsatiladi
order-places-1 = Faqat boshqalarning botlarida ko‘rsatiladi
and-more = va yana { $count } ta

target-all = { $title }: hammasi
target-demands = Faqat shular bilan: { $values }

schedule-start = Boshlanishi: { $when }, { $zone }
schedule-window = { $from } dan { $to } gacha ko‘rsatiladi
schedule-days = Ko‘rsatilmaydigan kunlar: { $days }
day-1 = du
day-2 = se
day-3 = ch
day-4 = pa
day-5 = ju
day-6 = sh
day-7 = ya

button-start = ▶️ Ishga tushirish
button-stop = ⏸ To‘xtatish
button-edit = ✏️ O‘zgartirish
button-targeting = 🎯 Auditoriya
button-schedule = 🗓 Vaqt jadvali
button-report = 📑 Hisobot
button-ids = 🆔 Obunachilar ID
button-duplicate = 📄 Nusxalash
order-copied = 📄 #{ $id } buyurtma nusxasi. U to‘xtatilgan: tayyor bo‘lgach ishga tushiring.
order-changed = ✅ O‘zgartirildi.
order-edit = ✏️ <b>Buyurtma #{ $id }</b> · { $name }
edit-name = Nomi
edit-link = Havola
edit-quantity = Obunachilar
edit-day = Kunlik limit
edit-price = Narx
edit-token = Bot tokeni

order-ask-link = <b>Nima reklama qilinadi?</b> Havolani yuboring: @kanal, https://t.me/…, taklif havolasi yoki sayt.
order-ask-type = <b>Bu nima?</b>
order-ask-token =
    <b>Reklama qilinadigan bot tokenini yuboring.</b>

    U bilan botni kim ishga tushirganini tekshiramiz. Xabarni chatdan darhol o‘chiraman.
order-ask-name = <b>Buyurtma nomi qanday?</b> Ko‘pi bilan { $max } ta belgi. Uni faqat siz ko‘rasiz.
order-ask-quantity = <b>Nechta obunachi kerak?</b> { $min } dan { $max } gacha.
order-ask-day = <b>Kuniga ko‘pi bilan nechta?</b>
order-ask-price = <b>Bir obunachi uchun qancha?</b> Kamida { $min }; auditoriya filtrlari narxni ko‘paytiradi.
order-ask-price-premium = <b>Premium obunachi uchun qancha?</b> Kamida { $min }; auditoriya filtrlari narxni ko‘paytiradi.
order-ask-check = <b>Botni kim ishga tushirganini qanday bilamiz?</b>
button-check-token = 🔐 Uning tokeni bilan
button-check-code = 🔢 Tashqi xizmatdagi kodi bilan
order-ask-code = <b>Botning tashqi xizmatdagi kodini yuboring.</b> Uni chatdan darhol o‘chiraman.
draft-waits = 📝 Qoralamani davom ettirish · { $name }
draft-overwrite = 📝 <b>Qoralama bor:</b> { $name }. Yangi buyurtma uning o‘rnini egallaydi.
button-draft = 📝 Qoralamani davom ettirish
button-draft-new = ➕ Baribir yangi buyurtma
button-standard-price = Odatdagi: { $price }
order-sent = 🕓 Buyurtma moderatorlarda. Ularning qarorini sizga bildiramiz.

error-link = Bunday havolani bilmayman. @kanal yoki https:// bilan boshlanadigan manzilni yozing
error-window = Soatlarni yozing, masalan 9:00-21:00.
draft-title = 📝 <b>Yangi buyurtma</b> · { $name }
button-send-order = ✅ Moderatorlarga yuborish
button-drop = 🗑 O‘chirish
button-places = 📍 { $value }
places-0 = Faqat o‘z botlarim
places-1 = Boshqalarning botlari
places-2 = Barcha botlar
button-options = ⚙️ Sozlamalar
options = ⚙️ <b>Sozlamalar</b>: buyurtma qayerda ko‘rsatiladi, nima hisoblanadi, u nima haqida.
options-own-links = 🔗 O‘z havolalari bo‘lsa, har bir bot chatingizga o‘z taklif havolasini ko‘rsatadi: u orqali kirgan odam aniq shu botdan kelgan. Botimizda u yerga foydalanuvchi taklif qilish huquqi bo‘lishi kerak.
opt-theme = 🏷 Mavzu: { $theme }
opt-theme-ask = 🏷 <b>Buyurtma nima haqida?</b> Botlar mavzularni taqiqlashi mumkin. Yakuniy qarorni moderatorlar qabul qiladi.
opt-out = 🚫 Istisno qilingan bot mavzulari: { $count }
opt-out-ask = 🚫 <b>Buyurtma shu mavzulardagi botlarda ko‘rsatilmaydi</b>: { $count }
opt-quality = ⭐️ Bot sifati: { $least }
opt-quality-any = istalgan
opt-quality-ask =
    ⭐️ <b>Buyurtmani ko‘rsatadigan botlar qanchalik yaxshi bo‘lsin?</b>

    Har bir botning 0,5 dan 1,2 gacha sifati bor, u kuniga bir marta hisoblanadi: 1 — obunachilari boshqa botlarniki kabi qoladigan bot. Hali hech narsa ma’lum bo‘lmagan bot 1 deb olinadi. Yaxshi botlarda obunachi qimmatroq, buyurtmani esa kamroq odam ko‘radi. Bu o‘z botlaringizga ham tegishli.
theme-settled = Mavzuni moderatorlar belgilagan. Uni o‘zgartirib bo‘lmaydi.
order-out = 🚫 <b>#{ $id } buyurtma botlari</b>, oxirgi bir yil, obunachilar va summa bilan: istisno qilish yoki qaytarish uchun botni bosing.
order-out-empty = 🚫 #{ $id } buyurtmaga hali birorta bot obunachi olib kelmagan.
order-ex-ask = <b>Qaysi bot istisno qilinsin?</b> Uning ID raqamini yozing.
button-clear = 🧹 Tozalash
button-any = ✨ Istalgan
button-demands = ➕ Yana filtrlar

targeting = 🎯 <b>Kimga ko‘rsatilsin?</b>
targeting-price =
    💰 Bir obunachi uchun <b>{ $price }</b> (×{ $total })
    👥 Barcha foydalanuvchilarning taxminan { $reach } foizi
targeting-joins = 📈 Oxirgi yetti kunga qarab, kuniga taxminan { $joins } ta obunachi
targeting-joins-unknown = 📈 Hali ro‘yxat so‘ralmagan, shuning uchun kuniga nechta obunachi bo‘lishi noma’lum.
targeting-joins-between = Shunga o‘xshash o‘nta buyurtmadan sakkiztasi kuniga { $least } dan { $most } gacha oladi.
targeting-joins-alike = Eng yaqin narxdagi buyurtmalar har biri kuniga { $each } tadan oladi.
targeting-error-unknown = Bunday prognozlar qancha adashishi hali noma’lum.
targeting-error-alike = Bunday prognozlarning yarmi ko‘pi bilan { $error } foizga adashgan. Kutilgan har 100 ta obunachidan { $came } tasi keldi.
targeting-error-all = Barcha prognozlarning yarmi ko‘pi bilan { $error } foizga adashgan. Kutilgan har 100 ta obunachidan { $came } tasi keldi.
targeting-unknown-countries = ⚠️ Bu yerda birorta foydalanuvchining davlati ma’lum emas. Bu filtr turguncha buyurtma hech kimga ko‘rsatilmaydi.
targeting-unknown-cities = ⚠️ Bu yerda birorta foydalanuvchining shahri ma’lum emas. Bu filtr turguncha buyurtma hech kimga ko‘rsatilmaydi.
tg-find = <b>Qaysi biri?</b> Nomining bir qismini yozing; shaharlarni inglizcha.
tg-found = «{ $search }» bo‘yicha: { $total }
demands = <b>Faqat shular bor foydalanuvchilar:</b>
level-any = istalgan

schedule = 🗓 <b>Qachon ko‘rsatilsin?</b> Soat va kunlar { $zone } vaqtida, boshlanishi { $own } vaqtida.
schedule-always = Har doim.
schedule-no-day = Kamida bitta kun qolishi kerak.
button-start-at = 🚀 Boshlanishi
button-window = 🕘 Soatlar
button-evenly = Kun davomida bir tekis
button-speed = Soatiga ko‘pi bilan
button-at-once = Darhol
button-all-day = Kun bo‘yi
ask-start = <b>Qachon boshlansin?</b> Masalan, { $example }, { $zone } vaqtida.
ask-window = <b>Qaysi soatlarda?</b> Masalan, 9:00-21:00; yarim tundan oshishi ham mumkin.
ask-speed = <b>Soatiga ko‘pi bilan nechta obunachi?</b>

report-ask = 📊 <b>#{ $id } buyurtma hisoboti</b>: qaysi kunlar uchun?
report-waits = ⏳ #{ $id } buyurtma hisoboti tayyorlanmoqda. U shu chatga keladi.
report-not-yet = Hali tayyor emas.
report-failed = ⚠️ Hisobotni tayyorlab bo‘lmadi. Keyinroq urinib ko‘ring.
report-sent = 📊 #{ $id } buyurtma hisoboti shu chatda.
report-large = 📊 #{ $id } buyurtma hisoboti chat uchun juda katta. U 24 soat shu yerda turadi: { $url }
button-look = 🔄 Tayyormi?
range-today = Bugun
range-3days = 3 kun
range-7days = 7 kun
range-all = Hammasi
range-with-price = { $range } + narx
ids-ask = 🆔 <b>#{ $id } buyurtma obunachilarining ID raqamlari</b>: qaysi kunlar uchun?
ids-none = Bu kunlarda obunachi yo‘q.
ids-sent = 🆔 #{ $id } buyurtma obunachilarining ID raqamlari shu chatda.
ids-large = 🆔 ID raqamlar chat uchun juda ko‘p. Ularni API orqali oling: /orders, download_id.

choose-private = Telegram yopiq havola qayerga olib borishini aytmaydi. Kanal yoki guruhni quyidagi tugmalar bilan tanlang: botimiz shu bilan birga u yerda administrator bo‘ladi.
order-ask-chat = <b>Bu qaysi kanal yoki guruh?</b> Uni quyidagi tugmalar bilan tanlang.
button-this-chat = 🔒 Bu { $title }
chat-chosen =
    ✅ Botimiz qo‘shildi. Bu havola o‘sha yerga olib boradi, uni kabinetdagi buyurtmaga qo‘ying:
    { $link }
choose-chat = Kanal yoki guruhni quyidagi tugmalar bilan tanlang: botimiz shu bilan birga u yerda administrator bo‘ladi.
button-choose = 📢 Kanal yoki guruhni tanlash
button-choose-channel = 📢 Kanalni tanlash
button-choose-group = 👥 Guruhni tanlash

button-add-to-channel = ➕ Kanalga qo‘shish
button-add-to-group = ➕ Guruhga qo‘shish
button-check-again = 🔄 Yana tekshirish
button-deposit-missing = ➕ { $amount } ga to‘ldirish
button-without-check = 🔗 Usiz: har bir ochish uchun to‘lash
edit-type = Tur
order-lacks = 💳 { $all } ta obunachi <b>{ $total }</b> gacha turadi; sizda { $available } bor, u { $covered } tasiga yetadi. Yetmaydi: <b>{ $missing }</b>.
