button-withdraw = 💸 Вывести
button-withdrawals = 🧾 Выводы
button-take-check = Забрать деньги
button-withdrawal = 🧾 Открыть вывод
withdraw-too-little = Вывести можно, когда доступно { $min }.
withdraw-ask =
    💸 <b>Сколько вывести?</b>

    Доступно: <b>{ $available }</b>. Минимум — { $min }.
withdraw-all = Всё: { $amount }
withdraw-details = <b>Куда выплатить?</b> Напишите всё, что нужно: способ, номер карты или кошелька, имя.
withdraw-by = 💎 { $rail }, на этот аккаунт
withdraw-to = { $rail }, ваш аккаунт Telegram
withdraw-confirm =
    <b>Вывести { $amount }?</b>

    Куда: <code>{ $details }</code>

    Сумма откладывается, пока мы не решим.
withdraw-yes = ✅ Да, вывести
withdraw-asked = ✅ Запрос принят. Мы сообщим, как только решим.
withdraw-short = ⚠️ Столько уже недоступно.
withdraw-too-many = ⚠️ У вас уже ждут выводы: { $max }. Попросите снова, когда один из них будет решён.
withdrawals = 🧾 <b>Выводы</b>, сначала последние
withdrawals-empty = Вы ещё ничего не выводили.
withdrawal-waiting = ⏳ ждёт
withdrawal-paying = 💳 выплачивается
withdrawal-sending = 💳 отправляется
withdrawal-paid = ✅ выплачен
withdrawal-refused = ❌ отклонён
withdrawal-cancelled = ↩️ отозван
withdrawal-used-up = ↩️ израсходован
withdrawal-taken = ⚠️ Запрошено: { $asked }. На подписчиков ваших заказов не хватило баланса, из вывода ушло { $taken }; осталось: { $left }.
withdrawal-payable = Выплата не раньше { $when }.
withdrawal-title = 💸 <b>Вывод #{ $id }</b> · <b>{ $amount }</b> · { $state }
withdrawal-asked = Запрошен: { $when }
withdrawal-decided = Решён: { $when }
withdrawal-note = Примечание: { $note }
withdrawal-details = Куда: <code>{ $details }</code>
withdrawal-now = Вывод #{ $id }: { $state }.
withdrawal-already = Вывод #{ $id } уже решён: { $state }.
button-withdrawal-drop = ↩️ Отозвать
button-withdrawal-drop-yes = ↩️ Да, отозвать
withdrawal-drop = <b>Отозвать вывод #{ $id }?</b> Снова будет доступно { $amount }.

button-payouts = 🏦 Выплаты
button-purse = 👛 Кошелёк человека
button-paying = 💳 Плачу { $amount }
button-paid = ✅ Выплачено
button-payout-back = ↩️ Не плачу
button-no-note = Без примечания
payouts = 🏦 <b>Ждут выплаты</b>: { $total }
payouts-empty = 🏦 Никто не ждёт выплаты.
payouts-off = ⛔️ <b>Выплаты через платёжные сервисы остановлены.</b>
payouts-differences = ⚠️ <b>Платёжный сервис и учёт расходятся</b>: { $count }
button-payouts-off = ⛔️ Остановить автовыплаты
button-payouts-on = ▶️ Возобновить автовыплаты
payouts-off-ask = <b>Остановить все выплаты через платёжные сервисы?</b> То, что уже отправляется, дойдёт до конца.
button-payouts-off-yes = ⛔️ Да, остановить
button-payout-send = 💎 Отправить { $amount }
payout-sending = 💎 Платёжный сервис отправляет { $amount }. Списания из этого вывода больше не берут. Если сервис молчит час, скажите, чем это кончилось.
payout-send-off = Выплаты через платёжные сервисы остановлены. Сначала возобновите их.
payout-account =
    👤 { $name } · <code>{ $id }</code>
    Доступно: { $available } · выводится: { $reserved }
    Заработано ботами на чужих заказах: { $earned }
