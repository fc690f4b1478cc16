ALTER TABLE "impressions" ADD COLUMN "target" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "impressions" ADD COLUMN "kind" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "impressions" ADD COLUMN "has_own_link" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "impressions" SET "target" = CASE WHEN "ads_type" = 'resource' OR "to_bot_member" = 1 OR "resource_id" = '' THEN 'link:' || "link_key" ELSE "resource_id" END,
  "kind" = CASE "ads_type" WHEN 'channel' THEN 0 WHEN 'bot' THEN 1 ELSE 2 END
FROM "orders" WHERE "orders"."order_id" = "impressions"."order_id";--> statement-breakpoint
DELETE FROM "impressions" WHERE "target" IS NULL;--> statement-breakpoint
ALTER TABLE "impressions" ALTER COLUMN "target" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "impressions" DROP CONSTRAINT "impressions_user_id_order_id_bot_id_pk";--> statement-breakpoint
ALTER TABLE "impressions" ADD CONSTRAINT "impressions_user_id_target_order_id_bot_id_pk" PRIMARY KEY("user_id","target","order_id","bot_id");
