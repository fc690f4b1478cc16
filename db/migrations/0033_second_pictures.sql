CREATE TABLE `__new_bot_pictures` (
	`bot_id` integer NOT NULL,
	`secret` text NOT NULL,
	`body` text NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `secret`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_bot_pictures`("bot_id", "secret", "body", "at_ms") SELECT "bot_id", "secret", "body", "at_ms" FROM `bot_pictures`;--> statement-breakpoint
DROP TABLE `bot_pictures`;--> statement-breakpoint
ALTER TABLE `__new_bot_pictures` RENAME TO `bot_pictures`;