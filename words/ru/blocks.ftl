block-sponsors =
    <b>Почти готово!</b>

    Чтобы продолжить, подпишитесь на наших спонсоров и нажмите кнопку под ними.
block-confirm = ✅ Готово
block-gender = Вы мужчина или женщина?
block-gender-male = 👨 Мужчина
block-gender-female = 👩 Женщина
block-age = Сколько вам лет?
block-age-0 = не определён
block-age-1 = младше 10
block-age-2 = 11–13
block-age-3 = 14–15
block-age-4 = 16–17
block-age-5 = 18–24
block-age-6 = 25 и старше
block-form =
    <b>Два коротких вопроса</b>

    Откройте форму, ответьте в два касания и нажмите «Продолжить».
block-form-open = 📝 Открыть форму
block-form-continue = ➡️ Продолжить
block-privacy = 🔒 О ваших данных
