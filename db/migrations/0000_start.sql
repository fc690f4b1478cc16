CREATE TABLE `accounts` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`first_name` text NOT NULL,
	`username` text NOT NULL,
	`search_text` text NOT NULL,
	`language` text NOT NULL,
	`is_blocked` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `accounts_newest` ON `accounts` (`created_at_ms`,`account_id`);--> statement-breakpoint
CREATE TABLE `keys` (
	`hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`account_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`cipher` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`last_used_at_ms` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`account_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `keys_one_an_owner` ON `keys` (`account_id`,`kind`,`bot_id`);--> statement-breakpoint
CREATE INDEX `keys_of_bot` ON `keys` (`bot_id`);--> statement-breakpoint
CREATE TABLE `audience_shares` (
	`trait` text NOT NULL,
	`value` text NOT NULL,
	`users` integer NOT NULL,
	PRIMARY KEY(`trait`, `value`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `page_visits` (
	`mark` text NOT NULL,
	`user_id` integer NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`mark`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `page_visits_by_time` ON `page_visits` (`at_ms`);--> statement-breakpoint
CREATE TABLE `user_bots` (
	`user_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `bot_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `users` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`username` text DEFAULT '' NOT NULL,
	`language_code` text DEFAULT '' NOT NULL,
	`is_premium` integer,
	`gender` text,
	`age` integer,
	`has_photo` integer,
	`has_real_photo` integer,
	`has_bio` integer,
	`gifts` integer,
	`rating` integer,
	`traits_at_ms` integer,
	`device_type` text,
	`device_os` text,
	`country_id` integer,
	`city_id` integer,
	`country` text DEFAULT '' NOT NULL,
	`city` text DEFAULT '' NOT NULL,
	`ip_address` text DEFAULT '' NOT NULL,
	`visited_at_ms` integer,
	`is_suspicious` integer DEFAULT 0 NOT NULL,
	`asked_on_day` integer,
	`asked_times` integer DEFAULT 0 NOT NULL,
	`seen_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `users_by_traits` ON `users` (`traits_at_ms`,`seen_at_ms`);--> statement-breakpoint
CREATE TABLE `bots` (
	`bot_id` integer PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`name` text NOT NULL,
	`nickname` text NOT NULL,
	`search_text` text NOT NULL,
	`token_cipher` text,
	`is_on` integer DEFAULT 1 NOT NULL,
	`in_archive` integer DEFAULT 0 NOT NULL,
	`is_blocked` integer DEFAULT 0 NOT NULL,
	`is_token_invalid` integer DEFAULT 0 NOT NULL,
	`note` text,
	`theme` text,
	`time_purge_minutes` integer NOT NULL,
	`max_sponsors` integer NOT NULL,
	`get_links` integer NOT NULL,
	`use_smart_link` integer NOT NULL,
	`show_quiz` integer NOT NULL,
	`gender_question` integer NOT NULL,
	`age_question` integer NOT NULL,
	`redirect_open_type` text NOT NULL,
	`show_bots` integer NOT NULL,
	`show_resources` integer NOT NULL,
	`text` text,
	`image` text,
	`forbidden_themes` text NOT NULL,
	`profit_micros` integer DEFAULT 0 NOT NULL,
	`profit_own_orders_micros` integer DEFAULT 0 NOT NULL,
	`followers` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`account_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bots_of_account` ON `bots` (`account_id`,`in_archive`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `bot_days` (
	`bot_id` integer NOT NULL,
	`day` integer NOT NULL,
	`subscribers` integer DEFAULT 0 NOT NULL,
	`lost` integer DEFAULT 0 NOT NULL,
	`value_micros` integer DEFAULT 0 NOT NULL,
	`own_subscribers` integer DEFAULT 0 NOT NULL,
	`own_value_micros` integer DEFAULT 0 NOT NULL,
	`requests_sponsors` integer DEFAULT 0 NOT NULL,
	`requests_no_sponsors` integer DEFAULT 0 NOT NULL,
	`requests_passed` integer DEFAULT 0 NOT NULL,
	`requests_errors` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`bot_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `language_days` (
	`order_id` integer NOT NULL,
	`day` integer NOT NULL,
	`language` text NOT NULL,
	`subscribers` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`order_id`, `day`, `language`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `order_days` (
	`order_id` integer NOT NULL,
	`day` integer NOT NULL,
	`shows` integer DEFAULT 0 NOT NULL,
	`subscribers` integer DEFAULT 0 NOT NULL,
	`lost` integer DEFAULT 0 NOT NULL,
	`value_micros` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`order_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `pair_days` (
	`order_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`day` integer NOT NULL,
	`shows` integer DEFAULT 0 NOT NULL,
	`subscribers` integer DEFAULT 0 NOT NULL,
	`lost` integer DEFAULT 0 NOT NULL,
	`paid_micros` integer DEFAULT 0 NOT NULL,
	`earned_micros` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`order_id`, `day`, `bot_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `pair_days_of_bot` ON `pair_days` (`bot_id`,`day`);--> statement-breakpoint
CREATE TABLE `ledger_accounts` (
	`ledger_account_id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`owner_id` integer NOT NULL,
	`balance_micros` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_accounts_of_owner` ON `ledger_accounts` (`owner_id`,`kind`);--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`entry_id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`at_ms` integer NOT NULL,
	`order_id` integer,
	`bot_id` integer,
	`user_id` integer,
	`about_entry_id` integer,
	`reference` text,
	`booked_by` integer,
	`note` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_entries_once` ON `ledger_entries` (`reference`) WHERE reference IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_entries_about` ON `ledger_entries` (`about_entry_id`) WHERE about_entry_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `postings` (
	`entry_id` integer NOT NULL,
	`ledger_account_id` integer NOT NULL,
	`amount_micros` integer NOT NULL,
	PRIMARY KEY(`entry_id`, `ledger_account_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `postings_of_account` ON `postings` (`ledger_account_id`,`entry_id`);--> statement-breakpoint
CREATE TABLE `blocked_links` (
	`link_key` text PRIMARY KEY NOT NULL,
	`moderator_id` integer NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `moderation_log` (
	`moderation_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`moderator_id` integer NOT NULL,
	`action` text NOT NULL,
	`order_id` integer,
	`link_key` text NOT NULL,
	`reason` text
);
--> statement-breakpoint
CREATE TABLE `order_links` (
	`order_id` integer NOT NULL,
	`since_ms` integer NOT NULL,
	`link` text NOT NULL,
	PRIMARY KEY(`order_id`, `since_ms`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `orders` (
	`order_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`link` text NOT NULL,
	`link_key` text NOT NULL,
	`ads_type` text NOT NULL,
	`name` text NOT NULL,
	`search_text` text NOT NULL,
	`is_on` integer NOT NULL,
	`in_archive` integer NOT NULL,
	`decision` text NOT NULL,
	`reason` text,
	`quantity_all` integer NOT NULL,
	`quantity_day` integer,
	`quantity_now` integer DEFAULT 0 NOT NULL,
	`price_micros` integer NOT NULL,
	`price_premium_micros` integer NOT NULL,
	`real_price_micros` integer NOT NULL,
	`coefficients` text NOT NULL,
	`bot_token_cipher` text,
	`to_bot_member` integer NOT NULL,
	`track_unsubscriptions` integer NOT NULL,
	`is_lite` integer NOT NULL,
	`sub_speed` integer,
	`places` integer NOT NULL,
	`is_high_priority` integer NOT NULL,
	`is_free` integer NOT NULL,
	`targeting` text NOT NULL,
	`forbidden_themes` text NOT NULL,
	`schedule` text NOT NULL,
	`theme` text,
	`resource_id` text NOT NULL,
	`resource_name` text NOT NULL,
	`logo_file_id` text NOT NULL,
	`takes_join_requests` integer NOT NULL,
	`check_state` text DEFAULT 'ok' NOT NULL,
	`check_errors` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`catalog_version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`account_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `orders_of_account` ON `orders` (`account_id`,`in_archive`,`order_id`);--> statement-breakpoint
CREATE INDEX `orders_of_link` ON `orders` (`link_key`);--> statement-breakpoint
CREATE INDEX `orders_of_resource` ON `orders` (`resource_id`) WHERE resource_id <> '';--> statement-breakpoint
CREATE INDEX `orders_changed` ON `orders` (`catalog_version`);--> statement-breakpoint
CREATE INDEX `orders_running` ON `orders` (`order_id`) WHERE decision = 'approved' AND is_on = 1 AND in_archive = 0 AND quantity_now < quantity_all;--> statement-breakpoint
CREATE INDEX `orders_waiting` ON `orders` (`order_id`) WHERE decision = 'waiting' AND in_archive = 0;--> statement-breakpoint
CREATE INDEX `orders_lost` ON `orders` (`order_id`) WHERE check_state = 'lost' AND in_archive = 0;--> statement-breakpoint
CREATE TABLE `blocks` (
	`bot_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`chat_id` integer NOT NULL,
	`content` text,
	`revision` integer NOT NULL,
	`wished_at_ms` integer NOT NULL,
	`due_at_ms` integer,
	`worker` text,
	`claimed_revision` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`dead_reason` text,
	`shown_message_id` integer,
	`shown_chat_id` integer,
	`shown_hash` text,
	`shown_is_photo` integer,
	`shown_sent_at_ms` integer,
	PRIMARY KEY(`bot_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `blocks_due` ON `blocks` (`due_at_ms`,`wished_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `blocks_dead` ON `blocks` (`wished_at_ms`) WHERE dead_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `blocks_idle` ON `blocks` (`wished_at_ms`) WHERE due_at_ms IS NULL AND shown_message_id IS NULL AND dead_reason IS NULL;--> statement-breakpoint
CREATE TABLE `id_files` (
	`file_id` text PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`time_range` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `id_files_expiring` ON `id_files` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `notices` (
	`notice_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`kind` text NOT NULL,
	`facts` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`queued_at_ms` integer NOT NULL,
	`due_at_ms` integer,
	`worker` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`dead_reason` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notices_once` ON `notices` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notices_due` ON `notices` (`due_at_ms`,`notice_id`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notices_delivered` ON `notices` (`queued_at_ms`) WHERE due_at_ms IS NULL AND dead_reason IS NULL;--> statement-breakpoint
CREATE TABLE `report_jobs` (
	`task_id` text PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`account_id` integer NOT NULL,
	`include_price` integer NOT NULL,
	`time_range` text NOT NULL,
	`status` text NOT NULL,
	`file_key` text DEFAULT '' NOT NULL,
	`file_name` text DEFAULT '' NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`due_at_ms` integer,
	`worker` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`fail_reason` text
);
--> statement-breakpoint
CREATE INDEX `report_jobs_due` ON `report_jobs` (`due_at_ms`,`created_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `report_jobs_by_file` ON `report_jobs` (`file_key`) WHERE file_key <> '';--> statement-breakpoint
CREATE INDEX `report_jobs_expiring` ON `report_jobs` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`user_id` integer NOT NULL,
	`resource_id` blob NOT NULL,
	`state` integer NOT NULL,
	`had_left` integer NOT NULL,
	`since_ms` integer NOT NULL,
	`checked_at_ms` integer NOT NULL,
	`update_id` integer,
	PRIMARY KEY(`user_id`, `resource_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `pins` (
	`user_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`slots` text NOT NULL,
	`pinned_at_ms` integer NOT NULL,
	`life_seconds` integer NOT NULL,
	PRIMARY KEY(`user_id`, `bot_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `shows` (
	`user_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`first_shown_at_ms` integer NOT NULL,
	`shown_at_ms` integer NOT NULL,
	`price_micros` integer NOT NULL,
	PRIMARY KEY(`user_id`, `order_id`, `bot_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`user_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`state` integer NOT NULL,
	`charge` integer NOT NULL,
	`price_micros` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`changed_at_ms` integer,
	`entry_id` integer,
	`hold_until_ms` integer,
	PRIMARY KEY(`user_id`, `order_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `subscriptions_as_they_came` ON `subscriptions` (`order_id`,`at_ms`) WHERE charge > 0;--> statement-breakpoint
CREATE INDEX `subscriptions_on_hold` ON `subscriptions` (`hold_until_ms`) WHERE hold_until_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `advertiser_exclusions` (
	`bot_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `order_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `advertiser_exclusions_of_order` ON `advertiser_exclusions` (`order_id`);--> statement-breakpoint
CREATE TABLE `limit_takes` (
	`take_id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`at_ms` integer NOT NULL,
	`ends_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `limit_takes_of_key` ON `limit_takes` (`key`,`at_ms`);--> statement-breakpoint
CREATE INDEX `limit_takes_ended` ON `limit_takes` (`ends_at_ms`);--> statement-breakpoint
CREATE TABLE `processes` (
	`process` text PRIMARY KEY NOT NULL,
	`beat_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `publisher_exclusions` (
	`account_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `bot_id`, `order_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sessions` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `versions` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);--> statement-breakpoint
CREATE TRIGGER `ledger_entries_no_update` BEFORE UPDATE ON `ledger_entries` BEGIN
	SELECT RAISE(ABORT, 'a ledger entry is never changed');
END;--> statement-breakpoint
CREATE TRIGGER `ledger_entries_no_delete` BEFORE DELETE ON `ledger_entries` BEGIN
	SELECT RAISE(ABORT, 'a ledger entry is never changed');
END;--> statement-breakpoint
CREATE TRIGGER `postings_no_update` BEFORE UPDATE ON `postings` BEGIN
	SELECT RAISE(ABORT, 'a ledger posting is never changed');
END;--> statement-breakpoint
CREATE TRIGGER `postings_no_delete` BEFORE DELETE ON `postings` BEGIN
	SELECT RAISE(ABORT, 'a ledger posting is never changed');
END;--> statement-breakpoint
INSERT INTO `versions` (`name`, `value`) VALUES ('catalog', 1), ('keys', 1), ('bots', 1), ('exclusions', 1);
