CREATE TABLE `refusal_hours` (
	`order_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`refusal` text NOT NULL,
	`times` integer NOT NULL,
	PRIMARY KEY(`order_id`, `hour`, `refusal`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `refusal_hours_by_hour` ON `refusal_hours` (`hour`);