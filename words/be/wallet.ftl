button-withdraw = 💸 Вывесці
button-withdrawals = 🧾 Вывады
button-take-check = Забраць грошы
button-withdrawal = 🧾 Адкрыць вывад
withdraw-too-little = Вывесці можна, калі даступна { $min }.
withdraw-ask =
    💸 <b>Колькі вывесці?</b>

    Даступна: <b>{ $available }</b>. Мінімум — { $min }.
withdraw-all = Усё: { $amount }
withdraw-details = <b>Куды выплаціць?</b> Напішыце ўсё, што трэба: спосаб, нумар карты або кашалька, імя.
withdraw-by = 💎 { $rail }, на гэты акаўнт
withdraw-to = { $rail }, ваш акаўнт Telegram
withdraw-confirm =
    <b>Вывесці { $amount }?</b>

    Куды: <code>{ $details }</code>

    Сума рэзервуецца, пакуль мы не вырашым.
withdraw-yes = ✅ Так, вывесці
withdraw-asked = ✅ Запыт прыняты. Мы паведамім, калі ён будзе вырашаны.
withdraw-short = ⚠️ Столькі ўжо недаступна.
withdraw-too-many = ⚠️ У вас ужо чакаюць вывады: { $max }. Запытайце зноў, калі адзін з іх будзе вырашаны.
withdrawals = 🧾 <b>Вывады</b>, спачатку апошнія
withdrawals-empty = Вы яшчэ нічога не выводзілі.
withdrawal-waiting = ⏳ чакае
withdrawal-paying = 💳 выплачваецца
withdrawal-sending = 💳 адпраўляецца
withdrawal-paid = ✅ выплачаны
withdrawal-refused = ❌ адхілены
withdrawal-cancelled = ↩️ скасаваны
withdrawal-used-up = ↩️ выдаткаваны
withdrawal-taken = ⚠️ Запытана: { $asked }. На падпісчыкаў вашых заказаў не хапіла балансу, з вываду пайшло { $taken }; засталося: { $left }.
withdrawal-payable = Выплата не раней за { $when }.
withdrawal-title = 💸 <b>Вывад #{ $id }</b> · <b>{ $amount }</b> · { $state }
withdrawal-asked = Запытаны: { $when }
withdrawal-decided = Вырашаны: { $when }
withdrawal-note = Заўвага: { $note }
withdrawal-details = Куды: <code>{ $details }</code>
withdrawal-now = Вывад #{ $id }: { $state }.
withdrawal-already = Вывад #{ $id } ужо вырашаны: { $state }.
button-withdrawal-drop = ↩️ Скасаваць
button-withdrawal-drop-yes = ↩️ Так, скасаваць
withdrawal-drop = <b>Скасаваць вывад #{ $id }?</b> Зноў будзе даступна { $amount }.

button-payouts = 🏦 Выплаты
button-purse = 👛 Кашалёк карыстальніка
button-paying = 💳 Плачу { $amount }
button-paid = ✅ Выплачана
button-payout-back = ↩️ Не выплачваю
button-no-note = Без заўвагі
payouts = 🏦 <b>Чакаюць выплаты</b>: { $total }
payouts-empty = 🏦 Ніводзін вывад не чакае.
payouts-off = ⛔️ <b>Выплаты праз плацёжныя сэрвісы спынены.</b>
payouts-differences = ⚠️ <b>Плацёжны сэрвіс і ўлік разыходзяцца</b>: { $count }
button-payouts-off = ⛔️ Спыніць аўтавыплаты
button-payouts-on = ▶️ Узнавіць аўтавыплаты
payouts-off-ask = <b>Спыніць усе выплаты праз плацёжныя сэрвісы?</b> Тое, што ўжо адпраўляецца, дойдзе да канца.
button-payouts-off-yes = ⛔️ Так, спыніць
button-payout-send = 💎 Адправіць { $amount }
payout-sending = 💎 Плацёжны сэрвіс адпраўляе { $amount }. Спісанні больш не памяншаюць вывад. Калі сэрвіс маўчыць гадзіну, пазначце вынік.
payout-send-off = Выплаты праз плацёжныя сэрвісы спынены. Спачатку ўзнавіце іх.
payout-account =
    👤 { $name } · <code>{ $id }</code>
    Даступна: { $available } · выводзіцца: { $reserved }
    Зароблена ботамі на чужых заказах: { $earned }
