ALTER TABLE "webhook_events" ADD COLUMN "link" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "network" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "network_offers" ADD COLUMN "done_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "network_offers" ADD COLUMN "smart_link" bigint;