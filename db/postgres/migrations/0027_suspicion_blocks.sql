ALTER TABLE "users" ADD COLUMN "suspicious_until_ms" bigint;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "stopped_by_block" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "moderation_log" ADD COLUMN "user_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stopped_by_block" bigint DEFAULT 0 NOT NULL;