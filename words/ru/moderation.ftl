queue = 🛡 <b>Ждут решения</b>: { $total }
queue-empty = 🛡 Ничего не ждёт решения.
card-state = Состояние: <b>{ $state }</b> · владелец <code>{ $owner }</code>
button-open-link = 🔗 Открыть
button-approve = ✅ Одобрить
button-reject = ❌ Отклонить
button-block-link = ⛔️ Заблокировать ссылку
button-block-yes = ⛔️ Да, заблокировать
button-pause = ⏸ Приостановить
button-resume = ▶️ Продолжить заказ
resumed = Заказ #{ $id } снова работает.
resume-still-moved = Ссылка заказа #{ $id } не ведёт в его чат: он остаётся на паузе и продолжится сам.
button-unblock-link = ✅ Разблокировать ссылку
link-unblocked = Ссылку снова можно заказывать.
button-log = 📜 Журнал
log = 📜 <b>Кто что решил</b>, сначала последнее
log-empty = 📜 Решений пока нет.
log-line = { $when } · <b>{ $who }</b> · { $what } { $about }{ $reason }
log-approved = одобрение:
log-rejected = отказ:
log-order-paused = пауза:
log-order-resumed = продолжение:
log-link-blocked = блокировка ссылки:
log-link-unblocked = разблокировка ссылки:
log-bot-blocked = блокировка бота:
log-bot-unblocked = разблокировка бота:
log-bot-theme = тема бота:
log-bot-trusted = доверие боту:
log-bot-refused = отказ в доверии боту:
log-account-trusted = доверие аккаунту:
log-suspicion-cleared = снимает подозрение с пользователя
log-reversal-begun = начинает возврат оплаты из-за обмана
log-charges-reversed = вернул(а) оплату из-за обмана
log-payout-taken-back = отменяет выплату аккаунту:
log-account-untrusted = конец доверия аккаунту:
log-account-noted = заметка об аккаунте:
log-account-blocked = блокировка аккаунта:
log-account-unblocked = разблокировка аккаунта:
button-refresh = 🔄 Проверить снова
button-queue = 🛡 Очередь
button-reject-write = ✏️ Написать причину
report-title = Найдено: <b>{ $title }</b> · { $username }
report-members = Участников: { $members }
report-rights = Наш бот — администратор ✅
report-no-rights = Наш бот не администратор ❌
report-checker = Проверяет наш бот @{ $bot }
problem-not-checked = Telegram не ответил вовремя.
problem-not-found = По ссылке нет ничего, что видит наш бот.
problem-not-a-channel = Ссылка ведёт на человека или бота, а не на канал.
problem-not-administrator = Наш бот должен быть администратором канала.
problem-channel-unknown = Неизвестно, в какой канал ведёт ссылка-приглашение. Владельцу нужно сделать нашего бота администратором канала или выбрать канал в боте.
problem-cannot-invite = Нашему боту нужно право приглашать: в закрытый канал пользователи приходят по его ссылке, и без этого права бот не видит заявок на вступление.
problem-token-refused = Telegram не принимает токен бота.
problem-token-of-other-bot = Ссылка ведёт не на того бота, чей это токен.
decision-gone = Этого заказа больше нет.
decision-already = Заказ #{ $id } уже изменён или решён: { $state }.
decision-approved = Заказ #{ $id } одобрен: { $state }.
decision-rejected = Заказ #{ $id } отклонён.
decision-waiting = Заказ #{ $id } ждёт.
decision-link-blocked = Ссылка заказа #{ $id } заблокирована: сначала разблокируйте её или отклоните заказ.
decision-missing = Заказ #{ $id } пока нельзя одобрить. { $problems }
reject-why = <b>Почему отклоняем заказ #{ $id }?</b>
pause-ask = <b>Почему приостанавливаем заказ #{ $id }?</b> Напишите причину; её прочтёт владелец.
reject-ask = <b>Почему отклоняем заказ #{ $id }?</b> Напишите причину; её прочтёт владелец.
block-link-confirm =
    <b>Заблокировать ссылку заказа #{ $id }?</b>

    Заказ будет отклонён, и больше никто не сможет заказать эту ссылку.

