CREATE TABLE "kept_answers" (
	"call" text COLLATE "C" PRIMARY KEY NOT NULL,
	"answer_cipher" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "kept_answers_by_age" ON "kept_answers" USING btree ("at_ms");