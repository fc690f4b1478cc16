CREATE TABLE `added_chats` (
	`chat_id` text NOT NULL,
	`bot_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`title` text NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`chat_id`, `bot_id`, `account_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `added_chats_of_account` ON `added_chats` (`account_id`,`at_ms`);--> statement-breakpoint
CREATE TABLE `moved_chats` (
	`group_id` text PRIMARY KEY NOT NULL,
	`supergroup_id` text NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `moved_chats_of_supergroup` ON `moved_chats` (`supergroup_id`);--> statement-breakpoint
ALTER TABLE `chat_links` ADD `maker_bot_id` integer;--> statement-breakpoint
CREATE INDEX `chat_links_of_ours` ON `chat_links` (`chat_id`,`maker_bot_id`) WHERE maker_bot_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `resource_link` text DEFAULT '' NOT NULL;