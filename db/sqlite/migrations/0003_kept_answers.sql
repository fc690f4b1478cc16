CREATE TABLE `kept_answers` (
	`call` text PRIMARY KEY NOT NULL,
	`answer_cipher` text NOT NULL,
	`at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `kept_answers_by_age` ON `kept_answers` (`at_ms`);