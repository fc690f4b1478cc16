CREATE TABLE "import_items" (
	"account_id" bigint NOT NULL,
	"item_key" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL,
	"what" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"outcome" text COLLATE "C" NOT NULL,
	"note" text COLLATE "C",
	"at_ms" bigint NOT NULL,
	CONSTRAINT "import_items_account_id_item_key_pk" PRIMARY KEY("account_id","item_key")
);
--> statement-breakpoint
CREATE TABLE "imported_days" (
	"account_id" bigint NOT NULL,
	"side" text COLLATE "C" NOT NULL,
	"subject_id" bigint NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"day" bigint NOT NULL,
	"subscribers" bigint NOT NULL,
	"value_micros" bigint NOT NULL,
	CONSTRAINT "imported_days_account_id_side_subject_id_source_day_pk" PRIMARY KEY("account_id","side","subject_id","source","day")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"address" text COLLATE "C" NOT NULL,
	"keys_cipher" text COLLATE "C",
	"is_real" bigint NOT NULL,
	"begun_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	"fault" text COLLATE "C",
	"due_at_ms" bigint,
	"worker" text COLLATE "C",
	"attempts" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "import_items_by_age" ON "import_items" USING btree ("at_ms");--> statement-breakpoint
CREATE INDEX "imported_days_by_day" ON "imported_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "imports_due" ON "imports" USING btree ("due_at_ms","begun_at_ms") WHERE due_at_ms IS NOT NULL;--> statement-breakpoint
CREATE INDEX "imports_ended" ON "imports" USING btree ("ended_at_ms") WHERE ended_at_ms IS NOT NULL;