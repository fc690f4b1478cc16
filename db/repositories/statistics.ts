import type {
  BotDayFigures,
  DayFigures,
  DayRange,
  RequestFigures,
  StatisticsStore,
} from '../../core/ports.js';
import type { Parts } from '../parts.js';
import type { RefusalCounts } from './refusal-counts.js';
import type { RequestCounts } from './request-counts.js';
import { createClosedSpans, prepareBotsKey } from './closed-spans.js';
import { prepareSponsors } from './sponsor-sums.js';

const MAX_ROWS = 1_000;
const MAX_LANGUAGES = 100;

type Range = [ownerId: number, fromDay: number, toDay: number];

interface DayRow {
  day: bigint;
  subscribers: bigint;
  value_micros: bigint;
}

interface BotDayRow extends DayRow {
  own_subscribers: bigint;
  own_value_micros: bigint;
}

type RequestRow = Record<'sponsors' | 'no_sponsors' | 'passed' | 'errors', bigint | null>;

const ORDER_SUMS = 'sum(subscribers) AS subscribers, sum(value_micros) AS value_micros';
const BOT_SUMS = `${ORDER_SUMS}, sum(own_subscribers) AS own_subscribers, sum(own_value_micros) AS own_value_micros`;
const REQUEST_SUMS = `sum(requests_sponsors) AS sponsors, sum(requests_no_sponsors) AS no_sponsors,
  sum(requests_passed) AS passed, sum(requests_errors) AS errors`;
/** Days on which nothing happened to money or subscribers are left out. */
const SOMETHING = 'HAVING sum(subscribers) <> 0 OR sum(value_micros) <> 0';

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
  const sources = connection.prepareExact<
    Range,
    { bot_id: bigint; nickname: string | null; subscribers: bigint; value_micros: bigint }
  >(
    `SELECT pair_days.bot_id, nickname, sum(subscribers) AS subscribers, sum(paid_micros) AS value_micros
     FROM pair_days LEFT JOIN bots ON bots.bot_id = pair_days.bot_id
     WHERE order_id = ? AND day BETWEEN ? AND ?
     GROUP BY pair_days.bot_id HAVING sum(subscribers) > 0
     ORDER BY sum(subscribers) DESC, pair_days.bot_id LIMIT ${String(MAX_ROWS)}`,
  );
  const sponsors = prepareSponsors(parts);
  const botsKey = prepareBotsKey(parts);
  const orderSpans = createClosedSpans<DayFigures>(parts);
  const botSpans = createClosedSpans<BotDayFigures>(parts);
  const requestSpans = createClosedSpans<RequestFigures>(parts);
  const languages = connection.prepareExact<Range, { language: string; subscribers: bigint }>(
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
    sources: async (orderId, range) => {
      const rows = await executor.ask(() => sources.all(orderId, ...days(range)));
      return rows.map((row) => ({
        botId: Number(row.bot_id),
        nickname: row.nickname ?? '',
        subscribers: Number(row.subscribers),
        valueMicros: row.value_micros,
      }));
    },
    sponsors,
    languages: async (orderId, range) => {
      const rows = await executor.ask(() => languages.all(orderId, ...days(range)));
      return rows.map((row) => ({ language: row.language, subscribers: Number(row.subscribers) }));
    },
  };
}

function toDay(row: DayRow): DayFigures {
  return { day: Number(row.day), subscribers: Number(row.subscribers), valueMicros: row.value_micros };
}

function toBotDay(row: BotDayRow): BotDayFigures {
  return { ...toDay(row), ownSubscribers: Number(row.own_subscribers), ownValueMicros: row.own_value_micros };
}

function toRequests(row: RequestRow | undefined): RequestFigures {
  const figure = (value: bigint | null | undefined) => Number(value ?? 0n);
  const sponsors = figure(row?.sponsors);
  const noSponsors = figure(row?.no_sponsors);
  const passed = figure(row?.passed);
  const errors = figure(row?.errors);
  return { total: sponsors + noSponsors + passed + errors, sponsors, noSponsors, passed, errors };
}

function addRequests(sum: RequestFigures, part: RequestFigures): RequestFigures {
  return {
    total: sum.total + part.total,
    sponsors: sum.sponsors + part.sponsors,
    noSponsors: sum.noSponsors + part.noSponsors,
    passed: sum.passed + part.passed,
    errors: sum.errors + part.errors,
  };
}
