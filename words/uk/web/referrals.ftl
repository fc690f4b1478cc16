referrals-title = Реферали
referrals-way = Запрошуйте й заробляйте
referrals-text = З кожного нового акаунта за вашим посиланням ви отримуєте { $percent } % комісії сервісу протягом { $months ->
        [one] { $months } місяця
        [few] { $months } місяців
       *[many] { $months } місяців
    }. Частка нараховується, коли комісія остаточна, і повертається разом із нею.
referrals-off = Зараз сервіс не платить за нових рефералів. Попередні приносять дохід до кінця свого строку.
referrals-noFee = Зараз сервіс не бере комісії, тому доходу немає.
referrals-chatLink = Посилання на бота
referrals-webLink = Посилання для сайтів
referrals-copy = Копіювати посилання
referrals-brought = Акаунти
referrals-earned = Зароблено
referrals-none = За вашим посиланням ще ніхто не прийшов
referrals-since = Дата
referrals-until = Приносить дохід до
referrals-share = Частка
referrals-states-active = Активний
referrals-states-over = Строк минув
referrals-states-ended = Завершено
referrals-why = Реферал завершується, якщо обидва акаунти запитали виведення на ті самі реквізити.
