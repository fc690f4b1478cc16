CREATE TABLE `bot_qualities` (
	`bot_id` integer PRIMARY KEY NOT NULL,
	`at_ms` integer NOT NULL,
	`factor` real NOT NULL,
	`found` text NOT NULL
);
