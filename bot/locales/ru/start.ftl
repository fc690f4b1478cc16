welcome =
    👋 <b>{ $service }</b> сводит ботов и спонсоров: прежде чем бот даст пользователям то, за чем они пришли, они подписываются на каналы спонсоров. Владельцы ботов зарабатывают на каждом подписчике, а рекламодатели платят только за настоящих, за каждого один раз.

    <b>Что вас привело?</b>
button-i-have-bots = 🤖 У меня есть боты
button-i-want-subscribers = 📣 Мне нужны подписчики
start-bots =
    🤖 <b>Так зарабатывают на своих ботах:</b>

    1. Добавьте бота: вставьте его токен или назовите его.
    2. Пусть бот спрашивает нас о каждом пользователе одним запросом. Ключ и код я дам.
    3. Заработанное приходит в ваш кошелёк.
start-orders =
    📣 <b>Так получают подписчиков:</b>

    1. Пополните кошелёк.
    2. Создайте заказ: пришлите ссылку и скажите, сколько нужно подписчиков. Подписчик стоит { $price } или больше.
    3. Как только модератор одобрит заказ, боты начнут его показывать.

connect =
    🔌 <b>Подключите @{ $nickname }</b>

    1. Ваш бот спрашивает с этим ключом, он лежит в переменной <code>BOT_KEY</code>:
    <code>{ $key }</code>

    2. Он спрашивает, прежде чем дать пользователю то, за чем тот пришёл. Здесь — о вас ({ $label }):
connect-answer = <code>status</code> равен <code>warning</code>: пользователь должен сначала подписаться. В остальных случаях пропустите его. Все ответы: { $url }/docs
connect-waits = ⏳ <b>Жду первого запроса…</b> Когда он придёт, здесь появится ответ.
connect-seen = ✅ <b>Запросы этого бота уже приходили.</b>
button-connect = 🔌 Подключить
button-copy-key = 📋 Скопировать ключ
button-later = 🤖 Позже, открыть бота
bot-seen =
    ✅ <b>Первый запрос от @{ $nickname } пришёл.</b>
bot-seen-sponsors = В ответ отданы спонсоры: бот подключён.
bot-seen-passed = Пользователь пропущен: он уже подписан на всех спонсоров. Бот подключён.
bot-seen-no-sponsors = Сейчас этому пользователю не подходит ни один заказ, и он пропущен. Бот подключён.
bot-seen-error = В ответ ушла ошибка: в поле <code>message</code> написано, что изменить.
bot-seen-known = Бот подключён.

error-zone = Такого часового пояса нет. Напишите, например, Europe/Riga или UTC+3.

button-zone = 🌍 Часовой пояс
zone-ask = 🌍 <b>В каком часовом поясе показывать вам время?</b> Пока вы не сказали, это { $zone }.
zone-kept = 🌍 <b>Ваш часовой пояс:</b> { $zone }. Чтобы изменить, нажмите другой.
zone-write = 🌍 <b>Какой часовой пояс?</b> Напишите, например, Europe/Riga или UTC+3.
zone-guessed = Время указано в поясе { $zone }: я угадал его по вашему языку.
zone-yours = Время указано в вашем поясе: { $zone }.
start-day-ask = 🚀 <b>В какой день начать?</b>
start-hour-ask = 🚀 <b>{ $day }: в котором часу?</b>

zone-america-los_angeles = Лос-Анджелес
zone-america-new_york = Нью-Йорк
zone-america-sao_paulo = Сан-Паулу
zone-europe-london = Лондон
zone-europe-berlin = Берлин
zone-europe-kyiv = Киев
zone-europe-moscow = Москва
zone-europe-minsk = Минск
zone-europe-istanbul = Стамбул
zone-asia-tbilisi = Тбилиси
zone-asia-dubai = Дубай
zone-europe-samara = Самара
zone-asia-tashkent = Ташкент
zone-asia-almaty = Алматы
zone-asia-yekaterinburg = Екатеринбург
zone-asia-kolkata = Дели
zone-asia-omsk = Омск
zone-asia-novosibirsk = Новосибирск
zone-asia-krasnoyarsk = Красноярск
zone-asia-irkutsk = Иркутск
zone-asia-shanghai = Шанхай
zone-asia-yakutsk = Якутск
zone-asia-vladivostok = Владивосток
