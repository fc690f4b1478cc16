import type {
  BotDayFigures,
  DayFigures,
  DayRange,
  DaySpan,
  RequestFigures,
  StatisticsStore,
} from '../../core/ports/statistics-store.js';
import type { Parts } from './database.js';
import { createOwnerReader, ofBots, ofOrders, ownedIn, type OwnerKind, type Range } from './owners.js';
import { exactStatement, type Query, statement, together } from './statement.js';
import { createFillCounts, createIneligibilityCounts, createRequestCounts } from './request-counts.js';
import { prepareSponsors } from './sponsor-sums.js';
import { toUnpaid, unpaidJoins } from './unpaid.js';
import { prepareHours, prepareWay } from './way.js';
import { type ExactRowOf, money, rowsOf } from './rows.js';

type DayRow = ExactRowOf<DayFigures>;

type Language = Awaited<ReturnType<StatisticsStore['languages']>>[number];

type KeptBotDay = Omit<BotDayFigures, 'requests'>;
type KeptRequests = Omit<RequestFigures, 'total'>;
type BotDayRow = ExactRowOf<KeptBotDay & KeptRequests>;

type Source = Omit<Awaited<ReturnType<StatisticsStore['sources']>>[number], 'nickname'>;
type SourceRow = ExactRowOf<Source> & { nickname: string | null };

const ORDER_SUMS = 'sum(subscribers) AS subscribers, sum(value_micros) AS value_micros';
const BOT_SUMS = `${ORDER_SUMS}, sum(own_subscribers) AS own_subscribers, sum(own_value_micros) AS own_value_micros,
  sum(requests_sponsors) AS sponsors, sum(requests_no_sponsors) AS no_sponsors,
  sum(requests_passed) AS passed, sum(requests_errors) AS errors, sum(unproven_impressions) AS unproven`;
/** Days on which nothing happened to money or subscribers are left out. */
const SOMETHING = 'HAVING sum(subscribers) <> 0 OR sum(value_micros) <> 0';

const MAX_SOURCES = 1_001;
const MAX_LANGUAGES = 100;
/** What is shown is made of each row, and kept along with it: a point, and JSON. */
const WEIGHT = 3;

const toDay = rowsOf<DayFigures>()('day, subscribers, value_micros', { valueMicros: money });

const readBotDay = rowsOf<KeptBotDay>()('day, subscribers, value_micros, own_subscribers, own_value_micros', {
  valueMicros: money,
  ownValueMicros: money,
});

const readRequests = rowsOf<KeptRequests>()('sponsors, no_sponsors, passed, errors, unproven', {});

const toBotDay = (row: BotDayRow): BotDayFigures => ({ ...readBotDay(row), requests: toRequests(row) });

const readSource = rowsOf<Source>()('bot_id, subscribers, value_micros', { valueMicros: money });

const toSource = (row: SourceRow) => ({ ...readSource(row), nickname: row.nickname ?? '' });

const toLanguage = rowsOf<Language>()('language, subscribers', {});

function toRequests(row: BotDayRow): RequestFigures {
  const kept = readRequests(row);
  return { total: kept.sponsors + kept.noSponsors + kept.passed + kept.errors, ...kept };
}

