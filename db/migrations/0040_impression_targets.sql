CREATE TABLE `__new_impressions` (
	`user_id` integer NOT NULL,
	`order_id` integer NOT NULL,
	`bot_id` integer NOT NULL,
	`first_shown_at_ms` integer NOT NULL,
	`shown_at_ms` integer NOT NULL,
	`price_micros` integer NOT NULL,
	`seen_at_ms` integer DEFAULT 0 NOT NULL,
	`proof` integer DEFAULT 0 NOT NULL,
	`smart_link` integer,
	`target` blob NOT NULL,
	`kind` integer DEFAULT 0 NOT NULL,
	`has_own_link` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`user_id`, `target`, `order_id`, `bot_id`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_impressions`("user_id", "target", "order_id", "bot_id", "first_shown_at_ms", "shown_at_ms", "price_micros", "seen_at_ms", "proof", "smart_link", "kind")
SELECT "user_id", CASE WHEN `orders`.`ads_type` = 'resource' OR `orders`.`to_bot_member` = 1 OR `orders`.`resource_id` = '' THEN 'link:' || `orders`.`link_key`
    WHEN CAST(CAST(`orders`.`resource_id` AS INTEGER) AS TEXT) = `orders`.`resource_id` THEN CAST(`orders`.`resource_id` AS INTEGER)
    ELSE `orders`.`resource_id` END,
  `impressions`.`order_id`, "bot_id", "first_shown_at_ms", "shown_at_ms", `impressions`.`price_micros`, "seen_at_ms", "proof", "smart_link",
  CASE `orders`.`ads_type` WHEN 'channel' THEN 0 WHEN 'bot' THEN 1 ELSE 2 END
FROM `impressions` JOIN `orders` ON `orders`.`order_id` = `impressions`.`order_id`;--> statement-breakpoint
DROP TABLE `impressions`;--> statement-breakpoint
ALTER TABLE `__new_impressions` RENAME TO `impressions`;
