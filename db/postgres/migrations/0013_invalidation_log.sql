-- What each commit tells the processes that remember something of it, and the life of the server that its rows belong to:
-- in memory alone (UNLOGGED), so that they are gone with a crash, and are not on a server that takes over.
CREATE UNLOGGED TABLE "invalidations" (
	"xid" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"users" bigint[],
	"orders" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "invalidations_by_xid" ON "invalidations" USING btree ("xid");--> statement-breakpoint
CREATE UNLOGGED TABLE "invalidation_epoch" (
	"only_one" boolean PRIMARY KEY NOT NULL CHECK ("only_one"),
	"epoch" text NOT NULL
);
