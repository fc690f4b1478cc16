/**
 * What orders cost and bots earned, by day (`interface.md`, GET /statistic; `decisions.md`, Statistics). Everything comes
 * from counters kept as things happen, so no answer walks over subscribers.
 */
import { ownedBot, ownedOrder } from '../accounts/index.js';
import { dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';
import type { HistorySubject } from '../ports/import-store.js';
import { compare } from './comparison.js';
import { importedOf, pricesOf, type Sum, sumOf, sumOfRequests } from './figures.js';
import { blockTestOf } from './block-test.js';
import { noFillOf } from './no-fill.js';
import { rangeOf, type RangeQuery } from './range.js';
import { joinSpans, ofBots, ofOrders } from './spans.js';

export type { Comparison } from './comparison.js';
export { type BlockTestFigures, type Share, verdicts } from './block-test.js';
export * from './figures.js';
export type { NoFill } from './no-fill.js';
export type { BotSpanFigures, SpanFigures, UnpaidJoins } from './spans.js';

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
  /** The days a query is about. @throws ServiceError `invalid` */
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

  return {
    /**
     * All orders of an account, or one of them (`order`). `unpaid`: joins that the advertiser does not pay for. `languages`:
     * of one order only, shares of its subscribers, most first; a code, `""` unknown.
     */
    ofAdvertiser: async (accountId: number, orderId: number | null, query: RangeQuery) => {
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
      const [spans, { shown }] = await Promise.all([
        store.statistics.botSpans(of, days),
        store.statistics.way(of, days),
      ]);
      const figures = spans.flatMap((span) => span.days);
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
      return withExcluded(
        rows,
        ({ botId }) => botId,
        excluded,
        async (botIds) => {
          const bots = await Promise.all(botIds.map((botId) => store.bots.find(botId)));
          return bots.flatMap((bot) => (bot === null ? [] : [{ botId: bot.botId, nickname: bot.nickname }]));
        },
      );
    },
    /**
     * All bots of an account, or one of them (`bot`). `unpaid`: joins that the publisher earns nothing for. `split`: by whose
     * orders, day by day; null when none of the publisher's own orders brought a subscriber.
     */
    ofPublisher: async (accountId: number, botId: number | null, query: RangeQuery) => {
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
        excludedOrders(store, accountId, botId),
      ]);
      return withExcluded(
        rows,
        ({ orderId }) => orderId,
        excluded,
        async (orderIds) => {
          const orders = await store.orders.findMany(orderIds);
          return orders.map(({ orderId, link, resource }) => ({ orderId, title: resource.name, link }));
        },
      );
    },
  };
}

/**
 * The first of some rows, most first, and what is excluded without a subscriber. `hasMore`: there are more than these.
 * @param find rows of these ids
 */
async function withExcluded<Row extends Sum, Found extends object>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
  excluded: ReadonlySet<number>,
  find: (ids: readonly number[]) => Promise<Found[]>,
) {
  const listed = rows.slice(0, LISTED_MAX);
  const there = new Set(listed.map(idOf));
  const missing = [...excluded].filter((id) => !there.has(id));
  const added = await find(missing.slice(0, EXCLUDED_MAX));
  return {
    rows: [
      ...listed.map((row) => ({ ...row, isExcluded: excluded.has(idOf(row)) })),
      ...added.map((found) => ({ ...found, ...sumOf([]), isExcluded: true })),
    ],
    hasMore: rows.length > LISTED_MAX || missing.length > EXCLUDED_MAX,
  };
}

async function excludedOrders(
  { exclusions }: Pick<Ports['store'], 'exclusions'>,
  accountId: number,
  botId: number | null,
): Promise<Set<number>> {
  const everywhere = await exclusions.ordersOfPublisher(accountId, ALL_BOTS);
  if (botId === null) return everywhere;
  return new Set([...everywhere, ...(await exclusions.ordersOfPublisher(accountId, botId))]);
}

/** Shares in percent, of all subscribers whose language was counted. */
function toShares(counts: readonly { language: string; subscribers: number }[]) {
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
      .map(async (bot) => ({ bot, spans: await store.statistics.botSpans({ botId: bot.botId }, range) })),
  );
  return figures
    .filter(({ spans }) => spans.every(({ days }) => sumOfRequests(days).total === 0))
    .map(({ bot }) => bot);
}
