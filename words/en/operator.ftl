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
button-link-new = 🔄 New links
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

help-referrals =
    <b>You know publishers or advertisers?</b> Your link: { $link }
    Of each new account that comes by it you earn { $percent } % of the service's fee, for { $months ->
        [one] { $months } month
       *[other] { $months } months
    }.

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
error-question-closed = This question is closed. Answer the one that was asked last.
error-ours = Something went wrong on our side. If it happens again, tell us this id: { $id }
error-blocked-reason = Reason: { $reason }
error-blocked-contact = Questions: { $contact }
error-blocked-ask = Write to the operator of this service.
error-token = This is not a bot token. It looks like 123456789:AAE… and comes from @BotFather.
error-token-here = That is a bot token: I have deleted it, and nothing was kept. To add a bot, paste its token outside of any question.
error-nothing-written = Nothing of that can be read. Please write it again.
error-url = Write an address that begins with https://
error-choose = Press one of the buttons.
error-amount = Write an amount from { $min } to { $max }, such as 150.50.
refund-reason-CHARGE_NOT_FOUND = it knows no such payment
refund-reason-CHARGE_ALREADY_REFUNDED = this payment has been given back already
refund-reason-other = its answer is { $code }

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
entry-referral = referral
entry-referral-reversal = referral taken back

button-deposit = ➕ Deposit
button-deposit-rail = 💎 Deposit by { $rail }
deposit-rail-ask = <b>How much?</b> The least is { $min }.
deposit-rail-made = 💎 <b>{ $amount }</b> by { $rail }. Pay within an hour; we book it at once.
button-pay = Pay { $amount }
deposit-ask = <b>How many stars?</b> One ⭐️ is worth { $rate }.
invoice-title = Deposit
invoice-about = { $amount } for your balance.
invoice-sent = ⭐️ An invoice over { $count } stars is in this chat. Once it is paid, { $amount } are on your balance.
payment-refused = This invoice cannot be paid any more. Ask for a new one.
