block-sponsors =
    <b>Амаль гатова!</b>

    Каб працягнуць, падпішыцеся на нашых спонсараў і націсніце кнопку пад імі.
block-confirm = ✅ Гатова
block-gender = Вы мужчына ці жанчына?
block-gender-male = 👨 Мужчына
block-gender-female = 👩 Жанчына
block-age = Колькі вам гадоў?
block-age-0 = не вызначана
block-age-1 = да 10
block-age-2 = 11–13
block-age-3 = 14–15
block-age-4 = 16–17
block-age-5 = 18–24
block-age-6 = 25 і старэй
block-form =
    <b>Два кароткія пытанні</b>

    Адкрыйце форму, адкажыце ў два дотыкі і націсніце «Працягнуць».
block-form-open = 📝 Адкрыць форму
block-form-continue = ➡️ Працягнуць
block-privacy = 🔒 Пра вашы даныя
