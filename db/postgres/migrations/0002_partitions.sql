-- Custom: drizzle has no words for partitions. What is there stays where it is, as the part that holds what no other does;
-- `db/postgres/partitions.ts` moves it into parts of its own afterwards, and makes those to come.
ALTER TABLE "pair_days" RENAME TO "pair_days_rest";--> statement-breakpoint
ALTER TABLE "pair_days_rest" RENAME CONSTRAINT "pair_days_order_id_day_bot_id_pk" TO "pair_days_rest_pk";--> statement-breakpoint
ALTER INDEX "pair_days_of_bot" RENAME TO "pair_days_rest_of_bot";--> statement-breakpoint
CREATE TABLE "pair_days" (LIKE "pair_days_rest" INCLUDING DEFAULTS) PARTITION BY RANGE ("day");--> statement-breakpoint
ALTER TABLE "pair_days" ADD CONSTRAINT "pair_days_order_id_day_bot_id_pk" PRIMARY KEY ("order_id","day","bot_id");--> statement-breakpoint
CREATE INDEX "pair_days_of_bot" ON "pair_days" USING btree ("bot_id","day");--> statement-breakpoint
ALTER TABLE "pair_days" ATTACH PARTITION "pair_days_rest" DEFAULT;--> statement-breakpoint
ALTER TABLE "language_days" RENAME TO "language_days_rest";--> statement-breakpoint
ALTER TABLE "language_days_rest" RENAME CONSTRAINT "language_days_order_id_day_language_pk" TO "language_days_rest_pk";--> statement-breakpoint
CREATE TABLE "language_days" (LIKE "language_days_rest" INCLUDING DEFAULTS) PARTITION BY RANGE ("day");--> statement-breakpoint
ALTER TABLE "language_days" ADD CONSTRAINT "language_days_order_id_day_language_pk" PRIMARY KEY ("order_id","day","language");--> statement-breakpoint
ALTER TABLE "language_days" ATTACH PARTITION "language_days_rest" DEFAULT;--> statement-breakpoint
ALTER TABLE "refusal_hours" RENAME TO "refusal_hours_rest";--> statement-breakpoint
ALTER TABLE "refusal_hours_rest" RENAME CONSTRAINT "refusal_hours_order_id_hour_refusal_pk" TO "refusal_hours_rest_pk";--> statement-breakpoint
ALTER INDEX "refusal_hours_by_hour" RENAME TO "refusal_hours_rest_by_hour";--> statement-breakpoint
CREATE TABLE "refusal_hours" (LIKE "refusal_hours_rest" INCLUDING DEFAULTS) PARTITION BY RANGE ("hour");--> statement-breakpoint
ALTER TABLE "refusal_hours" ADD CONSTRAINT "refusal_hours_order_id_hour_refusal_pk" PRIMARY KEY ("order_id","hour","refusal");--> statement-breakpoint
CREATE INDEX "refusal_hours_by_hour" ON "refusal_hours" USING btree ("hour");--> statement-breakpoint
ALTER TABLE "refusal_hours" ATTACH PARTITION "refusal_hours_rest" DEFAULT;
