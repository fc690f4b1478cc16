DROP INDEX `moderation_log_blocked`;--> statement-breakpoint
CREATE INDEX `moderation_log_of_account` ON `moderation_log` (`account_id`,`moderation_id`) WHERE account_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_on_hold_of_bot` ON `subscriptions` (`bot_id`,`hold_until_ms`) WHERE hold_until_ms IS NOT NULL;--> statement-breakpoint
UPDATE moderation_log SET account_id = (SELECT account_id FROM orders WHERE orders.order_id = moderation_log.order_id)
WHERE account_id IS NULL AND action IN ('approved', 'rejected', 'order_paused', 'order_resumed');
--> statement-breakpoint
UPDATE moderation_log SET account_id = (SELECT account_id FROM bots WHERE bots.bot_id = moderation_log.bot_id)
WHERE account_id IS NULL AND action IN ('bot_blocked', 'bot_unblocked', 'bot_theme', 'bot_trusted', 'bot_refused');
