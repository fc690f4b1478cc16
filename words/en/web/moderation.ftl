moderation-queue = Queue
moderation-orders = Orders
moderation-pause = Pause
moderation-pauseSure = Order #{ $id } “{ $name }” is not shown until a moderator resumes it. Pause it?
moderation-resume = Resume
moderation-pausing-paused = Paused. The owner is notified.
moderation-pausing-already = A moderator has already paused it. Their reason stays.
moderation-pausing-resumed = Resumed. The owner is notified.
moderation-pausing-not_paused = It is not paused.
moderation-pausing-still_moved = It stays paused: its link does not lead to its chat.
moderation-disputes = Disputes
moderation-ofOrder = Order
moderation-ofBot = Bot
moderation-disputeEmpty = No data about them.
moderation-verdicts-paid = Paid
moderation-verdicts-taken_back = Reversed
moderation-verdicts-unpaid = Not paid
moderation-verdicts-not_shown = Not shown
moderation-verdicts-not_joined = Not joined
moderation-verdicts-waits = Waiting
moderation-verdicts-other_order = Another order
moderation-verdicts-due = To be settled
moderation-disputeEvents-shown = shown first
moderation-disputeEvents-shown_newer = shown in a new list
moderation-disputeEvents-seen = last shown
moderation-disputeEvents-contact_yes = Telegram: uses the bot
moderation-disputeEvents-contact_no = Telegram: does not use the bot
moderation-disputeEvents-contact_unknown = Telegram has not said whether they use the bot
moderation-disputeEvents-joined = joined
moderation-disputeEvents-joined_again = joined again
moderation-disputeEvents-asked_to_join = requested to join
moderation-disputeEvents-found_in = found in the chat
moderation-disputeEvents-out = left
moderation-disputeEvents-removed = removed by someone else
moderation-disputeEvents-opened = opened the page
moderation-disputeEvents-counted = counted as a subscriber
moderation-disputeEvents-not_counted = not counted
moderation-disputeEvents-changed = changed
moderation-disputeEvents-charge = charge
moderation-disputeEvents-reversal = charge reversed
moderation-disputeEvents-fraud_reversal = charge reversed as fraud
moderation-disputeEvents-release = hold released
moderation-trust = Approvals
moderation-log = Log
moderation-status = Status
moderation-accounts = Accounts
moderation-empty = Nothing to review
moderation-emptyText = New orders appear here automatically.
moderation-approve = Approve
moderation-reject = Reject
moderation-block = Block the link
moderation-blockSure = Nobody can order this link any more. Block it?
moderation-keys = Keys: j next, k previous, a approve, r reject
moderation-reason = Reason, for the owner
moderation-own = Custom reason
moderation-members = { $count ->
    [one] { $count } member
   *[other] { $count } members
}
moderation-owner = Owner
moderation-since = member since
moderation-history = Earlier orders
moderation-noHistory = This is the first order.
moderation-missing = Cannot be approved yet
moderation-shownLink = Users see our bot’s link: { $link }
moderation-linkBlocked = This link is blocked.
moderation-unblock = Unblock the link
moderation-linkUnblocked = The link can be ordered again.
moderation-outcomes-decided = Decided
moderation-outcomes-already = Somebody decided first, or the owner changed it.
moderation-outcomes-blocked = The link is blocked.
moderation-outcomes-missing_rights = The service could not see who subscribes.
moderation-theme = Topic
moderation-trustPublishers = New publishers
moderation-trustUsers = Users
moderation-userId = User id
moderation-suspicious = Under suspicion until { $until }
moderation-notSuspicious = Not under suspicion
moderation-suspicionText = Several accounts were seen behind one device or address. Advertisers do not pay for the joins of this user until then.
moderation-clearSuspicion = Clear suspicion
moderation-suspicionCleared = Suspicion cleared.
moderation-trustIt = Approve
moderation-trustSure = { $name } ({ $id }): earnings wait no longer than those of others, payouts within the limits need no press, and payments that can be taken back are open. Approve?
moderation-trustEnd = Withdraw approval
moderation-trustEndSure = Withdraw the approval of { $name } ({ $id })? What is on hold keeps its time.
moderation-trusted = Approved
moderation-operator = The operator
moderation-refuseIt = Reject
moderation-refuseSure = { $name } gets no more sponsors, and { $amount } goes back to the advertisers (subscribers: { $subscribers }). Reject it?
moderation-refuseAllSure = All bots of { $name } ({ $bots }) get no more sponsors, and { $amount } goes back to the advertisers (subscribers: { $subscribers }). To stop new bots, block the account. Reject them?
moderation-noBots = No bots to review.
moderation-noPublishers = No publishers to review.
moderation-contacts = Confirmed users
moderation-takenOver = Taken over
moderation-paidJoins = Paid joins
moderation-logOf = Decided by { $name }
moderation-logOfAll = All moderators
moderation-logEmpty = No decisions yet.
moderation-actions-approved = approved
moderation-actions-rejected = rejected
moderation-actions-order_paused = paused the order
moderation-actions-order_resumed = resumed the order
moderation-actions-link_blocked = blocked the link
moderation-actions-link_unblocked = unblocked the link
moderation-actions-bot_blocked = blocked the bot
moderation-actions-bot_unblocked = unblocked the bot
moderation-actions-bot_theme = set the bot’s topic
moderation-actions-bot_trusted = approved the bot
moderation-actions-bot_refused = rejected the bot
moderation-actions-account_blocked = blocked the account
moderation-actions-account_unblocked = unblocked the account
moderation-actions-account_trusted = approved the publisher
moderation-actions-account_untrusted = withdrew the publisher’s approval
moderation-actions-account_noted = added a note
moderation-actions-suspicion_cleared = cleared the user’s suspicion
moderation-actions-payout_taken_back = took over a payment and returned it
moderation-actions-reversal_begun = started reversing charges as fraud
moderation-actions-charges_reversed = reversed charges as fraud
moderation-reversal-title = Reverse charges as fraud
moderation-reversal-text = Charges go back to the advertisers, wherever the money is now. Reject the bot first, so that it brings no more.
moderation-reversal-bots = Joins of
moderation-reversal-reason = Reason, shown to the advertisers and the publisher
moderation-reversal-count = Show amounts
moderation-reversal-nothing = There is nothing to reverse.
moderation-reversal-joins = { $count ->
    [one] { $count } join
   *[other] { $count } joins
}
moderation-reversal-found = To be reversed
moderation-reversal-returned = Advertisers get back
moderation-reversal-fee = Of it, returned by the service
moderation-reversal-held = Of the hold of { $id }
moderation-reversal-released = Of what was released to { $id }
moderation-reversal-debt = Of that paid out: a debt of { $id }
moderation-reversal-before = Reversed as fraud before
moderation-reversal-largest =
    The largest { $count } of { $all ->
        [one] { $all } order
       *[other] { $all } orders
    }.
