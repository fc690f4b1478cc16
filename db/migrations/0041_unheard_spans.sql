CREATE TABLE `unheard_spans` (
	`place` text NOT NULL,
	`from_ms` integer NOT NULL,
	`to_ms` integer NOT NULL,
	PRIMARY KEY(`place`, `from_ms`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `unheard_spans_by_age` ON `unheard_spans` (`to_ms`);