CREATE TABLE `accounts` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`first_name` text NOT NULL,
	`username` text NOT NULL,
	`search_text` text NOT NULL,
	`language` text NOT NULL,
	`is_blocked` integer DEFAULT 0 NOT NULL,
	`created_at_ms` integer NOT NULL,
	`summary_day` integer,
	`is_trusted` integer DEFAULT 0 NOT NULL,
	`time_zone` text
);
--> statement-breakpoint
CREATE INDEX `accounts_newest` ON `accounts` (`created_at_ms`,`account_id`);--> statement-breakpoint
CREATE INDEX `accounts_summarized` ON `accounts` (`summary_day`,`account_id`) WHERE summary_day IS NOT NULL;--> statement-breakpoint
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
CREATE TABLE `daily_shares` (
	`day` integer PRIMARY KEY NOT NULL,
	`shares` text NOT NULL
);
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
	`first_name` text,
	`last_name` text,
	`username` text,
	`language_code` text,
	`is_premium` integer,
	`gender` text,
	`age` integer,
	`claimed_at_ms` integer,
	`page` text,
	`asked_on_day` integer,
	`asked_times` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `bot_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `user_bots_of_bot` ON `user_bots` (`bot_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `user_knowledge` (
	`user_id` integer NOT NULL,
	`value` text NOT NULL,
	`source` text NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `value`)
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
	`asked_on_day` integer,
	`asked_times` integer DEFAULT 0 NOT NULL,
	`seen_at_ms` integer NOT NULL,
	`reported_at_ms` integer,
	`suspicious_until_ms` integer
);
--> statement-breakpoint
CREATE INDEX `users_by_traits` ON `users` (`traits_at_ms`,`seen_at_ms`);--> statement-breakpoint
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
CREATE TABLE `awaited_bots` (
	`bot_id` integer PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`message_id` integer NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `bot_pictures` (
	`bot_id` integer NOT NULL,
	`secret` text NOT NULL,
	`body` text NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `secret`)
) WITHOUT ROWID;
--> statement-breakpoint
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
	`trust` text DEFAULT 'unknown' NOT NULL,
	`min_price_micros` integer DEFAULT 0 NOT NULL,
	`text_b` text,
	`image_b` text,
	`block_test` integer DEFAULT 0 NOT NULL,
	`block_test_at_ms` integer,
	`stopped_by_block` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`account_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `bots_of_account` ON `bots` (`account_id`,`in_archive`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `chat_odds` (
	`resource_id` text PRIMARY KEY NOT NULL,
	`members` integer,
	`counted_at_ms` integer DEFAULT 0 NOT NULL,
	`asked` integer DEFAULT 0 NOT NULL,
	`found` integer DEFAULT 0 NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `pace_users` (
	`bot_id` integer NOT NULL,
	`lane` text NOT NULL,
	`process` text NOT NULL,
	`wanted` real NOT NULL,
	`until_ms` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `lane`, `process`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `paces` (
	`bot_id` integer NOT NULL,
	`lane` text NOT NULL,
	`per_second` real NOT NULL,
	`ceiling` real,
	`limited_at_ms` integer NOT NULL,
	`rest_until_ms` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `lane`)
) WITHOUT ROWID;
--> statement-breakpoint
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
	`unproven_impressions` integer DEFAULT 0 NOT NULL,
	`contacts_yes` integer DEFAULT 0 NOT NULL,
	`contacts_no` integer DEFAULT 0 NOT NULL,
	`taken_over` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`bot_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `fill_days` (
	`bot_id` integer NOT NULL,
	`day` integer NOT NULL,
	`language_id` integer NOT NULL,
	`lists` integer DEFAULT 0 NOT NULL,
	`partly_filled` integer DEFAULT 0 NOT NULL,
	`unfilled` integer DEFAULT 0 NOT NULL,
	`no_fill_no_more_orders` integer DEFAULT 0 NOT NULL,
	`no_fill_other_users` integer DEFAULT 0 NOT NULL,
	`no_fill_unknown_users` integer DEFAULT 0 NOT NULL,
	`no_fill_min_price` integer DEFAULT 0 NOT NULL,
	`no_fill_bot_settings` integer DEFAULT 0 NOT NULL,
	`no_fill_not_for_bot` integer DEFAULT 0 NOT NULL,
	`no_fill_bot_quality` integer DEFAULT 0 NOT NULL,
	`no_fill_excluded` integer DEFAULT 0 NOT NULL,
	`no_fill_subscribed` integer DEFAULT 0 NOT NULL,
	`no_fill_schedule` integer DEFAULT 0 NOT NULL,
	`no_fill_pacing` integer DEFAULT 0 NOT NULL,
	`no_fill_used_up` integer DEFAULT 0 NOT NULL,
	`no_fill_halted` integer DEFAULT 0 NOT NULL,
	`no_fill_untrusted` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`bot_id`, `day`, `language_id`)
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
CREATE TABLE `no_fill_hours` (
	`order_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`reason` text NOT NULL,
	`times` integer NOT NULL,
	PRIMARY KEY(`order_id`, `hour`, `reason`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `no_fill_hours_by_hour` ON `no_fill_hours` (`hour`);--> statement-breakpoint
CREATE TABLE `order_days` (
	`order_id` integer NOT NULL,
	`day` integer NOT NULL,
	`impressions` integer DEFAULT 0 NOT NULL,
	`subscribers` integer DEFAULT 0 NOT NULL,
	`lost` integer DEFAULT 0 NOT NULL,
	`value_micros` integer DEFAULT 0 NOT NULL,
	`pending_impressions` real DEFAULT 0 NOT NULL,
	`pending_at_ms` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`order_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `pair_days` (
	`order_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`day` integer NOT NULL,
	`impressions` integer DEFAULT 0 NOT NULL,
	`subscribers` integer DEFAULT 0 NOT NULL,
	`lost` integer DEFAULT 0 NOT NULL,
	`paid_micros` integer DEFAULT 0 NOT NULL,
	`earned_micros` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`order_id`, `day`, `bot_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `pair_days_of_bot` ON `pair_days` (`bot_id`,`day`);--> statement-breakpoint
CREATE TABLE `traffic_hours` (
	`hour` integer NOT NULL,
	`language_id` integer NOT NULL,
	`lists` integer DEFAULT 0 NOT NULL,
	`places` integer DEFAULT 0 NOT NULL,
	`filled` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`hour`, `language_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `unpaid_days` (
	`order_id` integer NOT NULL,
	`day` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`reason` text NOT NULL,
	`joins` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`order_id`, `day`, `bot_id`, `reason`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `unpaid_days_of_bot` ON `unpaid_days` (`bot_id`,`day`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`webhook_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`status` integer NOT NULL,
	`subscribe_day` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`since_ms` integer NOT NULL,
	`state` integer DEFAULT 0 NOT NULL,
	`ended_at_ms` integer,
	`dead_reason` text,
	`due_at_ms` integer,
	`refusals` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_events_of_bot` ON `webhook_events` (`bot_id`,`webhook_id`);--> statement-breakpoint
CREATE INDEX `webhook_events_waiting` ON `webhook_events` (`bot_id`,`webhook_id`) WHERE state = 0;--> statement-breakpoint
CREATE INDEX `webhook_events_dead` ON `webhook_events` (`account_id`,`bot_id`,`webhook_id`) WHERE state = 2;--> statement-breakpoint
CREATE INDEX `webhook_events_apart` ON `webhook_events` (`bot_id`,`user_id`,`webhook_id`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_events_ended` ON `webhook_events` (`state`,`ended_at_ms`) WHERE ended_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `webhook_queues` (
	`bot_id` integer PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`due_at_ms` integer,
	`worker` text,
	`claim` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`failing_since_ms` integer,
	`last_at_ms` integer,
	`last_reason` text,
	`batch_max` integer,
	`refused_in_row` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_queues_due` ON `webhook_queues` (`due_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_queues_leased` ON `webhook_queues` (`account_id`) WHERE worker IS NOT NULL;--> statement-breakpoint
CREATE INDEX `webhook_queues_failing` ON `webhook_queues` (`failing_since_ms`) WHERE failing_since_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `webhooks` (
	`account_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`url_cipher` text NOT NULL,
	`set_at_ms` integer NOT NULL,
	PRIMARY KEY(`account_id`, `bot_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `forecast_errors` (
	`size` integer PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`forecasts` integer NOT NULL,
	`days` integer NOT NULL,
	`joins_error` real NOT NULL,
	`impressions_error` real NOT NULL,
	`within_quarter` real NOT NULL,
	`came_share` real NOT NULL
);
--> statement-breakpoint
CREATE TABLE `order_forecasts` (
	`day` integer NOT NULL,
	`order_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`joins` real NOT NULL,
	`impressions` real NOT NULL,
	`came_joins` integer,
	`came_impressions` integer,
	PRIMARY KEY(`day`, `order_id`)
) WITHOUT ROWID;
--> statement-breakpoint
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
	`balance_micros` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`entry_id`, `ledger_account_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `postings_of_account` ON `postings` (`ledger_account_id`,`entry_id`);--> statement-breakpoint
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
CREATE TABLE `blocked_links` (
	`link_key` text PRIMARY KEY NOT NULL,
	`moderator_id` integer NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `chat_links` (
	`link_key` text PRIMARY KEY NOT NULL,
	`chat_id` text NOT NULL,
	`at_ms` integer NOT NULL,
	`maker_bot_id` integer
);
--> statement-breakpoint
CREATE INDEX `chat_links_of_ours` ON `chat_links` (`chat_id`,`maker_bot_id`) WHERE maker_bot_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `invite_links` (
	`order_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`link` text DEFAULT '' NOT NULL,
	`since_ms` integer DEFAULT 0 NOT NULL,
	`due_at_ms` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`revoked_at_ms` integer,
	`lists` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`order_id`, `bot_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `invite_links_by_link` ON `invite_links` (`link`) WHERE link <> '';--> statement-breakpoint
CREATE INDEX `invite_links_due` ON `invite_links` (`due_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `moderation_log` (
	`moderation_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at_ms` integer NOT NULL,
	`moderator_id` integer NOT NULL,
	`action` text NOT NULL,
	`order_id` integer,
	`link_key` text NOT NULL,
	`reason` text,
	`bot_id` integer,
	`account_id` integer,
	`user_id` integer
);
--> statement-breakpoint
CREATE INDEX `moderation_log_untrusted` ON `moderation_log` (`account_id`) WHERE action = 'account_untrusted';--> statement-breakpoint
CREATE INDEX `moderation_log_blocked` ON `moderation_log` (`account_id`,`moderation_id`) WHERE action = 'account_blocked';--> statement-breakpoint
CREATE TABLE `moved_chats` (
	`group_id` text PRIMARY KEY NOT NULL,
	`supergroup_id` text NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `moved_chats_of_supergroup` ON `moved_chats` (`supergroup_id`);--> statement-breakpoint
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
	`short_notified_at_ms` integer,
	`own_links` integer DEFAULT 0 NOT NULL,
	`pause_reason` text,
	`resolved_at_ms` integer DEFAULT 0 NOT NULL,
	`unseen_since_ms` integer,
	`unseen_cursor` integer DEFAULT 0 NOT NULL,
	`checker_bot_id` integer,
	`min_bot_quality` real DEFAULT 0 NOT NULL,
	`stopped_by_block` integer DEFAULT 0 NOT NULL,
	`rights_at_ms` integer,
	`lost_at_ms` integer,
	`lost_before_ms` integer,
	`resource_link` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`account_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `orders_of_account` ON `orders` (`account_id`,`in_archive`,`order_id`);--> statement-breakpoint
CREATE INDEX `orders_of_link` ON `orders` (`link_key`);--> statement-breakpoint
CREATE INDEX `orders_of_resource` ON `orders` (`resource_id`) WHERE resource_id <> '';--> statement-breakpoint
CREATE INDEX `orders_changed` ON `orders` (`catalog_version`);--> statement-breakpoint
CREATE INDEX `orders_running` ON `orders` (`order_id`) WHERE decision = 'approved' AND is_on = 1 AND in_archive = 0 AND quantity_now < quantity_all;--> statement-breakpoint
CREATE INDEX `orders_by_price` ON `orders` (`account_id`,`real_price_micros`) WHERE decision = 'approved' AND is_on = 1 AND in_archive = 0;--> statement-breakpoint
CREATE INDEX `orders_notified_short` ON `orders` (`account_id`) WHERE short_notified_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_waiting` ON `orders` (`order_id`) WHERE decision = 'waiting' AND in_archive = 0;--> statement-breakpoint
CREATE INDEX `orders_lost` ON `orders` (`order_id`) WHERE check_state = 'lost' AND in_archive = 0;--> statement-breakpoint
CREATE INDEX `orders_to_resolve` ON `orders` (`resolved_at_ms`) WHERE decision = 'approved' AND in_archive = 0 AND ads_type = 'channel';--> statement-breakpoint
CREATE INDEX `orders_of_checker` ON `orders` (`checker_bot_id`) WHERE ads_type = 'channel' AND decision <> 'rejected' AND in_archive = 0 AND is_on = 1 AND quantity_now < quantity_all;--> statement-breakpoint
CREATE INDEX `orders_unseen` ON `orders` (`order_id`) WHERE unseen_since_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `blocks` (
	`bot_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`chat_id` integer NOT NULL,
	`content` text,
	`revision` integer NOT NULL,
	`queued_at_ms` integer NOT NULL,
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
CREATE INDEX `blocks_due` ON `blocks` (`due_at_ms`,`queued_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `blocks_dead` ON `blocks` (`queued_at_ms`) WHERE dead_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX `blocks_idle` ON `blocks` (`queued_at_ms`) WHERE due_at_ms IS NULL AND shown_message_id IS NULL AND dead_reason IS NULL;--> statement-breakpoint
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
CREATE TABLE `notifications` (
	`notification_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
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
CREATE UNIQUE INDEX `notifications_once` ON `notifications` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `notifications_due` ON `notifications` (`due_at_ms`,`notification_id`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_delivered` ON `notifications` (`queued_at_ms`) WHERE due_at_ms IS NULL AND dead_reason IS NULL;--> statement-breakpoint
CREATE INDEX `notifications_dead` ON `notifications` (`queued_at_ms`) WHERE dead_reason IS NOT NULL;--> statement-breakpoint
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
CREATE INDEX `report_jobs_failed` ON `report_jobs` (`created_at_ms`) WHERE status = 'failed';--> statement-breakpoint
CREATE TABLE `refunds_reported` (
	`charge_id` text PRIMARY KEY NOT NULL,
	`reported_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `refunds_reported_by_time` ON `refunds_reported` (`reported_at_ms`);--> statement-breakpoint
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
	`taken_micros` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`account_id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_once` ON `withdrawals` (`request_key`);--> statement-breakpoint
CREATE INDEX `withdrawals_of_account` ON `withdrawals` (`account_id`,`withdrawal_id`);--> statement-breakpoint
CREATE INDEX `withdrawals_by_state` ON `withdrawals` (`state`,`withdrawal_id`);--> statement-breakpoint
CREATE TABLE `bot_qualities` (
	`bot_id` integer PRIMARY KEY NOT NULL,
	`at_ms` integer NOT NULL,
	`factor` real NOT NULL,
	`found` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `paying_factors` (
	`bot_id` integer NOT NULL,
	`from_ms` integer NOT NULL,
	`thousandths` integer NOT NULL,
	`hold_thousandths` integer DEFAULT 1000 NOT NULL,
	PRIMARY KEY(`bot_id`, `from_ms`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `contacts` (
	`user_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`state` integer NOT NULL,
	`at_ms` integer NOT NULL,
	`chat_id` integer NOT NULL,
	`due_at_ms` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`until_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `bot_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `contacts_due` ON `contacts` (`due_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `impressions` (
	`user_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`first_shown_at_ms` integer NOT NULL,
	`shown_at_ms` integer NOT NULL,
	`price_micros` integer NOT NULL,
	`seen_at_ms` integer DEFAULT 0 NOT NULL,
	`proof` integer DEFAULT 0 NOT NULL,
	`smart_link` integer,
	`target` blob NOT NULL,
	`kind` integer DEFAULT 0 NOT NULL,
	`has_own_link` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `target`, `order_id`, `bot_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `memberships` (
	`user_id` integer NOT NULL,
	`resource_id` blob NOT NULL,
	`state` integer NOT NULL,
	`had_left` integer NOT NULL,
	`since_ms` integer NOT NULL,
	`checked_at_ms` integer NOT NULL,
	`update_id` integer,
	`joined_at_ms` integer,
	`joined_again` integer DEFAULT 0 NOT NULL,
	`joined_by_bot` integer,
	`was_removed` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `resource_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `openings` (
	`user_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`ran_at_ms` integer NOT NULL,
	`address` text NOT NULL,
	`is_signed` integer NOT NULL,
	PRIMARY KEY(`user_id`, `order_id`)
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
CREATE TABLE `paid_addresses` (
	`day` integer NOT NULL,
	`order_id` integer NOT NULL,
	`address` text NOT NULL,
	`times` integer NOT NULL,
	PRIMARY KEY(`day`, `order_id`, `address`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `paid_joins` (
	`user_id` integer NOT NULL,
	`target` text NOT NULL,
	`order_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `target`)
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
	`reason` text,
	`removed_at_ms` integer,
	`held_for_trust` integer DEFAULT 0 NOT NULL,
	`hold_ms` integer,
	PRIMARY KEY(`user_id`, `order_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `subscriptions_as_they_came` ON `subscriptions` (`order_id`,`at_ms`) WHERE charge > 0;--> statement-breakpoint
CREATE INDEX `subscriptions_on_hold` ON `subscriptions` (`hold_until_ms`) WHERE hold_until_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_held_for_trust` ON `subscriptions` (`bot_id`) WHERE held_for_trust = 1;--> statement-breakpoint
CREATE TABLE `advertiser_exclusions` (
	`bot_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`at_ms` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `order_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `advertiser_exclusions_of_order` ON `advertiser_exclusions` (`order_id`);--> statement-breakpoint
CREATE TABLE `daily_checks` (
	`day` integer PRIMARY KEY NOT NULL,
	`lease_until_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`took_ms` integer,
	`outcome` text
);
--> statement-breakpoint
CREATE TABLE `invalidation_log` (
	`mark` integer PRIMARY KEY NOT NULL,
	`users` text,
	`orders` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`beat` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `limit_takes` (
	`take_id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`at_ms` integer NOT NULL,
	`ends_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `limit_takes_of_key` ON `limit_takes` (`key`,`at_ms`);--> statement-breakpoint
CREATE INDEX `limit_takes_ended` ON `limit_takes` (`ends_at_ms`);--> statement-breakpoint
CREATE TABLE `platform_updates` (
	`bot_id` integer NOT NULL,
	`update_id` integer NOT NULL,
	`body` text NOT NULL,
	`at_ms` integer NOT NULL,
	`done_at_ms` integer,
	`due_at_ms` integer,
	`queue` text,
	`happened_at_ms` integer,
	PRIMARY KEY(`bot_id`, `update_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `platform_updates_waiting` ON `platform_updates` (`bot_id`,`update_id`) WHERE done_at_ms IS NULL AND due_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX `platform_updates_done` ON `platform_updates` (`done_at_ms`) WHERE done_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `platform_updates_due` ON `platform_updates` (`bot_id`,`due_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `platform_updates_queue` ON `platform_updates` (`bot_id`,`queue`,`happened_at_ms`,`update_id`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX `platform_updates_oldest` ON `platform_updates` (`bot_id`,`happened_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE TABLE `processes` (
	`process` text PRIMARY KEY NOT NULL,
	`beat_at_ms` integer NOT NULL,
	`trouble` text
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
CREATE INDEX `sessions_by_age` ON `sessions` (`at_ms`);--> statement-breakpoint
CREATE TABLE `unheard_spans` (
	`place` text NOT NULL,
	`from_ms` integer NOT NULL,
	`to_ms` integer NOT NULL,
	PRIMARY KEY(`place`, `from_ms`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `unheard_spans_by_age` ON `unheard_spans` (`to_ms`);--> statement-breakpoint
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
