ALTER TABLE "processes" ADD COLUMN "trouble" text COLLATE "C";
