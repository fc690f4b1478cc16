ALTER TABLE "paying_factors" ADD COLUMN "hold_thousandths" bigint DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "hold_ms" bigint;