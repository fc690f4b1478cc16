queue = 🛡 <b>Чакаюць рашэння</b>: { $total }
queue-empty = 🛡 Нішто не чакае рашэння.
card-state = Стан: <b>{ $state }</b> · уладальнік <code>{ $owner }</code>
button-open-link = 🔗 Адкрыць
button-approve = ✅ Ухваліць
button-reject = ❌ Адхіліць
button-block-link = ⛔️ Заблакіраваць спасылку
button-block-yes = ⛔️ Так, заблакіраваць
button-pause = ⏸ Прыпыніць
button-resume = ▶️ Узнавіць
resumed = Заказ #{ $id } узноўлены.
resume-still-moved = Спасылка заказу #{ $id } не вядзе ў яго чат: ён застаецца на паўзе і ўзновіцца сам.
button-unblock-link = ✅ Разблакіраваць спасылку
link-unblocked = Спасылку зноў можна заказваць.
button-log = 📜 Журнал
log = 📜 <b>Хто што вырашыў</b>, спачатку апошняе
log-empty = 📜 Рашэнняў пакуль няма.
log-line = { $when } · <b>{ $who }</b> · { $what } { $about }{ $reason }
log-approved = ухваленне:
log-rejected = адхіленне:
log-order-paused = прыпыненне:
log-order-resumed = узнаўленне:
log-link-blocked = блакіраванне спасылкі:
log-link-unblocked = разблакіраванне спасылкі:
log-bot-blocked = блакіраванне бота:
log-bot-unblocked = разблакіраванне бота:
log-bot-theme = тэма бота:
log-bot-trusted = ухваленне бота:
log-bot-refused = адхіленне бота:
log-account-trusted = ухваленне ўладальніка:
log-suspicion-cleared = зняцце падазрэння з карыстальніка:
log-reversal-begun = пачатак вяртання за махлярства:
log-charges-reversed = вяртанне за махлярства:
log-payout-taken-back = скасаванне выплаты акаўнту:
log-account-untrusted = адкліканне ўхвалення ўладальніка:
log-account-noted = нататка пра акаўнт:
log-account-blocked = блакіраванне акаўнта:
log-account-unblocked = разблакіраванне акаўнта:
button-refresh = 🔄 Праверыць зноў
button-queue = 🛡 Чарга
button-reject-write = ✏️ Напісаць прычыну
report-title = Знойдзена: <b>{ $title }</b> · { $username }
report-members = Удзельнікаў: { $members }
report-rights = Наш бот — адміністратар ✅
report-no-rights = Наш бот не адміністратар ❌
report-checker = Правярае наш бот @{ $bot }
problem-not-checked = Telegram не адказаў своечасова.
problem-not-found = Па спасылцы няма нічога, што бачыць наш бот.
problem-not-a-channel = Спасылка вядзе на чалавека або бота, а не на канал.
problem-not-administrator = Наш бот павінен быць адміністратарам канала.
problem-channel-unknown = Невядома, у які канал вядзе спасылка-запрашэнне. Уладальніку трэба зрабіць нашага бота адміністратарам канала або выбраць канал у боце.
problem-cannot-invite = Нашаму боту патрэбна права запрашаць: у закрыты канал карыстальнікі прыходзяць па яго спасылцы, і без гэтага права бот не бачыць заявак на ўступленне.
problem-token-refused = Telegram не прымае токен бота.
problem-token-of-other-bot = Спасылка вядзе не на таго бота, чый гэта токен.
decision-gone = Гэтага заказу больш няма.
decision-already = Заказ #{ $id } ужо зменены або вырашаны: { $state }.
decision-approved = Заказ #{ $id } ухвалены: { $state }.
decision-rejected = Заказ #{ $id } адхілены.
decision-waiting = Заказ #{ $id } чакае.
decision-link-blocked = Спасылка заказу #{ $id } заблакіравана: спачатку разблакіруйце яе або адхіліце заказ.
decision-missing = Заказ #{ $id } пакуль нельга ўхваліць. { $problems }
reject-why = <b>Чаму адхіляем заказ #{ $id }?</b>
pause-ask = <b>Чаму прыпыняем заказ #{ $id }?</b> Напішыце прычыну; яе прачытае ўладальнік.
reject-ask = <b>Чаму адхіляем заказ #{ $id }?</b> Напішыце прычыну; яе прачытае ўладальнік.
block-link-confirm =
    <b>Заблакіраваць спасылку заказу #{ $id }?</b>

    Заказ будзе адхілены, і больш ніхто не зможа заказаць гэту спасылку.

