referrals-title = Рэфералы
referrals-way = Запрашайце і зарабляйце
referrals-text = З кожнага новага акаўнта па вашай спасылцы вы атрымліваеце { $percent } % камісіі сэрвісу на працягу { $months ->
        [one] { $months } месяца
        [few] { $months } месяцаў
       *[many] { $months } месяцаў
    }. Доля налічваецца, калі камісія канчатковая, і вяртаецца разам з ёй.
referrals-off = Цяпер сэрвіс не плаціць за новых рэфералаў. Ранейшыя прыносяць даход да канца свайго тэрміну.
referrals-noFee = Цяпер сэрвіс не бярэ камісіі, таму даходу няма.
referrals-chatLink = Спасылка на бота
referrals-webLink = Спасылка для сайтаў
referrals-copy = Капіяваць спасылку
referrals-brought = Акаўнты
referrals-earned = Зароблена
referrals-none = Па вашай спасылцы яшчэ ніхто не прыйшоў
referrals-since = Дата
referrals-until = Прыносіць даход да
referrals-share = Доля
referrals-states-active = Актыўны
referrals-states-over = Тэрмін скончыўся
referrals-states-ended = Завершаны
referrals-why = Рэферал завяршаецца, калі абодва акаўнты запыталі вывад на адны і тыя ж рэквізіты.