moderation-reversal-take = Reverse { $amount }
moderation-reversal-sure =
    { $amount } in all goes back to the advertisers for { $joins ->
        [one] { $joins } join
       *[other] { $joins } joins
    }. They and the publisher are notified. It cannot be undone. Reverse the charges?
moderation-reversal-underWay =
    Under way: { $joins ->
        [one] { $joins } join
       *[other] { $joins } joins
    } for { $amount } so far. You can close this page: the service continues.
moderation-reversal-ended =
    Reversed: { $joins ->
        [one] { $joins } join
       *[other] { $joins } joins
    } for { $amount }. Advertisers and the publisher are notified.
moderation-reversal-stopped =
    It ended early: { $joins ->
        [one] { $joins } join
       *[other] { $joins } joins
    } for { $amount } so far. Enter the same again to reverse the rest.
moderation-walletDays = Wallet, last days
moderation-movements = { $count ->
    [one] { $count } transaction
   *[other] { $count } transactions
}
moderation-notes = Notes and decisions
moderation-noNotes = No notes or decisions yet.
moderation-note = Note
moderation-noteHint = Only moderators see it in the cabinet. It is part of the copy of their data that the person can ask for.
moderation-addNote = Add the note
moderation-lists-running = Running orders
moderation-lists-blocks = Waiting blocks
moderation-lists-notices = Waiting notifications
moderation-lists-reports = Waiting reports
moderation-lists-webhooks = Waiting events
moderation-lists-updates = Deferred updates
moderation-lists-blocks_failed = Failed blocks
moderation-lists-notices_failed = Failed notifications
moderation-lists-reports_failed = Failed reports
moderation-lists-webhooks_failed = Failed events
moderation-lists-differences = Differences of the daily check
moderation-blockAccount = Block
moderation-blockReason = Reason, shown to the owner
moderation-unblockAccount = Unblock
moderation-blockAccountSure = Keys and sessions of { $name } ({ $id }) end at once, and their orders and bots stop. Block the account?
moderation-unblockAccountSure = Keys of { $name } ({ $id }) work again, and the orders and bots that the block stopped are on again. Unblock the account?
moderation-searchAccounts = Name or id
moderation-states-ready = Everything works
moderation-states-degraded = An external service does not answer
moderation-states-down = The service cannot work
moderation-checks-store = Store
moderation-checks-bot = Bot process
moderation-checks-platform = Telegram
moderation-waits = Waiting orders
moderation-outboxes-blocks = Blocks
moderation-outboxes-notices = Notifications
moderation-outboxes-reports = Reports
moderation-outboxes-webhooks = Events
moderation-outboxes-updates = Deferred updates
moderation-oldest = oldest { $seconds } s
moderation-dailyCheck = Daily ledger check
moderation-checkFine = Everything adds up.
moderation-checkDiffers = { $count ->
    [one] { $count } difference
   *[other] { $count } differences
}
moderation-checkNone = Not run yet.

