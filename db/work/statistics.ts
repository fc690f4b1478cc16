import type { DayFigures, DayRange, DaySpan, StatisticsStore } from '../../core/ports/statistics-store.js';
import { prepareBotsKey } from './closed-spans.js';
import { createDaySpans } from './day-spans.js';
import {
  BOT_SUMS,
  type BotDayRow,
  type DayRow,
  type LanguageRow,
  MAX_LANGUAGES,
  MAX_SOURCES,
  ORDER_SUMS,
  SOMETHING,
  type SourceRow,
  toBotDay,
  toDay,
  toLanguage,
  toSource,
} from './statistics-row.js';
import type { Parts } from './database.js';
import { exactStatement, statement } from './statement.js';
import type { FillCounts } from './fill-counts.js';
import type { IneligibilityCounts } from './ineligibility-counts.js';
import type { RequestCounts } from './request-counts.js';
import { prepareSponsors } from './sponsor-sums.js';
import { toUnpaid, unpaidOwner } from './unpaid-row.js';
import { unpaidJoins } from './unpaid-sums.js';
import { prepareHours, prepareWay } from './way.js';

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

export function createStatisticsStore(
  parts: Parts,
  counts: RequestCounts,
  ineligibility: IneligibilityCounts,
  fills: FillCounts,
): StatisticsStore {
  const { db, replica } = parts;
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
    countRequest: (botId, day, outcome) => counts.count(botId, day, outcome),
    countIneligibility: (orderId, atMs, reason, times) => ineligibility.count(orderId, atMs, reason, times),
    countFill: (of, fill) => fills.countFill(of, fill),
    countNoFill: (of, reasons) => fills.countNoFill(of, reasons),
    fills: (of, range) => fills.fills(of, range),
    ineligibilityCounts: (orderId, nowMs) => ineligibility.read(orderId, nowMs),
    orderDays: async (of, range) => {
      if (!('orderId' in of)) return daysOf(await orderSpans.ofAll(of.advertiserId, range));
      return (await replica.read(ofOrder.all(of.orderId, ...days(range)))).map(toDay);
    },
    botDays: async (of, range) => {
      await counts.flush();
      if (!('botId' in of)) return daysOf(await botSpans.ofAll(of.publisherId, range));
      return (await replica.read(ofBot.all(of.botId, ...days(range)))).map(toBotDay);
    },
    unpaid: async (of, range) => {
      const { kind, ownerId } = unpaidOwner(of);
      if (kind === 'advertiser') return unpaidOf(await orderSpans.ofAll(ownerId, range));
      if (kind === 'publisher') return unpaidOf(await botSpans.ofAll(ownerId, range));
      return (await replica.read(unpaidJoins[kind].all(ownerId, ...days(range)))).map(toUnpaid);
    },
    orderSpans: (of, range) =>
      'orderId' in of ? orderSpans.ofOne(of.orderId, range) : orderSpans.ofAll(of.advertiserId, range),
    botSpans: async (of, range) => {
      await counts.flush();
      return 'botId' in of ? botSpans.ofOne(of.botId, range) : botSpans.ofAll(of.publisherId, range);
    },
    mayCost: async (advertiserId, fromDay) => {
      const row = await db.read(mayCost.get(advertiserId, fromDay));
      return row?.micros ?? 0n;
    },
    botDay: async (botId, day) => {
      const writeBehind = counts.listsWriteBehind(botId, day);
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
