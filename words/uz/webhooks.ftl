button-hook = 🔔 Hodisalar
button-hook-set = ✏️ Manzilni belgilash
button-hook-change = ✏️ Manzilni o‘zgartirish
button-hook-clear = 🚫 Olib tashlash
button-hook-test = 🧪 Sinov yuborish
button-hook-hurry = ⏩ Hozir urinish
button-hook-dead = 💀 Yetkazilmagan: { $count }
button-hook-resend-all = 🔁 Hammasini qayta yuborish
hook-account =
    🔔 <b>Barcha botlaringiz hodisalari</b>

    Foydalanuvchi obuna bo‘lsa, chiqib ketsa yoki qaytsa, serveringiz buni darhol biladi. O‘z manzili bor bot o‘shandan foydalanadi.

    Manzil: { $url }
hook-bot =
    🔔 <b>{ $name } hodisalari</b>

    Foydalanuvchi obuna bo‘lsa, chiqib ketsa yoki qaytsa, serveringiz buni darhol biladi.

    Manzil: { $url }
hook-no-url = yo‘q
hook-of-account = akkauntingizniki
hook-waiting = Kutmoqda: <b>{ $count }</b>
hook-failing = ⚠️ { $since } dan beri yetkazilmayapti: { $reason }. Keyingi urinish: { $next }.
hook-recent = <b>Oxirgi hodisalar</b>
hook-line = { $state } { $when } · foydalanuvchi { $user } · buyurtma { $order } · { $status }
hook-status-subscribed = obuna bo‘ldi
hook-status-unsubscribed = chiqib ketdi
hook-status-notgetted = qaytdi, hisoblanmadi
hook-ask = 🔔 <b>Serveringiz tinglaydigan manzilni yuboring</b>, masalan https://example.org/events. U yerga kelganini qanday o‘qish: { $docs }
hook-set = ✅ Saqlandi. Yetib borishini ko‘rish uchun sinov yuboring.
button-hook-clear-yes = 🚫 Ha, olib tashlash
hook-clear-confirm =
    🚫 <b>Manzil olib tashlansinmi?</b>
    <code>{ $url }</code>

    Akkauntingizda manzil bo‘lsa, u buning o‘rnini egallaydi; aks holda hodisalar endi yuborilmaydi.
hook-cleared = Manzil olib tashlandi.
hook-tested = ✅ Yetib bordi: { $ms } ms dan keyin { $status }.
hook-not-tested = ❌ Yetkazilmadi: { $reason }.
hook-hurried = Hozir urinilmoqda.
hook-dead = 💀 <b>Yetkazib bo‘lmagan hodisalar</b>: { $total }
hook-dead-empty = ✅ Yetkazib bo‘lmagan hodisa yo‘q.
hook-dead-line = { $when } · foydalanuvchi { $user } · buyurtma { $order } · { $status }: { $reason }
hook-resent = Qayta yuborildi: { $count }
hook-reason-status = server javobi { $code }
hook-reason-redirect = server boshqa manzilga yo‘naltiradi, biz u yerga o‘tmaymiz
hook-reason-timeout = server vaqtida javob bermadi
hook-reason-not-found = server nomi topilmadi
hook-reason-not-connected = ulanib bo‘lmayapti
hook-reason-not-allowed = manzil yopiq yoki mahalliy
hook-reason-certificate = sertifikati yaroqsiz
hook-reason-not-http = javob HTTP emas
hook-reason-aborted = uzilib qoldi
hook-reason-no-address = manzil yo‘q edi
hook-reason-other-owner = botning egasi boshqa
hook-reason-unreadable = bizning tomondagi xato
