CREATE TABLE "chat_odds" (
	"resource_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"members" bigint,
	"counted_at_ms" bigint DEFAULT 0 NOT NULL,
	"asked" bigint DEFAULT 0 NOT NULL,
	"found" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pace_users" (
	"bot_id" bigint NOT NULL,
	"lane" text COLLATE "C" NOT NULL,
	"process" text COLLATE "C" NOT NULL,
	"wanted" double precision NOT NULL,
	"until_ms" bigint NOT NULL,
	CONSTRAINT "pace_users_bot_id_lane_process_pk" PRIMARY KEY("bot_id","lane","process")
);
--> statement-breakpoint
CREATE TABLE "paces" (
	"bot_id" bigint NOT NULL,
	"lane" text COLLATE "C" NOT NULL,
	"per_second" double precision NOT NULL,
	"ceiling" double precision,
	"limited_at_ms" bigint NOT NULL,
	"rest_until_ms" bigint NOT NULL,
	CONSTRAINT "paces_bot_id_lane_pk" PRIMARY KEY("bot_id","lane")
);
