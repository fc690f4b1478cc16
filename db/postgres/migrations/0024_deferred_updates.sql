DROP INDEX "platform_updates_waiting";--> statement-breakpoint
ALTER TABLE "platform_updates" ADD COLUMN "due_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "platform_updates" ADD COLUMN "queue" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "platform_updates" ADD COLUMN "told_at_ms" bigint;--> statement-breakpoint
CREATE INDEX "platform_updates_due" ON "platform_updates" USING btree ("bot_id","due_at_ms") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "platform_updates_queue" ON "platform_updates" USING btree ("bot_id","queue","told_at_ms","update_id") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "platform_updates_told" ON "platform_updates" USING btree ("bot_id","told_at_ms") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "platform_updates_waiting" ON "platform_updates" USING btree ("bot_id","update_id") WHERE done_at_ms IS NULL AND due_at_ms IS NULL;