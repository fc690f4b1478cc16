language-name = English

command-start = Profile, balance and keys
command-bots = My bots
command-orders = My orders
command-wallet = Balance and history
command-language = Language
command-queue = Orders that wait for moderators
command-payouts = Withdrawals that wait
command-help = What this bot does
command-cancel = Stop what is being asked
command-privacy = What is kept about you
command-paysupport = Questions about a payment
command-terms = Terms of use

button-access-key = 🔑 Access Key
button-statistics-token = 📊 Statistics token
button-bots = 🤖 My bots
button-orders = 📣 My orders
button-wallet = 💳 Wallet
button-language = 🌐 Language
button-moderation = 🛡 Moderation
button-help = ❓ Help
button-home = 🏠 Profile
button-back = ◀️ Back
button-cancel = ✖️ Cancel
button-hide = 🙈 Hide
button-replace = ♻️ Replace
button-replace-yes = ♻️ Yes, replace it
button-close = ✖️ Close
button-search = 🔎 Search
button-active = 📂 Active
button-archive-list = 📦 Archive
button-archive = 📦 To the archive
button-restore = 📂 Restore
button-write = ✏️ Write another
button-default = ↩️ Default text
button-no-image = 🚫 No image
button-skip = ⏭ Skip
button-no-limit = No limit
button-history = 📜 History
button-latest = ⏮ Latest
button-older = Older ⏭
button-order = 📣 Open the order
button-bot = 🤖 Open the bot
button-stats = 📈 Statistics
button-link-anew = 🔄 New links
button-by-id = 🔢 By its id

home =
    👤 <b>{ $name }</b> · id <code>{ $id }</code>

    💰 Available: <b>{ $available }</b>
    ⏳ On hold: <b>{ $held }</b>

key-access = Access Key
key-statistics = Statistics token
key-bot = Bot Key
key-access-about =
    🔑 <b>Access Key</b>
    <code>{ $key }</code>
    It manages bots and orders. Never share it.
key-statistics-about =
    📊 <b>Statistics token</b>
    <code>{ $key }</code>
    It reads balance and statistics.
key-last-used = Last used: { $when }
key-never-used = Not used yet.
key-replace-confirm =
    <b>Replace the { $key }?</b>

    The old one stops working at once, everywhere it is used.
key-replaced = Replaced. The old one no longer works.

button-chart = 📊 Chart
chart-order = 📊 Order #{ $id } · { $name }
chart-bot = 📊 Bot { $name }
chart-order-title = Order #{ $id } · { $period }
chart-bot-title = Bot { $id } · { $period }
chart-subscribers = Subscribers by day
chart-spent = Spent by day
chart-income = Income by day
button-notifications = 📬 Notices
button-summary = Daily summary
notifications =
    📬 <b>Notices</b>

    You are always told when an order is approved, rejected, finished or not shown any more, and when one of your bots has lost its token.

    The daily summary tells at { $hour } ({ $zone }) what the day before brought and cost. Days on which nothing happened are left out.

stats =
    📈 <b>Statistics</b>

    Charts and tables by day, in your browser. A link works once, within { $minutes } minutes; open this screen again for another.
stats-unpaid = 🚫 <b>Joins not paid</b> in the last { $days } days: { $total }
stats-prices =
    💵 <b>Prices</b> in the last { $days } days
    • an impression: { $impression } · a subscriber: { $subscriber }
    • lists with sponsors: { $filled }
stats-no-fill = • lists left short: { $short } of { $lists }
stats-no-fill-most = • mostly because ({ $share }): { $reason }
stats-open = 📈 Open the page
stats-orders = 📣 My orders
stats-bots = 🤖 My bots

language = Which language shall I speak?
language-set = I speak English now.

unknown = I did not understand that. Use the buttons, or look at /help.
dialogue-dropped = ♻️ The service was updated meanwhile, and this question is asked differently now. Nothing was kept of it: please begin again.
help =
    <b>What is this bot for?</b>

    <b>You own bots?</b> Add them under “My bots”. Before your users get what they came for, they subscribe to sponsors, and you earn for each subscriber.

    <b>You want subscribers?</b> Create an order for a channel, a bot or a link. You pay for each real subscriber, once.

    The Access Key and the Statistics token in your profile are for the API: { $url }/docs

    /start profile · /bots · /orders · /wallet · /language · /cancel
    /privacy · /paysupport · /terms

legal-privacy =
    What this service keeps about you

    You own bots or orders: your name, username and language, your bots and orders, every movement of your money, and what you write here while a question is open.
    You use a bot that shows sponsors: your name, username, language and premium, what you answered about gender and age, which sponsors you were shown and joined, and the address and device of pages that you opened through their links.

    It is kept to choose sponsors, to pay for each join once, and to find fraud. It is not sold. You may have a copy of it, or have it erased; money booked and joins paid for stay in the books without your name.
legal-paysupport =
    Questions about a payment

    Your wallet (/wallet) lists each payment and what came of it. A payment in stars can be given back whole while its worth is still available. Write when you paid, how much, and the number of the payment. The platform's own support does not deal with payments to this bot.
legal-terms =
    Terms of use

    Advertisers pay for each real subscriber once; one who leaves early is paid back. Publishers earn for subscribers whom the platform reports; subscribers that were bought or made up are not paid for, and may end in a block. Orders are checked by moderators before they run. Withdrawals are paid by the operator of this service. Payments in stars follow the platform's rules. How it works: { $url }/docs
legal-contact = Contact: { $contact }
legal-ask = Write to the operator of this service.

