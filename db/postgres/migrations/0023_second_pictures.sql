ALTER TABLE "bot_pictures" DROP CONSTRAINT "bot_pictures_pkey";--> statement-breakpoint
ALTER TABLE "bot_pictures" ADD CONSTRAINT "bot_pictures_bot_id_secret_pk" PRIMARY KEY("bot_id","secret");