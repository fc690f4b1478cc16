CREATE TABLE `platform_updates` (
	`bot_id` integer NOT NULL,
	`update_id` integer NOT NULL,
	`body` text NOT NULL,
	`at_ms` integer NOT NULL,
	`done_at_ms` integer,
	PRIMARY KEY(`bot_id`, `update_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `platform_updates_waiting` ON `platform_updates` (`bot_id`,`update_id`) WHERE done_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `platform_updates_done` ON `platform_updates` (`done_at_ms`) WHERE done_at_ms IS NOT NULL;--> statement-breakpoint
ALTER TABLE `processes` ADD `trouble` text;
