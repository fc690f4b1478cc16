CREATE TABLE "referral_dues" (
	"entry_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referral_links" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"made_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"referrer_id" bigint NOT NULL,
	"percent" bigint NOT NULL,
	"made_at_ms" bigint NOT NULL,
	"until_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	"earned_micros" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "destination_mark" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "referral_links_by_code" ON "referral_links" USING btree ("code");--> statement-breakpoint
CREATE INDEX "referrals_of_referrer" ON "referrals" USING btree ("referrer_id","made_at_ms","account_id");--> statement-breakpoint
CREATE INDEX "withdrawals_by_destination" ON "withdrawals" USING btree ("destination_mark","account_id") WHERE destination_mark <> '';