payout-blocked = ⛔️ <b>Гэты акаўнт заблакіраваны.</b>
payout-from = ⏳ з { $when }
payout-early = Вывад #{ $id } можна выплаціць з { $when }: да таго часу з яго аплачваюцца тыя, хто падпісваецца па заказах уладальніка.
refund-needed = Пакуль нельга: карыстальнікі, якія нядаўна бачылі заказы гэтага чалавека, яшчэ могуць каштаваць { $cost }. Спыніце заказы і вярніцеся, калі можна будзе выплаціць вывады, запытаныя сёння.
payout-paying = 💳 Адміністратар ({ $by }) выплачвае { $amount }. Спісанні больш не памяншаюць вывад.
payout-changed = Вывад #{ $id } цяпер на { $amount }: частка пайшла на падпісчыкаў заказаў уладальніка. Нічога не вырашана.
payout-gone = Гэтага вываду больш няма.
payout-pay-ask = <b>Вывад #{ $id } выплачаны?</b> Напішыце заўвагу для ўладальніка, напрыклад нумар пераводу.
payout-back-ask = <b>Чаму вывад #{ $id } пакуль не выплачаны?</b> Напішыце прычыну; яе прачытае ўладальнік. Вывад зноў чакае, і спісанні могуць яго памяншаць.
payout-refuse-ask = <b>Чаму адхіляем вывад #{ $id }?</b> Напішыце прычыну; яе прачытае ўладальнік.
purse-ask = <b>Чый кашалёк?</b> Увядзіце ID карыстальніка.
purse =
    👛 <b>{ $name }</b> · { $username } · <code>{ $id }</code>

    Даступна: <b>{ $available }</b>
    Прытрымана: <b>{ $held }</b>
    Выводзіцца: <b>{ $reserved }</b>
button-credit = ➕ Залічыць
button-star-payments = ⭐️ Плацяжы зоркамі
credit-ask = <b>Колькі залічыць { $id }?</b>
credit-note = <b>За што?</b> Гэта будзе ў гісторыі.
credit-confirm = <b>Залічыць { $amount } — { $name }</b> (<code>{ $id }</code>)?
credit-yes = ✅ Так, залічыць
credit-booked = ✅ Залічана { $amount }.
button-adjust = ⚖️ Карэкціроўка
button-adjust-give = ➕ Налічыць
button-adjust-take = ➖ Спісаць
adjust-direction = ⚖️ <b>Налічыць { $id } або спісаць?</b>
adjust-ask-give = <b>Колькі налічыць { $id }?</b>
adjust-ask-take = <b>Колькі спісаць у { $id }?</b> Можна больш, чым даступна. Астатняе стане доўгам.
adjust-reason = <b>Чаму?</b> Гэта прачытае ўладальнік.
adjust-confirm-give =
    <b>Налічыць { $amount }: { $name }</b> (<code>{ $id }</code>)?

    Прычына: { $reason }
    Даступна зараз: { $before }, будзе: <b>{ $after }</b>
adjust-confirm-take =
    <b>Спісаць { $amount }: { $name }</b> (<code>{ $id }</code>)?

    Прычына: { $reason }
    Даступна зараз: { $before }, будзе: <b>{ $after }</b>
adjust-debt = ⚠️ Гэта доўг. Спачатку яго пагашаюць заробак і папаўненні, а да таго часу заказы спынены.
adjust-booked = ✅ Карэкціроўка { $amount } праведзена, уладальнік атрымае апавяшчэнне.
star-payments = ⭐️ <b>Плацяжы зоркамі</b> ад <code>{ $id }</code>, спачатку апошнія
star-payment = { $when } · { $stars } ⭐️ · <b>{ $amount }</b>{ $state }
refund-state-none = { "" }
refund-state-waiting = { " " }· ⏳ вяртаецца
refund-state-done = { " " }· ↩️ вернуты
refund-state-refused = { " " }· ❌ Telegram адмовіў
refund-confirm = <b>Вярнуць { $stars } ⭐️ для { $id }?</b> З балансу спішацца { $amount }.
button-refund-yes = ↩️ Так, вярнуць
refund-done = Плацёж вернуты.
refund-waiting = Telegram не адказвае. Мы пытаем зноў, пакуль не адкажа. Сума зарэзервавана.
refund-spent = Вярнуць нельга: даступна толькі { $available }.
refund-refused = Telegram адмаўляе: { $reason }
