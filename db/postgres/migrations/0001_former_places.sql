CREATE TABLE "former_places" (
	"order_id" bigint NOT NULL,
	"target" text COLLATE "C" NOT NULL,
	"ads_type" text COLLATE "C" NOT NULL,
	"checker_bot_id" bigint NOT NULL,
	"left_at_ms" bigint NOT NULL,
	"rights_at_ms" bigint,
	"lost_at_ms" bigint,
	"unseen_since_ms" bigint,
	"unseen_cursor" bigint DEFAULT 0 NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "former_places_order_id_target_pk" PRIMARY KEY("order_id","target")
);
--> statement-breakpoint
CREATE INDEX "former_places_of_target" ON "former_places" USING btree ("target");--> statement-breakpoint
CREATE INDEX "former_places_of_checker" ON "former_places" USING btree ("checker_bot_id");--> statement-breakpoint
CREATE INDEX "former_places_unseen" ON "former_places" USING btree ("order_id") WHERE unseen_since_ms IS NOT NULL AND lost_at_ms IS NULL;--> statement-breakpoint
CREATE INDEX "former_places_by_age" ON "former_places" USING btree ("left_at_ms");