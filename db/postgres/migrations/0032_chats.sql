CREATE TABLE "added_chats" (
	"chat_id" text COLLATE "C" NOT NULL,
	"bot_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL,
	CONSTRAINT "added_chats_chat_id_bot_id_account_id_pk" PRIMARY KEY("chat_id","bot_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "moved_chats" (
	"group_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"supergroup_id" text COLLATE "C" NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_links" ADD COLUMN "maker_bot_id" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "resource_link" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "added_chats_of_account" ON "added_chats" USING btree ("account_id","at_ms");--> statement-breakpoint
CREATE INDEX "moved_chats_of_supergroup" ON "moved_chats" USING btree ("supergroup_id");--> statement-breakpoint
CREATE INDEX "chat_links_of_ours" ON "chat_links" USING btree ("chat_id","maker_bot_id") WHERE maker_bot_id IS NOT NULL;