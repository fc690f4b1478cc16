CREATE TABLE "awaited_bots" (
	"bot_id" bigint PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"message_id" bigint NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot_pictures" (
	"bot_id" bigint PRIMARY KEY NOT NULL,
	"secret" text COLLATE "C" NOT NULL,
	"body" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "time_zone" text COLLATE "C";