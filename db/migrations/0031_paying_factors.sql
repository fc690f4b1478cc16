CREATE TABLE `paying_factors` (
	`bot_id` integer NOT NULL,
	`from_ms` integer NOT NULL,
	`thousandths` integer NOT NULL,
	PRIMARY KEY(`bot_id`, `from_ms`)
) WITHOUT ROWID;
