CREATE TABLE "network_days" (
	"bot_id" bigint NOT NULL,
	"network_id" bigint NOT NULL,
	"day" bigint NOT NULL,
	"listed" bigint DEFAULT 0 NOT NULL,
	"done" bigint DEFAULT 0 NOT NULL,
	"claimed_micros" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "network_days_bot_id_network_id_day_pk" PRIMARY KEY("bot_id","network_id","day")
);
--> statement-breakpoint
CREATE TABLE "network_offers" (
	"user_id" bigint NOT NULL,
	"bot_id" bigint NOT NULL,
	"ads_id" bigint NOT NULL,
	"network_id" bigint NOT NULL,
	"offer_id" text COLLATE "C" NOT NULL,
	"chat" text COLLATE "C" NOT NULL,
	"link" text COLLATE "C" NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"price_micros" bigint,
	"state" bigint NOT NULL,
	"listed_at_ms" bigint NOT NULL,
	CONSTRAINT "network_offers_user_id_bot_id_ads_id_pk" PRIMARY KEY("user_id","bot_id","ads_id")
);
--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "networks_cipher" text COLLATE "C";