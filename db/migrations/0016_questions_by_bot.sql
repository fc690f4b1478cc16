ALTER TABLE `user_bots` ADD `asked_on_day` integer;--> statement-breakpoint
ALTER TABLE `user_bots` ADD `asked_times` integer DEFAULT 0 NOT NULL;