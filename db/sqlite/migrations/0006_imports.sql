CREATE TABLE `import_items` (
	`account_id` integer NOT NULL,
	`item_key` text NOT NULL,
	`position` integer NOT NULL,
	`what` text NOT NULL,
	`name` text NOT NULL,
	`outcome` text NOT NULL,
	`note` text,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `item_key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `import_items_by_age` ON `import_items` (`at_ms`);--> statement-breakpoint
CREATE TABLE `imported_days` (
	`account_id` integer NOT NULL,
	`side` text NOT NULL,
	`subject_id` integer NOT NULL,
	`source` text NOT NULL,
	`day` integer NOT NULL,
	`subscribers` integer NOT NULL,
	`value_micros` integer NOT NULL,
	PRIMARY KEY(`account_id`, `side`, `subject_id`, `source`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `imported_days_by_day` ON `imported_days` (`day`);--> statement-breakpoint
CREATE TABLE `imports` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`keys_cipher` text,
	`is_real` integer NOT NULL,
	`begun_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`fault` text,
	`due_at_ms` integer,
	`worker` text,
	`attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `imports_due` ON `imports` (`due_at_ms`,`begun_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `imports_ended` ON `imports` (`ended_at_ms`) WHERE ended_at_ms IS NOT NULL;