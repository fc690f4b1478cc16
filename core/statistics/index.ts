/**
 * What orders cost and bots earned, by day (`interface.md`, GET /statistic; `decisions.md`, Statistics). Everything comes
 * from counters kept as things happen, so no answer walks over subscribers.
 */
import { ownedBot, ownedOrder } from '../accounts/index.js';
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';
import type { HistorySubject } from '../ports/import-store.js';
import type { Order } from '../ports/order-store.js';
import type { DayRange, RequestFigures } from '../ports/statistics-store.js';
import { compare, type Comparison } from './comparison.js';
import { type DayPoint, type SplitDay, type Sum, sumOf } from './figures.js';
import { type BlockTestFigures, blockTestOf } from './block-test.js';
import { type NoFill, noFillOf } from './no-fill.js';
import { type Prices, pricesOf } from './prices.js';
import { type ImportedHistory, importedOf } from './imported.js';
import { rangeOf, type RangeQuery } from './range.js';
import { sumOfRequests } from './requests.js';
import { SILENT_DAYS, silentBots } from './silent-bots.js';
import { type BotSpanFigures, joinSpans, ofBots, ofOrders, type SpanFigures } from './spans.js';
import type { UnpaidJoins } from './unpaid.js';

export type { Comparison, HourPoint, Way } from './comparison.js';
export { type BlockTestFigures, type Share, type Verdict, verdicts } from './block-test.js';
export { type DayPoint, type SplitDay, type Sum, sumOf } from './figures.js';
export type { ImportedHistory } from './imported.js';
export type { NoFill, NoFillLanguage } from './no-fill.js';
export { type Prices, pricesOf } from './prices.js';
export type { RangeQuery } from './range.js';
export { sumOfRequests } from './requests.js';
export { niceCeiling } from './scale.js';
export type { BotSpanFigures, SpanFigures } from './spans.js';
export type { UnpaidDay, UnpaidJoins } from './unpaid.js';

export { SILENT_DAYS };

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

export interface SponsorRow extends Sum {
  orderId: number;
  /** What the platform calls it, `""` where unknown. */
  title: string;
  link: string;
  isExcluded: boolean;
}

/** A list that ends somewhere; `hasMore` where that is before its end. */
export interface Listed<Row> {
  rows: Row[];
  hasMore: boolean;
}

export interface Statistics {
  /** All orders of an account, or one of them. */
  ofAdvertiser(accountId: number, orderId: number | null, range: RangeQuery): Promise<AdvertiserFigures>;
  /** Which bots brought an order's subscribers, most first; excluded ones are listed even when they brought none. */
  sources(accountId: number, orderId: number, range: RangeQuery): Promise<Listed<SourceRow>>;
  /** All bots of an account, or one of them. */
  ofPublisher(accountId: number, botId: number | null, range: RangeQuery): Promise<PublisherFigures>;
  /** Which orders a publisher's bots, or one of them, brought subscribers to; excluded ones are always listed. */
  sponsors(accountId: number, botId: number | null, range: RangeQuery): Promise<Listed<SponsorRow>>;
  /** What stands next to the figures of an account's orders, or of one. @throws as `ofAdvertiser` */
  besideOrders(accountId: number, orderId: number | null, range: RangeQuery): Promise<Comparison>;
  /** The same of bots. @throws as `ofPublisher` */
  besideBots(accountId: number, botId: number | null, range: RangeQuery): Promise<Comparison>;
  /** Lists of an account's bots, or of one, that found no sponsors or too few, and why. @throws as `ofPublisher` */
  /** The person's bots that are on and asked for no sponsors in the last days. */
  silentBots(accountId: number): Promise<Bot[]>;
  noFill(accountId: number, botId: number | null, range: RangeQuery): Promise<NoFill>;
  /** What impressions and subscribers of an account's bots, or of one, brought on average. @throws as `ofPublisher` */
  prices(accountId: number, botId: number | null, range: RangeQuery): Promise<Prices>;
  /**
   * What other services counted before an import, by service: of an account's orders or bots, or of one of them (`id`).
   * Services and days without figures are left out. @throws as `ofAdvertiser` and `ofPublisher`
   */
  imported(of: HistorySubject, range: RangeQuery): Promise<ImportedHistory[]>;
  /** The test of a bot's block that runs; null: none does. @throws as `ofPublisher` */
  blockTest(accountId: number, botId: number): Promise<BlockTestFigures | null>;
  /** The days a query is about. @throws ServiceError `invalid` */
  range(query: RangeQuery): DayRange;
}