payout-blocked = ⛔️ <b>Этот аккаунт заблокирован.</b>
payout-from = ⏳ с { $when }
payout-early = Вывод #{ $id } можно выплатить с { $when }: до тех пор из него оплачиваются те, кто приходит в заказы владельца.
refund-needed = Пока нельзя: люди, которые недавно видели заказы этого человека, ещё могут стоить { $cost }. Остановите заказы и вернитесь, когда можно будет выплатить выводы, запрошенные сегодня.
payout-paying = 💳 Администратор ({ $by }) выплачивает { $amount }. Списания из этого вывода больше не берут.
payout-changed = Вывод #{ $id } теперь на { $amount }: часть ушла на подписчиков заказов владельца. Ничего не решено.
payout-gone = Этого вывода больше нет.
payout-pay-ask = <b>Вывод #{ $id } выплачен?</b> Напишите примечание для владельца, например номер перевода.
payout-back-ask = <b>Почему вывод #{ $id } пока не выплачен?</b> Напишите причину; её прочтёт владелец. Вывод снова ждёт, и списания могут брать из него.
payout-refuse-ask = <b>Почему отклоняем вывод #{ $id }?</b> Напишите причину; её прочтёт владелец.
purse-ask = <b>Чей кошелёк?</b> Введите id человека.
purse =
    👛 <b>{ $name }</b> · { $username } · <code>{ $id }</code>

    Доступно: <b>{ $available }</b>
    На удержании: <b>{ $held }</b>
    Выводится: <b>{ $reserved }</b>
button-credit = ➕ Зачислить
button-star-payments = ⭐️ Платежи звёздами
credit-ask = <b>Сколько зачислить { $id }?</b>
credit-note = <b>За что?</b> Это будет в истории.
credit-confirm = <b>Зачислить { $amount } — { $name }</b> (<code>{ $id }</code>)?
credit-yes = ✅ Да, зачислить
credit-booked = ✅ Зачислено { $amount }.
button-adjust = ⚖️ Корректировка
button-adjust-give = ➕ Начислить
button-adjust-take = ➖ Списать
adjust-direction = ⚖️ <b>Начислить { $id } или списать?</b>
adjust-ask-give = <b>Сколько начислить { $id }?</b>
adjust-ask-take = <b>Сколько списать у { $id }?</b> Можно больше, чем доступно: остаток станет долгом.
adjust-reason = <b>Почему?</b> Это прочтёт владелец.
adjust-confirm-give =
    <b>Начислить { $amount }: { $name }</b> (<code>{ $id }</code>)?

    Причина: { $reason }
    Доступно сейчас: { $before }, будет: <b>{ $after }</b>
adjust-confirm-take =
    <b>Списать { $amount }: { $name }</b> (<code>{ $id }</code>)?

    Причина: { $reason }
    Доступно сейчас: { $before }, будет: <b>{ $after }</b>
adjust-debt = ⚠️ Это долг. Его гасят доход и пополнения, и до тех пор заказы стоят.
adjust-booked = ✅ Корректировка { $amount } проведена, владелец получит уведомление.
star-payments = ⭐️ <b>Платежи звёздами</b> от <code>{ $id }</code>, сначала последние
star-payment = { $when } · { $stars } ⭐️ · <b>{ $amount }</b>{ $state }
refund-state-none = { "" }
refund-state-waiting = { " " }· ⏳ возвращается
refund-state-done = { " " }· ↩️ возвращён
refund-state-refused = { " " }· ❌ платформа отказала
refund-confirm = <b>Вернуть { $stars } ⭐️ для { $id }?</b> С баланса спишется { $amount }.
button-refund-yes = ↩️ Да, вернуть
refund-done = Платёж возвращён.
refund-waiting = Платформа не отвечает. Мы спрашиваем снова, пока не ответит; сумма отложена.
refund-spent = Вернуть нельзя: доступно только { $available }.
refund-refused = Платформа отказывает: { $reason }
