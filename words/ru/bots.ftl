bots =
    🤖 <b>Мои боты</b>: { $total }
bots-empty =
    🤖 <b>Мои боты</b>

    Пока ни одного. Добавьте бота: вставьте его токен или нажмите кнопку.
bots-archived = 📦 <b>Боты в архиве</b>: { $total }
bots-found = 🔎 Боты по запросу «{ $search }»: { $total }
button-bot-add = ➕ Добавить бота
bot-add =
    <b>Как добавить бота?</b>

    С токеном сервис сам показывает спонсоров. Без токена ваш бот получает ссылки и показывает их сам.
button-with-token = 🔐 С токеном
button-without-token = 🔗 Без токена
bot-add-ask =
    <b>Пришлите токен бота.</b>

    Сообщение я сразу удалю из чата, а токен храню зашифрованным.
bot-plain-id = <b>Какой id у бота?</b> Это число перед двоеточием в его токене.
bot-plain-name = <b>Как называется бот?</b>
bot-plain-nickname = <b>Какое у него имя пользователя?</b> Например, my_great_bot.
bot-added = ✅ Бот добавлен.
bot-search-ask = <b>Какой бот?</b> Введите часть названия или имени пользователя.
bot =
    🤖 <b>{ $name }</b> · @{ $nickname }
    id <code>{ $id }</code> · { $state } · { $token }

    💰 Заработано: <b>{ $profit }</b>, из них со своих заказов { $own }
    👥 Привёл подписчиков: <b>{ $followers }</b>

    <b>Сегодня</b>
    Запросов: { $requests } · подписчиков: { $today } · доход: { $income }
bot-on = 🟢 включён
bot-off = ⚪️ выключен
bot-archived = 📦 в архиве
bot-blocked = ⛔️ заблокирован оператором
bot-token-invalid = ⚠️ платформа не принимает токен
bot-has-token = с токеном
bot-no-token = без токена
bot-key =
    🔑 <b>Bot Key</b>
    <code>{ $key }</code>
button-switch-on = ▶️ Включить
button-switch-off = ⏸ Выключить
button-bot-key = 🔑 Bot Key
button-settings = ⚙️ Настройки
button-preview = 👁 Предпросмотр
button-quality = ⭐️ Качество
quality = ⭐️ Качество подписчиков <b>{ $name }</b> · @{ $nickname }
quality-none = Пока ничего не известно: это считается раз в день.
quality-found =
    <b>× { $factor }</b> · вступлений за 30 дней: { $joins } · { $at }

    { $reasons }
quality-pays = 💰 Ваша доля цены сейчас — { $percent } % от обычной.
quality-announced = С { $day } — { $percent } %, для спонсоров, показанных с этого дня.
quality-hold = ⏳ Заработанное ботом удерживается { $hours } ч., у нового издателя — возможно, дольше: за тех, кто выйдет за это время, деньги возвращаются рекламодателю.
quality-hold-announced = С { $day } — { $hours } ч., для спонсоров, показанных с этого дня.
quality-hint = 1 — бот как все; меньше всего 0,5, больше всего 1,2. От этого зависит, каких спонсоров видят первыми.
button-exclusions = 🚫 Исключения
preview-sponsor = Спонсор { $number }
preview-no-image = Картинку не удалось загрузить: пользователи видят блок без неё.
button-out-everywhere = 🌐 Из всех
exclusions = 🚫 <b>Исключения</b>: нажмите на спонсора, чтобы убрать его из этого бота или вернуть. 🌐 делает это сразу во всех ваших ботах, и в тех, что вы добавите потом.
exclusions-empty = 🚫 <b>Исключения</b>: этот бот пока никому не привёл подписчиков.
settings = ⚙️ Настройки <b>{ $name }</b> · @{ $nickname }
set-max = 🔢 Спонсоров: { $count }
set-time = ⏱ Хранить: { $time }
set-text = 📝 Текст: { $state }
set-image = 🖼 Картинка: { $state }
set-test = 🧪 A/B-тест: { $state }
set-redirect = 🌍 Умные ссылки: { $where }
set-themes = 🚫 Запрещённые темы: { $count }
state-default = обычный
state-own = свой
state-none = нет
state-runs = идёт проба
state-as-a = как в A
redirect-url = браузер
redirect-miniapp = мини-приложение
set-max-ask = 🔢 <b>Сколько спонсоров показывать за раз?</b>
set-time-ask = ⏱ <b>Сколько держать список за пользователем?</b> Сейчас: { $now }
set-price = 💵 Минимальная цена: { $price }
set-price-ask = 💵 <b>Какая минимальная цена за подписчика?</b> 0 — показывать все заказы. Чем выше цена, тем меньше спонсоров.
set-time-write = ⏱ <b>Сколько минут?</b> От { $min } до { $max }.
set-text-ask =
    📝 <b>Пришлите текст блока.</b>

    Оформите его, как любое сообщение, или напишите теги &lt;b&gt;, &lt;i&gt;, &lt;u&gt;, &lt;s&gt;, &lt;a href="…"&gt;, &lt;code&gt;, &lt;blockquote&gt; и &lt;tg-spoiler&gt;.