/** Of those that brought somebody so many are listed. */
const LISTED_MAX = 1_000;

/** Excluded bots or sponsors without a subscriber in the range are listed up to this many, to be taken back. */
const EXCLUDED_MAX = 200;

/** In a publisher's exclusion: all of the account's bots. */
const ALL_BOTS = 0;

export function createStatistics(ports: Ports): Statistics {
  const { store, clock, settings } = ports;
  const range = (query: RangeQuery) => rangeOf(query, clock.now(), settings.SERVICE_TIMEZONE);

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
    range,
    ofAdvertiser: async (accountId, orderId, query) => {
      const order = orderId === null ? null : await ownedOrder(store, accountId, orderId);
      const days = range(query);
      const of = order === null ? { advertiserId: accountId } : { orderId: order.orderId };
      const [spans, languages] = await Promise.all([
        store.statistics.orderSpans(of, days),
        order === null ? [] : store.statistics.languages(order.orderId, days),
      ]);
      return { languages: toShares(languages), order, ...joinSpans(spans.map(ofOrders)) };
    },
    besideOrders: async (accountId, orderId, query) => {
      const order = orderId === null ? null : await ownedOrder(store, accountId, orderId);
      const of = order === null ? { advertiserId: accountId } : { orderId: order.orderId };
      return compare(ports, of, range(query), range({}).toDay);
    },
    besideBots: async (accountId, botId, query) => {
      const { of } = await botsOf(accountId, botId);
      return compare(ports, of, range(query), range({}).toDay);
    },
    silentBots: (accountId) => silentBots(ports, accountId),
    noFill: async (accountId, botId, query) => {
      const { of } = await botsOf(accountId, botId);
      return noFillOf(await store.statistics.fills(of, range(query)));
    },
    prices: async (accountId, botId, query) => {
      const { of } = await botsOf(accountId, botId);
      const days = range(query);
      const [figures, { shown }] = await Promise.all([
        store.statistics.botDays(of, days),
        store.statistics.way(of, days),
      ]);
      return pricesOf(sumOf(figures), shown, sumOfRequests(figures));
    },
    imported: async (of, query) => {
      if (of.id !== null) await (of.side === 'orders' ? ownedOrder : ownedBot)(store, of.accountId, of.id);
      return importedOf(await store.imports.days(of, range(query)));
    },
    blockTest: async (accountId, botId) => {
      const { number, sinceMs } = (await ownedBot(store, accountId, botId)).blockTest;
      return sinceMs === null ? null : blockTestOf(sinceMs, await store.blockTests.figures(botId, number));
    },
    sources: async (accountId, orderId, query) => {
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
    ofPublisher: async (accountId, botId, query) => {
      const { bot, of } = await botsOf(accountId, botId);
      const spans = (await store.statistics.botSpans(of, range(query))).map(ofBots);
      return {
        bot,
        requests: sumOfRequests(spans),
        split: spans.some(({ hasOwn }) => hasOwn) ? spans.flatMap(({ split }) => split) : null,
        ...joinSpans(spans),
      };
    },
    sponsors: async (accountId, botId, query) => {
      if (botId !== null) await ownedBot(store, accountId, botId);
      const of = botId === null ? { publisherId: accountId } : { botId };
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
