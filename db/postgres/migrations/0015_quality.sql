CREATE TABLE "bot_qualities" (
	"bot_id" bigint PRIMARY KEY NOT NULL,
	"at_ms" bigint NOT NULL,
	"factor" double precision NOT NULL,
	"found" text COLLATE "C" NOT NULL
);
