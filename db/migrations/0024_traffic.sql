CREATE TABLE `traffic_hours` (
	`hour` integer NOT NULL,
	`language_id` integer NOT NULL,
	`lists` integer DEFAULT 0 NOT NULL,
	`places` integer DEFAULT 0 NOT NULL,
	`filled` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`hour`, `language_id`)
) WITHOUT ROWID;
