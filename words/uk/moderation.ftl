queue = 🛡 <b>Чекають на рішення</b>: { $total }
queue-empty = 🛡 Ніщо не чекає на рішення.
card-state = Стан: <b>{ $state }</b> · власник <code>{ $owner }</code>
button-open-link = 🔗 Відкрити
button-approve = ✅ Схвалити
button-reject = ❌ Відхилити
button-block-link = ⛔️ Заблокувати посилання
button-block-yes = ⛔️ Так, заблокувати
button-pause = ⏸ Призупинити
button-resume = ▶️ Відновити
resumed = Замовлення #{ $id } відновлено.
resume-still-moved = Посилання замовлення #{ $id } не веде до його чату: воно залишається на паузі й відновиться само.
button-unblock-link = ✅ Розблокувати посилання
link-unblocked = Посилання знову можна замовляти.
button-log = 📜 Журнал
log = 📜 <b>Хто що вирішив</b>, спершу останнє
log-empty = 📜 Рішень поки немає.
log-line = { $when } · <b>{ $who }</b> · { $what } { $about }{ $reason }
log-approved = схвалення:
log-rejected = відхилення:
log-order-paused = призупинення:
log-order-resumed = відновлення:
log-link-blocked = блокування посилання:
log-link-unblocked = розблокування посилання:
log-bot-blocked = блокування бота:
log-bot-unblocked = розблокування бота:
log-bot-theme = тема бота:
log-bot-trusted = схвалення бота:
log-bot-refused = відхилення бота:
log-account-trusted = схвалення акаунта:
log-suspicion-cleared = зняття підозри з користувача:
log-reversal-begun = початок повернення за шахрайство:
log-charges-reversed = повернення за шахрайство:
log-payout-taken-back = скасування виплати акаунту:
log-account-untrusted = скасування схвалення акаунта:
log-account-noted = нотатка про акаунт:
log-account-blocked = блокування акаунта:
log-account-unblocked = розблокування акаунта:
button-refresh = 🔄 Перевірити ще раз
button-queue = 🛡 Черга
button-reject-write = ✏️ Написати причину
report-title = Знайдено: <b>{ $title }</b> · { $username }
report-members = Учасників: { $members }
report-rights = Наш бот — адміністратор ✅
report-no-rights = Наш бот не адміністратор ❌
report-checker = Перевіряє наш бот @{ $bot }
problem-not-checked = Telegram не відповів вчасно.
problem-not-found = За посиланням немає нічого, що бачить наш бот.
problem-not-a-channel = Посилання веде на людину чи бота, а не на канал.
problem-not-administrator = Наш бот має бути адміністратором каналу.
problem-channel-unknown = Невідомо, до якого каналу веде запрошувальне посилання. Власник має зробити нашого бота адміністратором каналу або вибрати канал у боті.
problem-cannot-invite = Нашому боту потрібне право запрошувати: до приватного каналу користувачі приходять за його посиланням, і без цього права бот не бачить запитів на вступ.
problem-token-refused = Telegram не приймає токен бота.
problem-token-of-other-bot = Посилання веде не на того бота, чий це токен.
decision-gone = Цього замовлення більше немає.
decision-already = Замовлення #{ $id } уже змінено чи вирішено: { $state }.
decision-approved = Замовлення #{ $id } схвалено: { $state }.
decision-rejected = Замовлення #{ $id } відхилено.
decision-waiting = Замовлення #{ $id } чекає.
decision-link-blocked = Посилання замовлення #{ $id } заблоковано: спершу розблокуйте його або відхиліть замовлення.
decision-missing = Замовлення #{ $id } поки не можна схвалити. { $problems }
reject-why = <b>Чому відхиляємо замовлення #{ $id }?</b>
pause-ask = <b>Чому призупиняємо замовлення #{ $id }?</b> Напишіть причину; її прочитає власник.
reject-ask = <b>Чому відхиляємо замовлення #{ $id }?</b> Напишіть причину; її прочитає власник.
block-link-confirm =
    <b>Заблокувати посилання замовлення #{ $id }?</b>

    Замовлення буде відхилено, і більше ніхто не зможе замовити це посилання.

