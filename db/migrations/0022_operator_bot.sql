CREATE TABLE `awaited_bots` (
	`bot_id` integer PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`message_id` integer NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `bot_pictures` (
	`bot_id` integer PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`body` text NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `accounts` ADD `time_zone` text;