CREATE TABLE "daily_shares" (
	"day" bigint PRIMARY KEY NOT NULL,
	"shares" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_links" (
	"link_key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"chat_id" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds_told" (
	"charge_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"told_at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "short_told_at_ms" bigint;--> statement-breakpoint
CREATE INDEX "refunds_told_by_time" ON "refunds_told" USING btree ("told_at_ms");--> statement-breakpoint
CREATE INDEX "orders_by_price" ON "orders" USING btree ("account_id","real_price_micros") WHERE decision = 'approved' AND is_on = 1 AND in_archive = 0;--> statement-breakpoint
CREATE INDEX "orders_told_short" ON "orders" USING btree ("account_id") WHERE short_told_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "sessions_by_age" ON "sessions" USING btree ("at_ms");