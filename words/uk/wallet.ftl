button-withdraw = 💸 Вивести
button-withdrawals = 🧾 Виведення
button-take-check = Забрати гроші
button-withdrawal = 🧾 Відкрити виведення
withdraw-too-little = Вивести можна, коли доступно { $min }.
withdraw-ask =
    💸 <b>Скільки вивести?</b>

    Доступно: <b>{ $available }</b>. Мінімум — { $min }.
withdraw-all = Усе: { $amount }
withdraw-details = <b>Куди виплатити?</b> Напишіть усе, що потрібно: спосіб, номер картки чи гаманця, ім’я.
withdraw-by = 💎 { $rail }, на цей акаунт
withdraw-to = { $rail }, ваш акаунт Telegram
withdraw-confirm =
    <b>Вивести { $amount }?</b>

    Куди: <code>{ $details }</code>

    Суму зарезервовано, доки ми не вирішимо.
withdraw-yes = ✅ Так, вивести
withdraw-asked = ✅ Запит прийнято. Ми повідомимо, щойно його буде вирішено.
withdraw-short = ⚠️ Стільки вже недоступно.
withdraw-too-many = ⚠️ На рішення вже чекають ваші виведення: { $max }. Спробуйте знову, коли одне з них буде вирішено.
withdrawals = 🧾 <b>Виведення</b>, спершу останні
withdrawals-empty = Ви ще нічого не виводили.
withdrawal-waiting = ⏳ очікує
withdrawal-paying = 💳 виплачується
withdrawal-sending = 💳 надсилається
withdrawal-paid = ✅ виплачено
withdrawal-refused = ❌ відхилено
withdrawal-cancelled = ↩️ скасовано
withdrawal-used-up = ↩️ витрачено
withdrawal-taken = ⚠️ Запитано: { $asked }. На підписників ваших замовлень не вистачило балансу, з виведення пішло { $taken }; залишилося: { $left }.
withdrawal-payable = Виплата не раніше { $when }.
withdrawal-title = 💸 <b>Виведення #{ $id }</b> · <b>{ $amount }</b> · { $state }
withdrawal-asked = Запитано: { $when }
withdrawal-decided = Вирішено: { $when }
withdrawal-note = Примітка: { $note }
withdrawal-details = Куди: <code>{ $details }</code>
withdrawal-now = Виведення #{ $id }: { $state }.
withdrawal-already = Виведення #{ $id } уже вирішено: { $state }.
button-withdrawal-drop = ↩️ Скасувати
button-withdrawal-drop-yes = ↩️ Так, скасувати
withdrawal-drop = <b>Скасувати виведення #{ $id }?</b> Знову буде доступно { $amount }.

button-payouts = 🏦 Виплати
button-purse = 👛 Гаманець акаунта
button-paying = 💳 Плачу { $amount }
button-paid = ✅ Виплачено
button-payout-back = ↩️ Не плачу
button-no-note = Без примітки
payouts = 🏦 <b>Чекають на виплату</b>: { $total }
payouts-empty = 🏦 Жодне виведення не чекає.
payouts-off = ⛔️ <b>Виплати через платіжні сервіси зупинено.</b>
payouts-differences = ⚠️ <b>Платіжний сервіс і облік розходяться</b>: { $count }
button-payouts-off = ⛔️ Зупинити автовиплати
button-payouts-on = ▶️ Відновити автовиплати
payouts-off-ask = <b>Зупинити всі виплати через платіжні сервіси?</b> Ті, що вже надсилаються, завершаться.
button-payouts-off-yes = ⛔️ Так, зупинити
button-payout-send = 💎 Надіслати { $amount }
payout-sending = 💎 Платіжний сервіс надсилає { $amount }. Списання більше не зменшують це виведення. Якщо сервіс мовчить годину, вкажіть, чим це закінчилося.
payout-send-off = Виплати через платіжні сервіси зупинено. Спершу відновіть їх.
payout-account =
    👤 { $name } · <code>{ $id }</code>
    Доступно: { $available } · виводиться: { $reserved }
    Зароблено ботами на чужих замовленнях: { $earned }
