CREATE TABLE "platform_updates" (
	"bot_id" bigint NOT NULL,
	"update_id" bigint NOT NULL,
	"body" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL,
	"done_at_ms" bigint,
	CONSTRAINT "platform_updates_bot_id_update_id_pk" PRIMARY KEY("bot_id","update_id")
);
--> statement-breakpoint
ALTER TABLE "processes" ADD COLUMN "trouble" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "platform_updates_waiting" ON "platform_updates" USING btree ("bot_id","update_id") WHERE done_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX "platform_updates_done" ON "platform_updates" USING btree ("done_at_ms") WHERE done_at_ms IS NOT NULL;
