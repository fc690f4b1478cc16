import type {
  BotDayFigures,
  DayFigures,
  DayRange,
  RequestFigures,
  StatisticsStore,
} from '../../../core/ports.js';
import { createClosedSpans } from '../../repositories/closed-spans.js';
import {
  addRequests,
  BOT_SUMS,
  type BotDayRow,
  type DayRow,
  type LanguageRow,
  MAX_LANGUAGES,
  MAX_SOURCES,
  ORDER_SUMS,
  REQUEST_SUMS,
  type RequestRow,
  SOMETHING,
  type SourceRow,
  toBotDay,
  toDay,
  toLanguage,
  toRequests,
  toSource,
} from '../../repositories/statistics-row.js';
import type { Parts } from '../parts.js';
import { statement } from '../statement.js';
import { prepareBotsKey } from './bots-key.js';
import type { RefusalCounts } from '../../work/refusal-counts.js';
import type { RequestCounts } from '../../work/request-counts.js';
import { prepareSponsors } from './sponsor-sums.js';
import { prepareUnpaid } from './unpaid-sums.js';
import { prepareHours, prepareWay } from './way.js';

type Range = [ownerId: number, fromDay: number, toDay: number];

const ofOrder = statement<Range, DayRow>(
  `SELECT day, ${ORDER_SUMS} FROM order_days WHERE order_id = $1 AND day BETWEEN $2 AND $3
   GROUP BY day ${SOMETHING} ORDER BY day`,
);
const ofAdvertiser = statement<Range, DayRow>(
  `SELECT day, ${ORDER_SUMS} FROM orders JOIN order_days ON order_days.order_id = orders.order_id
   WHERE account_id = $1 AND day BETWEEN $2 AND $3 GROUP BY day ${SOMETHING} ORDER BY day`,
);
const ofBot = statement<Range, BotDayRow>(
  `SELECT day, ${BOT_SUMS} FROM bot_days WHERE bot_id = $1 AND day BETWEEN $2 AND $3
   GROUP BY day ${SOMETHING} ORDER BY day`,
);
const ofPublisher = statement<Range, BotDayRow>(
  `SELECT day, ${BOT_SUMS} FROM bots JOIN bot_days ON bot_days.bot_id = bots.bot_id
   WHERE account_id = $1 AND day BETWEEN $2 AND $3 GROUP BY day ${SOMETHING} ORDER BY day`,
);
const mayCost = statement<[advertiserId: number, fromDay: number], { micros: string | null }>(
  `SELECT sum(shows * real_price_micros)::text AS micros FROM orders JOIN order_days ON order_days.order_id = orders.order_id
   WHERE account_id = $1 AND day >= $2`,
);
const botDay = statement<[botId: number, day: number], { lists: number; subscribers: number }>(
  'SELECT requests_sponsors AS lists, subscribers FROM bot_days WHERE bot_id = $1 AND day = $2',
);
const requestsOfBot = statement<Range, RequestRow>(
  `SELECT ${REQUEST_SUMS} FROM bot_days WHERE bot_id = $1 AND day BETWEEN $2 AND $3`,
);
const requestsOfPublisher = statement<Range, RequestRow>(
  `SELECT ${REQUEST_SUMS} FROM bots JOIN bot_days ON bot_days.bot_id = bots.bot_id
   WHERE account_id = $1 AND day BETWEEN $2 AND $3`,
);
const sources = statement<Range, SourceRow>(
  `SELECT pair_days.bot_id, nickname, sum(subscribers) AS subscribers, sum(paid_micros) AS value_micros
   FROM pair_days LEFT JOIN bots ON bots.bot_id = pair_days.bot_id
   WHERE order_id = $1 AND day BETWEEN $2 AND $3
   GROUP BY pair_days.bot_id, nickname HAVING sum(subscribers) > 0
   ORDER BY sum(subscribers) DESC, pair_days.bot_id LIMIT ${String(MAX_SOURCES)}`,
);
const languages = statement<Range, LanguageRow>(
  `SELECT language, sum(subscribers) AS subscribers FROM language_days WHERE order_id = $1 AND day BETWEEN $2 AND $3
   GROUP BY language ORDER BY sum(subscribers) DESC, language LIMIT ${String(MAX_LANGUAGES)}`,
);