set-image-ask = 🖼 <b>Пришлите картинку как фото</b> или её адрес, он начинается с https://
set-themes-ask = 🚫 <b>Темы, которые не показываются в этом боте</b>: { $count }
block-test = 🧪 A/B-тест бота <b>{ $name }</b> · @{ $nickname }
block-test-about = A — ваш блок, какой он есть. Если задать второй текст или картинку, половина ваших пользователей, всегда одна и та же, увидит B. Считаются только блоки, которые отправляем от имени бота мы. Когда текст или картинка меняются, счёт начинается заново.
block-test-none = B пока нет: пришлите второй текст или картинку.
set-text-b = 📝 Текст B: { $state }
set-image-b = 🖼 Картинка B: { $state }
set-text-b-ask =
    📝 <b>Пришлите второй текст блока.</b> С этого момента его увидит половина ваших пользователей.

    Оформите его, как любое сообщение, или напишите теги &lt;b&gt;, &lt;i&gt;, &lt;u&gt;, &lt;s&gt;, &lt;a href="…"&gt;, &lt;code&gt;, &lt;blockquote&gt; и &lt;tg-spoiler&gt;.
set-image-b-ask = 🖼 <b>Пришлите вторую картинку как фото</b> или её адрес, он начинается с https://. С этого момента её увидит половина ваших пользователей.
button-as-a = Как в A
button-preview-of = 👁 Показать { $variant }
button-keep = 🏁 Оставить { $variant }
button-keep-yes = 🏁 Да, закончить
test-keep-confirm = 🏁 <b>Оставить { $variant }?</b> Его увидят все ваши пользователи. То, чем отличается { $other }, и счёт будут забыты.
test-title = 🧪 <b>A/B-тест</b>
test-since = С { $at }:
test-half = • { $variant }: показан { $shown }, прошли { $passed } — { $rate } · оплаченных подписчиков: { $subscribers }
test-difference = • B против A: { $difference }
time-days = { $count ->
    [one] { $count } день
    [few] { $count } дня
   *[other] { $count } дней
}
time-hours = { $count ->
    [one] { $count } час
    [few] { $count } часа
   *[other] { $count } часов
}
time-minutes = { $count } мин
bot-token-changed = ✅ У бота новый токен.
held-bot = ⏳ @{ $nickname }: { $amount } за { $subscribers } подписчиков ждут модератора: бот привёл их без своего токена.
held-bot-untrusted = ⚠️ Бот работает без своего токена, поэтому его пользователей некому подтвердить. Пока модератор ему не доверяет, его доход удерживается, и в день он получает не больше { $lists } списков и { $subscribers } подписчиков. <b>Пришлите мне его токен</b>, и дальше всё будет считаться само.
held-bot-refused = ⛔️ Модератор не доверяет этому боту: он не получает спонсоров, а его пользователи проходят дальше. Пришлите мне его токен и напишите оператору сервиса.
held-by-quality = ⏳ Заработанное ботом низкого качества удерживается дольше: на сколько, сказано в качестве бота.
held-new = ⏳ Вы новый издатель: { $amount } из них поступит через { $hours } ч. после прихода каждого подписчика. Это кончится, когда вам станет доверять модератор или будет выплачен вывод заработанного вами.
