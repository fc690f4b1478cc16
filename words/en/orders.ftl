orders = 📣 <b>My orders</b>: { $total }
orders-empty =
    📣 <b>My orders</b>

    None yet. An order brings subscribers to a channel, a bot or a link.
orders-archived = 📦 <b>Archived orders</b>: { $total }
orders-found = 🔎 Orders like “{ $search }”: { $total }
button-order-new = ➕ New order
order-search-ask = <b>Which order?</b> Write a part of its name or link.

status-Moderation = with the moderators
status-Processing = running
status-Stopped = stopped
status-Finished = finished
status-Rejected = rejected
status-Archived = archived

card-title = 📣 <b>Order #{ $id }</b> · { $name }
order-reason = Reason: { $reason }
order-paused = ⏸ Paused. { $why }
order-own-links = Each bot has an invite link of its own
order-bot-to-add = Our bot @{ $bot } checks who subscribes to this order: it has to be an administrator of the channel.
order-check-lost = ⚠️ Not shown: we cannot check who subscribes. Make our bot an administrator of the channel again.
order-progress =
    { $bar } <b>{ $now }</b> of { $all }
    Today: { $today } subscribers for { $spent }
order-link = 🔗 { $link }
order-shown-link = 👁 Users see our bot’s link: { $link }
order-type = Kind: { $type }
order-quantity = Subscribers: <b>{ $all }</b>{ $day ->
    [none] {""}
   *[other] , at most { $day } a day
}
order-price = Price: <b>{ $price }</b> a subscriber (base { $base }), in all up to { $total }
order-lite = Spread over the day { $speed ->
    [0] evenly
   *[other] { $speed } an hour at most
}
order-min-quality = Only in bots of quality { $least } or better
order-places-0 = Shown in own bots only
order-places-1 = Shown in other people’s bots only
and-more = and { $count } more

target-all = { $title }: all
target-demands = Only with: { $values }

schedule-start = Starts: { $when }, { $zone }
schedule-window = Shown from { $from } to { $to }
schedule-days = Not on: { $days }
day-1 = Mon
day-2 = Tue
day-3 = Wed
day-4 = Thu
day-5 = Fri
day-6 = Sat
day-7 = Sun

button-start = ▶️ Start
button-stop = ⏸ Stop
button-edit = ✏️ Edit
button-targeting = 🎯 Targeting
button-schedule = 🗓 Schedule
button-report = 📑 Report
button-ids = 🆔 Subscriber ids
button-duplicate = 📄 Copy
order-copied = 📄 A copy of order #{ $id }. It is stopped: start it when it is ready.
order-changed = ✅ Changed.
order-edit = ✏️ <b>Order #{ $id }</b> · { $name }
edit-name = Name
edit-link = Link
edit-quantity = Subscribers
edit-day = Daily limit
edit-price = Price
edit-token = Bot token

order-ask-link = <b>What shall be advertised?</b> Send the link: @channel, https://t.me/…, an invite link, or a site.
order-ask-type = <b>What is it?</b>
order-ask-token =
    <b>Send the token of the bot that is advertised.</b>

    With it we check who has started the bot. I take the message out of the chat at once.
order-ask-name = <b>What is the order’s name?</b> At most { $max } characters. Only you see it.
order-ask-quantity = <b>How many subscribers?</b> From { $min } to { $max }.
order-ask-day = <b>How many a day at most?</b>
order-ask-price = <b>How much for a subscriber?</b> At least { $min }; targeting multiplies it.
order-ask-price-premium = <b>How much for a subscriber with premium?</b> At least { $min }; targeting multiplies it.
order-ask-check = <b>How do we see who has started the bot?</b>
button-check-token = 🔐 With its token
button-check-code = 🔢 By its code in the membership service
order-ask-code = <b>Send me the code of the bot in the membership service.</b> I take it out of the chat at once.
draft-waits = 📝 Continue the draft · { $name }
draft-overwrite = 📝 <b>A draft is there:</b> { $name }. A new order takes its place.
button-draft = 📝 Continue the draft
button-draft-new = ➕ New order instead
button-standard-price = Standard: { $price }
order-sent = 🕓 The order is with the moderators. We will notify you of their decision.

error-link = That is not a link I know. Write @channel, or an address that begins with https://
error-window = Write the hours such as 9:00-21:00.
draft-title = 📝 <b>New order</b> · { $name }
button-send-order = ✅ Send to the moderators
button-drop = 🗑 Drop
button-places = 📍 { $value }
places-0 = Own bots only
places-1 = Other people’s bots
places-2 = All bots
button-options = ⚙️ Options
options = ⚙️ <b>Options</b>: where the order is shown, what counts, what it is about.
options-own-links = 🔗 With links of their own each bot shows its own invite link to your chat: who joins by it counts for that bot beyond doubt. Our bot must be allowed to invite users there.
opt-theme = 🏷 Topic: { $theme }
opt-theme-ask = 🏷 <b>What is the order about?</b> Bots can block topics. Moderators make the final decision.
opt-out = 🚫 Excluded bot topics: { $count }
opt-out-ask = 🚫 <b>It is not shown in bots about these topics</b>: { $count }
opt-quality = ⭐️ Bot quality: { $least }
opt-quality-any = any
opt-quality-ask =
    ⭐️ <b>How good must the bots be that show the order?</b>

    Each bot has a quality between 0.5 and 1.2, read once a day: 1 is a bot whose subscribers stay as long as other bots’ do. A bot of which nothing is known yet counts as 1. Better bots cost more, and fewer users see the order. Your own bots are held to it, too.
