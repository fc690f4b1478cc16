nav-home = Overview
nav-orders = Orders
nav-bots = Bots
nav-wallet = Wallet
nav-account = Account
nav-moderation = Moderation
nav-payouts = Payouts
nav-docs = API reference
nav-menu = Sections
nav-skip = Skip to content

live-live = Live
live-polling = Updates every 15 s
live-offline = Offline. Trying again …
live-lost = This page may be out of date. Your input is kept.

common-search = Search
common-find = Find
common-all = All
common-none = None
common-save = Save
common-saved = Saved
common-discard = Discard changes
common-cancel = Cancel
common-close = Close
common-more = Show more
common-previous = Previous
common-next = Next
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
common-archive = Archive
common-restore = Restore
common-draftKept = Not saved yet. A draft is kept in this browser.
common-unknown = unknown
common-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
common-period = Period
common-from = From
common-to = To
common-show = Show
common-last = { $days } days
common-justNow = just now
common-minutesAgo = { $count } min ago
common-hoursAgo = { $count } h ago
common-daysAgo = { $count } d ago
common-before = previous
common-notFound = Nothing at this address.
common-toHome = Go to overview
common-language = Language
common-look = Appearance

checks-required = This field is required.
checks-least = At least { $least }.
checks-most = At most { $most }.
checks-token = A token looks like 123456:ABC….
checks-address = A web address begins with https://

failure-title = That did not work
failure-offline = The service does not answer. Your input is safe. Try again in a moment.
failure-notLoaded = This part of the page did not load. It is retried automatically.
failure-broken = This page failed. Reload it: your input is kept.
failure-signedOut = Your session has ended. Sign in to continue where you were.
failure-blocked = Your account is blocked
failure-blockedLead = The operator of this service has stopped your orders, bots and keys.
failure-blockedContact = Questions

signIn-title = Cabinet
signIn-lead = Orders, bots, statistics and money in one place.
signIn-step = Open the bot in Telegram and press Start. This page continues by itself.
signIn-number = The bot asks about a browser with this number
signIn-openBot = Open @{ $bot }
signIn-scan = Or scan it with the phone that has Telegram
signIn-waiting = Waiting for you in Telegram …
signIn-over = This sign-in has expired.
signIn-again = Start again
signIn-linkUsed = This link was used or has expired. Sign in here instead.
signIn-guest = Sign in as { $name }?
signIn-guestNumber = Account { $accountId }
signIn-guestText = Continue only if you requested this link from the bot. Otherwise its sender will see everything you do in their account.
signIn-guestYes = Sign in
signIn-guestNo = Not me
signIn-inMessenger = Telegram did not say who you are. Open the cabinet from the bot again.
signIn-qr = QR code of the link to the bot

home-hello = Hello, { $name }
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
home-nextRelease = Next release: { $at }.
home-releases = In 24 hours: { $day }. In 7 days: { $week }.
home-releasesAtLeast = In 24 hours: at least { $day }. In 7 days: at least { $week }.
home-asPublisher = I have bots
home-asPublisherText = Show sponsors before your bot answers, and earn from each subscription.
home-asAdvertiser = I want subscribers
home-asAdvertiserText = Pay only for joins that Telegram confirms.
home-running = Running orders
home-noRunning = No running orders.
home-yourBots = Your bots
home-firstDay = First day
home-steps-add = Add your bot
home-steps-snippet = Add three lines to its code
home-steps-request = First request arrives
home-steps-paid = First subscriber paid
home-stepHints-add = With its token, the service shows the block. It also works without one.
home-stepHints-snippet = Ask us before you answer a user. Let them through on ok.
home-stepHints-request = Send /start to your bot. The request appears here by itself.
home-stepHints-paid = A user subscribes to a sponsor, and Telegram confirms it.
home-waiting = { $count ->
    [one] { $count } order waits for a moderator
   *[other] { $count } orders wait for a moderator
}
home-payouts =
    { $count ->
        [one] { $count } withdrawal
       *[other] { $count } withdrawals
    } to pay
