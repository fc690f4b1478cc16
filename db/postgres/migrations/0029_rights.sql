ALTER TABLE "invite_links" ADD COLUMN "lists" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "rights_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lost_at_ms" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "lost_before_ms" bigint;