button-hook = 🔔 Падзеі
button-hook-set = ✏️ Задаць адрас
button-hook-change = ✏️ Змяніць адрас
button-hook-clear = 🚫 Прыбраць адрас
button-hook-test = 🧪 Адправіць тэст
button-hook-hurry = ⏩ Паспрабаваць зараз
button-hook-dead = 💀 Недастаўлена: { $count }
button-hook-resend-all = 🔁 Адправіць усе паўторна
hook-account =
    🔔 <b>Падзеі ўсіх вашых ботаў</b>

    Калі карыстальнік падпісваецца, адпісваецца або вяртаецца, ваш сервер даведваецца пра гэта адразу. У бота можа быць свой адрас, тады выкарыстоўваецца ён.

    Адрас: { $url }
hook-bot =
    🔔 <b>Падзеі { $name }</b>

    Калі карыстальнік падпісваецца, адпісваецца або вяртаецца, ваш сервер даведваецца пра гэта адразу.

    Адрас: { $url }
hook-no-url = няма
hook-of-account = як у акаўнта
hook-waiting = Чакаюць адпраўкі: <b>{ $count }</b>
hook-failing = ⚠️ Не дастаўляецца з { $since }: { $reason }. Наступная спроба: { $next }.
hook-recent = <b>Апошнія падзеі</b>
hook-line = { $state } { $when } · карыстальнік { $user } · заказ { $order } · { $status }
hook-status-subscribed = падпісаўся
hook-status-unsubscribed = адпісаўся
hook-status-notgetted = вярнуўся, не залічаны
hook-ask = 🔔 <b>Дашліце адрас, які слухае ваш сервер</b>, напрыклад https://example.org/events. Як чытаць тое, што туды прыйдзе: { $docs }
hook-set = ✅ Захавана. Адпраўце тэст, каб праверыць, ці даходзіць ён.
button-hook-clear-yes = 🚫 Так, прыбраць
hook-clear-confirm =
    🚫 <b>Прыбраць адрас?</b>
    <code>{ $url }</code>

    Калі адрас ёсць у акаўнта, ён зойме месца гэтага; іначай падзеі больш не адпраўляюцца.
hook-cleared = Адрас прыбраны.
hook-tested = ✅ Дайшло: адказ { $status } праз { $ms } мс.
hook-not-tested = ❌ Не дастаўлена: { $reason }.
hook-hurried = Спрабуем зараз.
hook-dead = 💀 <b>Недастаўленыя падзеі</b>: { $total }
hook-dead-empty = ✅ Недастаўленых падзей няма.
hook-dead-line = { $when } · карыстальнік { $user } · заказ { $order } · { $status }: { $reason }
hook-resent = Адпраўлена зноў: { $count }
hook-reason-status = сервер адказаў { $code }
hook-reason-redirect = сервер адсылае на іншы адрас, а пераадрасаванне не дазволена
hook-reason-timeout = сервер не адказаў своечасова
hook-reason-not-found = імя сервера не знаходзіцца
hook-reason-not-connected = не ўдаецца злучыцца
hook-reason-not-allowed = адрас прыватны або лакальны
hook-reason-certificate = сертыфікат несапраўдны
hook-reason-not-http = адказ — не HTTP
hook-reason-aborted = перарвана
hook-reason-no-address = не было адраса
hook-reason-other-owner = у бота іншы ўладальнік
hook-reason-unreadable = збой з нашага боку
