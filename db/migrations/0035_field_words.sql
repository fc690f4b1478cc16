ALTER TABLE `shows` RENAME TO `impressions`;--> statement-breakpoint
ALTER TABLE `order_days` RENAME COLUMN `shows` TO `impressions`;--> statement-breakpoint
ALTER TABLE `order_days` RENAME COLUMN `open_shows` TO `pending_impressions`;--> statement-breakpoint
ALTER TABLE `order_days` RENAME COLUMN `open_at_ms` TO `pending_at_ms`;--> statement-breakpoint
ALTER TABLE `pair_days` RENAME COLUMN `shows` TO `impressions`;--> statement-breakpoint
ALTER TABLE `bot_days` RENAME COLUMN `unproven_shows` TO `unproven_impressions`;--> statement-breakpoint
ALTER TABLE `blocks` RENAME COLUMN `wished_at_ms` TO `queued_at_ms`;--> statement-breakpoint
ALTER TABLE `orders` RENAME COLUMN `short_told_at_ms` TO `short_notified_at_ms`;--> statement-breakpoint
DROP INDEX `orders_told_short`;--> statement-breakpoint
CREATE INDEX `orders_notified_short` ON `orders` (`account_id`) WHERE short_notified_at_ms IS NOT NULL;--> statement-breakpoint
ALTER TABLE `notices` RENAME TO `notifications`;--> statement-breakpoint
ALTER TABLE `notifications` RENAME COLUMN `notice_id` TO `notification_id`;--> statement-breakpoint
DROP INDEX `notices_once`;--> statement-breakpoint
DROP INDEX `notices_due`;--> statement-breakpoint
DROP INDEX `notices_delivered`;--> statement-breakpoint
DROP INDEX `notices_dead`;--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_once` ON `notifications` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notifications_due` ON `notifications` (`due_at_ms`,`notification_id`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_delivered` ON `notifications` (`queued_at_ms`) WHERE due_at_ms IS NULL AND dead_reason IS NULL;--> statement-breakpoint
CREATE INDEX `notifications_dead` ON `notifications` (`queued_at_ms`) WHERE dead_reason IS NOT NULL;--> statement-breakpoint
ALTER TABLE `refusal_hours` RENAME TO `no_fill_hours`;--> statement-breakpoint
ALTER TABLE `no_fill_hours` RENAME COLUMN `refusal` TO `reason`;--> statement-breakpoint
DROP INDEX `refusal_hours_by_hour`;--> statement-breakpoint
CREATE INDEX `no_fill_hours_by_hour` ON `no_fill_hours` (`hour`);--> statement-breakpoint
ALTER TABLE `visit_marks` RENAME TO `invalidation_log`;
