bots =
    🤖 <b>Мае боты</b>: { $total }
bots-empty =
    🤖 <b>Мае боты</b>

    Пакуль ніводнага. Дадайце бота: устаўце яго токен або націсніце кнопку.
bots-archived = 📦 <b>Боты ў архіве</b>: { $total }
bots-found = 🔎 Боты па запыце «{ $search }»: { $total }
button-bot-add = ➕ Дадаць бота
bot-add =
    <b>Як дадаць бота?</b>

    З токенам сэрвіс сам паказвае спонсараў. Без токена ваш бот атрымлівае спасылкі і паказвае іх сам.
button-with-token = 🔐 З токенам
button-without-token = 🔗 Без токена
bot-add-ask =
    <b>Дашліце токен бота.</b>

    Паведамленне я адразу выдалю з чата, а токен захоўваю зашыфраваным.
bot-plain-id = <b>Які ID у бота?</b> Гэта лік перад двукроп’ем у яго токене.
bot-plain-name = <b>Як называецца бот?</b>
bot-plain-nickname = <b>Якое ў яго імя карыстальніка?</b> Напрыклад, my_great_bot.
bot-added = ✅ Бот дададзены.
bot-search-ask = <b>Які бот?</b> Увядзіце частку назвы або імені карыстальніка.
bot =
    🤖 <b>{ $name }</b> · @{ $nickname }
    ID <code>{ $id }</code> · { $state } · { $token }

    💰 Зароблена: <b>{ $profit }</b>, з іх са сваіх заказаў { $own }
    👥 Прывёў падпісчыкаў: <b>{ $followers }</b>

    <b>Сёння</b>
    Запытаў: { $requests } · падпісчыкаў: { $today } · даход: { $income }
bot-on = 🟢 уключаны
bot-off = ⚪️ адключаны
bot-archived = 📦 у архіве
bot-blocked = ⛔️ заблакіраваны аператарам
bot-token-invalid = ⚠️ Telegram не прымае токен
bot-has-token = з токенам
bot-no-token = без токена
bot-key =
    🔑 <b>Bot Key</b>
    <code>{ $key }</code>
button-switch-on = ▶️ Уключыць
button-switch-off = ⏸ Адключыць
button-bot-key = 🔑 Bot Key
button-settings = ⚙️ Налады
button-preview = 👁 Перадпрагляд
button-quality = ⭐️ Якасць
quality = ⭐️ Якасць падпісчыкаў <b>{ $name }</b> · @{ $nickname }
quality-none = Пакуль нічога не вядома: якасць лічыцца раз на дзень.
quality-found =
    <b>× { $factor }</b> · падпісак за 30 дзён: { $joins } · { $at }

    { $reasons }
quality-pays = 💰 Ваша доля цаны зараз — { $percent } % ад звычайнай.
quality-announced = З { $day } — { $percent } %, для спонсараў, паказаных з гэтага дня.
quality-hold = ⏳ Заробак бота прытрыманы { $hours } гадз, у новага ўладальніка — магчыма, даўжэй: за тых, хто выйдзе за гэты час, грошы вяртаюцца рэкламадаўцу.
quality-hold-announced = З { $day } — { $hours } гадз, для спонсараў, паказаных з гэтага дня.
quality-hint = 1 — бот як усе; найменш 0,5, найбольш 1,2. Ад якасці залежыць, якіх спонсараў карыстальнікі бачаць першымі.
button-exclusions = 🚫 Выключэнні
preview-sponsor = Спонсар { $number }
preview-no-image = Выяву не ўдалося загрузіць: карыстальнікі бачаць блок без яе.
button-out-everywhere = 🌐 З усіх
exclusions = 🚫 <b>Выключэнні</b>: націсніце на спонсара, каб прыбраць яго з гэтага бота або вярнуць. 🌐 робіць гэта адразу ва ўсіх вашых ботах, і ў тых, што вы дадасце потым.
exclusions-empty = 🚫 <b>Выключэнні</b>: гэты бот пакуль не прывёў падпісчыкаў.
settings = ⚙️ Налады <b>{ $name }</b> · @{ $nickname }
set-max = 🔢 Спонсараў: { $count }
set-time = ⏱ Захоўваць: { $time }
set-text = 📝 Тэкст: { $state }
set-image = 🖼 Выява: { $state }
set-test = 🧪 A/B-тэст: { $state }
set-redirect = 🌍 Разумныя спасылкі: { $where }
set-themes = 🚫 Забароненыя тэмы: { $count }
state-default = па змаўчанні
state-own = зададзена
state-none = няма
state-runs = ідзе
state-as-a = як у A
redirect-url = браўзер
redirect-miniapp = міні-праграма
set-max-ask = 🔢 <b>Колькі спонсараў паказваць за раз?</b>
set-time-ask = ⏱ <b>Колькі часу карыстальнік бачыць адзін і той жа спіс?</b> Зараз: { $now }
set-price = 💵 Мінімальная цана: { $price }
set-price-ask = 💵 <b>Якая мінімальная цана за падпісчыка?</b> 0 — паказваць усе заказы. Чым вышэйшая цана, тым менш спонсараў у спісах.
set-time-write = ⏱ <b>Колькі хвілін?</b> Ад { $min } да { $max }.
set-text-ask =
    📝 <b>Дашліце тэкст блока.</b>

    Аформіце яго, як любое паведамленне, або напішыце тэгі &lt;b&gt;, &lt;i&gt;, &lt;u&gt;, &lt;s&gt;, &lt;a href="…"&gt;, &lt;code&gt;, &lt;blockquote&gt; і &lt;tg-spoiler&gt;.
