ALTER TABLE "user_bots" ADD COLUMN "asked_on_day" bigint;--> statement-breakpoint
ALTER TABLE "user_bots" ADD COLUMN "asked_times" bigint DEFAULT 0 NOT NULL;