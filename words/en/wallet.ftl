button-withdraw = 💸 Withdraw
button-withdrawals = 🧾 Withdrawals
button-take-check = Take the money
button-withdrawal = 🧾 Open the withdrawal
withdraw-too-little = You can withdraw once { $min } are available.
withdraw-ask =
    💸 <b>How much shall we pay out?</b>

    Available: <b>{ $available }</b>. The least is { $min }.
withdraw-all = All: { $amount }
withdraw-details = <b>Where shall we pay to?</b> Write all that is needed: the way, the number of the card or purse, the name.
withdraw-by = 💎 { $rail }, to this account
withdraw-to = { $rail }, your Telegram account
withdraw-confirm =
    <b>Withdraw { $amount }?</b>

    To: <code>{ $details }</code>

    The amount is set aside until we have decided.
withdraw-yes = ✅ Yes, withdraw
withdraw-asked = ✅ We have your request. We will notify you when it is decided.
withdraw-short = ⚠️ That much is not available any more.
withdraw-too-many = ⚠️ You have { $max } withdrawals waiting. Ask again when one of them is decided.
withdrawals = 🧾 <b>Withdrawals</b>, latest first
withdrawals-empty = You have not withdrawn anything yet.
withdrawal-waiting = ⏳ waiting
withdrawal-paying = 💳 being paid
withdrawal-sending = 💳 being sent
withdrawal-paid = ✅ paid
withdrawal-refused = ❌ refused
withdrawal-cancelled = ↩️ taken back
withdrawal-used-up = ↩️ used up
withdrawal-taken = ⚠️ Asked for: { $asked }. Subscribers of your orders took { $taken } of it, since the balance did not cover them; left: { $left }.
withdrawal-payable = Paid out from { $when } at the earliest.
withdrawal-title = 💸 <b>Withdrawal #{ $id }</b> · <b>{ $amount }</b> · { $state }
withdrawal-asked = Asked for: { $when }
withdrawal-decided = Decided: { $when }
withdrawal-note = Note: { $note }
withdrawal-details = To: <code>{ $details }</code>
withdrawal-now = Withdrawal #{ $id }: { $state }.
withdrawal-already = Withdrawal #{ $id } was decided before: { $state }.
button-withdrawal-drop = ↩️ Take it back
button-withdrawal-drop-yes = ↩️ Yes, take it back
withdrawal-drop = <b>Take back withdrawal #{ $id }?</b> { $amount } are available again.

button-payouts = 🏦 Payouts
button-purse = 👛 A wallet
button-paying = 💳 I am paying { $amount }
button-paid = ✅ It is paid
button-payout-back = ↩️ I do not pay it
button-no-note = Without a note
payouts = 🏦 <b>Withdrawals that wait</b>: { $total }
payouts-empty = 🏦 No withdrawal waits.
payouts-off = ⛔️ <b>Payouts by payment services are stopped.</b>
payouts-differences = ⚠️ <b>A payment service and the ledger differ</b>: { $count }
button-payouts-off = ⛔️ Stop payouts by services
button-payouts-on = ▶️ Let payouts go on
payouts-off-ask = <b>Stop all payouts by payment services?</b> What is being sent already comes to its end.
button-payouts-off-yes = ⛔️ Yes, stop them
button-payout-send = 💎 Send { $amount }
payout-sending = 💎 A payment service sends { $amount }. No charge takes of it any more. Where the service stays silent for an hour, say how it ended.
payout-send-off = Payouts by payment services are stopped. Let them go on first.
payout-account =
    👤 { $name } · <code>{ $id }</code>
    Available: { $available } · being paid out: { $reserved }
    Earned by their bots from orders of others: { $earned }
payout-blocked = ⛔️ <b>This account is blocked.</b>
payout-from = ⏳ from { $when }
payout-early = Withdrawal #{ $id } may be paid from { $when } on: until then it pays for those who join the orders of its owner.
refund-needed = Not yet: users who saw this person’s orders of late may still cost { $cost }. Stop the orders, and come back when withdrawals asked for today may be paid.
payout-paying = 💳 An administrator ({ $by }) is paying { $amount }. No charge takes of it any more.
payout-changed = Withdrawal #{ $id } is for { $amount } by now: charges of its owner’s orders took of it. Nothing is decided.
payout-gone = This withdrawal is not there any more.
payout-pay-ask = <b>Is withdrawal #{ $id } paid?</b> Write a note for its owner, such as the number of the transfer.
payout-back-ask = <b>Why is withdrawal #{ $id } not paid now?</b> Write the reason; the owner will read it. It waits again, and charges may take of it.
payout-refuse-ask = <b>Why is withdrawal #{ $id } refused?</b> Write the reason; the owner will read it.
purse-ask = <b>Whose wallet?</b> Write the person’s id.
purse =
    👛 <b>{ $name }</b> · { $username } · <code>{ $id }</code>

    Available: <b>{ $available }</b>
    On hold: <b>{ $held }</b>
    Being paid out: <b>{ $reserved }</b>
button-credit = ➕ Book a deposit
button-star-payments = ⭐️ Payments in stars
credit-ask = <b>How much is booked for { $id }?</b>
credit-note = <b>What is it for?</b> It stands in their history.
credit-confirm = <b>Book { $amount } for { $name }</b> (<code>{ $id }</code>)?
credit-yes = ✅ Yes, book it
credit-booked = ✅ { $amount } are booked.
button-adjust = ⚖️ Adjust
button-adjust-give = ➕ Give
button-adjust-take = ➖ Take
adjust-direction = ⚖️ <b>Give { $id } money, or take it?</b>
adjust-ask-give = <b>How much is given to { $id }?</b>
adjust-ask-take = <b>How much is taken from { $id }?</b> It may be more than is available. The rest becomes a debt.
adjust-reason = <b>Why?</b> The owner reads it.
adjust-confirm-give =
    <b>Give { $amount } to { $name }</b> (<code>{ $id }</code>)?

    Reason: { $reason }
    Available now: { $before }, afterwards: <b>{ $after }</b>
adjust-confirm-take =
    <b>Take { $amount } from { $name }</b> (<code>{ $id }</code>)?

    Reason: { $reason }
    Available now: { $before }, afterwards: <b>{ $after }</b>
adjust-debt = ⚠️ That is a debt. Earnings and deposits pay it off first, and orders stand still until then.
adjust-booked = ✅ The adjustment of { $amount } is booked, and the owner is notified.
star-payments = ⭐️ <b>Payments in stars</b> of <code>{ $id }</code>, latest first
star-payment = { $when } · { $stars } ⭐️ · <b>{ $amount }</b>{ $state }
refund-state-none = { "" }
refund-state-waiting = { " " }· ⏳ being given back
refund-state-done = { " " }· ↩️ given back
refund-state-refused = { " " }· ❌ Telegram rejected it
refund-confirm = <b>Give { $stars } ⭐️ back to { $id }?</b> { $amount } leave their balance.
button-refund-yes = ↩️ Yes, give them back
refund-done = The payment is given back.
refund-waiting = Telegram does not answer. We ask again until it does. The amount is reserved.
refund-spent = It cannot be given back: only { $available } are available.
refund-refused = Telegram rejects it: { $reason }