set-image-ask = 🖼 <b>Дашліце выяву як фота</b> або яе адрас, які пачынаецца з https://
set-themes-ask = 🚫 <b>Тэмы, якія не паказваюцца ў гэтым боце</b>: { $count }
block-test = 🧪 A/B-тэст <b>{ $name }</b> · @{ $nickname }
block-test-about = A — ваш блок, які ён ёсць. Калі задаць другі тэкст або выяву, палова вашых карыстальнікаў, заўсёды адна і тая ж, убачыць B. Лічацца толькі блокі, якія мы адпраўляем ад імя вашага бота. Калі тэкст або выява мяняецца, лік пачынаецца спачатку.
block-test-none = B пакуль няма: дашліце другі тэкст або выяву.
set-text-b = 📝 Тэкст B: { $state }
set-image-b = 🖼 Выява B: { $state }
set-text-b-ask =
    📝 <b>Дашліце другі тэкст блока.</b> З гэтага моманту яго ўбачыць палова вашых карыстальнікаў.

    Аформіце яго, як любое паведамленне, або напішыце тэгі &lt;b&gt;, &lt;i&gt;, &lt;u&gt;, &lt;s&gt;, &lt;a href="…"&gt;, &lt;code&gt;, &lt;blockquote&gt; і &lt;tg-spoiler&gt;.
set-image-b-ask = 🖼 <b>Дашліце другую выяву як фота</b> або яе адрас, які пачынаецца з https://. З гэтага моманту яе ўбачыць палова вашых карыстальнікаў.
button-as-a = Як у A
button-preview-of = 👁 Паказаць { $variant }
button-keep = 🏁 Пакінуць { $variant }
button-keep-yes = 🏁 Так, завяршыць
test-keep-confirm = 🏁 <b>Пакінуць { $variant }?</b> Яго ўбачаць усе вашы карыстальнікі. Тое, чым адрозніваецца { $other }, і лічбы будуць выдалены.
test-title = 🧪 <b>A/B-тэст</b>
test-since = З { $at }:
test-half = • { $variant }: паказаны { $shown }, прайшлі { $passed } — { $rate } · аплачаных падпісчыкаў: { $subscribers }
test-difference = • B супраць A: { $difference }
time-days = { $count ->
    [one] { $count } дзень
    [few] { $count } дні
   *[many] { $count } дзён
}
time-hours = { $count ->
    [one] { $count } гадзіна
    [few] { $count } гадзіны
   *[many] { $count } гадзін
}
time-minutes = { $count } хв
bot-token-changed = ✅ У бота новы токен.
held-bot = ⏳ @{ $nickname }: { $amount } за { $subscribers } падпісчыкаў чакаюць мадэратара: бот прывёў іх без свайго токена.
held-bot-untrusted = ⚠️ Бот працуе без свайго токена, таму няма каму пацвердзіць яго карыстальнікаў. Пакуль мадэратар яго не ўхваліць, яго заробак прытрыманы, а за дзень ён атрымлівае не больш за { $lists } спісаў і { $subscribers } падпісчыкаў. <b>Дашліце мне яго токен</b>, і далей усё будзе лічыцца само.
held-bot-refused = ⛔️ Мадэратар адхіліў гэтага бота: ён не атрымлівае спонсараў, а яго карыстальнікі прапускаюцца. Дашліце мне яго токен, потым напішыце аператару гэтага сэрвісу.
held-by-quality = ⏳ Заробак бота нізкай якасці прытрыманы даўжэй: на колькі, сказана ў якасці бота.
held-new = ⏳ Вы новы ўладальнік: { $amount } з іх стане даступна праз { $hours } гадз пасля прыходу кожнага падпісчыка. Гэта скончыцца, калі вас ухваліць мадэратар або будзе выплачаны вывад заробленых вамі грошай.
