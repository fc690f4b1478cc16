CREATE TABLE `user_knowledge` (
	`user_id` integer NOT NULL,
	`value` text NOT NULL,
	`source` text NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `value`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `users` ADD `told_at_ms` integer;--> statement-breakpoint
CREATE INDEX `user_bots_of_bot` ON `user_bots` (`bot_id`,`user_id`);--> statement-breakpoint
-- Names in `users` were told by the platform alone, when it was asked for all traits.
UPDATE users SET told_at_ms = traits_at_ms WHERE first_name <> '';
