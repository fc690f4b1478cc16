CREATE TABLE `forecast_errors` (
	`size` integer PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`forecasts` integer NOT NULL,
	`days` integer NOT NULL,
	`joins_error` real NOT NULL,
	`impressions_error` real NOT NULL,
	`within_quarter` real NOT NULL,
	`came_share` real NOT NULL
);
--> statement-breakpoint
CREATE TABLE `order_forecasts` (
	`day` integer NOT NULL,
	`order_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`joins` real NOT NULL,
	`impressions` real NOT NULL,
	`came_joins` integer,
	`came_impressions` integer,
	PRIMARY KEY(`day`, `order_id`)
) WITHOUT ROWID;
