button-hook = 🔔 Оқиғалар
button-hook-set = ✏️ Мекенжай беру
button-hook-change = ✏️ Мекенжайды өзгерту
button-hook-clear = 🚫 Мекенжайды алу
button-hook-test = 🧪 Тест жіберу
button-hook-hurry = ⏩ Қазір қайталау
button-hook-dead = 💀 Жеткізілмеді: { $count }
button-hook-resend-all = 🔁 Бәрін қайта жіберу
hook-account =
    🔔 <b>Барлық ботыңыздың оқиғалары</b>

    Пайдаланушы жазылса, шығып кетсе немесе қайта келсе, серверіңізге бірден хабарланады. Өз мекенжайы бар бот соны пайдаланады.

    Мекенжай: { $url }
hook-bot =
    🔔 <b>{ $name } оқиғалары</b>

    Пайдаланушы жазылса, шығып кетсе немесе қайта келсе, серверіңізге бірден хабарланады.

    Мекенжай: { $url }
hook-no-url = жоқ
hook-of-account = тіркелгінікі
hook-waiting = Кезекте: <b>{ $count }</b>
hook-failing = ⚠️ Жеткізілмейді, басталғаны { $since }: { $reason }. Келесі әрекет: { $next }.
hook-recent = <b>Соңғы оқиғалар</b>
hook-line = { $state } { $when } · пайдаланушы { $user } · тапсырыс { $order } · { $status }
hook-status-subscribed = жазылды
hook-status-unsubscribed = шығып кетті
hook-status-notgetted = қайта келді, есептелмеді
hook-ask = 🔔 <b>Серверіңіз тыңдайтын мекенжайды жіберіңіз</b>, мысалы https://example.org/events. Онда келгенді қалай оқу керек: { $docs }
hook-set = ✅ Сақталды. Жететінін көру үшін тест жіберіңіз.
button-hook-clear-yes = 🚫 Иә, алу
hook-clear-confirm =
    🚫 <b>Мекенжай алынсын ба?</b>
    <code>{ $url }</code>

    Тіркелгіңіздің мекенжайы болса, осының орнын басады; болмаса, оқиғалар енді жіберілмейді.
hook-cleared = Мекенжай алынды.
hook-tested = ✅ Жетті: { $ms } мс ішінде жауап { $status }.
hook-not-tested = ❌ Жеткізілмеді: { $reason }.
hook-hurried = Қазір қайталап жатырмыз.
hook-dead = 💀 <b>Жеткізілмеген оқиғалар</b>: { $total }
hook-dead-empty = ✅ Жеткізілмеген оқиға жоқ.
hook-dead-line = { $when } · пайдаланушы { $user } · тапсырыс { $order } · { $status }: { $reason }
hook-resent = Қайта жіберілді: { $count }
hook-reason-status = сервердің жауабы: { $code }
hook-reason-redirect = сервер басқа жерге бағыттайды, біз онда бармаймыз
hook-reason-timeout = сервер уақытында жауап бермеді
hook-reason-not-found = сервердің аты табылмады
hook-reason-not-connected = қосылу мүмкін болмады
hook-reason-not-allowed = мекенжай жеке немесе жергілікті
hook-reason-certificate = сертификаты жарамсыз
hook-reason-not-http = жауап HTTP емес
hook-reason-aborted = үзілді
hook-reason-no-address = мекенжай болмады
hook-reason-other-owner = боттың иесі басқа
hook-reason-unreadable = біздің жақтағы ақау
