ALTER TABLE "users" DROP COLUMN "is_suspicious";--> statement-breakpoint
-- Visits of before are no evidence: the platform vouched for none of them.
DELETE FROM "page_visits";
