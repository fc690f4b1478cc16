CREATE TABLE `network_days` (
	`bot_id` integer NOT NULL,
	`network_id` integer NOT NULL,
	`day` integer NOT NULL,
	`listed` integer DEFAULT 0 NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`claimed_micros` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`bot_id`, `network_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `network_offers` (
	`user_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`ads_id` integer NOT NULL,
	`network_id` integer NOT NULL,
	`offer_id` text NOT NULL,
	`chat` text NOT NULL,
	`link` text NOT NULL,
	`title` text NOT NULL,
	`price_micros` integer,
	`state` integer NOT NULL,
	`listed_at_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `bot_id`, `ads_id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `bots` ADD `networks_cipher` text;