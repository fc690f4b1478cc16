button-hook = 🔔 Події
button-hook-set = ✏️ Указати адресу
button-hook-change = ✏️ Змінити адресу
button-hook-clear = 🚫 Прибрати адресу
button-hook-test = 🧪 Надіслати тест
button-hook-hurry = ⏩ Спробувати зараз
button-hook-dead = 💀 Не доставлено: { $count }
button-hook-resend-all = 🔁 Надіслати всі знову
hook-account =
    🔔 <b>Події всіх ваших ботів</b>

    Коли користувач підписується, виходить чи повертається, ваш сервер дізнається про це одразу. Якщо бот має власну адресу, використовується вона.

    Адреса: { $url }
hook-bot =
    🔔 <b>Події { $name }</b>

    Коли користувач підписується, виходить чи повертається, ваш сервер дізнається про це одразу.

    Адреса: { $url }
hook-no-url = не вказано
hook-of-account = як в акаунта
hook-waiting = У черзі: <b>{ $count }</b>
hook-failing = ⚠️ Не доставляється з { $since }: { $reason }. Наступна спроба: { $next }.
hook-recent = <b>Останні події</b>
hook-line = { $state } { $when } · користувач { $user } · замовлення { $order } · { $status }
hook-status-subscribed = підписався
hook-status-unsubscribed = відписався
hook-status-notgetted = повернувся, не зараховано
hook-ask = 🔔 <b>Надішліть адресу, яку слухає ваш сервер</b>, наприклад https://example.org/events. Як читати те, що туди надійде: { $docs }
hook-set = ✅ Збережено. Надішліть тест, щоб побачити, чи він доходить.
button-hook-clear-yes = 🚫 Так, прибрати
hook-clear-confirm =
    🚫 <b>Прибрати адресу?</b>
    <code>{ $url }</code>

    Якщо адресу має акаунт, вона займе місце цієї; інакше події більше не надсилаються.
hook-cleared = Адресу прибрано.
hook-tested = ✅ Дійшло: відповідь { $status } через { $ms } мс.
hook-not-tested = ❌ Не доставлено: { $reason }.
hook-hurried = Пробуємо просто зараз.
hook-dead = 💀 <b>Події, які не вдалося доставити</b>: { $total }
hook-dead-empty = ✅ Недоставлених подій немає.
hook-dead-line = { $when } · користувач { $user } · замовлення { $order } · { $status }: { $reason }
hook-resent = Надіслано знову: { $count }
hook-reason-status = сервер відповів { $code }
hook-reason-redirect = сервер перенаправляє на іншу адресу, а ми туди не переходимо
hook-reason-timeout = сервер не відповів вчасно
hook-reason-not-found = ім’я сервера не знайдено
hook-reason-not-connected = не вдається з’єднатися
hook-reason-not-allowed = адреса приватна або локальна
hook-reason-certificate = сертифікат недійсний
hook-reason-not-http = відповідь не схожа на HTTP
hook-reason-aborted = перервано
hook-reason-no-address = не було адреси
hook-reason-other-owner = бот має іншого власника
hook-reason-unreadable = збій на нашому боці
