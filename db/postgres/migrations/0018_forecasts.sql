CREATE TABLE "forecast_errors" (
	"size" bigint PRIMARY KEY NOT NULL,
	"day" bigint NOT NULL,
	"forecasts" bigint NOT NULL,
	"days" bigint NOT NULL,
	"joins_error" double precision NOT NULL,
	"impressions_error" double precision NOT NULL,
	"within_quarter" double precision NOT NULL,
	"came_share" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_forecasts" (
	"day" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"revision" bigint NOT NULL,
	"joins" double precision NOT NULL,
	"impressions" double precision NOT NULL,
	"came_joins" bigint,
	"came_impressions" bigint,
	CONSTRAINT "order_forecasts_day_order_id_pk" PRIMARY KEY("day","order_id")
);
