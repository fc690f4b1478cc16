DROP INDEX `platform_updates_waiting`;--> statement-breakpoint
ALTER TABLE `platform_updates` ADD `due_at_ms` integer;--> statement-breakpoint
ALTER TABLE `platform_updates` ADD `queue` text;--> statement-breakpoint
ALTER TABLE `platform_updates` ADD `told_at_ms` integer;--> statement-breakpoint
CREATE INDEX `platform_updates_due` ON `platform_updates` (`bot_id`,`due_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `platform_updates_queue` ON `platform_updates` (`bot_id`,`queue`,`told_at_ms`,`update_id`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `platform_updates_told` ON `platform_updates` (`bot_id`,`told_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `platform_updates_waiting` ON `platform_updates` (`bot_id`,`update_id`) WHERE done_at_ms IS NULL AND due_at_ms IS NULL;