button-cabinet = 🖥 Cabinet
button-cabinet-open = 🖥 Open the cabinet
cabinet =
    🖥 <b>Cabinet</b>

    Orders, bots, figures and money on one page, in your browser.
    The link opens it once, within { $minutes } minutes. Do not give it to anybody.
signin-ask =
    🔐 <b>Sign in to the cabinet?</b>

    A browser asks to be let into your account.
    Number on its page: <b>{ $number }</b>
    Browser: { $browser }
    Address: { $address }

    Agree only if you opened this page yourself and it shows the same number.
button-signin-yes = ✅ It is me, number { $number }
button-signin-no = ✋ It is not me
signin-done = ✅ You are signed in: go on in the browser.
signin-refused = ✋ Nobody was signed in. The sender of that link wanted access to your account.
signin-over = This sign-in has expired. Open the cabinet again, and press Start again.
withdrawal-request-ask =
    💸 <b>Withdraw { $amount }?</b>

    Where to: <code>{ $details }</code>

    It was asked for in the cabinet or by the API. If it was not you, say no and replace your keys.
withdrawal-request-dropped = Nothing was withdrawn.
withdrawal-request-over = This is not to be confirmed any more: it was taken back, or an hour has passed.
button-withdrawal-request-no = ✋ No, leave it
cabinet-menu = Cabinet
