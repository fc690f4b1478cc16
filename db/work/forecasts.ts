/** What an estimate of an order's pace is made of, and how far such estimates were off. */
import { insertAll, insertInto } from './inserts.js';
import { forecastErrors, orderForecasts } from '../schema/forecasts.js';
import type {
  ForecastError,
  ForecastStore,
  ListTraffic,
  MeasuredForecast,
} from '../../core/ports/forecast-store.js';
import type { Parts } from './database.js';
import { type OrderRow, RUNNING_SQL, toOrder } from './order-row.js';
import { type RowOf, rowsOf } from './rows.js';
import { exactStatement, statement } from './statement.js';

const PRICES_MAX = 20_000;
const RUNNING_PAGE = 200;
const MEASURED_PAGE = 1_000;
/** One of all sizes together, and one of each. */
const SIZES_MAX = 10;

type TrafficRow = Record<'lists' | 'subscribers' | 'first_day', bigint | null>;
const TRAFFIC_SQL = `sum(requests_sponsors + requests_no_sponsors) AS lists,
   sum(subscribers - own_subscribers) AS subscribers,
   min(CASE WHEN requests_sponsors + requests_no_sponsors > 0 THEN day END) AS first_day`;

// Both walk through much, and are asked once in minutes (`forecast.ts`).
// (A cross join, so that SQLite seeks each bot's days rather than walking through all days there ever were.)
const traffic = exactStatement<[fromDay: number, toDay: number, least: number], TrafficRow>(
  `SELECT ${TRAFFIC_SQL}
   FROM bots CROSS JOIN bot_days LEFT JOIN bot_qualities ON bot_qualities.bot_id = bots.bot_id
   WHERE bot_days.bot_id = bots.bot_id AND day BETWEEN $1 AND $2 AND coalesce(factor, 1) >= $3`,
);
const trafficOfAccount = exactStatement<[fromDay: number, toDay: number, accountId: number], TrafficRow>(
  `SELECT ${TRAFFIC_SQL}
   FROM bots CROSS JOIN bot_days
   WHERE bots.account_id = $3 AND bot_days.bot_id = bots.bot_id AND day BETWEEN $1 AND $2`,
);
const runningPrices = exactStatement<[], { micros: bigint }>(
  `SELECT real_price_micros AS micros FROM orders
   WHERE decision = 'approved' AND is_on = 1 AND in_archive = 0 AND quantity_now < quantity_all
   ORDER BY real_price_micros DESC LIMIT ${String(PRICES_MAX)}`,
);

const IS_SHOWN = `${RUNNING_SQL} AND check_state = 'ok' AND pause_reason IS NULL`;

const countRunning = statement<[], { count: number }>(
  `SELECT count(*) AS count FROM orders WHERE ${RUNNING_SQL}`,
);
const running = statement<[afterOrderId: number, every: number, rest: number], OrderRow>(
  `SELECT * FROM orders WHERE ${IS_SHOWN} AND order_id > $1 AND order_id % $2::bigint = $3
   ORDER BY order_id LIMIT ${String(RUNNING_PAGE)}`,
);
const write = insertAll(orderForecasts, 'day, orderId, revision, joins, impressions', { there: 'replaced' });
// (Not by EXISTS, for which PostgreSQL would read all orders at once.)
const strike = statement<[day: number, fromHour: number, toHour: number, reasons: readonly string[]]>(
  `DELETE FROM order_forecasts WHERE day = $1 AND (
     (SELECT 1 FROM orders WHERE orders.order_id = order_forecasts.order_id
        AND orders.revision = order_forecasts.revision AND ${IS_SHOWN} LIMIT 1) IS NULL
     OR (SELECT 1 FROM no_fill_hours WHERE no_fill_hours.order_id = order_forecasts.order_id
        AND hour BETWEEN $2 AND $3 AND reason = ANY($4::text[]) LIMIT 1) IS NOT NULL)`,
);
const cameOn = (column: string) =>
  `coalesce((SELECT ${column} FROM order_days WHERE order_days.order_id = order_forecasts.order_id
     AND order_days.day = order_forecasts.day), 0)`;
const measure = statement<[day: number]>(
  `UPDATE order_forecasts SET came_joins = ${cameOn('subscribers')}, came_impressions = ${cameOn('impressions')}
   WHERE day = $1`,
);
const forgetUnmeasured = statement<[day: number]>(
  'DELETE FROM order_forecasts WHERE day < $1 AND came_joins IS NULL',
);
const measured = statement<[afterDay: number, afterOrderId: number], RowOf<MeasuredForecast>>(
  `SELECT day, order_id, joins, impressions, came_joins, came_impressions FROM order_forecasts
   WHERE (day, order_id) > ($1, $2) AND came_joins IS NOT NULL
   ORDER BY day, order_id LIMIT ${String(MEASURED_PAGE)}`,
);
const putError = insertInto(
  forecastErrors,
  'size, day, forecasts, days, joinsError, impressionsError, withinQuarter, cameShare',
  { there: 'replaced' },
);
const errors = statement<[], RowOf<ForecastError & { day: number }>>(
  `SELECT * FROM forecast_errors ORDER BY size LIMIT ${String(SIZES_MAX)}`,
);

const toMeasured = rowsOf<MeasuredForecast>()(
  'day, order_id, joins, impressions, came_joins, came_impressions',
  {},
);
const toError = rowsOf<ForecastError>()(
  'size, forecasts, days, joins_error, impressions_error, within_quarter, came_share',
  {},
);

function toTraffic(row: TrafficRow | undefined): ListTraffic {
  const firstDay = row?.first_day ?? null;
  return {
    lists: Number(row?.lists ?? 0),
    subscribers: Number(row?.subscribers ?? 0),
    firstDay: firstDay === null ? null : Number(firstDay),
  };
}

export function createForecastStore({ db, replica }: Pick<Parts, 'db' | 'replica'>): ForecastStore {
  return {
    traffic: async ({ fromDay, toDay }, least = 0) =>
      toTraffic(await replica.read(traffic.get(fromDay, toDay, least))),
    trafficOf: async (accountId, { fromDay, toDay }) =>
      toTraffic(await replica.read(trafficOfAccount.get(fromDay, toDay, accountId))),
    runningPrices: async () => (await replica.read(runningPrices.all())).map(({ micros }) => micros),
    countRunning: async () => (await replica.read(countRunning.get()))?.count ?? 0,
    running: async (afterOrderId, { every, rest }) =>
      (await replica.read(running.all(afterOrderId, every, rest))).map(toOrder),
    write: async (day, forecasts) => {
      await db.run('forecasts.write', write.run(forecasts.map((forecast) => ({ ...forecast, day }))));
    },
    strike: (day, { fromHour, toHour }, reasons) =>
      db.run('forecasts.strike', strike.run(day, fromHour, toHour, reasons)),
    measure: (day) =>
      db.run('forecasts.measure', function* () {
        yield* measure.run(day);
        yield* forgetUnmeasured.run(day);
      }),
    measured: async (sinceDay, cursor) => {
      const { day, orderId } = cursor ?? { day: sinceDay - 1, orderId: Number.MAX_SAFE_INTEGER };
      return (await db.read(measured.all(day, orderId))).map(toMeasured);
    },
    saveErrors: (day, found) =>
      db.run('forecasts.saveErrors', function* () {
        for (const one of found) yield* putError.run({ ...one, day });
      }),
    lastMeasuringDay: async () => (await db.read(errors.all()))[0]?.day ?? null,
    errors: async () => (await db.read(errors.all())).map(toError),
  };
}
