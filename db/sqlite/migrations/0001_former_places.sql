CREATE TABLE `former_places` (
	`order_id` integer NOT NULL,
	`target` text NOT NULL,
	`ads_type` text NOT NULL,
	`checker_bot_id` integer NOT NULL,
	`left_at_ms` integer NOT NULL,
	`rights_at_ms` integer,
	`lost_at_ms` integer,
	`unseen_since_ms` integer,
	`unseen_cursor` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`order_id`, `target`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `former_places_of_target` ON `former_places` (`target`);--> statement-breakpoint
CREATE INDEX `former_places_of_checker` ON `former_places` (`checker_bot_id`);--> statement-breakpoint
CREATE INDEX `former_places_unseen` ON `former_places` (`order_id`) WHERE unseen_since_ms IS NOT NULL AND lost_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `former_places_by_age` ON `former_places` (`left_at_ms`);