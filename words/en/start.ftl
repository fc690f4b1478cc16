welcome =
    👋 <b>{ $service }</b> brings bots and sponsors together: before a bot gives its users what they came for, they subscribe to the sponsors’ channels. Bot owners earn for each subscriber, and advertisers pay for real subscribers only, once for each.

    <b>What brings you here?</b>
button-i-have-bots = 🤖 I have bots
button-i-want-subscribers = 📣 I want subscribers
start-bots =
    🤖 <b>You earn with your bots like this:</b>

    1. Add a bot: paste its token, or give its name.
    2. Let it ask us about each user with one request. I give you the key and the code.
    3. What its users bring is in your wallet.
start-orders =
    📣 <b>You get subscribers like this:</b>

    1. Put money into your wallet.
    2. Make an order: send the link, say how many you want. A subscriber costs { $price } or more.
    3. Once a moderator has approved it, bots begin to show it.

connect =
    🔌 <b>Connect @{ $nickname }</b>

    1. Your bot asks with this key, kept in the variable <code>BOT_KEY</code>:
    <code>{ $key }</code>

    2. It asks before it gives users what they came for. Here about you ({ $label }):
connect-answer = <code>status</code> is <code>warning</code>: the user has to subscribe first. Anything else: let them through. All answers: { $url }/docs
connect-client = A gate in one line does all of this for your bot. Install it from here, not by its bare name:
    <code>npm install { $npm }</code>
    <code>pip install { $python }</code>
connect-waits = ⏳ <b>Waiting for the first request…</b> This message will say so when it comes.
connect-seen = ✅ <b>Requests of this bot have been seen.</b>
button-connect = 🔌 Connect
button-copy-key = 📋 Copy the key
button-later = 🤖 Later, open the bot
bot-seen =
    ✅ <b>The first request of @{ $nickname } has come.</b>
bot-seen-sponsors = It was answered with sponsors: the bot is connected.
bot-seen-passed = Its user was let through, since all sponsors had been joined: the bot is connected.
bot-seen-no-sponsors = No order suits this user now, so they were let through: the bot is connected.
bot-seen-error = It was answered with an error: the answer’s <code>message</code> says what to change.
bot-seen-known = The bot is connected.


button-zone = 🌍 Time zone
zone-ask = 🌍 <b>In which time zone do you read times?</b> Until you say, I take { $zone }.
zone-kept = 🌍 <b>Your time zone:</b> { $zone }. Press another to change it.
zone-write = 🌍 <b>Which time zone?</b> Write it such as Europe/Riga or UTC+3.
zone-guessed = Times are in { $zone }, a guess by your language.
zone-yours = Times are in your zone, { $zone }.
start-day-ask = 🚀 <b>On which day shall it start?</b>
start-hour-ask = 🚀 <b>{ $day }: at which hour?</b>

zone-america-los_angeles = Los Angeles
zone-america-new_york = New York
zone-america-sao_paulo = São Paulo
zone-europe-london = London
zone-europe-berlin = Berlin
zone-europe-kyiv = Kyiv
zone-europe-moscow = Moscow
zone-europe-minsk = Minsk
zone-europe-istanbul = Istanbul
zone-asia-tbilisi = Tbilisi
zone-asia-dubai = Dubai
zone-europe-samara = Samara
zone-asia-tashkent = Tashkent
zone-asia-almaty = Almaty
zone-asia-yekaterinburg = Yekaterinburg
zone-asia-kolkata = Delhi
zone-asia-omsk = Omsk
zone-asia-novosibirsk = Novosibirsk
zone-asia-krasnoyarsk = Krasnoyarsk
zone-asia-irkutsk = Irkutsk
zone-asia-shanghai = Shanghai
zone-asia-yakutsk = Yakutsk
zone-asia-vladivostok = Vladivostok

bot-name = { $name }: sponsors for bots
bot-short-description = Bots earn for each subscriber they bring. Advertisers pay for real subscribers only, once for each.
bot-description =
    { $name } brings bots and sponsors together.

    🤖 You have bots? Before your users get what they came for, they subscribe to sponsors, and you earn for each subscriber.
    📣 You want subscribers? You pay for real ones only, once for each.

    Press Start.