button-approve-as = 🏷 З темою
approve-as = <b>Про що замовлення #{ $id }?</b> Його буде схвалено з темою, яку ви натиснете.
button-moderate-order = 📦 Замовлення
mod-order-ask = <b>Яке замовлення?</b> Введіть його номер.
button-moderate-bot = 🤖 Бот
mod-bot-ask = <b>Який бот?</b> Введіть його ID.
mod-bot =
    🤖 <b>{ $name }</b> · @{ $nickname }
    ID <code>{ $id }</code> · власник <code>{ $owner }</code> · { $state }

    Привів підписників: { $followers }
    Тема: { $theme }
button-block-bot = ⛔️ Заблокувати бота
block-bot-confirm =
    ⛔️ <b>Заблокувати { $name } (@{ $nickname })?</b>

    Відтоді він не отримуватиме спонсорів, а власник отримає сповіщення.
button-unblock-bot = ✅ Розблокувати бота
button-theme = 🏷 Тема
mod-theme-ask = 🏷 <b>Про що { $name }?</b>
log-terminal = із термінала
button-trust-queue = 🤝 Схвалення ботів
button-trust-people = 🧑‍🌾 Нові власники
button-suspicion = 🕵️ Користувач
button-suspicion-other = 🕵️ Інший користувач
button-suspicion-clear = ✅ Зняти підозру
suspicion-ask = 🕵️ <b>Який користувач?</b> Введіть його ID.
suspicion =
    🕵️ Користувач <code>{ $id }</code> <b>під підозрою</b> до { $until }

    З одного пристрою чи адреси бачили кілька акаунтів. До цього часу рекламодавці не платять за підписки цього користувача.
suspicion-none = 🕵️ Користувач <code>{ $id }</code> не під підозрою.
suspicion-cleared = Підозру знято. Підписки від цього моменту оплачуються.
button-trust-card = 🤝 Схвалення
button-trust-person = 👤 Власник
button-trust = ✅ Схвалити
button-distrust = ⛔️ Відхилити
button-distrust-yes = ⛔️ Так, відхилити
button-distrust-person = ↩️ Скасувати схвалення
trust-bots = 🤝 <b>Боти, що чекають на схвалення</b>: { $total }. Вони працюють без токена або привели підписників, доки його не було.
trust-bots-empty = 🤝 Жоден бот не чекає на схвалення.
trust-bot =
    🤝 <b>{ $name }</b> · @{ $nickname } · <code>{ $id }</code>
    { $token } · <b>{ $state }</b>
    Власник: { $owner } · <code>{ $ownerId }</code>

    Привів підписників: { $followers }
trust-held = Утримується до вашого рішення: <b>{ $amount }</b>, підписників: { $subscribers }
trust-contacts = Користувачі, яких підтвердив Telegram: { $share } % з { $total } (30 днів)
trust-taken-over = Чужі оплачені підписки (показав спонсора ще раз після бота іншого власника): { $share } % з { $total } (30 днів)
trust-unpaid = Неоплачені підписки (30 днів):
trust-unpaid-line = · { $joins }: { $reason }
trust-unknown = рішення немає
trust-trusted = схвалений
trust-refused = відхилений
trust-refuse-confirm =
    ⛔️ <b>Відхилити { $name } (@{ $nickname })?</b>

    Він більше не отримає спонсорів, його користувачів буде пропущено, а { $amount } (підписників: { $subscribers }) повернеться рекламодавцям. Скасувати це не можна.
trust-people = 🧑‍🌾 <b>Нові власники з утриманими грошима</b>: { $total }
trust-people-empty = 🧑‍🌾 Жоден новий власник не має утриманих грошей.
trust-person =
    👤 <b>{ $name }</b> · { $username } · <code>{ $id }</code>
    { $state } · ботів: { $bots }

    Утримується: <b>{ $held }</b> · доступно: { $available }
trust-person-trusted = схвалено
trust-person-unknown = ще не схвалено
trust-person-untrusted = не схвалено: так вирішив модератор
trust-person-refused = відхилено, ботів: { $bots }
trust-person-refuse-confirm =
    ⛔️ <b>Відхилити всіх ботів { $name }: { $bots }?</b>

    Вони більше не отримають спонсорів, їхніх користувачів буде пропущено, а { $amount } (підписників: { $subscribers }) повернеться рекламодавцям. Скасувати це не можна. Щоб зупинити й нових ботів, заблокуйте акаунт.
trust-person-held = · @{ $nickname }: { $amount }, на модератора чекають підписників: { $subscribers }
