ALTER TABLE `accounts` ADD `summary_day` integer;--> statement-breakpoint
CREATE INDEX `accounts_summarized` ON `accounts` (`summary_day`,`account_id`) WHERE summary_day IS NOT NULL;--> statement-breakpoint
ALTER TABLE `moderation_log` ADD `bot_id` integer;--> statement-breakpoint
ALTER TABLE `moderation_log` ADD `account_id` integer;