ALTER TABLE "shows" RENAME TO "impressions";--> statement-breakpoint
ALTER INDEX "shows_user_id_order_id_bot_id_pk" RENAME TO "impressions_user_id_order_id_bot_id_pk";--> statement-breakpoint
ALTER TABLE "order_days" RENAME COLUMN "shows" TO "impressions";--> statement-breakpoint
ALTER TABLE "order_days" RENAME COLUMN "open_shows" TO "pending_impressions";--> statement-breakpoint
ALTER TABLE "order_days" RENAME COLUMN "open_at_ms" TO "pending_at_ms";--> statement-breakpoint
ALTER TABLE "pair_days" RENAME COLUMN "shows" TO "impressions";--> statement-breakpoint
ALTER TABLE "bot_days" RENAME COLUMN "unproven_shows" TO "unproven_impressions";--> statement-breakpoint
ALTER TABLE "blocks" RENAME COLUMN "wished_at_ms" TO "queued_at_ms";--> statement-breakpoint
ALTER TABLE "orders" RENAME COLUMN "short_told_at_ms" TO "short_notified_at_ms";--> statement-breakpoint
ALTER INDEX "orders_told_short" RENAME TO "orders_notified_short";--> statement-breakpoint
ALTER TABLE "notices" RENAME TO "notifications";--> statement-breakpoint
ALTER TABLE "notifications" RENAME COLUMN "notice_id" TO "notification_id";--> statement-breakpoint
ALTER SEQUENCE "notices_notice_id_seq" RENAME TO "notifications_notification_id_seq";--> statement-breakpoint
ALTER INDEX "notices_pkey" RENAME TO "notifications_pkey";--> statement-breakpoint
ALTER INDEX "notices_once" RENAME TO "notifications_once";--> statement-breakpoint
ALTER INDEX "notices_due" RENAME TO "notifications_due";--> statement-breakpoint
ALTER INDEX "notices_delivered" RENAME TO "notifications_delivered";--> statement-breakpoint
ALTER INDEX "notices_dead" RENAME TO "notifications_dead";--> statement-breakpoint
ALTER TABLE "refusal_hours" RENAME COLUMN "refusal" TO "reason";--> statement-breakpoint
ALTER TABLE "refusal_hours" RENAME CONSTRAINT "refusal_hours_order_id_hour_refusal_pk" TO "no_fill_hours_order_id_hour_reason_pk";--> statement-breakpoint
ALTER INDEX "refusal_hours_by_hour" RENAME TO "no_fill_hours_by_hour";--> statement-breakpoint
DO $$
DECLARE part text;
BEGIN
  FOR part IN SELECT relid::regclass::text FROM pg_partition_tree('refusal_hours'::regclass) WHERE isleaf LOOP
    EXECUTE format('ALTER TABLE %s RENAME TO %I', part, replace(part, 'refusal_hours', 'no_fill_hours'));
  END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "refusal_hours" RENAME TO "no_fill_hours";--> statement-breakpoint
ALTER INDEX "refusal_hours_rest_pk" RENAME TO "no_fill_hours_rest_pk";--> statement-breakpoint
ALTER INDEX "refusal_hours_rest_by_hour" RENAME TO "no_fill_hours_rest_by_hour";
