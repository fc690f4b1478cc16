block-sponsors =
    <b>Майже готово!</b>

    Щоб продовжити, підпишіться на наших спонсорів і натисніть кнопку під ними.
block-confirm = ✅ Готово
block-gender = Ви чоловік чи жінка?
block-gender-male = 👨 Чоловік
block-gender-female = 👩 Жінка
block-age = Скільки вам років?
block-age-0 = не визначено
block-age-1 = до 10
block-age-2 = 11–13
block-age-3 = 14–15
block-age-4 = 16–17
block-age-5 = 18–24
block-age-6 = 25 і старше
block-form =
    <b>Два короткі запитання</b>

    Відкрийте форму, дайте відповідь у два дотики й натисніть «Продовжити».
block-form-open = 📝 Відкрити форму
block-form-continue = ➡️ Продовжити
block-privacy = 🔒 Про ваші дані