payouts-empty = No payouts are due
payouts-begin = I am paying { $amount }
payouts-send = Send { $amount } by { $rail }
payouts-sent-begun = Sending.
payouts-sent-already = It was already decided.
payouts-sent-early = It cannot be paid out yet.
payouts-sent-switched_off = Payouts through payment services are stopped.
payouts-rails = Payment services
payouts-railsOn = Payouts through payment services are sent automatically, within the limits.
payouts-railsOff = Payouts through payment services are stopped.
payouts-stop = Stop payouts
payouts-goOn = Resume payouts
payouts-stopSure = Stop all payouts through payment services? Those being sent are completed.
payouts-differs = A payment service and the ledger differ: { $count }
payouts-noDifference = The payment services and the ledger agree.
payouts-ours = Ledger
payouts-theirs = Payment service
payouts-paying = An administrator is paying it. Charges no longer use it.
payouts-sending = A payment service is sending it. If there is no answer for an hour, record the outcome.
payouts-pay = Paid
payouts-takeBack = Do not pay
payouts-refuse = Reject
payouts-early = Too early
payouts-payNote = Note for the owner
payouts-refuseNote = Reason, for the owner
payouts-wallets = Wallets
payouts-accountId = Account id
payouts-adjust = Adjustment
payouts-give = Credit
payouts-take = Debit
payouts-giveSure = Credit { $amount } to { $name }?
payouts-takeSure = Debit { $amount } from { $name }?
payouts-before = Available now
payouts-after = Afterwards
payouts-debt = This is a debt. Earnings and deposits pay it off first. Orders are stopped until then.
payouts-adjusted = Booked. The owner is notified.
payouts-adjustedBefore = An earlier attempt was booked, and nothing more. Check the balance before you try again.
payouts-earned = Earned from orders of others
payouts-outcomes-decided = Decided
payouts-outcomes-already = Somebody decided first.
payouts-outcomes-early = Too early.
