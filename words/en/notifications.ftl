notification-moderation-many = 🛡 Many orders have come: <b>{ $total }</b> wait for a decision. They do not come one by one while so many wait.
notification-order-approved = ✅ Order #{ $orderId } “{ $name }” is approved.
notification-order-rejected =
    ❌ Order #{ $orderId } “{ $name }” is rejected.

    Reason: { $reason }
notification-order-finished = 🏁 Order #{ $orderId } “{ $name }” is finished: all subscribers have come.
notification-order-out-of-money = 💳 Order #{ $orderId } “{ $name }” is not shown: the balance does not cover one more subscriber.
notification-order-rights-lost = ⚠️ Order #{ $orderId } “{ $name }” is not shown: we cannot check who subscribes. Make our bot an administrator of the channel again, or give us a working token.
notification-order-rights-back = ✅ Order #{ $orderId } “{ $name }” is shown again: we can check who subscribes.
notification-order-paused =
    ⏸ Order #{ $orderId } “{ $name }” is paused.

    { $why }
notification-order-paused-moderator =
    ⏸ The service has paused order #{ $orderId } “{ $name }” ({ $link }).

    { $why }
notification-order-resumed = ▶️ Order #{ $orderId } “{ $name }” goes on.
paused-link-moved = Its @username does not lead to the approved chat any more. The order goes on by itself when the name leads there again. Or give it another link, while it has no subscribers: moderators look at it then.
paused-link-dead = Our bot may not invite users to its chat any more: no link of ours into a private chat works, and the bot does not see who asks to join. Give the bot the right to invite users again: the order then goes on by itself.
paused-removes-subscribers = More than 5 of its last 100 subscribers were removed from the chat by somebody else. A moderator has to let it go on.
paused-rights-unsteady = Our bot lost its administrator rights in the chat three times within a day. Meanwhile the service cannot see who joins. Keep the bot an administrator; a moderator then lets the order go on.
paused-moderator = A moderator has paused it: { $text }
notification-bot-token-invalid = ⚠️ Telegram rejects the token of @{ $nickname }. The service cannot send messages as this bot until you send a new token.
notification-bot-claimed =
    🔁 @{ $nickname } is another account’s bot now: it was added there with its token. Your Bot Key for it does not work any more.

    What it earned for you stays yours, but for what waited for a moderator’s trust: that goes back to the advertisers.

    If the bot is yours, revoke its token in @BotFather, and add it here with the new one.
notification-adjustment = ⚖️ An administrator booked { $amount } on your wallet: { $note }
notification-charges-returned =
    ↩️ { $amount } are back on your balance: { $joins } subscribers of your orders { $orders } were found to be fraud.

    Reason: { $note }

    These orders want as many subscribers more. One that was finished is switched off: switch it on to get the rest.
notification-earnings-taken-back =
    ⚖️ { $amount } of what your bots earned are taken back, for { $joins } subscribers.

    Reason: { $note }

    It comes from the hold, then from the balance, then from withdrawals that are not being paid yet. What they do not cover is a debt, which later earnings pay off.
notification-account-blocked = ⛔️ Your account is blocked by the operator of this service. Its keys do not work any more. Stopped with it: { $orders } orders, { $bots } bots. Reason: { $reason }
notification-account-unblocked = ✅ Your account is not blocked any more. Its keys work again. On again: { $orders } orders, { $bots } bots.
notification-bot-blocked = ⛔️ The operator of this service has blocked your bot @{ $nickname }: it gets no sponsors.
notification-bot-unblocked = ✅ Your bot @{ $nickname } is not blocked any more.
notification-bot-trusted = ✅ Your bot @{ $nickname } is trusted now. What it earned while that was open is released after the usual hold.
notification-bot-refused =
    ⛔️ A moderator does not trust your bot @{ $nickname }, which works without a token. It gets no sponsors (your users are let through), and what it brought and was held goes back to the advertisers.

    Add the bot’s token, then write to the operator of this service.
notification-bot-taken-over =
    🔎 Bot @{ $nickname }: of { $subscribers } joins it was paid for today, { $takenOver } ({ $share } %) are its own only because it showed the sponsor again after a bot of another publisher had shown it.

    A bot that asks about everybody all day lives like this; so may one to which people come back. Look when and how often it asks.
notification-bot-paying-factor =
    { $what }

    { $why }

    This follows the bot’s quality, which is read once a day. For users who were shown the sponsor before that day everything stays as it is today. The bot’s quality has the figures.
paying-share = 📅 From { $day } on, a subscriber of your bot @{ $nickname } brings { $percent } % of what they bring today.
paying-hold = ⏳ From { $day } on, what your bot @{ $nickname } earns is on hold for { $hours } h; today, for { $before } h. Within that time a subscriber who leaves is paid back to the advertiser.
paying-nothing-known = In the last weeks the bot has brought too few subscribers to tell: for it everything is as usual again.
notification-bot-anomaly = 📉 <b>The joins of bot @{ $nickname } are out of line</b>
anomaly-jump = On { $date } it brought { $joins } subscribers; on a usual day of the weeks before, { $usual }.
anomaly-joins = Joins by day, four weeks; the highest { $most }
anomaly-stayed = Still there after …, of 100
anomaly-delays = Joined … after the first showing, of 100
anomaly-bot = bot
anomaly-others = others
anomaly-days = { $count } d
anomaly-hours = { $count } h
anomaly-minutes = { $count } min
anomaly-seconds = { $count } s
anomaly-advice = A good day or a new audience may look like this, and so do bought users. You are told once a week at most.
notification-account-trusted = ✅ Your account is approved: your earnings wait no longer than those of others, and every way of payment is open to you.
notification-withdrawal-reduced = ⚠️ Order #{ $orderId } “{ $name }” got subscribers that your balance did not cover. They were paid out of withdrawal #{ $withdrawalId }, which is now for what is left of it.
summary = ☀️ <b>Summary of { $date }</b>
summary-bots = 🤖 Your bots: requests { $requests }, subscribers { $subscribers }, income <b>{ $income }</b>
summary-orders = 📣 Your orders: subscribers { $subscribers }, spent <b>{ $spent }</b>
summary-balance = 💰 Available now: <b>{ $available }</b>
notification-deposit = 💰 { $amount } are booked to your balance. { $note }
notification-payout-refused = ⚠️ The payment service refused withdrawal #{ $withdrawalId }: { $reason }. It waits for you: /payouts
notification-payout-check = 🎁 Withdrawal #{ $withdrawalId } waits for you at the payment service. Open it and take the money.
notification-rail-difference =
    ⚠️ <b>{ $rail } and the ledger differ</b>: { $about }
    Ledger: { $ours }
    { $rail }: { $theirs }
money-summary = 🏦 <b>Payments of { $date }</b>
money-summary-deposits = 💰 { $rail }, came in: { $count } over <b>{ $sum }</b>
money-summary-payouts = 💸 { $rail }, went out: { $count } over <b>{ $sum }</b>
notification-withdrawal-paid = 💸 Withdrawal #{ $withdrawalId } over { $amount } is paid. { $note }
notification-withdrawal-refused =
    ↩️ Withdrawal #{ $withdrawalId } is refused; { $amount } are available again.

    Reason: { $note }
notification-refund-paid = ↩️ Your payment of { $stars } ⭐️ is given back; { $amount } have left your balance.
notification-webhook-dead = ⚠️ Events of @{ $nickname } could not be delivered for a day. They are kept: put your receiver right, then send them again.
