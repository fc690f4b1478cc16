button-cabinet = 🖥 Kabinet
button-cabinet-open = 🖥 Kabinetni ochish
cabinet =
    🖥 <b>Kabinet</b>

    Buyurtmalar, botlar, statistika va pul bitta sahifada, brauzeringizda.
    Havola uni { $minutes } daqiqa ichida bir marta ochadi. Uni hech kimga bermang.
signin-ask =
    🔐 <b>Kabinetga kirasizmi?</b>

    Brauzer akkauntingizga kirishni so‘rayapti.
    Sahifasidagi raqam: <b>{ $number }</b>
    Brauzer: { $browser }
    Manzil: { $address }

    Bu sahifani o‘zingiz ochgan bo‘lsangiz va unda shu raqam bo‘lsagina rozi bo‘ling.
button-signin-yes = ✅ Bu men, raqam { $number }
button-signin-no = ✋ Bu men emas
signin-done = ✅ Siz kirdingiz: brauzerda davom eting.
signin-refused = ✋ Hech kim kirmadi. Havolani yuborgan odam akkauntingizga kirmoqchi edi.
signin-over = Bu kirish muddati tugadi. Kabinetni yana oching va «Boshlash» tugmasini yana bosing.
withdrawal-request-ask =
    💸 <b>{ $amount } yechib olinsinmi?</b>

    Qayerga: <code>{ $details }</code>

    Bu kabinetda yoki API orqali so‘raldi. So‘ragan siz bo‘lmasangiz, rad eting va kalitlaringizni almashtiring.
withdrawal-request-dropped = Pul yechilmadi.
withdrawal-request-over = Buni endi tasdiqlab bo‘lmaydi: u bekor qilingan yoki bir soat o‘tgan.
button-withdrawal-request-no = ✋ Yo‘q, qoldirish
cabinet-menu = Kabinet
