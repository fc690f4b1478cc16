CREATE TABLE `refunds_told` (
	`charge_id` text PRIMARY KEY NOT NULL,
	`told_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `refunds_told_by_time` ON `refunds_told` (`told_at_ms`);