CREATE TABLE `rail_deposits` (
	`deposit_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`request_key` text NOT NULL,
	`account_id` integer NOT NULL,
	`rail` text NOT NULL,
	`amount_micros` integer NOT NULL,
	`state` text NOT NULL,
	`asked_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`invoice_id` text,
	`url` text DEFAULT '' NOT NULL,
	`ended_at_ms` integer,
	`note` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rail_deposits_once` ON `rail_deposits` (`request_key`);--> statement-breakpoint
CREATE INDEX `rail_deposits_of_account` ON `rail_deposits` (`account_id`,`deposit_id`);--> statement-breakpoint
CREATE INDEX `rail_deposits_open` ON `rail_deposits` (`rail`,`deposit_id`) WHERE ended_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `rail_deposits_ended` ON `rail_deposits` (`rail`,`ended_at_ms`) WHERE ended_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `rail_differences` (
	`rail` text NOT NULL,
	`about` text NOT NULL,
	`ours` text NOT NULL,
	`theirs` text NOT NULL,
	`since_ms` integer NOT NULL,
	PRIMARY KEY(`rail`, `about`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `rail_payouts` (
	`withdrawal_id` integer PRIMARY KEY NOT NULL,
	`rail` text NOT NULL,
	`account_id` integer NOT NULL,
	`amount_micros` integer NOT NULL,
	`asset` text NOT NULL,
	`asset_amount` text NOT NULL,
	`state` text NOT NULL,
	`begun_at_ms` integer NOT NULL,
	`tried_at_ms` integer,
	`transfer_id` text,
	`ended_at_ms` integer,
	`note` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rail_payouts_sending` ON `rail_payouts` (`rail`,`withdrawal_id`) WHERE state = 'sending';--> statement-breakpoint
CREATE INDEX `rail_payouts_by_time` ON `rail_payouts` (`begun_at_ms`);--> statement-breakpoint
CREATE TABLE `switched_off` (
	`name` text PRIMARY KEY NOT NULL,
	`by_id` integer NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `rail` text DEFAULT 'manual' NOT NULL;
--> statement-breakpoint
-- Who begins a payout by a rail holds this row, so that the limits of the day are kept.
INSERT INTO `versions` (`name`, `value`) VALUES ('payouts', 1);
