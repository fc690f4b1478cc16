bots =
    🤖 <b>Botlarim</b>: { $total }
bots-empty =
    🤖 <b>Botlarim</b>

    Hali yo‘q. Bot qo‘shing: uning tokenini yuboring yoki tugmani bosing.
bots-archived = 📦 <b>Arxivdagi botlar</b>: { $total }
bots-found = 🔎 «{ $search }» bo‘yicha botlar: { $total }
button-bot-add = ➕ Bot qo‘shish
bot-add =
    <b>Bot qanday qo‘shilsin?</b>

    Tokeni bo‘lsa, xizmat homiylarni o‘zi ko‘rsatadi. Tokensiz botingiz havolalarni so‘raydi va ularni o‘zi ko‘rsatadi.
button-with-token = 🔐 Tokeni bilan
button-without-token = 🔗 Tokensiz
bot-add-ask =
    <b>Bot tokenini yuboring.</b>

    Xabarni chatdan darhol o‘chiraman, tokenni esa shifrlangan holda saqlayman.
bot-plain-id = <b>Botning ID raqami qanday?</b> Bu tokenidagi ikki nuqtadan oldingi son.
bot-plain-name = <b>Bot nomi nima?</b>
bot-plain-nickname = <b>Uning foydalanuvchi nomi qanday?</b> Masalan, my_great_bot.
bot-added = ✅ Bot qo‘shildi.
bot-search-ask = <b>Qaysi bot?</b> Nomi yoki foydalanuvchi nomining bir qismini yozing.
bot =
    🤖 <b>{ $name }</b> · @{ $nickname }
    ID <code>{ $id }</code> · { $state } · { $token }

    💰 Jami daromad: <b>{ $profit }</b>, shundan o‘z buyurtmalaridan { $own }
    👥 Olib kelgan obunachilari: <b>{ $followers }</b>

    <b>Bugun</b>
    So‘rovlar: { $requests } · obunachilar: { $today } · daromad: { $income }
bot-on = 🟢 yoqilgan
bot-off = ⚪️ o‘chirib qo‘yilgan
bot-archived = 📦 arxivda
bot-blocked = ⛔️ operator bloklagan
bot-token-invalid = ⚠️ Telegram tokenini qabul qilmaydi
bot-has-token = token bilan
bot-no-token = tokensiz
bot-key =
    🔑 <b>Bot Key</b>
    <code>{ $key }</code>
button-switch-on = ▶️ Yoqish
button-switch-off = ⏸ O‘chirib qo‘yish
button-bot-key = 🔑 Bot Key
button-settings = ⚙️ Sozlamalar
button-preview = 👁 Oldindan ko‘rish
button-quality = ⭐️ Sifat
quality = ⭐️ <b>{ $name }</b> obunachilari sifati · @{ $nickname }
quality-none = Hali hech narsa ma’lum emas: sifat kuniga bir marta hisoblanadi.
quality-found =
    <b>× { $factor }</b> · 30 kundagi obunalar: { $joins } · { $at }

    { $reasons }
quality-pays = 💰 Reklama beruvchilar to‘lovidagi ulushingiz hozir odatdagining { $percent } foizi.
quality-announced = { $day } dan: { $percent }%, shu kundan ko‘rsatilgan homiylar uchun.
quality-hold = ⏳ Bot daromadi { $hours } soat ushlab turiladi, yangi bot egasida ko‘proq bo‘lishi mumkin: shu vaqt ichida chiqib ketganlar uchun pul reklama beruvchiga qaytadi.
quality-hold-announced = { $day } dan: { $hours } soat, shu kundan ko‘rsatilgan homiylar uchun.
quality-hint = 1 — boshqalar kabi bot; eng kami 0,5, eng ko‘pi 1,2. Foydalanuvchilaringiz avval qaysi homiylarni ko‘rishi shunga bog‘liq.
button-exclusions = 🚫 Istisnolar
preview-sponsor = { $number }-homiy
preview-no-image = Rasmni yuklab bo‘lmadi: foydalanuvchilar blokni rasmsiz ko‘radi.
button-out-everywhere = 🌐 Hammasidan
exclusions = 🚫 <b>Istisnolar</b>: homiyni bu botdan istisno qilish yoki qaytarish uchun bosing. 🌐 buni barcha botlaringizda, keyin qo‘shadiganlaringizda ham birdan bajaradi.
exclusions-empty = 🚫 <b>Istisnolar</b>: bu bot hali obunachi olib kelmagan.
settings = ⚙️ <b>{ $name }</b> sozlamalari · @{ $nickname }
set-max = 🔢 Homiylar: { $count }
set-time = ⏱ Saqlanadi: { $time }
set-text = 📝 Matn: { $state }
set-image = 🖼 Rasm: { $state }
set-test = 🧪 A/B test: { $state }
set-redirect = 🌍 Aqlli havolalar: { $where }
set-themes = 🚫 Taqiqlangan mavzular: { $count }
state-default = odatdagi
state-own = o‘ziniki
state-none = yo‘q
state-runs = o‘tkazilmoqda
state-as-a = A dagidek
redirect-url = brauzer
redirect-miniapp = mini ilova
set-max-ask = 🔢 <b>Bir martada nechta homiy ko‘rsatilsin?</b>
set-time-ask = ⏱ <b>Foydalanuvchida bitta ro‘yxat qancha saqlansin?</b> Hozir: { $now }
set-price = 💵 Eng kam narx: { $price }
set-price-ask = 💵 <b>Bir obunachi uchun eng kam narx qancha?</b> 0 barcha buyurtmalarni ko‘rsatadi. Narx qancha yuqori bo‘lsa, homiylar shuncha kam bo‘ladi.
set-time-write = ⏱ <b>Necha daqiqa?</b> { $min } dan { $max } gacha.
set-text-ask =
    📝 <b>Blok matnini yuboring.</b>

    Uni oddiy xabar kabi bezang yoki &lt;b&gt;, &lt;i&gt;, &lt;u&gt;, &lt;s&gt;, &lt;a href="…"&gt;, &lt;code&gt;, &lt;blockquote&gt; va &lt;tg-spoiler&gt; teglarini yozing.
