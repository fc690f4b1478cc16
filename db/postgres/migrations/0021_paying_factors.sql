CREATE TABLE "paying_factors" (
	"bot_id" bigint NOT NULL,
	"from_ms" bigint NOT NULL,
	"thousandths" bigint NOT NULL,
	CONSTRAINT "paying_factors_bot_id_from_ms_pk" PRIMARY KEY("bot_id","from_ms")
);
