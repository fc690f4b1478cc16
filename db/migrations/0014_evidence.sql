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
CREATE TABLE `invite_links` (
	`order_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`link` text DEFAULT '' NOT NULL,
	`since_ms` integer DEFAULT 0 NOT NULL,
	`due_at_ms` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`revoked_at_ms` integer,
	PRIMARY KEY(`order_id`, `bot_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `invite_links_by_link` ON `invite_links` (`link`) WHERE link <> '';--> statement-breakpoint
CREATE INDEX `invite_links_due` ON `invite_links` (`due_at_ms`) WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
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
ALTER TABLE `accounts` ADD `is_trusted` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `user_bots` ADD `first_name` text;--> statement-breakpoint
ALTER TABLE `user_bots` ADD `last_name` text;--> statement-breakpoint
ALTER TABLE `user_bots` ADD `username` text;--> statement-breakpoint
ALTER TABLE `user_bots` ADD `language_code` text;--> statement-breakpoint
ALTER TABLE `user_bots` ADD `is_premium` integer;--> statement-breakpoint
ALTER TABLE `user_bots` ADD `gender` text;--> statement-breakpoint
ALTER TABLE `user_bots` ADD `age` integer;--> statement-breakpoint
ALTER TABLE `user_bots` ADD `claimed_at_ms` integer;--> statement-breakpoint
ALTER TABLE `user_bots` ADD `page` text;--> statement-breakpoint
ALTER TABLE `bots` ADD `trust` text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE `bot_days` ADD `unproven_shows` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bot_days` ADD `contacts_yes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bot_days` ADD `contacts_no` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `own_links` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `pause_reason` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `resolved_at_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `unseen_since_ms` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `unseen_cursor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `orders_to_resolve` ON `orders` (`resolved_at_ms`) WHERE decision = 'approved' AND in_archive = 0 AND ads_type = 'channel';--> statement-breakpoint
CREATE INDEX `orders_unseen` ON `orders` (`order_id`) WHERE unseen_since_ms IS NOT NULL;--> statement-breakpoint
ALTER TABLE `withdrawals` ADD `taken_micros` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `memberships` ADD `joined_at_ms` integer;--> statement-breakpoint
ALTER TABLE `memberships` ADD `joined_again` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `memberships` ADD `joined_by_bot` integer;--> statement-breakpoint
ALTER TABLE `memberships` ADD `was_removed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `shows` ADD `seen_at_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `shows` ADD `proof` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `removed_at_ms` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `held_for_trust` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_held_for_trust` ON `subscriptions` (`bot_id`) WHERE held_for_trust = 1;--> statement-breakpoint
-- What a bot has said of a user is a claim of that bot; what was kept of it in `users` may be anybody's.
UPDATE user_bots SET first_name = nullif(u.first_name, ''), last_name = nullif(u.last_name, ''),
  username = nullif(u.username, ''), language_code = nullif(u.language_code, ''), is_premium = u.is_premium,
  gender = u.gender, age = u.age, claimed_at_ms = u.seen_at_ms
FROM users AS u WHERE u.user_id = user_bots.user_id;--> statement-breakpoint
UPDATE users SET first_name = '', last_name = '', username = '', language_code = '', is_premium = NULL,
  gender = NULL, age = NULL;--> statement-breakpoint
UPDATE shows SET seen_at_ms = shown_at_ms;--> statement-breakpoint
-- A block that stands in a user's own chat was delivered there.
INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, until_ms)
SELECT user_id, bot_id, 1, shown_sent_at_ms, user_id, shown_sent_at_ms FROM blocks
WHERE shown_message_id > 0 AND shown_chat_id = user_id AND shown_sent_at_ms IS NOT NULL;--> statement-breakpoint
UPDATE memberships SET joined_at_ms = since_ms, joined_again = had_left WHERE state <> 1 AND since_ms > 0;--> statement-breakpoint
INSERT INTO paid_joins (user_id, target, order_id)
SELECT subscriptions.user_id,
  CASE WHEN orders.resource_id <> '' AND orders.ads_type <> 'resource' AND orders.to_bot_member = 0
    THEN orders.resource_id ELSE 'link:' || orders.link_key END,
  min(subscriptions.order_id)
FROM subscriptions JOIN orders ON orders.order_id = subscriptions.order_id
WHERE subscriptions.charge > 0 GROUP BY 1, 2;--> statement-breakpoint
UPDATE accounts SET is_trusted = 1 WHERE account_id IN (SELECT account_id FROM withdrawals WHERE state = 'paid');
