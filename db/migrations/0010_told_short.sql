ALTER TABLE `orders` ADD `short_told_at_ms` integer;--> statement-breakpoint
CREATE INDEX `orders_by_price` ON `orders` (`account_id`,`real_price_micros`) WHERE decision = 'approved' AND is_on = 1 AND in_archive = 0;--> statement-breakpoint
CREATE INDEX `orders_told_short` ON `orders` (`account_id`) WHERE short_told_at_ms IS NOT NULL;