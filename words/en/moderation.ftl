queue = 🛡 <b>Waiting for a decision</b>: { $total }
queue-empty = 🛡 Nothing waits for a decision.
card-state = State: <b>{ $state }</b> · owner <code>{ $owner }</code>
button-open-link = 🔗 Open
button-approve = ✅ Approve
button-reject = ❌ Reject
button-block-link = ⛔️ Block the link
button-block-yes = ⛔️ Yes, block it
button-pause = ⏸ Pause
button-resume = ▶️ Let it go on
resumed = Order #{ $id } goes on.
resume-still-moved = The link of order #{ $id } does not lead to its chat: it stays paused, and goes on by itself.
button-unblock-link = ✅ Unblock the link
link-unblocked = The link can be ordered again.
button-log = 📜 Log
log = 📜 <b>Who decided what</b>, latest first
log-empty = 📜 Nothing has been decided yet.
log-line = { $when } · <b>{ $who }</b> · { $what } { $about }{ $reason }
log-approved = approved
log-rejected = rejected
log-order-paused = paused
log-order-resumed = let go on
log-link-blocked = blocked the link
log-link-unblocked = unblocked the link
log-bot-blocked = blocked the bot
log-bot-unblocked = unblocked the bot
log-bot-theme = set the theme of the bot
log-bot-trusted = trusts the bot
log-bot-refused = refused the bot
log-account-trusted = trusts the account
log-suspicion-cleared = ends the suspicion of the user
log-reversal-begun = begins to take charges back as fraud
log-charges-reversed = took charges back as fraud
log-payout-taken-back = takes back a payment to the account
log-account-untrusted = trusts no longer the account
log-account-noted = noted on the account
log-account-blocked = blocked the account
log-account-unblocked = unblocked the account
button-refresh = 🔄 Look again
button-queue = 🛡 Queue
button-reject-write = ✏️ Write a reason
report-title = Found: <b>{ $title }</b> · { $username }
report-members = Members: { $members }
report-rights = Our bot is an administrator ✅
report-no-rights = Our bot is not an administrator ❌
report-checker = Checked by our bot @{ $bot }
problem-not-checked = Telegram did not answer in time.
problem-not-found = There is nothing behind the link that our bot can see.
problem-not-a-channel = The link leads to a person or a bot, not to a channel.
problem-not-administrator = Our bot must be an administrator of the channel.
problem-channel-unknown = It is not known which channel the invite link leads to. The owner has to make our bot an administrator there, or choose the channel in the bot.
problem-cannot-invite = Our bot needs the right to invite users: they come to a private channel by its link, and without it the bot does not see who asks to join.
problem-token-refused = Telegram rejects the bot’s token.
problem-token-of-other-bot = The link leads to another bot than the token’s.
decision-gone = This order is not there any more.
decision-already = Order #{ $id } has been changed or decided already: { $state }.
decision-approved = Order #{ $id } is approved: { $state }.
decision-rejected = Order #{ $id } is rejected.
decision-waiting = Order #{ $id } waits.
decision-link-blocked = The link of order #{ $id } is blocked: unblock it first, or reject the order.
decision-missing = Order #{ $id } cannot be approved yet. { $problems }
reject-why = <b>Why is order #{ $id } rejected?</b>
pause-ask = <b>Why is order #{ $id } paused?</b> Write the reason; the owner will read it.
reject-ask = <b>Why is order #{ $id } rejected?</b> Write the reason; the owner will read it.
block-link-confirm =
    <b>Block the link of order #{ $id }?</b>

    The order is rejected, and nobody can order this link any more.

button-approve-as = 🏷 With a topic
approve-as = <b>What is order #{ $id } about?</b> It is approved with the topic you press.
button-moderate-order = 📦 An order
mod-order-ask = <b>Which order?</b> Write its number.
button-moderate-bot = 🤖 A bot
mod-bot-ask = <b>Which bot?</b> Write its id.
mod-bot =
    🤖 <b>{ $name }</b> · @{ $nickname }
    id <code>{ $id }</code> · owner <code>{ $owner }</code> · { $state }

    Subscribers brought: { $followers }
    Topic: { $theme }
button-block-bot = ⛔️ Block the bot
block-bot-confirm =
    ⛔️ <b>Block { $name } (@{ $nickname })?</b>

    It gets no sponsors from then on, and its owner is told.
button-unblock-bot = ✅ Unblock the bot
button-theme = 🏷 Topic
mod-theme-ask = 🏷 <b>What is { $name } about?</b>
log-terminal = at the terminal
button-trust-queue = 🤝 Trust in bots
button-trust-people = 🧑‍🌾 New publishers
button-suspicion = 🕵️ A user
button-suspicion-other = 🕵️ Another user
button-suspicion-clear = ✅ End the suspicion
suspicion-ask = 🕵️ <b>Which user?</b> Write the user’s id.
suspicion =
    🕵️ User <code>{ $id }</code> is <b>suspicious</b> until { $until }

    Several accounts were seen behind one device or address. Advertisers do not pay for the joins of this user until then.
suspicion-none = 🕵️ User <code>{ $id }</code> is not suspicious.
suspicion-cleared = The suspicion is over. Joins from now on are paid for.
button-trust-card = 🤝 Trust
button-trust-person = 👤 Its owner
button-trust = ✅ Trust
button-distrust = ⛔️ Refuse
button-distrust-yes = ⛔️ Yes, refuse it
button-distrust-person = ↩️ Trust no longer
trust-bots = 🤝 <b>Bots that wait for trust</b>: { $total }. They work without a token, or brought what is held from when they did.
trust-bots-empty = 🤝 No bot waits for trust.
trust-bot =
    🤝 <b>{ $name }</b> · @{ $nickname } · <code>{ $id }</code>
    { $token } · <b>{ $state }</b>
    Owner: { $owner } · <code>{ $ownerId }</code>

    Subscribers brought: { $followers }
trust-held = Held until you decide: <b>{ $amount }</b> for { $subscribers } subscribers
trust-contacts = Users that Telegram confirms: { $share } % of { $total } (30 days)
trust-taken-over = Paid joins it took over, by showing the sponsor again after another publisher’s bot: { $share } % of { $total } (30 days)
trust-unpaid = Unpaid joins (30 days):
trust-unpaid-line = · { $joins }: { $reason }
trust-unknown = not decided
trust-trusted = trusted
trust-refused = refused
trust-refuse-confirm =
    ⛔️ <b>Refuse { $name } (@{ $nickname })?</b>

    It gets no sponsors from then on, its users are let through, and { $amount } for { $subscribers } subscribers go back to the advertisers. That cannot be undone.
trust-people = 🧑‍🌾 <b>New publishers with money on hold</b>: { $total }
trust-people-empty = 🧑‍🌾 No new publisher has money on hold.
trust-person =
    👤 <b>{ $name }</b> · { $username } · <code>{ $id }</code>
    { $state } · bots: { $bots }

    On hold: <b>{ $held }</b> · available: { $available }
trust-person-trusted = trusted
trust-person-unknown = not trusted yet
trust-person-untrusted = not trusted: a moderator has said so
trust-person-refused = refused: { $bots } bots
trust-person-refuse-confirm =
    ⛔️ <b>Refuse all bots of { $name }: { $bots }?</b>

    They get no sponsors from then on, their users are let through, and { $amount } for { $subscribers } subscribers go back to the advertisers. That cannot be undone. To stop new bots, block the account.
trust-person-held = · @{ $nickname }: { $amount } for { $subscribers } subscribers wait for a moderator
