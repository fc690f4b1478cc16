moderation-title = Moderation
moderation-queue = Queue
moderation-orders = Orders
moderation-orderNumber = Number of the order
moderation-pause = Pause
moderation-pauseSure = Order #{ $id } “{ $name }” is not shown until a moderator lets it go on. Pause it?
moderation-resume = Let it go on
moderation-pausing-paused = Paused. The owner is notified.
moderation-pausing-already = It is paused for this reason already.
moderation-pausing-resumed = It goes on. The owner is notified.
moderation-pausing-not_paused = It is not paused.
moderation-pausing-still_moved = It stays paused: its link does not lead to its chat.
moderation-disputes = Disputes
moderation-ofOrder = Order
moderation-ofBot = Bot
moderation-botId = Id of the bot
moderation-disputeEmpty = Nothing is known of them.
moderation-verdicts-paid = Paid
moderation-verdicts-taken_back = Taken back
moderation-verdicts-unpaid = Not paid
moderation-verdicts-not_shown = Not shown
moderation-verdicts-not_joined = Not joined
moderation-verdicts-waits = Waits
moderation-verdicts-other_order = Another order
moderation-verdicts-due = To be settled
moderation-disputeEvents-shown = shown first
moderation-disputeEvents-shown_newer = shown in a new list
moderation-disputeEvents-seen = shown again last
moderation-disputeEvents-contact_yes = the platform: uses the bot
moderation-disputeEvents-contact_no = the platform: does not use the bot
moderation-disputeEvents-contact_unknown = the platform has not said whether they use the bot
moderation-disputeEvents-joined = joined
moderation-disputeEvents-joined_again = joined again
moderation-disputeEvents-asked_to_join = asked to join
moderation-disputeEvents-found_in = found to be in
moderation-disputeEvents-out = out
moderation-disputeEvents-removed = removed by somebody else
moderation-disputeEvents-opened = opened the page
moderation-disputeEvents-counted = counted as a subscriber
moderation-disputeEvents-not_counted = not counted
moderation-disputeEvents-changed = changed
moderation-disputeEvents-charge = charge
moderation-disputeEvents-reversal = charge taken back
moderation-disputeEvents-fraud_reversal = charge taken back as fraud
moderation-disputeEvents-release = hold released
moderation-trust = Trust
moderation-log = Log
moderation-status = Status
moderation-accounts = Accounts
moderation-empty = Nothing waits
moderation-emptyText = New orders appear here by themselves.
moderation-approve = Approve
moderation-reject = Reject
moderation-block = Block the link
moderation-blockSure = Nobody can order this link any more. Block it?
moderation-keys = Keys: j next, k back, a approve, r reject
moderation-reason = Reason, for the owner
moderation-own = In your own words
moderation-members = { $count ->
    [one] { $count } member
   *[other] { $count } members
}
moderation-owner = Owner
moderation-since = with us since
moderation-history = Earlier orders
moderation-noHistory = This is the first order.
moderation-missing = Cannot be approved yet
moderation-shownLink = Users see our bot’s link: { $link }
moderation-linkBlocked = This link is blocked.
moderation-outcomes-decided = Decided
moderation-outcomes-already = Somebody was first, or the owner changed it.
moderation-outcomes-blocked = The link is blocked.
moderation-outcomes-missing_rights = The service could not tell who subscribes.
moderation-theme = Theme
moderation-trustBots = Bots
moderation-trustPublishers = New publishers
moderation-trustUsers = Users
moderation-userId = Id of the user
moderation-suspicious = Suspicious until { $until }
moderation-notSuspicious = Not suspicious
moderation-suspicionText = Several accounts were seen behind one device or address. Advertisers do not pay for the joins of this user until then.
moderation-clearSuspicion = End the suspicion
moderation-suspicionCleared = The suspicion is over.
moderation-trustIt = Trust
moderation-trusted = Trusted
moderation-operator = The operator
moderation-refuseIt = Refuse
moderation-refuseSure = { $name } gets no sponsors any more, and { $amount } goes back to the advertisers (subscribers: { $subscribers }). Refuse it?
moderation-refuseAllSure = All bots of { $name } ({ $bots }) get no sponsors any more, and { $amount } goes back to the advertisers (subscribers: { $subscribers }). To stop new bots, block the account. Refuse them?
moderation-held = On hold
moderation-noBots = No bot waits.
moderation-noPublishers = No publisher waits.
moderation-contacts = Contacts
moderation-takenOver = Taken over
moderation-paidJoins = Paid joins
moderation-logOf = Decided by { $name }
moderation-logOfAll = Of all moderators
moderation-logEmpty = Nothing was decided yet.
moderation-actions-approved = approved
moderation-actions-rejected = rejected
moderation-actions-order_paused = paused the order
moderation-actions-order_resumed = let the order go on
moderation-actions-link_blocked = blocked the link
moderation-actions-link_unblocked = unblocked the link
moderation-actions-bot_blocked = blocked the bot
moderation-actions-bot_unblocked = unblocked the bot
moderation-actions-bot_theme = set the bot’s theme
moderation-actions-bot_trusted = trusts the bot
moderation-actions-bot_refused = refused the bot
moderation-actions-account_blocked = blocked the account
moderation-actions-account_unblocked = unblocked the account
moderation-actions-account_trusted = trusts the publisher
moderation-actions-account_untrusted = does not trust the publisher
moderation-actions-suspicion_cleared = ended the suspicion of the user
moderation-actions-payout_taken_back = took a payment back
moderation-actions-reversal_begun = began to take charges back as fraud
moderation-actions-charges_reversed = took charges back as fraud
moderation-reversal-title = Fraud found later
moderation-reversal-text = Charges go back to the advertisers, whatever became of the money. Refuse the bot first, so that it brings no more.
moderation-reversal-bots = Joins of
moderation-reversal-allBots = All bots
moderation-reversal-reason = Why, for the advertisers and the publisher
moderation-reversal-count = Show the sums
moderation-reversal-nothing = There is nothing to take back.
moderation-reversal-joins = { $count ->
    [one] { $count } join
   *[other] { $count } joins
}
moderation-reversal-found = To be taken back
moderation-reversal-returned = Advertisers get back
moderation-reversal-fee = Of it the service gives back
moderation-reversal-held = Of the hold of { $id }
moderation-reversal-released = Of what was released to { $id }
moderation-reversal-debt = Of that paid out: a debt of { $id }
moderation-reversal-before = Taken back as fraud before
moderation-reversal-largest =
    The largest { $count } of { $all ->
        [one] { $all } order
       *[other] { $all } orders
    }.
