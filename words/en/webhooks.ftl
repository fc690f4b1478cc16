button-hook = 🔔 Events
button-hook-set = ✏️ Set the address
button-hook-change = ✏️ Change the address
button-hook-clear = 🚫 Take it away
button-hook-test = 🧪 Send a test
button-hook-hurry = ⏩ Try now
button-hook-dead = 💀 Not delivered: { $count }
button-hook-resend-all = 🔁 Send all again
hook-account =
    🔔 <b>Events of all your bots</b>

    When a user subscribes, leaves or comes back, your server is told at once. A bot with an address of its own uses that one.

    Address: { $url }
hook-bot =
    🔔 <b>Events of { $name }</b>

    When a user subscribes, leaves or comes back, your server is told at once.

    Address: { $url }
hook-no-url = none
hook-of-account = that of your account
hook-waiting = Waiting: <b>{ $count }</b>
hook-failing = ⚠️ Not delivered since { $since }: { $reason }. Next attempt: { $next }.
hook-recent = <b>Latest events</b>
hook-line = { $state } { $when } · user { $user } · order { $order } · { $status }
hook-status-subscribed = subscribed
hook-status-unsubscribed = unsubscribed
hook-status-notgetted = notgetted
hook-ask = 🔔 <b>Send the address your server listens at</b>, such as https://example.org/events. How to read what comes there: { $docs }
hook-set = ✅ Saved. Send a test to see whether it arrives.
button-hook-clear-yes = 🚫 Yes, take it away
hook-clear-confirm =
    🚫 <b>Take the address away?</b>
    <code>{ $url }</code>

    If your account has an address, it takes this one’s place; otherwise events are not sent any more.
hook-cleared = The address is taken away.
hook-tested = ✅ Arrived: { $status } after { $ms } ms.
hook-not-tested = ❌ Not delivered: { $reason }.
hook-hurried = It is being tried now.
hook-dead = 💀 <b>Events that could not be delivered</b>: { $total }
hook-dead-empty = ✅ There are no events that could not be delivered.
hook-dead-line = { $when } · user { $user } · order { $order } · { $status }: { $reason }
hook-resent = Sent again: { $count }
hook-reason-status = the server answered { $code }
hook-reason-redirect = the server sends elsewhere, which is not followed
hook-reason-timeout = the server did not answer in time
hook-reason-not-found = its name cannot be resolved
hook-reason-not-connected = the connection fails
hook-reason-not-allowed = the address is private or local
hook-reason-certificate = its certificate is not valid
hook-reason-not-http = the answer is no HTTP
hook-reason-aborted = broken off
hook-reason-no-address = there was no address
hook-reason-other-owner = the bot has another owner
hook-reason-unreadable = a fault on our side
