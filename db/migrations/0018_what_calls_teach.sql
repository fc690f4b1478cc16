CREATE TABLE `chat_odds` (
	`resource_id` text PRIMARY KEY NOT NULL,
	`members` integer,
	`counted_at_ms` integer DEFAULT 0 NOT NULL,
	`asked` integer DEFAULT 0 NOT NULL,
	`found` integer DEFAULT 0 NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `pace_users` (
	`bot_id` integer NOT NULL,
	`lane` text NOT NULL,
	`process` text NOT NULL,
	`wanted` real NOT NULL,
	`until_ms` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `lane`, `process`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `paces` (
	`bot_id` integer NOT NULL,
	`lane` text NOT NULL,
	`per_second` real NOT NULL,
	`ceiling` real,
	`limited_at_ms` integer NOT NULL,
	`rest_until_ms` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `lane`)
) WITHOUT ROWID;
