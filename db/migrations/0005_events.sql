CREATE TABLE `webhook_events` (
	`webhook_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`status` integer NOT NULL,
	`subscribe_day` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`since_ms` integer NOT NULL,
	`state` integer DEFAULT 0 NOT NULL,
	`ended_at_ms` integer,
	`dead_reason` text
);
--> statement-breakpoint
CREATE INDEX `webhook_events_of_bot` ON `webhook_events` (`bot_id`,`webhook_id`);--> statement-breakpoint
CREATE INDEX `webhook_events_waiting` ON `webhook_events` (`bot_id`,`webhook_id`) WHERE state = 0;--> statement-breakpoint
CREATE INDEX `webhook_events_dead` ON `webhook_events` (`account_id`,`bot_id`,`webhook_id`) WHERE state = 2;--> statement-breakpoint
CREATE INDEX `webhook_events_ended` ON `webhook_events` (`state`,`ended_at_ms`) WHERE ended_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `webhook_queues` (
	`bot_id` integer PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`due_at_ms` integer,
	`worker` text,
	`claim` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`failing_since_ms` integer,
	`last_at_ms` integer,
	`last_reason` text
);
--> statement-breakpoint
CREATE INDEX `webhook_queues_due` ON `webhook_queues` (`due_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_queues_leased` ON `webhook_queues` (`account_id`) WHERE worker IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_queues_failing` ON `webhook_queues` (`failing_since_ms`) WHERE failing_since_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `webhooks` (
	`account_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`url_cipher` text NOT NULL,
	`set_at_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `bot_id`)
) WITHOUT ROWID;