error-stale = This button is out of date. Open the screen again with /start.
error-invalid = That did not work: { $reason }
error-forbidden = This is not yours, or not there any more.
error-forbidden-or-not-foundorder = This order is not yours, or not there any more.
error-unavailable = That cannot be reached right now. Try again in a moment.
error-limited = Too often. Try again in a minute.
error-update-forbidden = This cannot be changed any more: the order has subscribers.
error-exist = You already have an order on this link.
error-moderation = An order of yours on this link is waiting for the moderators.
error-rejected = Moderators have rejected this link.
error-ours = Something went wrong on our side. If it happens again, tell us this id: { $id }
error-blocked = ⛔️ Your account is blocked by the operator of this service.
error-blocked-reason = Reason: { $reason }
error-blocked-contact = Questions: { $contact }
error-blocked-ask = Write to the operator of this service.
error-whole = Write a whole number from { $min } to { $max }.
error-token = That is not a bot token. It looks like 123456789:AAE… and comes from the bot that creates bots.
error-token-here = That is a bot token: I have deleted it, and nothing was kept. To add a bot, paste its token outside of any question.
error-nickname = Write the bot’s username: 5 to 32 letters, digits and _, such as my_great_bot.
error-nothing-written = Nothing of that can be read. Please write it again.
error-text = The text must have 1 to { $max } characters.
error-url = Write an address that begins with https://
error-choose = Press one of the buttons.
error-amount = Write an amount from { $min } to { $max }, such as 150.50.
error-token-refused = The platform refuses this token. Copy it again from the bot that made it.
error-token-of-other-bot = This token belongs to another bot.
error-token-needed = An order for a bot needs the bot’s token.
error-image-inside = This address leads into a private or local network. Give one that everybody can open.
error-image-address = Write an address of a picture that begins with https://, without a user name in it.
error-bot-added-already = You have added this bot already: it is under “My bots”.
error-bot-of-other-account = Another account has added this bot without a token. Add it with its token, and it is yours.
error-bot-held-with-token = Another account holds this bot with its token. If the bot is yours, have the token revoked by the bot that made it, and add the bot here with the new token: the other account loses it then.
error-bot-of-ours = That is our own bot: it cannot be added as yours.
error-bots-full = You have as many bots as one account may have; archived ones count, too.
error-bots-per-hour = You have added many bots within an hour. Try again a little later.
error-link-unknown = That is not a link I know.
error-link-not-of-channel = This is the link of a site. A channel’s link looks like https://t.me/name.
error-link-not-of-bot = This is not the link of a bot. It looks like https://t.me/name_bot.
error-price-too-low = The price is below the minimum.
error-quantity-reached = The order has that many subscribers already, or so many users see it now and may still join. Give a larger number, or try again in an hour.
error-other = That did not work. Check what you have written, and try again.
error-account-unknown = No account has this id.
error-no-membership-service = No membership service is set up here. Give the bot’s token.
error-all-days-excluded = With all seven days excluded the order would never be shown.
error-file-gone = This file is gone. Ask for a new report.
error-reports-waiting = Many of your reports are still to be made. Try again when some are ready.
error-orders-waiting = Many of your orders wait for the moderators. Archive one of those, or try again when some are decided.
error-test-needs-bot = There is no bot to send a test as. Add one first.
error-address-missing = There is no address yet.
error-address-not-a-url = This is no address. It looks like https://example.org/events and has at most 500 characters.
error-address-scheme = The address must begin with https://
error-address-credentials = The address must hold no user name and no password.
error-address-port = This port is not allowed. Take the usual one, without a number in the address.
error-address-not-allowed = This address leads to a private or local network.
error-address-not-found = The name of this server cannot be found.
refund-reason-CHARGE_NOT_FOUND = it knows no such payment
refund-reason-CHARGE_ALREADY_REFUNDED = this payment has been given back already
refund-reason-other = its answer is { $code }
error-reason-length = The reason must have 1 to 500 characters.
error-price = Write a price of at least { $min }, such as 2.50.

wallet =
    💳 <b>Wallet</b>

    Available: <b>{ $available }</b>
    On hold: <b>{ $held }</b>
    Being paid out: <b>{ $reserved }</b>
history = 📜 <b>History</b>, latest first
history-empty = Nothing has happened in your wallet yet.
history-line = { $when } · <b>{ $amount }</b> · { $kind }{ $about } → { $balance }
entry-deposit = deposit
entry-charge = subscriber
entry-reversal = taken back
entry-fraud-reversal = taken back: fraud
entry-release = released
entry-adjustment = adjustment
entry-withdrawal-reserve = withdrawal asked for
entry-withdrawal-paid = withdrawal paid
entry-withdrawal-refused = withdrawal refused
entry-withdrawal-cancelled = withdrawal taken back
entry-refund = payment being given back
entry-refund-paid = payment given back
entry-refund-refused = payment not given back

button-deposit = ➕ Deposit
button-deposit-rail = 💎 Deposit by Crypto Pay
deposit-rail-ask = <b>How much?</b> The least is { $min }.
deposit-rail-made = 💎 <b>{ $amount }</b> by Crypto Pay. Pay within an hour; we book it at once.
button-pay = Pay { $amount }
deposit-ask = <b>How many stars?</b> One ⭐️ is worth { $rate }.
invoice-title = Deposit
invoice-about = { $amount } for your balance.
invoice-sent = ⭐️ An invoice over { $count } stars is in this chat. Once it is paid, { $amount } are on your balance.
payment-refused = This invoice cannot be paid any more. Ask for a new one.
