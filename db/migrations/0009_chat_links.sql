CREATE TABLE `chat_links` (
	`link_key` text PRIMARY KEY NOT NULL,
	`chat_id` text NOT NULL,
	`at_ms` integer NOT NULL
);
