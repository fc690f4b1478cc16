CREATE TABLE "unheard_spans" (
	"place" text COLLATE "C" NOT NULL,
	"from_ms" bigint NOT NULL,
	"to_ms" bigint NOT NULL,
	CONSTRAINT "unheard_spans_place_from_ms_pk" PRIMARY KEY("place","from_ms")
);
--> statement-breakpoint
CREATE INDEX "unheard_spans_by_age" ON "unheard_spans" USING btree ("to_ms");