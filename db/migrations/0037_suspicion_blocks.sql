ALTER TABLE `users` ADD `suspicious_until_ms` integer;--> statement-breakpoint
ALTER TABLE `bots` ADD `stopped_by_block` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `moderation_log` ADD `user_id` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `stopped_by_block` integer DEFAULT 0 NOT NULL;