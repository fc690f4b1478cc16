CREATE TABLE "traffic_hours" (
	"hour" bigint NOT NULL,
	"language_id" bigint NOT NULL,
	"lists" bigint DEFAULT 0 NOT NULL,
	"places" bigint DEFAULT 0 NOT NULL,
	"filled" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "traffic_hours_hour_language_id_pk" PRIMARY KEY("hour","language_id")
);