payout-blocked = ⛔️ <b>Цей акаунт заблоковано.</b>
payout-from = ⏳ з { $when }
payout-early = Виведення #{ $id } можна виплатити з { $when }: доти з нього оплачуються ті, хто приходить за замовленнями власника.
refund-needed = Поки не можна: користувачі, які нещодавно бачили замовлення цієї людини, ще можуть коштувати { $cost }. Зупиніть замовлення й поверніться, коли можна буде виплатити виведення, запитані сьогодні.
payout-paying = 💳 Адміністратор ({ $by }) виплачує { $amount }. Списання більше не зменшують це виведення.
payout-changed = Виведення #{ $id } тепер на { $amount }: частина пішла на підписників замовлень власника. Нічого не вирішено.
payout-gone = Цього виведення більше немає.
payout-pay-ask = <b>Виведення #{ $id } виплачено?</b> Напишіть примітку для власника, наприклад номер переказу.
payout-back-ask = <b>Чому виведення #{ $id } поки не виплачено?</b> Напишіть причину; її прочитає власник. Виведення знову чекає, і списання можуть його зменшувати.
payout-refuse-ask = <b>Чому відхиляємо виведення #{ $id }?</b> Напишіть причину; її прочитає власник.
purse-ask = <b>Чий гаманець?</b> Введіть ID людини.
purse =
    👛 <b>{ $name }</b> · { $username } · <code>{ $id }</code>

    Доступно: <b>{ $available }</b>
    Утримується: <b>{ $held }</b>
    Виводиться: <b>{ $reserved }</b>
button-credit = ➕ Зарахувати поповнення
button-star-payments = ⭐️ Платежі зірками
credit-ask = <b>Скільки зарахувати { $id }?</b>
credit-note = <b>За що?</b> Це буде в історії.
credit-confirm = <b>Зарахувати { $amount } — { $name }</b> (<code>{ $id }</code>)?
credit-yes = ✅ Так, зарахувати
credit-booked = ✅ Зараховано { $amount }.
button-adjust = ⚖️ Коригувати
button-adjust-give = ➕ Нарахувати
button-adjust-take = ➖ Списати
adjust-direction = ⚖️ <b>Нарахувати { $id } чи списати?</b>
adjust-ask-give = <b>Скільки нарахувати { $id }?</b>
adjust-ask-take = <b>Скільки списати в { $id }?</b> Можна більше, ніж доступно: решта стане боргом.
adjust-reason = <b>Чому?</b> Це прочитає власник.
adjust-confirm-give =
    <b>Нарахувати { $amount }: { $name }</b> (<code>{ $id }</code>)?

    Причина: { $reason }
    Доступно зараз: { $before }, буде: <b>{ $after }</b>
adjust-confirm-take =
    <b>Списати { $amount }: { $name }</b> (<code>{ $id }</code>)?

    Причина: { $reason }
    Доступно зараз: { $before }, буде: <b>{ $after }</b>
adjust-debt = ⚠️ Це борг. Спершу його погашають дохід і поповнення, а замовлення доти зупинено.
adjust-booked = ✅ Коригування { $amount } проведено, власник отримає сповіщення.
star-payments = ⭐️ <b>Платежі зірками</b> від <code>{ $id }</code>, спершу останні
star-payment = { $when } · { $stars } ⭐️ · <b>{ $amount }</b>{ $state }
refund-state-none = { "" }
refund-state-waiting = { " " }· ⏳ повертається
refund-state-done = { " " }· ↩️ повернено
refund-state-refused = { " " }· ❌ Telegram відмовив
refund-confirm = <b>Повернути { $stars } ⭐️ для { $id }?</b> З балансу спишеться { $amount }.
button-refund-yes = ↩️ Так, повернути
refund-done = Платіж повернено.
refund-waiting = Telegram не відповідає. Ми питаємо знову, доки не відповість. Суму зарезервовано.
refund-spent = Повернути не можна: доступно лише { $available }.
refund-refused = Telegram відмовляє: { $reason }
