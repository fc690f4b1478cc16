button-hook = 🔔 События
button-hook-set = ✏️ Указать адрес
button-hook-change = ✏️ Изменить адрес
button-hook-clear = 🚫 Убрать адрес
button-hook-test = 🧪 Отправить проверку
button-hook-hurry = ⏩ Попробовать сейчас
button-hook-dead = 💀 Не доставлено: { $count }
button-hook-resend-all = 🔁 Отправить все снова
hook-account =
    🔔 <b>События всех ваших ботов</b>

    Когда пользователь подписывается, уходит или возвращается, ваш сервер узнаёт об этом сразу. У бота может быть свой адрес, тогда используется он.

    Адрес: { $url }
hook-bot =
    🔔 <b>События { $name }</b>

    Когда пользователь подписывается, уходит или возвращается, ваш сервер узнаёт об этом сразу.

    Адрес: { $url }
hook-no-url = не указан
hook-of-account = как у аккаунта
hook-waiting = Ждут отправки: <b>{ $count }</b>
hook-failing = ⚠️ Не доставляется с { $since }: { $reason }. Следующая попытка: { $next }.
hook-recent = <b>Последние события</b>
hook-line = { $state } { $when } · пользователь { $user } · заказ { $order } · { $status }
hook-status-subscribed = подписался
hook-status-unsubscribed = отписался
hook-status-notgetted = вернулся, не засчитан
hook-ask = 🔔 <b>Пришлите адрес, который слушает ваш сервер</b>, например https://example.org/events. Как читать то, что туда придёт: { $docs }
hook-set = ✅ Сохранено. Отправьте проверку, чтобы увидеть, доходит ли она.
button-hook-clear-yes = 🚫 Да, убрать
hook-clear-confirm =
    🚫 <b>Убрать адрес?</b>
    <code>{ $url }</code>

    Если адрес есть у аккаунта, он займёт место этого; иначе события больше не отправляются.
hook-cleared = Адрес убран.
hook-tested = ✅ Дошло: ответ { $status } через { $ms } мс.
hook-not-tested = ❌ Не доставлено: { $reason }.
hook-hurried = Пробуем прямо сейчас.
hook-dead = 💀 <b>События, которые не удалось доставить</b>: { $total }
hook-dead-empty = ✅ Недоставленных событий нет.
hook-dead-line = { $when } · пользователь { $user } · заказ { $order } · { $status }: { $reason }
hook-resent = Отправлено снова: { $count }
hook-reason-status = сервер ответил { $code }
hook-reason-redirect = сервер отсылает по другому адресу, а мы туда не ходим
hook-reason-timeout = сервер не ответил вовремя
hook-reason-not-found = имя сервера не находится
hook-reason-not-connected = не удаётся соединиться
hook-reason-not-allowed = адрес частный или локальный
hook-reason-certificate = сертификат недействителен
hook-reason-not-http = ответ не похож на HTTP
hook-reason-aborted = прервано
hook-reason-no-address = не было адреса
hook-reason-other-owner = у бота другой владелец
hook-reason-unreadable = сбой на нашей стороне
