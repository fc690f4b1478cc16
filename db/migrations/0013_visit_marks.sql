CREATE TABLE `visit_marks` (
	`mark` integer PRIMARY KEY NOT NULL,
	`users` text,
	`orders` integer NOT NULL
);