export function createStatisticsStore(
  parts: Parts,
  counts: RequestCounts,
  refusals: RefusalCounts,
): StatisticsStore {
  const { deeds, reading } = parts;
  const sponsors = prepareSponsors(parts);
  const unpaid = prepareUnpaid(parts);
  const botsKey = prepareBotsKey(parts);
  const orderSpans = createClosedSpans<DayFigures>(parts);
  const botSpans = createClosedSpans<BotDayFigures>(parts);
  const requestSpans = createClosedSpans<RequestFigures>(parts);

  const days = ({ fromDay, toDay }: DayRange) => [fromDay, toDay] as const;

  return {
    countRequest: (botId, day, outcome) => counts.count(botId, day, outcome),
    countRefusal: (orderId, atMs, refusal, times) => {
      refusals.count(orderId, atMs, refusal, times);
    },
    refusals: (orderId, nowMs) => refusals.read(orderId, nowMs),
    orderDays: async (of, range) => {
      if ('orderId' in of) {
        const rows = await reading.askOnce((transaction) =>
          ofOrder.all(transaction, of.orderId, ...days(range)),
        );
        return rows.map(toDay);
      }
      const { advertiserId } = of;
      return orderSpans.gather(String(advertiserId), range, async (part) => {
        const rows = await reading.askOnce((transaction) =>
          ofAdvertiser.all(transaction, advertiserId, ...days(part)),
        );
        return rows.map(toDay);
      });
    },
    botDays: async (of, range) => {
      if ('botId' in of) {
        const rows = await reading.askOnce((transaction) => ofBot.all(transaction, of.botId, ...days(range)));
        return rows.map(toBotDay);
      }
      const { publisherId } = of;
      const bots = await botsKey(publisherId);
      if (bots === null) return [];
      return botSpans.gather(bots, range, async (part) => {
        const rows = await reading.askOnce((transaction) =>
          ofPublisher.all(transaction, publisherId, ...days(part)),
        );
        return rows.map(toBotDay);
      });
    },
    mayCost: async (advertiserId, fromDay) => {
      const row = await deeds.askOnce((transaction) => mayCost.get(transaction, advertiserId, fromDay));
      return BigInt(row?.micros ?? 0);
    },
    botDay: async (botId, day) => {
      const gathered = counts.listsGathered(botId, day);
      const row = await deeds.askOnce((transaction) => botDay.get(transaction, botId, day));
      return { lists: (row?.lists ?? 0) + gathered, subscribers: row?.subscribers ?? 0 };
    },
    requests: async (of, range) => {
      await counts.flush();
      if ('botId' in of) {
        const { botId } = of;
        return toRequests(
          await reading.askOnce((transaction) => requestsOfBot.get(transaction, botId, ...days(range))),
        );
      }
      const { publisherId } = of;
      const bots = await botsKey(publisherId);
      if (bots === null) return toRequests(undefined);
      const counted = await requestSpans.gather(bots, range, async (part) => [
        toRequests(
          await reading.askOnce((transaction) =>
            requestsOfPublisher.get(transaction, publisherId, ...days(part)),
          ),
        ),
      ]);
      return counted.reduce(addRequests, toRequests(undefined));
    },
    sources: async (orderId, range) =>
      (await reading.askOnce((transaction) => sources.all(transaction, orderId, ...days(range)))).map(
        toSource,
      ),
    sponsors,
    unpaid,
    way: prepareWay(parts),
    hours: prepareHours(parts),
    languages: async (orderId, range) =>
      (await reading.askOnce((transaction) => languages.all(transaction, orderId, ...days(range)))).map(
        toLanguage,
      ),
  };
}
