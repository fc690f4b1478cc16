CREATE TABLE "accounts" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"first_name" text COLLATE "C" NOT NULL,
	"username" text COLLATE "C" NOT NULL,
	"search_text" text COLLATE "C" NOT NULL,
	"language" text COLLATE "C" NOT NULL,
	"is_blocked" bigint DEFAULT 0 NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"summary_day" bigint,
	"is_trusted" bigint DEFAULT 0 NOT NULL,
	"time_zone" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "keys" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"account_id" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"cipher" text COLLATE "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"last_used_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "audience_shares" (
	"trait" text COLLATE "C" NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"users" bigint NOT NULL,
	CONSTRAINT "audience_shares_trait_value_pk" PRIMARY KEY("trait","value")
);
--> statement-breakpoint
CREATE TABLE "daily_shares" (
	"day" bigint PRIMARY KEY NOT NULL,
	"shares" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_visits" (
	"mark" text COLLATE "C" NOT NULL,
	"user_id" bigint NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "page_visits_mark_user_id_pk" PRIMARY KEY("mark","user_id")
);
--> statement-breakpoint
CREATE TABLE "user_bots" (
	"user_id" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"first_name" text COLLATE "C",
	"last_name" text COLLATE "C",
	"username" text COLLATE "C",
	"language_code" text COLLATE "C",
	"is_premium" bigint,
	"gender" text COLLATE "C",
	"age" bigint,
	"claimed_at_ms" bigint,
	"page" text COLLATE "C",
	"asked_on_day" bigint,
	"asked_times" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "user_bots_user_id_bot_id_pk" PRIMARY KEY("user_id","bot_id")
);
--> statement-breakpoint
CREATE TABLE "user_knowledge" (
	"user_id" bigint NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "user_knowledge_user_id_value_pk" PRIMARY KEY("user_id","value")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"first_name" text COLLATE "C" DEFAULT '' NOT NULL,
	"last_name" text COLLATE "C" DEFAULT '' NOT NULL,
	"username" text COLLATE "C" DEFAULT '' NOT NULL,
	"language_code" text COLLATE "C" DEFAULT '' NOT NULL,
	"is_premium" bigint,
	"gender" text COLLATE "C",
	"age" bigint,
	"has_photo" bigint,
	"has_real_photo" bigint,
	"has_bio" bigint,
	"gifts" bigint,
	"rating" bigint,
	"traits_at_ms" bigint,
	"device_type" text COLLATE "C",
	"device_os" text COLLATE "C",
	"country_id" bigint,
	"city_id" bigint,
	"country" text COLLATE "C" DEFAULT '' NOT NULL,
	"city" text COLLATE "C" DEFAULT '' NOT NULL,
	"ip_address" text COLLATE "C" DEFAULT '' NOT NULL,
	"visited_at_ms" bigint,
	"asked_on_day" bigint,
	"asked_times" bigint DEFAULT 0 NOT NULL,
	"seen_at_ms" bigint NOT NULL,
	"reported_at_ms" bigint,
	"suspicious_until_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "block_tests" (
	"bot_id" bigint NOT NULL,
	"test" bigint NOT NULL,
	"a_shown" bigint DEFAULT 0 NOT NULL,
	"a_passed" bigint DEFAULT 0 NOT NULL,
	"a_subscribers" bigint DEFAULT 0 NOT NULL,
	"b_shown" bigint DEFAULT 0 NOT NULL,
	"b_passed" bigint DEFAULT 0 NOT NULL,
	"b_subscribers" bigint DEFAULT 0 NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "block_tests_bot_id_test_pk" PRIMARY KEY("bot_id","test")
);
--> statement-breakpoint
CREATE TABLE "block_viewers" (
	"bot_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"test" bigint NOT NULL,
	"variant" bigint NOT NULL,
	"passed" bigint NOT NULL,
	"seen_at_ms" bigint NOT NULL,
	CONSTRAINT "block_viewers_bot_id_user_id_pk" PRIMARY KEY("bot_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "awaited_bots" (
	"bot_id" bigint PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot_pictures" (
	"bot_id" bigint NOT NULL,
	"secret" text COLLATE "C" NOT NULL,
	"body" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "bot_pictures_bot_id_secret_pk" PRIMARY KEY("bot_id","secret")
);
--> statement-breakpoint
CREATE TABLE "bots" (
	"bot_id" bigint PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"nickname" text COLLATE "C" NOT NULL,
	"search_text" text COLLATE "C" NOT NULL,
	"token_cipher" text COLLATE "C",
	"is_on" bigint DEFAULT 1 NOT NULL,
	"in_archive" bigint DEFAULT 0 NOT NULL,
	"is_blocked" bigint DEFAULT 0 NOT NULL,
	"is_token_invalid" bigint DEFAULT 0 NOT NULL,
	"note" text COLLATE "C",
	"theme" text COLLATE "C",
	"time_purge_minutes" bigint NOT NULL,
	"max_sponsors" bigint NOT NULL,
	"get_links" bigint NOT NULL,
	"use_smart_link" bigint NOT NULL,
	"show_quiz" bigint NOT NULL,
	"gender_question" bigint NOT NULL,
	"age_question" bigint NOT NULL,
	"redirect_open_type" text COLLATE "C" NOT NULL,
	"show_bots" bigint NOT NULL,
	"show_resources" bigint NOT NULL,
	"text" text COLLATE "C",
	"image" text COLLATE "C",
	"forbidden_themes" text COLLATE "C" NOT NULL,
	"profit_micros" bigint DEFAULT 0 NOT NULL,
	"profit_own_orders_micros" bigint DEFAULT 0 NOT NULL,
	"followers" bigint DEFAULT 0 NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"trust" text COLLATE "C" DEFAULT 'unknown' NOT NULL,
	"min_price_micros" bigint DEFAULT 0 NOT NULL,
	"text_b" text COLLATE "C",
	"image_b" text COLLATE "C",
	"block_test" bigint DEFAULT 0 NOT NULL,
	"block_test_at_ms" bigint,
	"stopped_by_block" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_odds" (
	"resource_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"members" bigint,
	"counted_at_ms" bigint DEFAULT 0 NOT NULL,
	"asked" bigint DEFAULT 0 NOT NULL,
	"found" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pace_users" (
	"bot_id" bigint NOT NULL,
	"lane" text COLLATE "C" NOT NULL,
	"process" text COLLATE "C" NOT NULL,
	"wanted" double precision NOT NULL,
	"until_ms" bigint NOT NULL,
	CONSTRAINT "pace_users_bot_id_lane_process_pk" PRIMARY KEY("bot_id","lane","process")
);
--> statement-breakpoint
CREATE TABLE "paces" (
	"bot_id" bigint NOT NULL,
	"lane" text COLLATE "C" NOT NULL,
	"per_second" double precision NOT NULL,
	"ceiling" double precision,
	"limited_at_ms" bigint NOT NULL,
	"rest_until_ms" bigint NOT NULL,
	CONSTRAINT "paces_bot_id_lane_pk" PRIMARY KEY("bot_id","lane")
);
--> statement-breakpoint
CREATE TABLE "bot_days" (
	"bot_id" bigint NOT NULL,
	"day" bigint NOT NULL,
	"subscribers" bigint DEFAULT 0 NOT NULL,
	"lost" bigint DEFAULT 0 NOT NULL,
	"value_micros" bigint DEFAULT 0 NOT NULL,
	"own_subscribers" bigint DEFAULT 0 NOT NULL,
	"own_value_micros" bigint DEFAULT 0 NOT NULL,
	"requests_sponsors" bigint DEFAULT 0 NOT NULL,
	"requests_no_sponsors" bigint DEFAULT 0 NOT NULL,
	"requests_passed" bigint DEFAULT 0 NOT NULL,
	"requests_errors" bigint DEFAULT 0 NOT NULL,
	"unproven_impressions" bigint DEFAULT 0 NOT NULL,
	"contacts_yes" bigint DEFAULT 0 NOT NULL,
	"contacts_no" bigint DEFAULT 0 NOT NULL,
	"taken_over" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "bot_days_bot_id_day_pk" PRIMARY KEY("bot_id","day")
);
--> statement-breakpoint
CREATE TABLE "fill_days" (
	"bot_id" bigint NOT NULL,
	"day" bigint NOT NULL,
	"language_id" bigint NOT NULL,
	"lists" bigint DEFAULT 0 NOT NULL,
	"partly_filled" bigint DEFAULT 0 NOT NULL,
	"unfilled" bigint DEFAULT 0 NOT NULL,
	"no_fill_no_more_orders" bigint DEFAULT 0 NOT NULL,
	"no_fill_other_users" bigint DEFAULT 0 NOT NULL,
	"no_fill_unknown_users" bigint DEFAULT 0 NOT NULL,
	"no_fill_min_price" bigint DEFAULT 0 NOT NULL,
	"no_fill_bot_settings" bigint DEFAULT 0 NOT NULL,
	"no_fill_not_for_bot" bigint DEFAULT 0 NOT NULL,
	"no_fill_bot_quality" bigint DEFAULT 0 NOT NULL,
	"no_fill_excluded" bigint DEFAULT 0 NOT NULL,
	"no_fill_subscribed" bigint DEFAULT 0 NOT NULL,
	"no_fill_schedule" bigint DEFAULT 0 NOT NULL,
	"no_fill_pacing" bigint DEFAULT 0 NOT NULL,
	"no_fill_used_up" bigint DEFAULT 0 NOT NULL,
	"no_fill_halted" bigint DEFAULT 0 NOT NULL,
	"no_fill_untrusted" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "fill_days_bot_id_day_language_id_pk" PRIMARY KEY("bot_id","day","language_id")
);
--> statement-breakpoint
CREATE TABLE "language_days" (
	"order_id" bigint NOT NULL,
	"day" bigint NOT NULL,
	"language" text COLLATE "C" NOT NULL,
	"subscribers" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "language_days_order_id_day_language_pk" PRIMARY KEY("order_id","day","language")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE "no_fill_hours" (
	"order_id" bigint NOT NULL,
	"hour" bigint NOT NULL,
	"reason" text COLLATE "C" NOT NULL,
	"times" bigint NOT NULL,
	CONSTRAINT "no_fill_hours_order_id_hour_reason_pk" PRIMARY KEY("order_id","hour","reason")
) PARTITION BY RANGE ("hour");
--> statement-breakpoint
CREATE TABLE "order_days" (
	"order_id" bigint NOT NULL,
	"day" bigint NOT NULL,
	"impressions" bigint DEFAULT 0 NOT NULL,
	"subscribers" bigint DEFAULT 0 NOT NULL,
	"lost" bigint DEFAULT 0 NOT NULL,
	"value_micros" bigint DEFAULT 0 NOT NULL,
	"pending_impressions" double precision DEFAULT 0 NOT NULL,
	"pending_at_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "order_days_order_id_day_pk" PRIMARY KEY("order_id","day")
);
--> statement-breakpoint
CREATE TABLE "pair_days" (
	"order_id" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"day" bigint NOT NULL,
	"impressions" bigint DEFAULT 0 NOT NULL,
	"subscribers" bigint DEFAULT 0 NOT NULL,
	"lost" bigint DEFAULT 0 NOT NULL,
	"paid_micros" bigint DEFAULT 0 NOT NULL,
	"earned_micros" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "pair_days_order_id_day_bot_id_pk" PRIMARY KEY("order_id","day","bot_id")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE "traffic_hours" (
	"hour" bigint NOT NULL,
	"language_id" bigint NOT NULL,
	"lists" bigint DEFAULT 0 NOT NULL,
	"places" bigint DEFAULT 0 NOT NULL,
	"filled" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "traffic_hours_hour_language_id_pk" PRIMARY KEY("hour","language_id")
);
--> statement-breakpoint
CREATE TABLE "unpaid_days" (
	"order_id" bigint NOT NULL,
	"day" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"reason" text COLLATE "C" NOT NULL,
	"joins" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "unpaid_days_order_id_day_bot_id_reason_pk" PRIMARY KEY("order_id","day","bot_id","reason")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"webhook_id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "webhook_events_webhook_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"status" bigint NOT NULL,
	"subscribe_day" bigint NOT NULL,
	"at_ms" bigint NOT NULL,
	"since_ms" bigint NOT NULL,
	"state" bigint DEFAULT 0 NOT NULL,
	"ended_at_ms" bigint,
	"dead_reason" text COLLATE "C",
	"due_at_ms" bigint,
	"refusals" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_queues" (
	"bot_id" bigint PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"due_at_ms" bigint,
	"worker" text COLLATE "C",
	"claim" bigint DEFAULT 0 NOT NULL,
	"failures" bigint DEFAULT 0 NOT NULL,
	"failing_since_ms" bigint,
	"last_at_ms" bigint,
	"last_reason" text COLLATE "C",
	"batch_max" bigint,
	"refused_in_row" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"account_id" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"url_cipher" text COLLATE "C" NOT NULL,
	"set_at_ms" bigint NOT NULL,
	CONSTRAINT "webhooks_account_id_bot_id_pk" PRIMARY KEY("account_id","bot_id")
);
--> statement-breakpoint
CREATE TABLE "forecast_errors" (
	"size" bigint PRIMARY KEY NOT NULL,
	"day" bigint NOT NULL,
	"forecasts" bigint NOT NULL,
	"days" bigint NOT NULL,
	"joins_error" double precision NOT NULL,
	"impressions_error" double precision NOT NULL,
	"within_quarter" double precision NOT NULL,
	"came_share" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_forecasts" (
	"day" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"revision" bigint NOT NULL,
	"joins" double precision NOT NULL,
	"impressions" double precision NOT NULL,
	"came_joins" bigint,
	"came_impressions" bigint,
	CONSTRAINT "order_forecasts_day_order_id_pk" PRIMARY KEY("day","order_id")
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"ledger_account_id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "ledger_accounts_ledger_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text COLLATE "C" NOT NULL,
	"owner_id" bigint NOT NULL,
	"balance_micros" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"entry_id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "ledger_entries_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL,
	"order_id" bigint,
	"bot_id" bigint,
	"user_id" bigint,
	"about_entry_id" bigint,
	"reference" text COLLATE "C",
	"booked_by" bigint,
	"note" text COLLATE "C" DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"entry_id" bigint NOT NULL,
	"ledger_account_id" bigint NOT NULL,
	"amount_micros" bigint NOT NULL,
	"balance_micros" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "postings_entry_id_ledger_account_id_pk" PRIMARY KEY("entry_id","ledger_account_id")
);
--> statement-breakpoint
CREATE TABLE "added_chats" (
	"chat_id" text COLLATE "C" NOT NULL,
	"bot_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "added_chats_chat_id_bot_id_account_id_pk" PRIMARY KEY("chat_id","bot_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "blocked_links" (
	"link_key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"moderator_id" bigint NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_links" (
	"link_key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"chat_id" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL,
	"maker_bot_id" bigint
);
--> statement-breakpoint
CREATE TABLE "invite_links" (
	"order_id" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"link" text COLLATE "C" DEFAULT '' NOT NULL,
	"since_ms" bigint DEFAULT 0 NOT NULL,
	"due_at_ms" bigint,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"revoked_at_ms" bigint,
	"lists" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "invite_links_order_id_bot_id_pk" PRIMARY KEY("order_id","bot_id")
);
--> statement-breakpoint
CREATE TABLE "moderation_log" (
	"moderation_id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "moderation_log_moderation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at_ms" bigint NOT NULL,
	"moderator_id" bigint NOT NULL,
	"action" text COLLATE "C" NOT NULL,
	"order_id" bigint,
	"link_key" text COLLATE "C" NOT NULL,
	"reason" text COLLATE "C",
	"bot_id" bigint,
	"account_id" bigint,
	"user_id" bigint
);
--> statement-breakpoint
CREATE TABLE "moved_chats" (
	"group_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"supergroup_id" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_links" (
	"order_id" bigint NOT NULL,
	"since_ms" bigint NOT NULL,
	"link" text COLLATE "C" NOT NULL,
	CONSTRAINT "order_links_order_id_since_ms_pk" PRIMARY KEY("order_id","since_ms")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"order_id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "orders_order_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"link" text COLLATE "C" NOT NULL,
	"link_key" text COLLATE "C" NOT NULL,
	"ads_type" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"search_text" text COLLATE "C" NOT NULL,
	"is_on" bigint NOT NULL,
	"in_archive" bigint NOT NULL,
	"decision" text COLLATE "C" NOT NULL,
	"reason" text COLLATE "C",
	"quantity_all" bigint NOT NULL,
	"quantity_day" bigint,
	"quantity_now" bigint DEFAULT 0 NOT NULL,
	"price_micros" bigint NOT NULL,
	"price_premium_micros" bigint NOT NULL,
	"real_price_micros" bigint NOT NULL,
	"coefficients" text COLLATE "C" NOT NULL,
	"bot_token_cipher" text COLLATE "C",
	"to_bot_member" bigint NOT NULL,
	"track_unsubscriptions" bigint NOT NULL,
	"is_lite" bigint NOT NULL,
	"sub_speed" bigint,
	"places" bigint NOT NULL,
	"is_high_priority" bigint NOT NULL,
	"is_free" bigint NOT NULL,
	"targeting" text COLLATE "C" NOT NULL,
	"forbidden_themes" text COLLATE "C" NOT NULL,
	"schedule" text COLLATE "C" NOT NULL,
	"theme" text COLLATE "C",
	"resource_id" text COLLATE "C" NOT NULL,
	"resource_name" text COLLATE "C" NOT NULL,
	"logo_file_id" text COLLATE "C" NOT NULL,
	"takes_join_requests" bigint NOT NULL,
	"check_state" text COLLATE "C" DEFAULT 'ok' NOT NULL,
	"check_errors" bigint DEFAULT 0 NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"catalog_version" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"short_notified_at_ms" bigint,
	"own_links" bigint DEFAULT 0 NOT NULL,
	"pause_reason" text COLLATE "C",
	"resolved_at_ms" bigint DEFAULT 0 NOT NULL,
	"unseen_since_ms" bigint,
	"unseen_cursor" bigint DEFAULT 0 NOT NULL,
	"checker_bot_id" bigint,
	"min_bot_quality" double precision DEFAULT 0 NOT NULL,
	"stopped_by_block" bigint DEFAULT 0 NOT NULL,
	"rights_at_ms" bigint,
	"lost_at_ms" bigint,
	"lost_before_ms" bigint,
	"resource_link" text COLLATE "C" DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"bot_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"content" text COLLATE "C",
	"revision" bigint NOT NULL,
	"queued_at_ms" bigint NOT NULL,
	"due_at_ms" bigint,
	"worker" text COLLATE "C",
	"claimed_revision" bigint,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"dead_reason" text COLLATE "C",
	"shown_message_id" bigint,
	"shown_chat_id" bigint,
	"shown_hash" text COLLATE "C",
	"shown_is_photo" bigint,
	"shown_sent_at_ms" bigint,
	CONSTRAINT "blocks_bot_id_user_id_pk" PRIMARY KEY("bot_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "id_files" (
	"file_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"time_range" text COLLATE "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"notification_id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "notifications_notification_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"facts" text COLLATE "C" NOT NULL,
	"dedupe_key" text COLLATE "C" NOT NULL,
	"queued_at_ms" bigint NOT NULL,
	"due_at_ms" bigint,
	"worker" text COLLATE "C",
	"attempts" bigint DEFAULT 0 NOT NULL,
	"dead_reason" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "report_jobs" (
	"task_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"include_price" bigint NOT NULL,
	"time_range" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"file_key" text COLLATE "C" DEFAULT '' NOT NULL,
	"file_name" text COLLATE "C" DEFAULT '' NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"due_at_ms" bigint,
	"worker" text COLLATE "C",
	"attempts" bigint DEFAULT 0 NOT NULL,
	"fail_reason" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "refunds_reported" (
	"charge_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"reported_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "star_payments" (
	"payment_id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "star_payments_payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"charge_id" text COLLATE "C" NOT NULL,
	"account_id" bigint NOT NULL,
	"stars" bigint NOT NULL,
	"amount_micros" bigint NOT NULL,
	"paid_at_ms" bigint NOT NULL,
	"refund_state" text COLLATE "C" DEFAULT 'none' NOT NULL,
	"refund_asked_at_ms" bigint,
	"refund_asked_by" bigint,
	"refund_entry_id" bigint,
	"refund_note" text COLLATE "C" DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"withdrawal_id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "withdrawals_withdrawal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"amount_micros" bigint NOT NULL,
	"details_cipher" text COLLATE "C" NOT NULL,
	"request_key" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"asked_at_ms" bigint NOT NULL,
	"decided_at_ms" bigint,
	"decided_by" bigint,
	"note" text COLLATE "C" DEFAULT '' NOT NULL,
	"entry_id" bigint NOT NULL,
	"taken_micros" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot_qualities" (
	"bot_id" bigint PRIMARY KEY NOT NULL,
	"at_ms" bigint NOT NULL,
	"factor" double precision NOT NULL,
	"found" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paying_factors" (
	"bot_id" bigint NOT NULL,
	"from_ms" bigint NOT NULL,
	"thousandths" bigint NOT NULL,
	"hold_thousandths" bigint DEFAULT 1000 NOT NULL,
	CONSTRAINT "paying_factors_bot_id_from_ms_pk" PRIMARY KEY("bot_id","from_ms")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"user_id" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"state" bigint NOT NULL,
	"at_ms" bigint NOT NULL,
	"chat_id" bigint NOT NULL,
	"due_at_ms" bigint,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"until_ms" bigint NOT NULL,
	CONSTRAINT "contacts_user_id_bot_id_pk" PRIMARY KEY("user_id","bot_id")
);
--> statement-breakpoint
CREATE TABLE "impressions" (
	"user_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"first_shown_at_ms" bigint NOT NULL,
	"shown_at_ms" bigint NOT NULL,
	"price_micros" bigint NOT NULL,
	"seen_at_ms" bigint DEFAULT 0 NOT NULL,
	"proof" bigint DEFAULT 0 NOT NULL,
	"smart_link" bigint,
	"target" text COLLATE "C" NOT NULL,
	"kind" bigint DEFAULT 0 NOT NULL,
	"has_own_link" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "impressions_user_id_target_order_id_bot_id_pk" PRIMARY KEY("user_id","target","order_id","bot_id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"user_id" bigint NOT NULL,
	"resource_id" text COLLATE "C" NOT NULL,
	"state" bigint NOT NULL,
	"had_left" bigint NOT NULL,
	"since_ms" bigint NOT NULL,
	"checked_at_ms" bigint NOT NULL,
	"update_id" bigint,
	"joined_at_ms" bigint,
	"joined_again" bigint DEFAULT 0 NOT NULL,
	"joined_by_bot" bigint,
	"was_removed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "memberships_user_id_resource_id_pk" PRIMARY KEY("user_id","resource_id")
);
--> statement-breakpoint
CREATE TABLE "openings" (
	"user_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"ran_at_ms" bigint NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"is_signed" bigint NOT NULL,
	CONSTRAINT "openings_user_id_order_id_pk" PRIMARY KEY("user_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "pins" (
	"user_id" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"slots" text COLLATE "C" NOT NULL,
	"pinned_at_ms" bigint NOT NULL,
	"life_seconds" bigint NOT NULL,
	CONSTRAINT "pins_user_id_bot_id_pk" PRIMARY KEY("user_id","bot_id")
);
--> statement-breakpoint
CREATE TABLE "paid_addresses" (
	"day" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"times" bigint NOT NULL,
	CONSTRAINT "paid_addresses_day_order_id_address_pk" PRIMARY KEY("day","order_id","address")
);
--> statement-breakpoint
CREATE TABLE "paid_joins" (
	"user_id" bigint NOT NULL,
	"target" text COLLATE "C" NOT NULL,
	"order_id" bigint NOT NULL,
	CONSTRAINT "paid_joins_user_id_target_pk" PRIMARY KEY("user_id","target")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"state" bigint NOT NULL,
	"charge" bigint NOT NULL,
	"price_micros" bigint NOT NULL,
	"at_ms" bigint NOT NULL,
	"changed_at_ms" bigint,
	"entry_id" bigint,
	"hold_until_ms" bigint,
	"reason" text COLLATE "C",
	"removed_at_ms" bigint,
	"held_for_trust" bigint DEFAULT 0 NOT NULL,
	"hold_ms" bigint,
	CONSTRAINT "subscriptions_user_id_order_id_pk" PRIMARY KEY("user_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "advertiser_exclusions" (
	"bot_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "advertiser_exclusions_bot_id_order_id_pk" PRIMARY KEY("bot_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "daily_checks" (
	"day" bigint PRIMARY KEY NOT NULL,
	"lease_until_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	"took_ms" bigint,
	"outcome" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"holder" text COLLATE "C" NOT NULL,
	"beat" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "limit_takes" (
	"take_id" bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "limit_takes_take_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL,
	"ends_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform_updates" (
	"bot_id" bigint NOT NULL,
	"update_id" bigint NOT NULL,
	"body" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL,
	"done_at_ms" bigint,
	"due_at_ms" bigint,
	"queue" text COLLATE "C",
	"happened_at_ms" bigint,
	CONSTRAINT "platform_updates_bot_id_update_id_pk" PRIMARY KEY("bot_id","update_id")
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"process" text COLLATE "C" PRIMARY KEY NOT NULL,
	"beat_at_ms" bigint NOT NULL,
	"trouble" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "publisher_exclusions" (
	"account_id" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "publisher_exclusions_account_id_bot_id_order_id_pk" PRIMARY KEY("account_id","bot_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unheard_spans" (
	"place" text COLLATE "C" NOT NULL,
	"from_ms" bigint NOT NULL,
	"to_ms" bigint NOT NULL,
	CONSTRAINT "unheard_spans_place_from_ms_pk" PRIMARY KEY("place","from_ms")
);
--> statement-breakpoint
CREATE TABLE "versions" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bots" ADD CONSTRAINT "bots_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_account_id_accounts_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "accounts"("account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_newest" ON "accounts" USING btree ("created_at_ms","account_id");--> statement-breakpoint
CREATE INDEX "accounts_summarized" ON "accounts" USING btree ("summary_day","account_id") WHERE summary_day IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "keys_one_an_owner" ON "keys" USING btree ("account_id","kind","bot_id");--> statement-breakpoint
CREATE INDEX "keys_of_bot" ON "keys" USING btree ("bot_id");--> statement-breakpoint
CREATE INDEX "page_visits_by_time" ON "page_visits" USING btree ("at_ms");--> statement-breakpoint
CREATE INDEX "user_bots_of_bot" ON "user_bots" USING btree ("bot_id","user_id");--> statement-breakpoint
CREATE INDEX "users_by_traits" ON "users" USING btree ("traits_at_ms","seen_at_ms");--> statement-breakpoint
CREATE INDEX "bots_of_account" ON "bots" USING btree ("account_id","in_archive","created_at_ms");--> statement-breakpoint
CREATE INDEX "no_fill_hours_by_hour" ON "no_fill_hours" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "pair_days_of_bot" ON "pair_days" USING btree ("bot_id","day");--> statement-breakpoint
CREATE INDEX "unpaid_days_of_bot" ON "unpaid_days" USING btree ("bot_id","day");--> statement-breakpoint
CREATE INDEX "webhook_events_of_bot" ON "webhook_events" USING btree ("bot_id","webhook_id");--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("bot_id","webhook_id") WHERE state = 0;--> statement-breakpoint
CREATE INDEX "webhook_events_dead" ON "webhook_events" USING btree ("account_id","bot_id","webhook_id") WHERE state = 2;--> statement-breakpoint
CREATE INDEX "webhook_events_apart" ON "webhook_events" USING btree ("bot_id","user_id","webhook_id") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_events_ended" ON "webhook_events" USING btree ("state","ended_at_ms") WHERE ended_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_queues_due" ON "webhook_queues" USING btree ("due_at_ms") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_queues_leased" ON "webhook_queues" USING btree ("account_id") WHERE worker IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_queues_failing" ON "webhook_queues" USING btree ("failing_since_ms") WHERE failing_since_ms IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_of_owner" ON "ledger_accounts" USING btree ("owner_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" USING btree ("reference") WHERE reference IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_about" ON "ledger_entries" USING btree ("about_entry_id") WHERE about_entry_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "postings_of_account" ON "postings" USING btree ("ledger_account_id","entry_id");--> statement-breakpoint
CREATE INDEX "added_chats_of_account" ON "added_chats" USING btree ("account_id","at_ms");--> statement-breakpoint
CREATE INDEX "chat_links_of_ours" ON "chat_links" USING btree ("chat_id","maker_bot_id") WHERE maker_bot_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "invite_links_by_link" ON "invite_links" USING btree ("link") WHERE link <> '';--> statement-breakpoint
CREATE INDEX "invite_links_due" ON "invite_links" USING btree ("due_at_ms") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "moderation_log_untrusted" ON "moderation_log" USING btree ("account_id") WHERE action = 'account_untrusted';--> statement-breakpoint
CREATE INDEX "moderation_log_blocked" ON "moderation_log" USING btree ("account_id","moderation_id") WHERE action = 'account_blocked';--> statement-breakpoint
CREATE INDEX "moved_chats_of_supergroup" ON "moved_chats" USING btree ("supergroup_id");--> statement-breakpoint
CREATE INDEX "orders_of_account" ON "orders" USING btree ("account_id","in_archive","order_id");--> statement-breakpoint
CREATE INDEX "orders_of_link" ON "orders" USING btree ("link_key");--> statement-breakpoint
CREATE INDEX "orders_of_resource" ON "orders" USING btree ("resource_id") WHERE resource_id <> '';--> statement-breakpoint
CREATE INDEX "orders_changed" ON "orders" USING btree ("catalog_version");--> statement-breakpoint
CREATE INDEX "orders_running" ON "orders" USING btree ("order_id") WHERE decision = 'approved' AND is_on = 1 AND in_archive = 0 AND quantity_now < quantity_all;--> statement-breakpoint
CREATE INDEX "orders_by_price" ON "orders" USING btree ("account_id","real_price_micros") WHERE decision = 'approved' AND is_on = 1 AND in_archive = 0;--> statement-breakpoint
CREATE INDEX "orders_notified_short" ON "orders" USING btree ("account_id") WHERE short_notified_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("order_id") WHERE decision = 'waiting' AND in_archive = 0;--> statement-breakpoint
CREATE INDEX "orders_lost" ON "orders" USING btree ("order_id") WHERE check_state = 'lost' AND in_archive = 0;--> statement-breakpoint
CREATE INDEX "orders_to_resolve" ON "orders" USING btree ("resolved_at_ms") WHERE decision = 'approved' AND in_archive = 0 AND ads_type = 'channel';--> statement-breakpoint
CREATE INDEX "orders_of_checker" ON "orders" USING btree ("checker_bot_id") WHERE ads_type = 'channel' AND decision <> 'rejected' AND in_archive = 0 AND is_on = 1 AND quantity_now < quantity_all;--> statement-breakpoint
CREATE INDEX "orders_unseen" ON "orders" USING btree ("order_id") WHERE unseen_since_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "blocks_due" ON "blocks" USING btree ("due_at_ms","queued_at_ms") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "blocks_dead" ON "blocks" USING btree ("queued_at_ms") WHERE dead_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX "blocks_idle" ON "blocks" USING btree ("queued_at_ms") WHERE due_at_ms IS NULL AND shown_message_id IS NULL AND dead_reason IS NULL;--> statement-breakpoint
CREATE INDEX "id_files_expiring" ON "id_files" USING btree ("expires_at_ms");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "notifications_due" ON "notifications" USING btree ("due_at_ms","notification_id") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_delivered" ON "notifications" USING btree ("queued_at_ms") WHERE due_at_ms IS NULL AND dead_reason IS NULL;--> statement-breakpoint
CREATE INDEX "notifications_dead" ON "notifications" USING btree ("queued_at_ms") WHERE dead_reason IS NOT NULL;--> statement-breakpoint
CREATE INDEX "report_jobs_due" ON "report_jobs" USING btree ("due_at_ms","created_at_ms") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "report_jobs_by_file" ON "report_jobs" USING btree ("file_key") WHERE file_key <> '';--> statement-breakpoint
CREATE INDEX "report_jobs_expiring" ON "report_jobs" USING btree ("expires_at_ms");--> statement-breakpoint
CREATE INDEX "report_jobs_failed" ON "report_jobs" USING btree ("created_at_ms") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "refunds_reported_by_time" ON "refunds_reported" USING btree ("reported_at_ms");--> statement-breakpoint
CREATE UNIQUE INDEX "star_payments_once" ON "star_payments" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "star_payments_of_account" ON "star_payments" USING btree ("account_id","payment_id");--> statement-breakpoint
CREATE INDEX "star_payments_refunding" ON "star_payments" USING btree ("refund_asked_at_ms","payment_id") WHERE refund_state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_once" ON "withdrawals" USING btree ("request_key");--> statement-breakpoint
CREATE INDEX "withdrawals_of_account" ON "withdrawals" USING btree ("account_id","withdrawal_id");--> statement-breakpoint
CREATE INDEX "withdrawals_by_state" ON "withdrawals" USING btree ("state","withdrawal_id");--> statement-breakpoint
CREATE INDEX "contacts_due" ON "contacts" USING btree ("due_at_ms") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "subscriptions_as_they_came" ON "subscriptions" USING btree ("order_id","at_ms") WHERE charge > 0;--> statement-breakpoint
CREATE INDEX "subscriptions_on_hold" ON "subscriptions" USING btree ("hold_until_ms") WHERE hold_until_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "subscriptions_held_for_trust" ON "subscriptions" USING btree ("bot_id") WHERE held_for_trust = 1;--> statement-breakpoint
CREATE INDEX "advertiser_exclusions_of_order" ON "advertiser_exclusions" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "limit_takes_of_key" ON "limit_takes" USING btree ("key","at_ms");--> statement-breakpoint
CREATE INDEX "limit_takes_ended" ON "limit_takes" USING btree ("ends_at_ms");--> statement-breakpoint
CREATE INDEX "platform_updates_waiting" ON "platform_updates" USING btree ("bot_id","update_id") WHERE done_at_ms IS NULL AND due_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX "platform_updates_done" ON "platform_updates" USING btree ("done_at_ms") WHERE done_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "platform_updates_due" ON "platform_updates" USING btree ("bot_id","due_at_ms") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "platform_updates_queue" ON "platform_updates" USING btree ("bot_id","queue","happened_at_ms","update_id") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "platform_updates_oldest" ON "platform_updates" USING btree ("bot_id","happened_at_ms") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "sessions_by_age" ON "sessions" USING btree ("at_ms");--> statement-breakpoint
CREATE INDEX "unheard_spans_by_age" ON "unheard_spans" USING btree ("to_ms");--> statement-breakpoint
-- What each commit tells the processes that remember something of it, and the life of the server that its rows belong to:
-- in memory alone (UNLOGGED), so that they are gone with a crash, and are not on a server that takes over.
CREATE UNLOGGED TABLE "invalidations" (
	"xid" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"users" bigint[],
	"orders" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "invalidations_by_xid" ON "invalidations" USING btree ("xid");--> statement-breakpoint
CREATE UNLOGGED TABLE "invalidation_epoch" (
	"only_one" boolean PRIMARY KEY NOT NULL CHECK ("only_one"),
	"epoch" text NOT NULL
);--> statement-breakpoint
-- What no part holds (`db/postgres/partitions.ts` makes those).
CREATE TABLE "pair_days_rest" PARTITION OF "pair_days" DEFAULT WITH (fillfactor = 50);--> statement-breakpoint
CREATE TABLE "language_days_rest" PARTITION OF "language_days" DEFAULT;--> statement-breakpoint
CREATE TABLE "no_fill_hours_rest" PARTITION OF "no_fill_hours" DEFAULT;--> statement-breakpoint
ALTER TABLE "pair_days_rest" RENAME CONSTRAINT "pair_days_rest_pkey" TO "pair_days_rest_pk";--> statement-breakpoint
ALTER TABLE "language_days_rest" RENAME CONSTRAINT "language_days_rest_pkey" TO "language_days_rest_pk";--> statement-breakpoint
ALTER TABLE "no_fill_hours_rest" RENAME CONSTRAINT "no_fill_hours_rest_pkey" TO "no_fill_hours_rest_pk";--> statement-breakpoint
ALTER INDEX "pair_days_rest_bot_id_day_idx" RENAME TO "pair_days_rest_of_bot";--> statement-breakpoint
ALTER INDEX "no_fill_hours_rest_hour_idx" RENAME TO "no_fill_hours_rest_by_hour";--> statement-breakpoint
-- What is counted up many times a second finds room for its next version on the same page.
ALTER TABLE "versions" SET (fillfactor = 10);--> statement-breakpoint
ALTER TABLE "ledger_accounts" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "orders" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "order_days" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "bot_days" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "webhook_queues" SET (fillfactor = 50);--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%', TG_ARGV[0];
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_no_change" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
	EXECUTE FUNCTION "refuse_change"('a ledger entry is never changed');--> statement-breakpoint
CREATE TRIGGER "postings_no_change" BEFORE UPDATE OR DELETE OR TRUNCATE ON "postings"
	EXECUTE FUNCTION "refuse_change"('a ledger posting is never changed');--> statement-breakpoint
INSERT INTO "versions" ("name", "value") VALUES ('catalog', 1), ('keys', 1), ('bots', 1), ('exclusions', 1);
