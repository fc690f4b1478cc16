block-sponsors =
    <b>Deyarli tayyor!</b>

    Davom etish uchun quyidagi homiylarimizga obuna bo‘ling, so‘ng ular ostidagi tugmani bosing.
block-confirm = ✅ Tayyor
block-gender = Siz erkakmisiz yoki ayolmisiz?
block-gender-male = 👨 Erkak
block-gender-female = 👩 Ayol
block-age = Yoshingiz nechada?
block-age-0 = aniqlanmagan
block-age-1 = 10 yoshgacha
block-age-2 = 11–13
block-age-3 = 14–15
block-age-4 = 16–17
block-age-5 = 18–24
block-age-6 = 25 va undan katta
block-form =
    <b>Ikkita qisqa savol</b>

    Formani oching, ikki marta bosib javob bering va «Davom etish» tugmasini bosing.
block-form-open = 📝 Formani ochish
block-form-continue = ➡️ Davom etish
block-privacy = 🔒 Ma’lumotlaringiz haqida
