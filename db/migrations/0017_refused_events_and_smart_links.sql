ALTER TABLE `webhook_events` ADD `due_at_ms` integer;--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `refusals` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_events_apart` ON `webhook_events` (`bot_id`,`user_id`,`webhook_id`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_queues` ADD `batch_max` integer;--> statement-breakpoint
ALTER TABLE `webhook_queues` ADD `refused_in_row` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `shows` ADD `smart_link` integer;