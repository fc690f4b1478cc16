/**
 * The snapshot: the running orders in memory, ranked, in step with the store.
 *
 * A change is applied at once: the order leaves the index and joins a short list beside it. The index itself is made
 * anew when that list has grown, and once a minute when rates have moved: in the background and in small steps where
 * there are many orders, while the old one goes on answering. Rates are read a few orders at a time, so that each is
 * about a minute old, and whenever an order's counters are read anyway.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { dayNumberOf } from '../../days.js';
import { statusOf } from '../../orders/index.js';
import type { Order, OrderCounters, Ports } from '../../ports.js';
import { createRankIndex, type RankIndex } from './bitsets.js';
import { createEntry, type Entry, noteFigures } from './entry.js';
import { byNextRank, byRank, isNewcomer, type RankingRules, scoreOf, sortInSteps } from './ranking.js';
import type { Ranking } from './walk.js';

/** So many changed orders may stand beside the index before it is made anew. */
const MAX_RECENT = 256;

/** Up to here an index is made on the spot: 2 ms. */
const MAX_AT_ONCE = 1_000;

/** Orders put into the index between two pauses: 1 ms. */
const APPEND_STEP = 500;

/** A rate is about this old at most, and the ranking too. */
const RATE_AGE_MS = 60_000;

/** Orders whose rates are read at a time: 1 ms. */
const RATE_BATCH = 100;

/** Rates of so many orders, the dearest, are read before the first answer. */
const RATES_AT_START = 5_000;

/** A writer that never pauses must not keep a request from its answer. */
const MAX_LOADS = 3;

export interface Catalog {
  sync(): Promise<void>;
  get(orderId: number): Entry | undefined;
  /** All running orders, best first; for the operator, not for answering requests. */
  ranked(): Entry[];
  ranking(): Ranking;
  /** Orders that hardly anybody has seen, by id. */
  newcomers(): readonly Entry[];
  /** Live figures, read now. */
  counters(entries: readonly Entry[], nowMs: number): Promise<Map<number, OrderCounters>>;
}