set-image-ask = 🖼 <b>Rasmni surat qilib yuboring</b> yoki manzilini yozing, u https:// bilan boshlanadi
set-themes-ask = 🚫 <b>Bu botda ko‘rsatilmaydigan mavzular</b>: { $count }
block-test = 🧪 <b>{ $name }</b> A/B testi · @{ $nickname }
block-test-about = A — blokingizning hozirgi holati. Ikkinchi matn yoki rasm bo‘lsa, foydalanuvchilaringizning yarmi (har doim o‘sha yarmi) B ni ko‘radi. Faqat botingiz nomidan biz yuborgan bloklar hisoblanadi. Matn yoki rasm o‘zgarsa, hisob qaytadan boshlanadi.
block-test-none = Hali B yo‘q: ikkinchi matn yoki rasmni yuboring.
set-text-b = 📝 B matni: { $state }
set-image-b = 🖼 B rasmi: { $state }
set-text-b-ask =
    📝 <b>Blokning ikkinchi matnini yuboring.</b> Endi uni foydalanuvchilaringizning yarmi ko‘radi.

    Uni oddiy xabar kabi bezang yoki &lt;b&gt;, &lt;i&gt;, &lt;u&gt;, &lt;s&gt;, &lt;a href="…"&gt;, &lt;code&gt;, &lt;blockquote&gt; va &lt;tg-spoiler&gt; teglarini yozing.
set-image-b-ask = 🖼 <b>Ikkinchi rasmni surat qilib yuboring</b> yoki https:// bilan boshlanadigan manzilini yozing. Endi uni foydalanuvchilaringizning yarmi ko‘radi.
button-as-a = A dagidek
button-preview-of = 👁 { $variant } ni ko‘rish
button-keep = 🏁 { $variant } ni qoldirish
button-keep-yes = 🏁 Ha, tugatish
test-keep-confirm = 🏁 <b>{ $variant } qoldirilsinmi?</b> Uni barcha foydalanuvchilaringiz ko‘radi. { $other } ning farqli joylari va statistika o‘chiriladi.
test-title = 🧪 <b>A/B test</b>
test-since = { $at } dan beri:
test-half = • { $variant }: { $shown } kishiga ko‘rsatildi, { $passed } kishi o‘tdi — { $rate } · to‘langan obunachilar: { $subscribers }
test-difference = • B va A farqi: { $difference }
time-days = { $count } kun
time-hours = { $count } soat
time-minutes = { $count } daqiqa
bot-token-changed = ✅ Botning tokeni yangilandi.
held-bot = ⏳ @{ $nickname }: { $subscribers } ta obunachi uchun { $amount } moderatorni kutmoqda, chunki bot ularni o‘z tokenisiz olib kelgan.
held-bot-untrusted = ⚠️ Bot o‘z tokenisiz ishlaydi, shuning uchun uning foydalanuvchilarini tasdiqlab bo‘lmaydi. Moderator uni ma’qullamaguncha daromadi ushlab turiladi va u kuniga ko‘pi bilan { $lists } ta ro‘yxat va { $subscribers } ta obunachi oladi. <b>Menga uning tokenini yuboring</b>, shundan keyingi obunachilar o‘zi hisoblanadi.
held-bot-refused = ⛔️ Moderator bu botni rad etgan: u homiy olmaydi, foydalanuvchilari o‘tkaziladi. Menga uning tokenini yuboring, so‘ng bu xizmat operatoriga yozing.
held-by-quality = ⏳ Sifati past botning daromadi uzoqroq ushlab turiladi: muddati bot sifati bo‘limida yozilgan.
held-new = ⏳ Siz yangi bot egasisiz: shundan { $amount } har bir obunachi kelganidan { $hours } soat keyin mavjud bo‘ladi. Moderator sizni ma’qullasa yoki ishlab topgan pulingiz to‘lab berilsa, bu tugaydi.
