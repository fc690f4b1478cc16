CREATE TABLE "block_tests" (
	"bot_id" bigint NOT NULL,
	"test" bigint NOT NULL,
	"a_shown" bigint DEFAULT 0 NOT NULL,
	"a_passed" bigint DEFAULT 0 NOT NULL,
	"a_subscribers" bigint DEFAULT 0 NOT NULL,
	"b_shown" bigint DEFAULT 0 NOT NULL,
	"b_passed" bigint DEFAULT 0 NOT NULL,
	"b_subscribers" bigint DEFAULT 0 NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "block_tests_bot_id_test_pk" PRIMARY KEY("bot_id","test")
);
--> statement-breakpoint
CREATE TABLE "block_viewers" (
	"bot_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"test" bigint NOT NULL,
	"variant" bigint NOT NULL,
	"passed" bigint NOT NULL,
	"seen_at_ms" bigint NOT NULL,
	CONSTRAINT "block_viewers_bot_id_user_id_pk" PRIMARY KEY("bot_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "text_b" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "image_b" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "block_test" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "block_test_at_ms" bigint;