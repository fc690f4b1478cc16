ALTER TABLE "webhook_events" ADD COLUMN "due_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "refusals" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_queues" ADD COLUMN "batch_max" bigint;--> statement-breakpoint
ALTER TABLE "webhook_queues" ADD COLUMN "refused_in_row" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shows" ADD COLUMN "smart_link" bigint;--> statement-breakpoint
CREATE INDEX "webhook_events_apart" ON "webhook_events" USING btree ("bot_id","user_id","webhook_id") WHERE due_at_ms IS NOT NULL;