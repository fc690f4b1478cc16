ALTER TABLE `invite_links` ADD `lists` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `orders` ADD `rights_at_ms` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `lost_at_ms` integer;--> statement-breakpoint
ALTER TABLE `orders` ADD `lost_before_ms` integer;