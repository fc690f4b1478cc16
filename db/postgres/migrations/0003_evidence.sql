CREATE TABLE "unpaid_days" (
	"order_id" bigint NOT NULL,
	"day" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"reason" text COLLATE "C" NOT NULL,
	"joins" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "unpaid_days_order_id_day_bot_id_reason_pk" PRIMARY KEY("order_id","day","bot_id","reason")
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
	CONSTRAINT "invite_links_order_id_bot_id_pk" PRIMARY KEY("order_id","bot_id")
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
ALTER TABLE "accounts" ADD COLUMN "is_trusted" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_bots" ADD COLUMN "first_name" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "user_bots" ADD COLUMN "last_name" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "user_bots" ADD COLUMN "username" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "user_bots" ADD COLUMN "language_code" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "user_bots" ADD COLUMN "is_premium" bigint;--> statement-breakpoint
ALTER TABLE "user_bots" ADD COLUMN "gender" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "user_bots" ADD COLUMN "age" bigint;--> statement-breakpoint
ALTER TABLE "user_bots" ADD COLUMN "claimed_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "user_bots" ADD COLUMN "page" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "trust" text COLLATE "C" DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_days" ADD COLUMN "unproven_shows" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_days" ADD COLUMN "contacts_yes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_days" ADD COLUMN "contacts_no" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "own_links" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pause_reason" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "resolved_at_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "unseen_since_ms" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "unseen_cursor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "taken_micros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "joined_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "joined_again" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "joined_by_bot" bigint;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "was_removed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shows" ADD COLUMN "seen_at_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shows" ADD COLUMN "proof" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "reason" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "removed_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "held_for_trust" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "unpaid_days_of_bot" ON "unpaid_days" USING btree ("bot_id","day");--> statement-breakpoint
CREATE INDEX "invite_links_by_link" ON "invite_links" USING btree ("link") WHERE link <> '';--> statement-breakpoint
CREATE INDEX "invite_links_due" ON "invite_links" USING btree ("due_at_ms") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "contacts_due" ON "contacts" USING btree ("due_at_ms") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_to_resolve" ON "orders" USING btree ("resolved_at_ms") WHERE decision = 'approved' AND in_archive = 0 AND ads_type = 'channel';--> statement-breakpoint
CREATE INDEX "orders_unseen" ON "orders" USING btree ("order_id") WHERE unseen_since_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "subscriptions_held_for_trust" ON "subscriptions" USING btree ("bot_id") WHERE held_for_trust = 1;--> statement-breakpoint
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