moderation-reversal-take = Take { $amount } back
moderation-reversal-sure =
    { $amount } in all goes back to the advertisers for { $joins ->
        [one] { $joins } join
       *[other] { $joins } joins
    }. They and the publisher are notified. It cannot be undone. Take it back?
moderation-reversal-progress =
    So far { $joins ->
        [one] { $joins } join
       *[other] { $joins } joins
    } for { $amount }. Keep this page open. If it is interrupted, enter the same again and it goes on.
moderation-reversal-ended =
    Taken back: { $joins ->
        [one] { $joins } join
       *[other] { $joins } joins
    } for { $amount }. Advertisers and the publisher are notified.
moderation-walletDays = Wallet, last days
moderation-movements = { $count ->
    [one] { $count } transaction
   *[other] { $count } transactions
}
moderation-blocks = Earlier blocks
moderation-noBlocks = Never blocked.
moderation-givenUp = Failed notifications
moderation-noneGivenUp = None has failed.
moderation-blockAccount = Block
moderation-blockReason = Reason, which they read
moderation-unblockAccount = Unblock
moderation-blockAccountSure = Keys and sessions of { $name } ({ $id }) end at once, and their orders and bots stop. Block the account?
moderation-unblockAccountSure = Keys of { $name } ({ $id }) work again, and the orders and bots that the block stopped are on again. Unblock the account?
moderation-searchAccounts = Name or id
moderation-states-ready = Everything works
moderation-states-degraded = Something outside does not answer
moderation-states-down = The service cannot work
moderation-checks-store = Store
moderation-checks-bot = Bot process
moderation-checks-platform = Platform
moderation-running = Running orders
moderation-waits = Waiting orders
moderation-outboxes-blocks = Blocks
moderation-outboxes-notices = Notifications
moderation-outboxes-reports = Reports
moderation-outboxes-webhooks = Events
moderation-outboxes-updates = Deferred updates
moderation-oldest = the oldest { $seconds } s
moderation-dailyCheck = Daily check of the books
moderation-checkFine = Everything adds up.
moderation-checkDiffers = { $count ->
    [one] { $count } difference
   *[other] { $count } differences
}
moderation-checkNone = It has not run yet.

payouts-title = Payouts
payouts-empty = Nothing is to be paid
payouts-begin = I am paying { $amount }
payouts-send = Send { $amount } by { $rail }
payouts-sent-begun = It is being sent.
payouts-sent-already = It was decided before.
payouts-sent-early = It is paid out no sooner than after its hours.
payouts-sent-switched_off = Payouts by payment services are stopped.
payouts-rails = Payment services
payouts-railsOn = Payouts by payment services go out by themselves, within the limits.
payouts-railsOff = Payouts by payment services are stopped.
payouts-stop = Stop payouts
payouts-goOn = Let payouts go on
payouts-stopSure = Stop all payouts by payment services? What is being sent already comes to its end.
payouts-differs = A payment service and the ledger differ: { $count }
payouts-noDifference = The payment services and the ledger agree.
payouts-ours = Ledger
payouts-theirs = Payment service
payouts-paying = An administrator is paying it. No charge takes of it any more.
payouts-sending = A payment service sends it. Where the service stays silent for an hour, say how it ended.
payouts-pay = Paid
payouts-takeBack = I do not pay it
payouts-refuse = Refuse
payouts-early = It must wait still
payouts-payNote = Note for the owner
payouts-refuseNote = Why, for the owner
payouts-wallets = Wallets
payouts-accountId = Id of the account
payouts-wallet = Wallet
payouts-adjust = Adjustment
payouts-give = Give
payouts-take = Take
payouts-giveSure = Give { $amount } to { $name }?
payouts-takeSure = Take { $amount } from { $name }?
payouts-reason = Reason
payouts-before = Available now
payouts-after = Afterwards
payouts-debt = That is a debt. Earnings and deposits pay it off first, and orders stand still until then.
payouts-adjusted = Booked. The owner is notified.
payouts-earned = Earned in all
payouts-to = Where to
payouts-outcomes-decided = Decided
payouts-outcomes-already = Somebody was first.
payouts-outcomes-early = It must wait still.
