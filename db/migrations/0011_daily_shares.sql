CREATE TABLE `daily_shares` (
	`day` integer PRIMARY KEY NOT NULL,
	`shares` text NOT NULL
);
