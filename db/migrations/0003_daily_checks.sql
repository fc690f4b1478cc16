CREATE TABLE `daily_checks` (
	`day` integer PRIMARY KEY NOT NULL,
	`lease_until_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`took_ms` integer,
	`outcome` text
);
--> statement-breakpoint
CREATE INDEX `notices_dead` ON `notices` (`queued_at_ms`) WHERE dead_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `report_jobs_failed` ON `report_jobs` (`created_at_ms`) WHERE status = 'failed';