bots =
    🤖 <b>My bots</b>: { $total }
bots-empty =
    🤖 <b>My bots</b>

    None yet. Add a bot: paste its token, or press the button.
bots-archived = 📦 <b>Archived bots</b>: { $total }
bots-found = 🔎 Bots like “{ $search }”: { $total }
button-bot-add = ➕ Add a bot
bot-add =
    <b>How shall the bot be added?</b>

    With its token the service can show the sponsors itself. Without, your bot asks for links and shows them.
button-with-token = 🔐 With its token
button-without-token = 🔗 Without the token
bot-add-ask =
    <b>Send me the bot’s token.</b>

    I take the message out of the chat at once, and keep the token encrypted.
bot-plain-id = <b>What is the bot’s id?</b> The number in front of the colon of its token.
bot-plain-name = <b>What is the bot called?</b>
bot-plain-nickname = <b>What is its username?</b> Such as my_great_bot.
bot-added = ✅ The bot is added.
bot-search-ask = <b>Which bot?</b> Write a part of its name or username.
bot =
    🤖 <b>{ $name }</b> · @{ $nickname }
    id <code>{ $id }</code> · { $state } · { $token }

    💰 Earned: <b>{ $profit }</b>, of it with own orders { $own }
    👥 Subscribers brought: <b>{ $followers }</b>

    <b>Today</b>
    Requests: { $requests } · subscribers: { $today } · income: { $income }
bot-on = 🟢 on
bot-off = ⚪️ off
bot-archived = 📦 archived
bot-blocked = ⛔️ blocked by the operator
bot-token-invalid = ⚠️ Telegram rejects its token
bot-has-token = with token
bot-no-token = without token
bot-key =
    🔑 <b>Bot Key</b>
    <code>{ $key }</code>
button-switch-on = ▶️ Switch on
button-switch-off = ⏸ Switch off
button-bot-key = 🔑 Bot Key
button-settings = ⚙️ Settings
button-preview = 👁 Preview
button-quality = ⭐️ Quality
quality = ⭐️ Quality of the subscribers of <b>{ $name }</b> · @{ $nickname }
quality-none = Nothing is known yet: it is read once a day.
quality-found =
    <b>× { $factor }</b> · joins in 30 days: { $joins } · { $at }

    { $reasons }
quality-pays = 💰 Your share of what advertisers pay is { $percent } % of the usual one now.
quality-announced = From { $day } on: { $percent } %, for sponsors shown from then on.
quality-hold = ⏳ What it earns is on hold for { $hours } h, a new publisher’s perhaps longer: who leaves within that time is paid back to the advertiser.
quality-hold-announced = From { $day } on: { $hours } h, for sponsors shown from then on.
quality-hint = 1 is a bot like all others; 0.5 is the least, 1.2 the most. It moves which sponsors your users see first.
button-exclusions = 🚫 Exclusions
preview-sponsor = Sponsor { $number }
preview-no-image = The image could not be fetched: users see the block without it.
button-out-everywhere = 🌐 Out of all
exclusions = 🚫 <b>Exclusions</b>: press a sponsor to shut it out of this bot, or let it in again. 🌐 does so in all your bots at once, also in those that you add later.
exclusions-empty = 🚫 <b>Exclusions</b>: this bot has not brought any subscribers yet.
settings = ⚙️ Settings of <b>{ $name }</b> · @{ $nickname }
set-max = 🔢 Sponsors: { $count }
set-time = ⏱ Kept: { $time }
set-text = 📝 Text: { $state }
set-image = 🖼 Image: { $state }
set-test = 🧪 A/B test: { $state }
set-redirect = 🌍 Smart links: { $where }
set-themes = 🚫 Blocked topics: { $count }
state-default = default
state-own = own
state-none = none
state-runs = running
state-as-a = same as A
redirect-url = browser
redirect-miniapp = mini app
set-max-ask = 🔢 <b>How many sponsors at a time?</b>
set-time-ask = ⏱ <b>How long does a user keep the same list?</b> Now: { $now }
set-price = 💵 Minimum price: { $price }
set-price-ask = 💵 <b>What is the minimum price per subscriber?</b> 0 shows all orders. The higher it is, the emptier the lists.
set-time-write = ⏱ <b>How many minutes?</b> From { $min } to { $max }.
set-text-ask =
    📝 <b>Send the text of the block.</b>

    Format it as any message, or write the tags &lt;b&gt;, &lt;i&gt;, &lt;u&gt;, &lt;s&gt;, &lt;a href="…"&gt;, &lt;code&gt;, &lt;blockquote&gt; and &lt;tg-spoiler&gt;.
set-image-ask = 🖼 <b>Send the picture as a photo</b>, or its address, beginning with https://
set-themes-ask = 🚫 <b>Topics that are not shown in this bot</b>: { $count }
block-test = 🧪 A/B test of <b>{ $name }</b> · @{ $nickname }
block-test-about = A is your block as it is. With a second text or image half of your users see B, always the same half. Only blocks that we send in your bot’s name count. A text or image that changes begins anew.
block-test-none = There is no B yet: send a second text or image.
set-text-b = 📝 Text B: { $state }
set-image-b = 🖼 Image B: { $state }
set-text-b-ask =
    📝 <b>Send the second text of the block.</b> Half of your users will see it from now on.

    Format it as any message, or write the tags &lt;b&gt;, &lt;i&gt;, &lt;u&gt;, &lt;s&gt;, &lt;a href="…"&gt;, &lt;code&gt;, &lt;blockquote&gt; and &lt;tg-spoiler&gt;.
set-image-b-ask = 🖼 <b>Send the second picture as a photo</b>, or its address, beginning with https://. Half of your users will see it from now on.
button-as-a = Same as A
button-preview-of = 👁 Preview { $variant }
button-keep = 🏁 Keep { $variant }
button-keep-yes = 🏁 Yes, end it
test-keep-confirm = 🏁 <b>Keep { $variant }?</b> All your users will see it. { $other } is forgotten where it differs, and so are the figures.
test-title = 🧪 <b>A/B test</b>
test-since = Since { $at }:
test-half = • { $variant }: shown to { $shown }, passed { $passed } — { $rate } · paid subscribers: { $subscribers }
test-difference = • B vs. A: { $difference }
time-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
time-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
time-minutes = { $count } min
bot-token-changed = ✅ The bot has its new token.
held-bot = ⏳ @{ $nickname }: { $amount } for { $subscribers } subscribers wait for a moderator, since the bot brought them without its token.
held-bot-untrusted = ⚠️ The bot works without its token, so nobody can confirm its users. Until a moderator trusts it, what it earns is held, and it gets at most { $lists } lists and { $subscribers } subscribers a day. <b>Send me its token</b>, and what it brings from then on counts by itself.
held-bot-refused = ⛔️ A moderator does not trust this bot: it gets no sponsors, and its users are let through. Send me its token, then write to the operator of this service.
held-by-quality = ⏳ What a bot of low quality earns is on hold for longer: its quality says for how long.
held-new = ⏳ You are a new publisher: { $amount } of it is released { $hours } hours after each subscriber came. That ends once a moderator trusts you, or a withdrawal of what you have earned is paid.