export function createCatalog(
  { store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  rules: RankingRules,
): Catalog {
  const entries = new Map<number, Entry>();
  const owners = new Map<number, { list: readonly Entry[]; isSorted: boolean }>();
  let version = 0;
  let index = createRankIndex<Entry>(0);
  let recent: readonly Entry[] = [];
  let newcomers: readonly Entry[] = [];
  /** Orders that came while the next index is being made; null when none is. */
  let comingLate: Entry[] | null = null;
  let hasMoved = false;
  let rankedAtMs = 0;
  let loading: Promise<void> | null = null;
  let fault: unknown = null;

  const counters = async (asked: readonly Entry[], nowMs: number) => {
    const day = dayNumberOf(nowMs, settings.SERVICE_TIMEZONE);
    const orderIds = asked.map((entry) => entry.order.orderId);
    const found = await store.catalog.counters(orderIds, day, nowMs);
    for (const entry of asked) {
      const figures = found.get(entry.order.orderId);
      if (figures !== undefined && noteFigures(entry, figures)) hasMoved = true;
    }
    return found;
  };
  const rates = createRateReader(entries, counters);

  const changeOwned = (accountId: number, change: (list: readonly Entry[]) => readonly Entry[]) => {
    const list = change(owners.get(accountId)?.list ?? []);
    if (list.length === 0) owners.delete(accountId);
    else owners.set(accountId, { list, isSorted: false });
  };

  const remove = (entry: Entry) => {
    if (entry.position >= 0) index.remove(entry.position);
    entries.delete(entry.order.orderId);
    changeOwned(entry.order.accountId, (list) => list.filter((other) => other !== entry));
  };

  const add = (entry: Entry) => {
    entry.score = scoreOf(entry, rules);
    entries.set(entry.order.orderId, entry);
    changeOwned(entry.order.accountId, (list) => [...list, entry]);
    comingLate?.push(entry);
  };

  const isCurrent = (entry: Entry) => entries.get(entry.order.orderId) === entry;

  const apply = (orders: readonly Order[]) => {
    const nowMs = clock.now();
    const isStart = entries.size === 0;
    const added = new Set<Entry>();
    for (const order of orders) {
      const before = entries.get(order.orderId) ?? null;
      if (before !== null) remove(before);
      if (statusOf(order) !== 'Processing') continue;
      const entry = createEntry(order, before, isStart ? order.createdAtMs : nowMs);
      add(entry);
      added.add(entry);
    }
    // The last version of an order that came twice is the one that counts.
    recent = [...recent, ...added].filter((entry) => isCurrent(entry) && isCheckable(entry)).sort(byRank);
    newcomers = [...newcomers, ...added].filter((entry) => isCurrent(entry) && isNewcomer(entry, rules)).sort(byId);
  };

  const adopt = (made: RankIndex<Entry>, sorted: readonly Entry[]) => {
    for (const [position, entry] of sorted.entries()) {
      entry.position = position;
      entry.score = entry.nextScore;
      if (!isCurrent(entry)) made.remove(position);
    }
    index = made;
    recent = (comingLate ?? []).filter((entry) => isCurrent(entry) && isCheckable(entry)).sort(byRank);
    comingLate = null;
    newcomers = [...entries.values()].filter((entry) => isNewcomer(entry, rules)).sort(byId);
    for (const [accountId, { list }] of owners) owners.set(accountId, { list, isSorted: false });
  };

  function* make(): Generator<void, void> {
    const all = [...entries.values()].filter(isCheckable);
    for (const entry of all) entry.nextScore = scoreOf(entry, rules);
    const sorted = yield* sortInSteps(all, byNextRank);
    const made = createRankIndex<Entry>(sorted.length);
    for (const [position, entry] of sorted.entries()) {
      made.append(entry);
      if (position % APPEND_STEP === APPEND_STEP - 1) yield;
    }
    adopt(made, sorted);
  }

  const rank = async (nowMs: number, mayPause: boolean): Promise<void> => {
    comingLate = [];
    hasMoved = false;
    rankedAtMs = nowMs;
    for (const _ of make()) if (mayPause) await turn();
  };

  /** Makes the index anew where that is due. */
  const keepRanked = (nowMs: number) => {
    if (comingLate !== null) return;
    const isOld = hasMoved && isPast(rankedAtMs, RATE_AGE_MS, nowMs);
    if (!isOld && recent.length <= MAX_RECENT) return;
    rank(nowMs, entries.size > MAX_AT_ONCE).catch((error: unknown) => {
      comingLate = null;
      fault = error;
    });
  };

  const load = async () => {
    const isStart = version === 0;
    const changed = await store.catalog.changedSince(version);
    apply(changed.orders);
    version = changed.version;
    if (!isStart) return;
    await rates.readDearest(RATES_AT_START, clock.now());
    await rank(clock.now(), true);
  };

  return {
    sync: async () => {
      if (fault !== null) throw new Error('the catalog could not be ranked', { cause: fault });
      // What another request is loading may be older than what this one has to see: look again afterwards.
      for (let loads = 0; loads < MAX_LOADS && (await store.catalog.version()) !== version; loads++) {
        loading ??= load().finally(() => {
          loading = null;
        });
        await loading;
      }
      const nowMs = clock.now();
      await rates.refresh(nowMs);
      keepRanked(nowMs);
    },
    get: (orderId) => entries.get(orderId),
    ranked: () => [...entries.values()].sort(byRank),
    ranking: () => ({
      index,
      recent,
      ownedBy: (accountId) => {
        const owned = owners.get(accountId);
        if (owned === undefined) return [];
        if (owned.isSorted) return owned.list;
        const list = owned.list.toSorted(byRank);
        owners.set(accountId, { list, isSorted: true });
        return list;
      },
    }),
    newcomers: () => newcomers,
    counters,
  };
}

/** Reads rates in turn, a few orders at a time. */
function createRateReader(
  entries: ReadonlyMap<number, Entry>,
  read: (entries: readonly Entry[], nowMs: number) => Promise<unknown>,
) {
  let queue: number[] = [];
  let readAtMs = 0;
  let pauseMs = 0;
  let isReading = false;
  const next = (): Entry[] => {
    if (queue.length === 0) queue = [...entries.keys()];
    return queue.splice(-RATE_BATCH).flatMap((orderId) => entries.get(orderId) ?? []);
  };
  return {
    refresh: async (nowMs: number) => {
      if (isReading || entries.size === 0 || !isPast(readAtMs, pauseMs, nowMs)) return;
      const batch = next();
      readAtMs = nowMs;
      pauseMs = RATE_AGE_MS * Math.min(1, batch.length / entries.size);
      isReading = true;
      try {
        await read(batch, nowMs);
      } finally {
        isReading = false;
      }
    },
    /** Of the dearest orders, before anybody is answered. */
    readDearest: async (count: number, nowMs: number) => {
      const dearest = [...entries.values()].sort((a, b) => b.price - a.price).slice(0, count);
      for (let from = 0; from < dearest.length; from += RATE_BATCH) {
        await read(dearest.slice(from, from + RATE_BATCH), nowMs);
        await turn();
      }
      readAtMs = nowMs;
      pauseMs = entries.size > count ? 0 : RATE_AGE_MS;
    },
  };
}

/** A clock that was set back must not stop the work. */
function isPast(sinceMs: number, durationMs: number, nowMs: number): boolean {
  return nowMs - sinceMs >= durationMs || nowMs < sinceMs;
}

function isCheckable({ order }: Entry): boolean {
  return order.checkState === 'ok';
}

function byId(a: Entry, b: Entry): number {
  return a.order.orderId - b.order.orderId;
}
