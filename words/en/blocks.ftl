block-sponsors =
    <b>Almost there!</b>

    To continue, subscribe to our sponsors below, then press the button under them.
block-confirm = ✅ Done
block-gender = Are you a man or a woman?
block-gender-male = 👨 Man
block-gender-female = 👩 Woman
block-age = How old are you?
block-age-0 = undetermined
block-age-1 = under 10
block-age-2 = 11–13
block-age-3 = 14–15
block-age-4 = 16–17
block-age-5 = 18–24
block-age-6 = 25 and older
block-form =
    <b>Two short questions</b>

    Open the form, answer in two taps, then press “Continue”.
block-form-open = 📝 Open the form
block-form-continue = ➡️ Continue
block-privacy = 🔒 Privacy
