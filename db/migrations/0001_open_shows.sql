ALTER TABLE `order_days` ADD `open_shows` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `order_days` ADD `open_at_ms` integer DEFAULT 0 NOT NULL;