notice-order-approved = ✅ Заказ #{ $orderId } «{ $name }» одобрен.
notice-order-rejected =
    ❌ Заказ #{ $orderId } «{ $name }» отклонён.

    Причина: { $reason }
notice-order-finished = 🏁 Заказ #{ $orderId } «{ $name }» завершён: пришли все подписчики.
notice-order-out-of-money = 💳 Заказ #{ $orderId } «{ $name }» не показывается: на балансе не хватает на следующего подписчика.
notice-order-rights-lost = ⚠️ Заказ #{ $orderId } «{ $name }» не показывается: мы не можем проверить подписчиков. Снова сделайте нашего бота администратором канала или дайте рабочий токен.
notice-order-rights-back = ✅ Заказ #{ $orderId } «{ $name }» снова показывается: мы можем проверить подписчиков.
notice-bot-token-invalid = ⚠️ Платформа не принимает токен @{ $nickname }. Пока вы не дадите новый, сервис не может говорить от имени этого бота.
notice-deposit = 💰 На ваш баланс зачислено { $amount }. { $note }
