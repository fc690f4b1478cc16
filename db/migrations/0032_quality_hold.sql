ALTER TABLE `paying_factors` ADD `hold_thousandths` integer DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `hold_ms` integer;