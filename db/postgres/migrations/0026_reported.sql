ALTER TABLE "users" RENAME COLUMN "told_at_ms" TO "reported_at_ms";--> statement-breakpoint
ALTER TABLE "refunds_told" RENAME COLUMN "told_at_ms" TO "reported_at_ms";--> statement-breakpoint
ALTER INDEX "refunds_told_by_time" RENAME TO "refunds_reported_by_time";--> statement-breakpoint
ALTER TABLE "refunds_told" RENAME CONSTRAINT "refunds_told_pkey" TO "refunds_reported_pkey";--> statement-breakpoint
ALTER TABLE "refunds_told" RENAME TO "refunds_reported";--> statement-breakpoint
ALTER TABLE "platform_updates" RENAME COLUMN "told_at_ms" TO "happened_at_ms";--> statement-breakpoint
ALTER INDEX "platform_updates_told" RENAME TO "platform_updates_oldest";
