CREATE TABLE "moved_chats" (
	"group_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"supergroup_id" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "moved_chats_of_supergroup" ON "moved_chats" USING btree ("supergroup_id");