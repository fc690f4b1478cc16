nav-home = Overview
nav-orders = Orders
nav-bots = Bots
nav-wallet = Wallet
nav-account = Account
nav-moderation = Moderation
nav-payouts = Payouts
nav-docs = API reference
nav-menu = Sections
nav-skip = Skip to the page

live-live = Live
live-polling = Renewed every 15 s
live-offline = Offline. Trying again …
live-lost = What you see may be old; what you type is kept.

common-search = Search
common-find = Find
common-all = All
common-none = None
common-save = Save
common-saved = Saved
common-discard = Discard changes
common-cancel = Cancel
common-close = Close
common-yes = Yes
common-back = Back
common-more = Show more
common-refresh = Try again
common-copy = Copy
common-copied = Copied
common-csv = CSV
common-csvAll = Save the list as CSV
common-open = Open
common-loading = Loading
common-of = { $shown } of { $total }
common-selected = { $count } selected
common-clear = Clear
common-when = When
common-what = What
common-amount = Amount
common-status = Status
common-name = Name
common-actions = Actions
common-note = Note
common-draftKept = Not saved yet. It is kept in this browser.
common-unknown = unknown
common-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
common-today = Today
common-period = Period
common-from = From
common-to = To
common-show = Show
common-last = { $days } days
common-justNow = just now
common-minutesAgo = { $count } min ago
common-hoursAgo = { $count } h ago
common-daysAgo = { $count } d ago
common-before = before
common-notFound = There is nothing at this address.
common-toHome = To the overview

checks-required = Fill this in.
checks-least = At least { $least }.
checks-most = At most { $most }.
checks-token = A token looks like 123456:ABC….
checks-address = A web address begins with https://

failure-title = That did not work
failure-offline = The service does not answer. Your input is safe; try again in a moment.
failure-notLoaded = This part of the page could not be loaded. It is tried again by itself.
failure-broken = This page failed. Reload it: what you typed is kept.
failure-signedOut = Your session is over. Sign in, and go on where you were.
failure-blocked = Your account is blocked
failure-blockedLead = The operator of this service has stopped your orders, bots and keys.
failure-blockedReason = Reason
failure-blockedContact = Questions

signIn-title = Cabinet
signIn-lead = Orders, bots, figures and money on one page.
signIn-step = Open the bot and press Start. This page goes on by itself.
signIn-number = The bot will ask about a browser with this number
signIn-openBot = Open @{ $bot }
signIn-scan = Or scan with the phone that has the messenger
signIn-waiting = Waiting for you in the chat …
signIn-over = This sign-in is over.
signIn-again = Begin anew
signIn-linkUsed = This link was used, or is too old. Sign in here instead.
signIn-guest = Sign in as { $name }?
signIn-guestNumber = Account { $accountId }
signIn-guestText = Go on only if you asked the bot for this link yourself. Its sender could see all that you do in their account.
signIn-guestYes = Sign in
signIn-guestNo = Not me
signIn-inMessenger = The messenger did not say who you are. Open the cabinet from the bot once more.
signIn-qr = QR code of the link to the bot

home-hello = Hello, { $name }
home-balance = Available
home-held = On hold
home-reserved = Being paid out
home-spent = Spent in 30 days
home-earned = Earned in 30 days
home-today =
    Today: { $amount } · { $count ->
        [one] { $count } subscriber
       *[other] { $count } subscribers
    }
home-monthSpent = Subscribers of your orders
home-monthEarned = Subscribers from your bots
home-monthText = Last 30 days: { $now }. The 30 days before: { $before }{ $change }.
home-attention = Needs attention
home-refused = Rejected by a moderator
home-noMoney = Balance is below { $price }
home-silent =
    No requests in { $days ->
        [one] { $days } day
       *[other] { $days } days
    }
home-heldFor = On hold, released after { $hours } h
home-heldByModerator = On hold until a moderator decides
home-asPublisher = I have bots
home-asPublisherText = Show sponsors before your bot answers, and earn from each subscription.
home-asAdvertiser = I want subscribers
home-asAdvertiserText = Pay only for joins that the platform confirms.
home-addBot = Add a bot
home-newOrder = New order
home-running = Running orders
home-noRunning = No order is running.
home-yourBots = Your bots
home-firstDay = First day
home-steps-add = Add your bot
home-steps-snippet = Put three lines into its code
home-steps-request = First request arrives
home-steps-paid = First subscriber paid
home-stepHints-add = By its token, and the service shows the block itself; or without it.
home-stepHints-snippet = Ask before you answer a user; let them through on ok.
home-stepHints-request = Write /start to your bot: it shows here by itself.
home-stepHints-paid = A user subscribes to a sponsor, and the platform confirms it.
home-waiting = { $count ->
    [one] { $count } order waits for a moderator
   *[other] { $count } orders wait for a moderator
}
home-payouts =
    { $count ->
        [one] { $count } withdrawal
       *[other] { $count } withdrawals
    } to pay
