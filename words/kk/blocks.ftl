block-sponsors =
    <b>Дайын болуға жақын!</b>

    Жалғастыру үшін төмендегі демеушілерімізге жазылып, олардың астындағы түймені басыңыз.
block-confirm = ✅ Дайын
block-gender = Сіз ер адамсыз ба, әлде әйел адамсыз ба?
block-gender-male = 👨 Ер адам
block-gender-female = 👩 Әйел адам
block-age = Жасыңыз нешеде?
block-age-0 = анықталмаған
block-age-1 = 10 жасқа дейін
block-age-2 = 11–13
block-age-3 = 14–15
block-age-4 = 16–17
block-age-5 = 18–24
block-age-6 = 25 және одан үлкен
block-form =
    <b>Екі қысқа сұрақ</b>

    Форманы ашып, екі рет басып жауап беріңіз де, «Жалғастыру» түймесін басыңыз.
block-form-open = 📝 Форманы ашу
block-form-continue = ➡️ Жалғастыру
block-privacy = 🔒 Деректеріңіз туралы
