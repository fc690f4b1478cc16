CREATE TABLE "user_knowledge" (
	"user_id" bigint NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "user_knowledge_user_id_value_pk" PRIMARY KEY("user_id","value")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "told_at_ms" bigint;--> statement-breakpoint
CREATE INDEX "user_bots_of_bot" ON "user_bots" USING btree ("bot_id","user_id");--> statement-breakpoint
-- Names in `users` were told by the platform alone, when it was asked for all traits.
UPDATE users SET told_at_ms = traits_at_ms WHERE first_name <> '';
