import type {
  BotDayFigures,
  DayFigures,
  DayRange,
  DaySpan,
  RequestFigures,
  StatisticsStore,
} from '../../core/ports/statistics-store.js';
import { createDaySpans, prepareBotsKey } from './closed-spans.js';
import type { Parts } from './database.js';
import { exactStatement, statement } from './statement.js';
import { createFillCounts, createIneligibilityCounts, createRequestCounts } from './request-counts.js';
import { prepareSponsors } from './sponsor-sums.js';
import { toUnpaid, unpaidJoins, ownerOf } from './unpaid.js';
import { prepareHours, prepareWay } from './way.js';
import type { ExactRowOf } from './rows.js';

type DayRow = ExactRowOf<DayFigures>;

type KeptBotDay = Omit<BotDayFigures, 'requests'>;
type BotDayRow = ExactRowOf<KeptBotDay> &
  Record<'sponsors' | 'no_sponsors' | 'passed' | 'errors' | 'unproven', bigint>;

interface SourceRow {
  bot_id: bigint;
  nickname: string | null;
  subscribers: bigint;
  value_micros: bigint;
}

interface LanguageRow {
  language: string;
  subscribers: bigint;
}

const ORDER_SUMS = 'sum(subscribers) AS subscribers, sum(value_micros) AS value_micros';
const BOT_SUMS = `${ORDER_SUMS}, sum(own_subscribers) AS own_subscribers, sum(own_value_micros) AS own_value_micros,
  sum(requests_sponsors) AS sponsors, sum(requests_no_sponsors) AS no_sponsors,
  sum(requests_passed) AS passed, sum(requests_errors) AS errors, sum(unproven_impressions) AS unproven`;
/** Days on which nothing happened to money or subscribers are left out. */
const SOMETHING = 'HAVING sum(subscribers) <> 0 OR sum(value_micros) <> 0';

const MAX_SOURCES = 1_001;
const MAX_LANGUAGES = 100;

const toDay = ({ day, subscribers, value_micros: valueMicros }: DayRow): DayFigures => ({
  day: Number(day),
  subscribers: Number(subscribers),
  valueMicros: BigInt(valueMicros),
});

const toBotDay = (row: BotDayRow): BotDayFigures => ({
  day: Number(row.day),
  subscribers: Number(row.subscribers),
  valueMicros: BigInt(row.value_micros),
  ownSubscribers: Number(row.own_subscribers),
  ownValueMicros: BigInt(row.own_value_micros),
  requests: toRequests(row),
});

function toSource(row: SourceRow) {
  return {
    botId: Number(row.bot_id),
    nickname: row.nickname ?? '',
    subscribers: Number(row.subscribers),
    valueMicros: row.value_micros,
  };
}

function toLanguage(row: LanguageRow) {
  return { language: row.language, subscribers: Number(row.subscribers) };
}

function toRequests(row: BotDayRow): RequestFigures {
  const sponsors = Number(row.sponsors);
  const noSponsors = Number(row.no_sponsors);
  const passed = Number(row.passed);
  const errors = Number(row.errors);
  const unproven = Number(row.unproven);
  return { total: sponsors + noSponsors + passed + errors, sponsors, noSponsors, passed, errors, unproven };
}

type Range = [ownerId: number, fromDay: number, toDay: number];

const ofOrder = exactStatement<Range, DayRow>(
  `SELECT day, ${ORDER_SUMS} FROM order_days WHERE order_id = $1 AND day BETWEEN $2 AND $3
   GROUP BY day ${SOMETHING} ORDER BY day`,
);
const ofAdvertiser = exactStatement<Range, DayRow>(
  `SELECT day, ${ORDER_SUMS} FROM orders JOIN order_days ON order_days.order_id = orders.order_id
   WHERE account_id = $1 AND day BETWEEN $2 AND $3 GROUP BY day ${SOMETHING} ORDER BY day`,
);
const ofBot = exactStatement<Range, BotDayRow>(
  `SELECT day, ${BOT_SUMS} FROM bot_days WHERE bot_id = $1 AND day BETWEEN $2 AND $3
   GROUP BY day ORDER BY day`,
);
const ofPublisher = exactStatement<Range, BotDayRow>(
  `SELECT day, ${BOT_SUMS} FROM bots JOIN bot_days ON bot_days.bot_id = bots.bot_id
   WHERE account_id = $1 AND day BETWEEN $2 AND $3 GROUP BY day ORDER BY day`,
);
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
   GROUP BY pair_days.bot_id, nickname HAVING sum(subscribers) > 0
   ORDER BY sum(subscribers) DESC, pair_days.bot_id LIMIT ${String(MAX_SOURCES)}`,
);
const languages = exactStatement<Range, LanguageRow>(
  `SELECT language, sum(subscribers) AS subscribers FROM language_days WHERE order_id = $1 AND day BETWEEN $2 AND $3
   GROUP BY language ORDER BY sum(subscribers) DESC, language LIMIT ${String(MAX_LANGUAGES)}`,
);

export function createStatisticsStore(parts: Parts): StatisticsStore {
  const { db, replica } = parts;
  const requests = createRequestCounts(parts);
  const sponsors = prepareSponsors(parts);
  const orderSpans = createDaySpans(parts, {
    one: { days: ofOrder, unpaid: unpaidJoins.order },
    all: { days: ofAdvertiser, unpaid: unpaidJoins.advertiser },
    toDay,
    keyOf: (advertiserId) => Promise.resolve(String(advertiserId)),
  });
  const botSpans = createDaySpans(parts, {
    one: { days: ofBot, unpaid: unpaidJoins.bot },
    all: {
      days: {
        all: (publisherId, from, to) =>
          from === to ? ofPublisherOn.all(publisherId, from) : ofPublisher.all(publisherId, from, to),
      },
      unpaid: unpaidJoins.publisher,
    },
    toDay: toBotDay,
    keyOf: prepareBotsKey(parts),
  });

  const days = ({ fromDay, toDay }: DayRange) => [fromDay, toDay] as const;
  const daysOf = <Day extends DayFigures>(spans: readonly DaySpan<Day>[]) =>
    spans.flatMap((span) => span.days);
  const unpaidOf = (spans: readonly DaySpan[]) => spans.flatMap((span) => span.unpaid);

  return {
    countRequest: requests.countRequest,
    ...createIneligibilityCounts(parts),
    ...createFillCounts(parts),
    orderDays: async (of, range) => {
      if (!('orderId' in of)) return daysOf(await orderSpans.ofAll(of.advertiserId, range));
      return (await replica.read(ofOrder.all(of.orderId, ...days(range)))).map(toDay);
    },
    botDays: async (of, range) => {
      await requests.flush();
      if (!('botId' in of)) return daysOf(await botSpans.ofAll(of.publisherId, range));
      return (await replica.read(ofBot.all(of.botId, ...days(range)))).map(toBotDay);
    },
    unpaid: async (of, range) => {
      const { kind, ownerId } = ownerOf(of);
      if (kind === 'advertiser') return unpaidOf(await orderSpans.ofAll(ownerId, range));
      if (kind === 'publisher') return unpaidOf(await botSpans.ofAll(ownerId, range));
      return (await replica.read(unpaidJoins[kind].all(ownerId, ...days(range)))).map(toUnpaid);
    },
    orderSpans: (of, range) =>
      'orderId' in of ? orderSpans.ofOne(of.orderId, range) : orderSpans.ofAll(of.advertiserId, range),
    botSpans: async (of, range) => {
      await requests.flush();
      return 'botId' in of ? botSpans.ofOne(of.botId, range) : botSpans.ofAll(of.publisherId, range);
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
