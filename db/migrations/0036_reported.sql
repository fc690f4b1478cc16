ALTER TABLE `users` RENAME COLUMN `told_at_ms` TO `reported_at_ms`;--> statement-breakpoint
ALTER TABLE `refunds_told` RENAME TO `refunds_reported`;--> statement-breakpoint
ALTER TABLE `refunds_reported` RENAME COLUMN `told_at_ms` TO `reported_at_ms`;--> statement-breakpoint
DROP INDEX `refunds_told_by_time`;--> statement-breakpoint
CREATE INDEX `refunds_reported_by_time` ON `refunds_reported` (`reported_at_ms`);--> statement-breakpoint
ALTER TABLE `platform_updates` RENAME COLUMN `told_at_ms` TO `happened_at_ms`;--> statement-breakpoint
DROP INDEX `platform_updates_told`;--> statement-breakpoint
CREATE INDEX `platform_updates_oldest` ON `platform_updates` (`bot_id`,`happened_at_ms`) WHERE due_at_ms IS NOT NULL;
