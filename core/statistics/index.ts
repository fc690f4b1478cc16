/**
 * What orders cost and bots earned, by day (`interface.md`, GET /statistic; `decisions.md`, Statistics). Everything comes
 * from counters kept as things happen, so no answer walks over subscribers.
 */
import { ownedBot, ownedOrder } from '../accounts/index.js';
import { dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';
import type { HistorySubject } from '../ports/import-store.js';
import type { Order } from '../ports/order-store.js';
import type { RequestFigures } from '../ports/statistics-store.js';
import { compare } from './comparison.js';
import {
  type DayPoint,
  importedOf,
  pricesOf,
  type SplitDay,
  type Sum,
  sumOf,
  sumOfRequests,
} from './figures.js';
import { blockTestOf } from './block-test.js';
import { noFillOf } from './no-fill.js';
import { rangeOf, type RangeQuery } from './range.js';
import {
  type BotSpanFigures,
  joinSpans,
  ofBots,
  ofOrders,
  type SpanFigures,
  type UnpaidJoins,
} from './spans.js';

export type { Comparison } from './comparison.js';
export { type BlockTestFigures, type Share, verdicts } from './block-test.js';
export * from './figures.js';
export type { NoFill, NoFillLanguage } from './no-fill.js';
export type { BotSpanFigures, SpanFigures, UnpaidJoins } from './spans.js';

export interface AdvertiserFigures {
  days: DayPoint[];
  /** The same days. */
  spans: readonly SpanFigures[];
  total: Sum;
  /** Of one order only; shares of its subscribers, most first. `language` is a code, `""` unknown. */
  languages: { language: string; percentage: number }[];
  /** Joins that the advertiser does not pay for. */
  unpaid: UnpaidJoins;
  /** The one order asked for, if one was. */
  order: Order | null;
}

export interface PublisherFigures {
  days: DayPoint[];
  /** The same days. */
  spans: readonly BotSpanFigures[];
  total: Sum;
  requests: RequestFigures;
  /** Joins that the publisher earns nothing for. */
  unpaid: UnpaidJoins;
  /** By whose orders, day by day; null when none of the publisher's own orders brought a subscriber. */
  split: SplitDay[] | null;
  bot: Bot | null;
}

export interface SourceRow extends Sum {
  botId: number;
  nickname: string;
  isExcluded: boolean;
}

/** A list that ends somewhere; `hasMore` where that is before its end. */
export interface Listed<Row> {
  rows: Row[];
  hasMore: boolean;
}

/** Of those that brought somebody so many are listed. */
const LISTED_MAX = 1_000;

/** Excluded bots or sponsors without a subscriber in the range are listed up to this many, to be taken back. */
const EXCLUDED_MAX = 200;

/** Of bots that ask for nothing: today, and the days before it. */
export const SILENT_DAYS = 3;
/** Of an account, the newest: each is a read. */
const LOOKED_AT_MAX = 50;

/** In a publisher's exclusion: all of the account's bots. */
const ALL_BOTS = 0;

export function createStatistics(ports: Ports) {
  const { store, clock, settings } = ports;
  const range = (query: RangeQuery) => rangeOf(query, clock.now(), settings.SERVICE_TIMEZONE);

  /** @throws ServiceError of `ownedOrder` */
  const ordersOf = async (accountId: number, orderId: number | null) => {
    const order = orderId === null ? null : await ownedOrder(store, accountId, orderId);
    return { order, of: order === null ? { advertiserId: accountId } : { orderId: order.orderId } };
  };

  /** @throws ServiceError of `ownedBot` */
  const botsOf = async (accountId: number, botId: number | null) => {
    const bot = botId === null ? null : await ownedBot(store, accountId, botId);
    return { bot, of: bot === null ? { publisherId: accountId } : { botId: bot.botId } };
  };

  const withExcludedBots = async (
    rows: SourceRow[],
    excluded: ReadonlySet<number>,
  ): Promise<Listed<SourceRow>> => {
    const listed = rows.slice(0, LISTED_MAX);
    const there = new Set(listed.map((row) => row.botId));
    const missing = [...excluded].filter((botId) => !there.has(botId));
    const bots = await Promise.all(missing.slice(0, EXCLUDED_MAX).map((botId) => store.bots.find(botId)));
    const added = bots.flatMap((bot) => (bot === null ? [] : [{ botId: bot.botId, nickname: bot.nickname }]));
    return {
      rows: [...listed, ...added.map((bot) => ({ ...bot, ...sumOf([]), isExcluded: true }))],
      hasMore: rows.length > LISTED_MAX || missing.length > EXCLUDED_MAX,
    };
  };

  const excludedOrders = async (accountId: number, botId: number | null): Promise<Set<number>> => {
    const everywhere = await store.exclusions.ordersOfPublisher(accountId, ALL_BOTS);
    if (botId === null) return everywhere;
    return new Set([...everywhere, ...(await store.exclusions.ordersOfPublisher(accountId, botId))]);
  };

  return {
    /** The days a query is about. @throws ServiceError `invalid` */
    range,
    /** All orders of an account, or one of them. */
    ofAdvertiser: async (
      accountId: number,
      orderId: number | null,
      query: RangeQuery,
    ): Promise<AdvertiserFigures> => {
      const { order, of } = await ordersOf(accountId, orderId);
      const days = range(query);
      const [spans, languages] = await Promise.all([
        store.statistics.orderSpans(of, days),
        order === null ? [] : store.statistics.languages(order.orderId, days),
      ]);
      return { languages: toShares(languages), order, ...joinSpans(spans.map(ofOrders)) };
    },
    /** What stands next to the figures of an account's orders, or of one. @throws as `ofAdvertiser` */
    compareOrders: async (accountId: number, orderId: number | null, query: RangeQuery) => {
      const { of } = await ordersOf(accountId, orderId);
      return compare(ports, of, range(query), range({}).toDay);
    },
    /** The same of bots. @throws as `ofPublisher` */
    compareBots: async (accountId: number, botId: number | null, query: RangeQuery) => {
      const { of } = await botsOf(accountId, botId);
      return compare(ports, of, range(query), range({}).toDay);
    },
    /** The person's bots that are on and asked for no sponsors in the last days. */
    silentBots: (accountId: number) => silentBots(ports, accountId),
    /** Lists of an account's bots, or of one, that found no sponsors or too few, and why. @throws as `ofPublisher` */
    noFill: async (accountId: number, botId: number | null, query: RangeQuery) => {
      const { of } = await botsOf(accountId, botId);
      return noFillOf(await store.statistics.fills(of, range(query)));
    },
    /** What impressions and subscribers of an account's bots, or of one, brought on average. @throws as `ofPublisher` */
    prices: async (accountId: number, botId: number | null, query: RangeQuery) => {
      const { of } = await botsOf(accountId, botId);
      const days = range(query);
      const [figures, { shown }] = await Promise.all([
        store.statistics.botDays(of, days),
        store.statistics.way(of, days),
      ]);
      return pricesOf(sumOf(figures), shown, sumOfRequests(figures));
    },
    /**
     * What other services counted before an import, by service: of an account's orders or bots, or of one of them (`id`).
     * Services and days without figures are left out. @throws as `ofAdvertiser` and `ofPublisher`
     */
    imported: async (of: HistorySubject, query: RangeQuery) => {
      if (of.id !== null) await (of.side === 'orders' ? ownedOrder : ownedBot)(store, of.accountId, of.id);
      return importedOf(await store.imports.days(of, range(query)));
    },
    /** The test of a bot's block that runs; null: none does. @throws as `ofPublisher` */
    blockTest: async (accountId: number, botId: number) => {
      const { number, sinceMs } = (await ownedBot(store, accountId, botId)).blockTest;
      return sinceMs === null ? null : blockTestOf(sinceMs, await store.blockTests.figures(botId, number));
    },
    /** Which bots brought an order's subscribers, most first; excluded ones are listed even when they brought none. */
    sources: async (accountId: number, orderId: number, query: RangeQuery) => {
      await ownedOrder(store, accountId, orderId);
      const [rows, excluded] = await Promise.all([
        store.statistics.sources(orderId, range(query)),
        store.exclusions.botsOfOrder(orderId),
      ]);
      return withExcludedBots(
        rows.map((row) => ({ ...row, isExcluded: excluded.has(row.botId) })),
        excluded,
      );
    },
    /** All bots of an account, or one of them. */
    ofPublisher: async (
      accountId: number,
      botId: number | null,
      query: RangeQuery,
    ): Promise<PublisherFigures> => {
      const { bot, of } = await botsOf(accountId, botId);
      const spans = (await store.statistics.botSpans(of, range(query))).map(ofBots);
      return {
        bot,
        requests: sumOfRequests(spans),
        split: spans.some(({ hasOwn }) => hasOwn) ? spans.flatMap(({ split }) => split) : null,
        ...joinSpans(spans),
      };
    },
    /**
     * Which orders a publisher's bots, or one of them, brought subscribers to; excluded ones are always listed. `title`: what the
     * platform calls it, `""` where unknown.
     */
    sponsors: async (accountId: number, botId: number | null, query: RangeQuery) => {
      const { of } = await botsOf(accountId, botId);
      const [rows, excluded] = await Promise.all([
        store.statistics.sponsors(of, range(query)),
        excludedOrders(accountId, botId),
      ]);
      const listed = rows.slice(0, LISTED_MAX);
      const there = new Set(listed.map((row) => row.orderId));
      const missing = [...excluded].filter((orderId) => !there.has(orderId));
      const orders = await store.orders.findMany(missing.slice(0, EXCLUDED_MAX));
      return {
        rows: [
          ...listed.map((row) => ({ ...row, isExcluded: excluded.has(row.orderId) })),
          ...orders.map(({ orderId, link, resource }) => ({
            orderId,
            title: resource.name,
            link,
            ...sumOf([]),
            isExcluded: true,
          })),
        ],
        hasMore: rows.length > LISTED_MAX || missing.length > EXCLUDED_MAX,
      };
    },
  };
}

/** Shares in percent, of all subscribers whose language was counted. */
function toShares(
  counts: readonly { language: string; subscribers: number }[],
): AdvertiserFigures['languages'] {
  const total = counts.reduce((sum, { subscribers }) => sum + subscribers, 0);
  if (total === 0) return [];
  return counts.map(({ language, subscribers }) => ({ language, percentage: (100 * subscribers) / total }));
}

/** Bots that are on and have not asked for sponsors lately. One that was just added has had no time to ask. */
async function silentBots(
  { store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  accountId: number,
): Promise<Bot[]> {
  const dayOf = (ms: number) => dayNumberOf(ms, settings.SERVICE_TIMEZONE);
  const toDay = dayOf(clock.now());
  const range = { fromDay: toDay - SILENT_DAYS + 1, toDay };
  const page = { search: '', inArchive: false, offset: 0, limit: LOOKED_AT_MAX };
  const { bots } = await store.bots.list(accountId, page);
  const figures = await Promise.all(
    bots
      .filter(({ isOn, isBlocked, createdAtMs }) => isOn && !isBlocked && dayOf(createdAtMs) < range.fromDay)
      .map(async (bot) => ({ bot, days: await store.statistics.botDays({ botId: bot.botId }, range) })),
  );
  return figures.filter(({ days }) => sumOfRequests(days).total === 0).map(({ bot }) => bot);
}