theme-settled = The moderators have set the topic. It cannot change.
order-out = 🚫 <b>Bots of order #{ $id }</b> in the last year, with subscribers and money: press one to shut it out, or let it in again.
order-out-empty = 🚫 No bot has brought order #{ $id } a subscriber yet.
order-ex-ask = <b>Which bot shall be shut out?</b> Write its id.
button-clear = 🧹 Clear
button-any = ✨ Any
button-demands = ➕ More filters

targeting = 🎯 <b>Who should see it?</b>
targeting-price =
    💰 <b>{ $price }</b> a subscriber (×{ $total })
    👥 About { $reach }% of all users, as far as can be estimated
targeting-joins = 📈 About { $joins } subscribers a day, as the last seven days were
targeting-joins-unknown = 📈 No lists were requested yet, so the number of subscribers a day is unknown.
targeting-joins-between = Eight of ten orders like this one get between { $least } and { $most } a day.
targeting-joins-alike = The orders of the nearest prices get { $each } a day each.
targeting-error-unknown = How far such forecasts are off is not known yet.
targeting-error-alike = Half of such forecasts were off by { $error }% at most. Of 100 forecast subscribers { $came } came.
targeting-error-all = Half of all forecasts were off by { $error }% at most. Of 100 forecast subscribers { $came } came.
targeting-unknown-countries = ⚠️ No user’s country is known here. The order is shown to nobody while it has this filter.
targeting-unknown-cities = ⚠️ No user’s city is known here. The order is shown to nobody while it has this filter.
tg-find = <b>Which one?</b> Write a part of its name; cities in English.
tg-found = Like “{ $search }”: { $total }
demands = <b>Only users with:</b>
level-any = any

schedule = 🗓 <b>When shall it be shown?</b> Hours and days are in { $zone }, the start is in { $own }.
schedule-always = Always.
schedule-no-day = At least one day must be left.
button-start-at = 🚀 Start
button-window = 🕘 Hours
button-evenly = Spread over the day
button-speed = An hour at most
button-at-once = At once
button-all-day = All day
ask-start = <b>When shall it start?</b> Such as { $example }, in { $zone }.
ask-window = <b>Between which hours?</b> Such as 9:00-21:00; it may go past midnight.
ask-speed = <b>How many subscribers an hour at most?</b>

report-ask = 📊 <b>Report on order #{ $id }</b>: which days?
report-waits = ⏳ The report on order #{ $id } is being made. It comes into this chat.
report-not-yet = Not ready yet.
report-failed = ⚠️ The report could not be made. Try again later.
report-sent = 📊 The report on order #{ $id } is in this chat.
report-large = 📊 The report on order #{ $id } is too large for the chat. For 24 hours it is here: { $url }
button-look = 🔄 Is it ready?
range-today = Today
range-3days = 3 days
range-7days = 7 days
range-all = All
range-with-price = { $range } + price
ids-ask = 🆔 <b>Subscriber ids of order #{ $id }</b>: which days?
ids-none = There are no subscribers in these days.
ids-sent = 🆔 The ids of order #{ $id } are in this chat.
ids-large = 🆔 There are too many ids for the chat. Take them through the API: /orders, download_id.

choose-private = Telegram does not say where a private link leads. Choose the channel or group with the buttons below: our bot becomes an administrator there in the same step.
order-ask-chat = <b>Which channel or group is it?</b> Choose it with the buttons below.
button-this-chat = 🔒 It is { $title }
chat-chosen =
    ✅ Our bot is in. This link leads there, put it into the order in the cabinet:
    { $link }
choose-chat = Choose the channel or group with the buttons below: our bot becomes an administrator there in the same step.
button-choose = 📢 Choose a channel or group
button-choose-channel = 📢 Choose a channel
button-choose-group = 👥 Choose a group

button-add-to-channel = ➕ Add to the channel
button-add-to-group = ➕ Add to the group
button-check-again = 🔄 Look again
button-deposit-missing = ➕ Deposit { $amount }
button-without-check = 🔗 Without it: pay for each opening
edit-type = Kind
order-lacks = 💳 { $all } subscribers cost up to <b>{ $total }</b>; you have { $available }, enough for { $covered }. Missing: <b>{ $missing }</b>.