button-approve-as = 🏷 З тэмай
approve-as = <b>Пра што заказ #{ $id }?</b> Ён будзе ўхвалены з тэмай, якую вы націсніце.
button-moderate-order = 📦 Заказ
mod-order-ask = <b>Які заказ?</b> Увядзіце яго нумар.
button-moderate-bot = 🤖 Бот
mod-bot-ask = <b>Які бот?</b> Увядзіце яго ID.
mod-bot =
    🤖 <b>{ $name }</b> · @{ $nickname }
    ID <code>{ $id }</code> · уладальнік <code>{ $owner }</code> · { $state }

    Прывёў падпісчыкаў: { $followers }
    Тэма: { $theme }
button-block-bot = ⛔️ Заблакіраваць бота
block-bot-confirm =
    ⛔️ <b>Заблакіраваць { $name } (@{ $nickname })?</b>

    З гэтага моманту ён не атрымае спонсараў, а ўладальнік даведаецца пра гэта.
button-unblock-bot = ✅ Разблакіраваць бота
button-theme = 🏷 Тэма
mod-theme-ask = 🏷 <b>Пра што { $name }?</b>
log-terminal = з тэрмінала
button-trust-queue = 🤝 Ухваленне ботаў
button-trust-people = 🧑‍🌾 Новыя ўладальнікі
button-suspicion = 🕵️ Карыстальнік
button-suspicion-other = 🕵️ Іншы карыстальнік
button-suspicion-clear = ✅ Зняць падазрэнне
suspicion-ask = 🕵️ <b>Які карыстальнік?</b> Увядзіце яго ID.
suspicion =
    🕵️ Карыстальнік <code>{ $id }</code> <b>пад падазрэннем</b> да { $until }

    З адной прылады або аднаго адраса бачылі некалькі акаўнтаў. Да гэтага часу рэкламадаўцы не плацяць за падпіскі гэтага карыстальніка.
suspicion-none = 🕵️ Карыстальнік <code>{ $id }</code> не пад падазрэннем.
suspicion-cleared = Падазрэнне знята. Падпіскі з гэтага моманту аплачваюцца.
button-trust-card = 🤝 Ухваленне
button-trust-person = 👤 Уладальнік
button-trust = ✅ Ухваліць
button-distrust = ⛔️ Адхіліць
button-distrust-yes = ⛔️ Так, адхіліць
button-distrust-person = ↩️ Адклікаць ухваленне
trust-bots = 🤝 <b>Боты, якія чакаюць ухвалення</b>: { $total }. Яны працуюць без токена або прывялі падпісчыкаў, пакуль яго не было.
trust-bots-empty = 🤝 Ніводзін бот не чакае ўхвалення.
trust-bot =
    🤝 <b>{ $name }</b> · @{ $nickname } · <code>{ $id }</code>
    { $token } · <b>{ $state }</b>
    Уладальнік: { $owner } · <code>{ $ownerId }</code>

    Прывёў падпісчыкаў: { $followers }
trust-held = Прытрымана да вашага рашэння: <b>{ $amount }</b> за { $subscribers } падпісчыкаў
trust-contacts = Карыстальнікі, якіх пацвердзіў Telegram: { $share } % з { $total } (30 дзён)
trust-taken-over = Чужыя аплачаныя падпіскі (паказаў спонсара яшчэ раз пасля бота іншага ўладальніка): { $share } % з { $total } (30 дзён)
trust-unpaid = Неаплачаныя падпіскі (30 дзён):
trust-unpaid-line = · { $joins }: { $reason }
trust-unknown = рашэння няма
trust-trusted = ухвалены
trust-refused = адхілены
trust-refuse-confirm =
    ⛔️ <b>Адхіліць { $name } (@{ $nickname })?</b>

    З гэтага моманту ён не атрымае спонсараў, яго карыстальнікі прапускаюцца, а { $amount } за { $subscribers } падпісчыкаў вернецца рэкламадаўцам. Скасаваць гэта нельга.
trust-people = 🧑‍🌾 <b>Новыя ўладальнікі з прытрыманымі грашыма</b>: { $total }
trust-people-empty = 🧑‍🌾 Ні ў аднаго новага ўладальніка няма прытрыманых грошай.
trust-person =
    👤 <b>{ $name }</b> · { $username } · <code>{ $id }</code>
    { $state } · ботаў: { $bots }

    Прытрымана: <b>{ $held }</b> · даступна: { $available }
trust-person-trusted = ухвалены
trust-person-unknown = яшчэ не ўхвалены
trust-person-untrusted = не ўхвалены: так вырашыў мадэратар
trust-person-refused = адхілена ботаў: { $bots }
trust-person-refuse-confirm =
    ⛔️ <b>Адхіліць усіх ботаў { $name }: { $bots }?</b>

    З гэтага моманту яны не атрымаюць спонсараў, іх карыстальнікі прапускаюцца, а { $amount } за { $subscribers } падпісчыкаў вернецца рэкламадаўцам. Скасаваць гэта нельга. Каб спыніць і новых ботаў, заблакіруйце акаўнт.
trust-person-held = · @{ $nickname }: { $amount } за { $subscribers } падпісчыкаў чакаюць мадэратара
