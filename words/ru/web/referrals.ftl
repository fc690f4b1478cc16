referrals-title = Рефералы
referrals-way = Приглашайте и зарабатывайте
referrals-text = С каждого нового аккаунта по вашей ссылке вы получаете { $percent } % комиссии сервиса в течение { $months ->
        [one] { $months } месяца
       *[other] { $months } месяцев
    }. Доля начисляется, когда комиссия окончательна, и возвращается вместе с ней.
referrals-off = Сейчас сервис не платит за новых рефералов. Прежние приносят доход до конца своего срока.
referrals-noFee = Сейчас сервис не берёт комиссию, поэтому дохода нет.
referrals-chatLink = Ссылка на бота
referrals-webLink = Ссылка для сайтов
referrals-copy = Скопировать ссылку
referrals-brought = Аккаунты
referrals-earned = Получено
referrals-none = По вашей ссылке ещё никто не пришёл
referrals-since = Дата
referrals-until = Приносит доход до
referrals-share = Доля
referrals-states-active = Активен
referrals-states-over = Срок истёк
referrals-states-ended = Завершён
referrals-why = Реферал завершается, если оба аккаунта запросили выплату на одни реквизиты.