button-approve-as = 🏷 С темой
approve-as = <b>О чём заказ #{ $id }?</b> Он будет одобрен с темой, которую вы нажмёте.
button-moderate-order = 📦 Заказ
mod-order-ask = <b>Какой заказ?</b> Введите его номер.
button-moderate-bot = 🤖 Бот
mod-bot-ask = <b>Какой бот?</b> Введите его id.
mod-bot =
    🤖 <b>{ $name }</b> · @{ $nickname }
    id <code>{ $id }</code> · владелец <code>{ $owner }</code> · { $state }

    Привёл подписчиков: { $followers }
    Тема: { $theme }
button-block-bot = ⛔️ Заблокировать бота
block-bot-confirm =
    ⛔️ <b>Заблокировать { $name } (@{ $nickname })?</b>

    С этого момента он не получит спонсоров, а владелец узнает об этом.
button-unblock-bot = ✅ Разблокировать бота
button-theme = 🏷 Тема
mod-theme-ask = 🏷 <b>О чём { $name }?</b>
log-terminal = из терминала
button-trust-queue = 🤝 Доверие ботам
button-trust-people = 🧑‍🌾 Новые издатели
button-suspicion = 🕵️ Пользователь
button-suspicion-other = 🕵️ Другой пользователь
button-suspicion-clear = ✅ Снять подозрение
suspicion-ask = 🕵️ <b>Какой пользователь?</b> Напишите его id.
suspicion =
    🕵️ Пользователь <code>{ $id }</code> <b>под подозрением</b> до { $until }

    С одного устройства или адреса видели несколько аккаунтов. До этого времени рекламодатели не платят за подписки этого пользователя.
suspicion-none = 🕵️ Пользователь <code>{ $id }</code> не под подозрением.
suspicion-cleared = Подозрение снято. Подписки с этого момента оплачиваются.
button-trust-card = 🤝 Доверие
button-trust-person = 👤 Владелец
button-trust = ✅ Доверять
button-distrust = ⛔️ Отказать
button-distrust-yes = ⛔️ Да, отказать
button-distrust-person = ↩️ Больше не доверять
trust-bots = 🤝 <b>Боты, которые ждут доверия</b>: { $total }. Они работают без токена или привели подписчиков, пока его не было.
trust-bots-empty = 🤝 Ни один бот не ждёт доверия.
trust-bot =
    🤝 <b>{ $name }</b> · @{ $nickname } · <code>{ $id }</code>
    { $token } · <b>{ $state }</b>
    Владелец: { $owner } · <code>{ $ownerId }</code>

    Привёл подписчиков: { $followers }
trust-held = Удержано до вашего решения: <b>{ $amount }</b> за { $subscribers } подписчиков
trust-contacts = Пользователей, которых подтвердила платформа: { $share } % из { $total } (30 дней)
trust-taken-over = Перехваченные оплаченные подписки (показал спонсора ещё раз после бота другого паблишера): { $share } % из { $total } (30 дней)
trust-unpaid = Неоплаченные подписки (30 дней):
trust-unpaid-line = · { $joins }: { $reason }
trust-unknown = решения нет
trust-trusted = доверенный
trust-refused = отказано
trust-refuse-confirm =
    ⛔️ <b>Отказать { $name } (@{ $nickname })?</b>

    Он больше не получит спонсоров, его пользователи пройдут дальше, а { $amount } за { $subscribers } подписчиков вернутся рекламодателям. Отменить это нельзя.
trust-people = 🧑‍🌾 <b>Новые издатели с удержанными деньгами</b>: { $total }
trust-people-empty = 🧑‍🌾 Ни у одного нового издателя нет удержанных денег.
trust-person =
    👤 <b>{ $name }</b> · { $username } · <code>{ $id }</code>
    { $state } · ботов: { $bots }

    На удержании: <b>{ $held }</b> · доступно: { $available }
trust-person-trusted = доверенный
trust-person-unknown = пока не доверенный
trust-person-untrusted = не доверенный: так решил модератор
trust-person-refused = отказано, ботов: { $bots }
trust-person-refuse-confirm =
    ⛔️ <b>Отказать всем ботам { $name }: { $bots }?</b>

    Они больше не получат спонсоров, их пользователи пройдут дальше, а { $amount } за { $subscribers } подписчиков вернутся рекламодателям. Отменить это нельзя. Чтобы остановить и новых ботов, заблокируйте аккаунт.
trust-person-held = · @{ $nickname }: { $amount } за { $subscribers } подписчиков ждут модератора
