import type {
  BotDayFigures,
  DayFigures,
  DayRange,
  RequestFigures,
  StatisticsStore,
} from '../../core/ports.js';
import type { Parts } from '../parts.js';
import type { RefusalCounts } from '../work/refusal-counts.js';
import type { RequestCounts } from '../work/request-counts.js';
import { createClosedSpans, prepareBotsKey } from './closed-spans.js';
import { prepareSponsors } from './sponsor-sums.js';
import { prepareUnpaid } from './unpaid-sums.js';
import { prepareHours, prepareWay } from './way.js';
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
} from './statistics-row.js';

type Range = [ownerId: number, fromDay: number, toDay: number];

export function createStatisticsStore(
  parts: Parts,
  counts: RequestCounts,
  refusals: RefusalCounts,
): StatisticsStore {
  const { connection, executor } = parts;
  const ofOrder = connection.prepareExact<Range, DayRow>(
    `SELECT day, ${ORDER_SUMS} FROM order_days WHERE order_id = ? AND day BETWEEN ? AND ?
     GROUP BY day ${SOMETHING} ORDER BY day`,
  );
  const ofAdvertiser = connection.prepareExact<Range, DayRow>(
    `SELECT day, ${ORDER_SUMS} FROM orders JOIN order_days ON order_days.order_id = orders.order_id
     WHERE account_id = ? AND day BETWEEN ? AND ? GROUP BY day ${SOMETHING} ORDER BY day`,
  );
  const ofBot = connection.prepareExact<Range, BotDayRow>(
    `SELECT day, ${BOT_SUMS} FROM bot_days WHERE bot_id = ? AND day BETWEEN ? AND ?
     GROUP BY day ${SOMETHING} ORDER BY day`,
  );
  const ofPublisher = connection.prepareExact<Range, BotDayRow>(
    `SELECT day, ${BOT_SUMS} FROM bots JOIN bot_days ON bot_days.bot_id = bots.bot_id
     WHERE account_id = ? AND day BETWEEN ? AND ? GROUP BY day ${SOMETHING} ORDER BY day`,
  );
  const requestsOfBot = connection.prepareExact<Range, RequestRow>(
    `SELECT ${REQUEST_SUMS} FROM bot_days WHERE bot_id = ? AND day BETWEEN ? AND ?`,
  );
  const requestsOfPublisher = connection.prepareExact<Range, RequestRow>(
    `SELECT ${REQUEST_SUMS} FROM bots JOIN bot_days ON bot_days.bot_id = bots.bot_id
     WHERE account_id = ? AND day BETWEEN ? AND ?`,
  );
  const sources = connection.prepareExact<Range, SourceRow>(
    `SELECT pair_days.bot_id, nickname, sum(subscribers) AS subscribers, sum(paid_micros) AS value_micros
     FROM pair_days LEFT JOIN bots ON bots.bot_id = pair_days.bot_id
     WHERE order_id = ? AND day BETWEEN ? AND ?
     GROUP BY pair_days.bot_id HAVING sum(subscribers) > 0
     ORDER BY sum(subscribers) DESC, pair_days.bot_id LIMIT ${String(MAX_SOURCES)}`,
  );
  const mayCost = connection.prepareExact<[number, number], { micros: bigint | null }>(
    `SELECT sum(shows * real_price_micros) AS micros FROM orders JOIN order_days ON order_days.order_id = orders.order_id
     WHERE account_id = ? AND day >= ?`,
  );
  const botDay = connection.prepare<[number, number], { lists: number; subscribers: number }>(
    'SELECT requests_sponsors AS lists, subscribers FROM bot_days WHERE bot_id = ? AND day = ?',
  );
  const sponsors = prepareSponsors(parts);
  const unpaid = prepareUnpaid(parts);
  const botsKey = prepareBotsKey(parts);
  const orderSpans = createClosedSpans<DayFigures>(parts);
  const botSpans = createClosedSpans<BotDayFigures>(parts);
  const requestSpans = createClosedSpans<RequestFigures>(parts);
  const languages = connection.prepareExact<Range, LanguageRow>(
    `SELECT language, sum(subscribers) AS subscribers FROM language_days WHERE order_id = ? AND day BETWEEN ? AND ?
     GROUP BY language ORDER BY sum(subscribers) DESC, language LIMIT ${String(MAX_LANGUAGES)}`,
  );

  const days = ({ fromDay, toDay }: DayRange) => [fromDay, toDay] as const;

  return {
    countRequest: (botId, day, outcome) => counts.count(botId, day, outcome),
    countRefusal: (orderId, atMs, refusal, times) => {
      refusals.count(orderId, atMs, refusal, times);
    },
    refusals: (orderId, nowMs) => refusals.read(orderId, nowMs),
    orderDays: async (of, range) => {
      if ('orderId' in of) {
        return (await executor.ask(() => ofOrder.all(of.orderId, ...days(range)))).map(toDay);
      }
      const { advertiserId } = of;
      return orderSpans.gather(String(advertiserId), range, async (part) =>
        (await executor.ask(() => ofAdvertiser.all(advertiserId, ...days(part)))).map(toDay),
      );
    },
    botDays: async (of, range) => {
      if ('botId' in of) {
        return (await executor.ask(() => ofBot.all(of.botId, ...days(range)))).map(toBotDay);
      }
      const { publisherId } = of;
      const bots = await botsKey(publisherId);
      if (bots === null) return [];
      return botSpans.gather(bots, range, async (part) =>
        (await executor.ask(() => ofPublisher.all(publisherId, ...days(part)))).map(toBotDay),
      );
    },
    mayCost: (advertiserId, fromDay) => executor.ask(() => mayCost.get(advertiserId, fromDay)?.micros ?? 0n),
    botDay: (botId, day) =>
      executor.ask(() => {
        const { lists, subscribers } = botDay.get(botId, day) ?? { lists: 0, subscribers: 0 };
        return { lists: lists + counts.listsGathered(botId, day), subscribers };
      }),
    requests: async (of, range) => {
      await counts.flush();
      if ('botId' in of) {
        return toRequests(await executor.ask(() => requestsOfBot.get(of.botId, ...days(range))));
      }
      const { publisherId } = of;
      const bots = await botsKey(publisherId);
      if (bots === null) return toRequests(undefined);
      const counted = await requestSpans.gather(bots, range, async (part) => [
        toRequests(await executor.ask(() => requestsOfPublisher.get(publisherId, ...days(part)))),
      ]);
      return counted.reduce(addRequests, toRequests(undefined));
    },
    sources: async (orderId, range) =>
      (await executor.ask(() => sources.all(orderId, ...days(range)))).map(toSource),
    sponsors,
    unpaid,
    way: prepareWay(parts),
    hours: prepareHours(parts),
    languages: async (orderId, range) =>
      (await executor.ask(() => languages.all(orderId, ...days(range)))).map(toLanguage),
  };
}
