CREATE TABLE `moved_chats` (
	`group_id` text PRIMARY KEY NOT NULL,
	`supergroup_id` text NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `moved_chats_of_supergroup` ON `moved_chats` (`supergroup_id`);