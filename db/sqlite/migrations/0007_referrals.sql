CREATE TABLE `referral_dues` (
	`entry_id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `referral_links` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`made_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referral_links_by_code` ON `referral_links` (`code`);--> statement-breakpoint
CREATE TABLE `referrals` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`referrer_id` integer NOT NULL,
	`percent` integer NOT NULL,
	`made_at_ms` integer NOT NULL,
	`until_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`earned_micros` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `referrals_of_referrer` ON `referrals` (`referrer_id`,`made_at_ms`,`account_id`);--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `destination_mark` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `withdrawals_by_destination` ON `withdrawals` (`destination_mark`,`account_id`) WHERE destination_mark <> '';