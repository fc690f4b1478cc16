CREATE TABLE `star_payments` (
	`payment_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`charge_id` text NOT NULL,
	`account_id` integer NOT NULL,
	`stars` integer NOT NULL,
	`amount_micros` integer NOT NULL,
	`paid_at_ms` integer NOT NULL,
	`refund_state` text DEFAULT 'none' NOT NULL,
	`refund_asked_at_ms` integer,
	`refund_asked_by` integer,
	`refund_entry_id` integer,
	`refund_note` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `star_payments_once` ON `star_payments` (`charge_id`);--> statement-breakpoint
CREATE INDEX `star_payments_of_account` ON `star_payments` (`account_id`,`payment_id`);--> statement-breakpoint
CREATE INDEX `star_payments_refunding` ON `star_payments` (`refund_asked_at_ms`,`payment_id`) WHERE refund_state = 'waiting';--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`withdrawal_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`amount_micros` integer NOT NULL,
	`details_cipher` text NOT NULL,
	`request_key` text NOT NULL,
	`state` text NOT NULL,
	`asked_at_ms` integer NOT NULL,
	`decided_at_ms` integer,
	`decided_by` integer,
	`note` text DEFAULT '' NOT NULL,
	`entry_id` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`account_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_once` ON `withdrawals` (`request_key`);--> statement-breakpoint
CREATE INDEX `withdrawals_of_account` ON `withdrawals` (`account_id`,`withdrawal_id`);--> statement-breakpoint
CREATE INDEX `withdrawals_by_state` ON `withdrawals` (`state`,`withdrawal_id`);--> statement-breakpoint
ALTER TABLE `postings` ADD `balance_micros` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP TRIGGER `postings_no_update`;--> statement-breakpoint
UPDATE `postings` SET `balance_micros` = `sums`.`balance` FROM (
	SELECT `entry_id`, `ledger_account_id`,
		sum(`amount_micros`) OVER (PARTITION BY `ledger_account_id` ORDER BY `entry_id`) AS `balance`
	FROM `postings`
) AS `sums` WHERE `sums`.`entry_id` = `postings`.`entry_id` AND `sums`.`ledger_account_id` = `postings`.`ledger_account_id`;--> statement-breakpoint
CREATE TRIGGER `postings_no_update` BEFORE UPDATE ON `postings` BEGIN
	SELECT RAISE(ABORT, 'a ledger posting is never changed');
END;--> statement-breakpoint
INSERT INTO `star_payments` (`charge_id`, `account_id`, `stars`, `amount_micros`, `paid_at_ms`)
SELECT substr(`reference`, 5), `owner_id`, CAST(`note` AS integer), `amount_micros`, `at_ms`
FROM `ledger_entries` JOIN `postings` USING (`entry_id`) JOIN `ledger_accounts` USING (`ledger_account_id`)
WHERE `ledger_entries`.`kind` = 'deposit' AND `reference` LIKE 'xtr:%' AND `ledger_accounts`.`kind` = 'wallet';