const orderDays = ofOrders((kind) => {
  const { from, owner } = ownedIn(kind, 'order_days');
  return exactStatement<Range, DayRow>(
    `SELECT day, ${ORDER_SUMS} FROM ${from} WHERE ${owner} = $1 AND day BETWEEN $2 AND $3
     GROUP BY day ${SOMETHING} ORDER BY day`,
  );
});
const botDays = ofBots((kind) => {
  const { from, owner } = ownedIn(kind, 'bot_days');
  return exactStatement<Range, BotDayRow>(
    `SELECT day, ${BOT_SUMS} FROM ${from} WHERE ${owner} = $1 AND day BETWEEN $2 AND $3 GROUP BY day ORDER BY day`,
  );
});
/** Of one day, which is what is read each time: SQLite would sort the rows of a group. */
const ofPublisherOn = exactStatement<[publisherId: number, day: number], BotDayRow>(
  `SELECT max(day) AS day, ${BOT_SUMS} FROM bots JOIN bot_days ON bot_days.bot_id = bots.bot_id
   WHERE account_id = $1 AND day = $2 HAVING count(*) > 0`,
);
const mayCost = exactStatement<[advertiserId: number, fromDay: number], { micros: bigint | null }>(
  `SELECT sum(impressions * real_price_micros) AS micros FROM orders JOIN order_days ON order_days.order_id = orders.order_id
   WHERE account_id = $1 AND day >= $2`,
);
const botDay = statement<[botId: number, day: number], { lists: number; subscribers: number }>(
  'SELECT requests_sponsors AS lists, subscribers FROM bot_days WHERE bot_id = $1 AND day = $2',
);
const sources = exactStatement<Range, SourceRow>(
  `SELECT pair_days.bot_id, nickname, sum(subscribers) AS subscribers, sum(paid_micros) AS value_micros
   FROM pair_days LEFT JOIN bots ON bots.bot_id = pair_days.bot_id
   WHERE order_id = $1 AND day BETWEEN $2 AND $3
   GROUP BY pair_days.bot_id, nickname HAVING sum(subscribers) <> 0 OR sum(paid_micros) <> 0
   ORDER BY sum(subscribers) DESC, pair_days.bot_id LIMIT ${String(MAX_SOURCES)}`,
);
const languages = exactStatement<Range, ExactRowOf<Language>>(
  `SELECT language, sum(subscribers) AS subscribers FROM language_days WHERE order_id = $1 AND day BETWEEN $2 AND $3
   GROUP BY language ORDER BY sum(subscribers) DESC, language LIMIT ${String(MAX_LANGUAGES)}`,
);

export function createStatisticsStore(parts: Parts): StatisticsStore {
  const { db, replica } = parts;
  const requests = createRequestCounts(parts);
  const sponsors = prepareSponsors(parts);
  /** Figures and unpaid joins of an owner, by spans of days. */
  const spansOf = <Row, Day extends DayFigures>(
    statementOf: (kind: OwnerKind, ...range: Range) => Query<Row[]>,
    make: (row: Row) => Day,
  ) =>
    createOwnerReader<DaySpan<Day>>(
      parts,
      ({ kind, ownerId }, range) => {
        const asked: Range = [ownerId, range.fromDay, range.toDay];
        const read = function* () {
          const [days, unpaid] = yield* together(
            statementOf(kind, ...asked),
            unpaidJoins[kind].all(...asked),
          );
          return { range, days: days.map(make), unpaid: unpaid.map(toUnpaid) };
        };
        return replica.read(read, { apart: true });
      },
      ({ days, unpaid }) => WEIGHT * (days.length + unpaid.length),
    );
  const orderSpans = spansOf(
    (kind, ...range) => orderDays[kind === 'order' ? 'order' : 'advertiser'].all(...range),
    toDay,
  );
  const botSpans = spansOf((kind, ownerId, from, to) => {
    if (kind === 'bot') return botDays.bot.all(ownerId, from, to);
    return from === to ? ofPublisherOn.all(ownerId, from) : botDays.publisher.all(ownerId, from, to);
  }, toBotDay);

  const days = ({ fromDay, toDay }: DayRange) => [fromDay, toDay] as const;

  return {
    countRequest: requests.countRequest,
    ...createIneligibilityCounts(parts),
    ...createFillCounts(parts),
    orderSpans,
    botSpans: async (of, range) => {
      await requests.flush();
      return botSpans(of, range);
    },
    mayCost: async (advertiserId, fromDay) => {
      const row = await db.read(mayCost.get(advertiserId, fromDay));
      return row?.micros ?? 0n;
    },
    botDay: async (botId, day) => {
      const writeBehind = requests.listsWriteBehind(botId, day);
      const row = await db.read(botDay.get(botId, day));
      return { lists: (row?.lists ?? 0) + writeBehind, subscribers: row?.subscribers ?? 0 };
    },
    sources: async (orderId, range) =>
      (await replica.read(sources.all(orderId, ...days(range)))).map(toSource),
    sponsors,
    way: prepareWay(parts),
    hours: prepareHours(parts),
    languages: async (orderId, range) =>
      (await replica.read(languages.all(orderId, ...days(range)))).map(toLanguage),
  };
}
