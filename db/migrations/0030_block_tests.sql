CREATE TABLE `block_tests` (
	`bot_id` integer NOT NULL,
	`test` integer NOT NULL,
	`a_shown` integer DEFAULT 0 NOT NULL,
	`a_passed` integer DEFAULT 0 NOT NULL,
	`a_subscribers` integer DEFAULT 0 NOT NULL,
	`b_shown` integer DEFAULT 0 NOT NULL,
	`b_passed` integer DEFAULT 0 NOT NULL,
	`b_subscribers` integer DEFAULT 0 NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `test`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `block_viewers` (
	`bot_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`test` integer NOT NULL,
	`variant` integer NOT NULL,
	`passed` integer NOT NULL,
	`seen_at_ms` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `bots` ADD `text_b` text;--> statement-breakpoint
ALTER TABLE `bots` ADD `image_b` text;--> statement-breakpoint
ALTER TABLE `bots` ADD `block_test` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bots` ADD `block_test_at_ms` integer;