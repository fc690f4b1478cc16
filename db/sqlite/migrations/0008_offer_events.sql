ALTER TABLE `webhook_events` ADD `link` text;--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `network` text;--> statement-breakpoint
ALTER TABLE `network_offers` ADD `done_at_ms` integer;--> statement-breakpoint
ALTER TABLE `network_offers` ADD `smart_link` integer;