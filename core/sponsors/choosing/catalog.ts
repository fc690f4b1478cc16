/**
 * The snapshot: the running orders in memory, ranked, in step with the store.
 *
 * A change is applied at once: the order leaves the index and joins a short list beside it. The index itself is made
 * anew when that list has grown, and once a minute when rates have moved: in the background and in small steps where
 * there are many orders, while the old one goes on answering. Rates are read a few orders at a time, so that each is
 * about a minute old, and whenever an order's counters are read anyway.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { statusOf } from '../../orders/index.js';
import type { AsOf, Order, OrderCounters, Ports } from '../../ports.js';
import { createRankIndex, type RankIndex } from './bitsets.js';
import { createEntry, type Entry, REST_MS } from './entry.js';
import { mayOpen } from './fitness.js';
import { byNextRank, insertRanked, isNewcomer, type RankingRules, scoreOf, sortInSteps } from './ranking.js';
import { createOwners, type Owed } from './owners.js';
import { type ChosenOf, createRates, isPast, RATE_AGE_MS } from './rates.js';
import type { Ranking } from './walk.js';

/** So many changed orders may stand beside the index before it is made anew. */
const MAX_RECENT = 256;

/** Up to here an index is made on the spot: 2 ms. */
const MAX_AT_ONCE = 1_000;

/** Orders put into the index between two pauses: 1 ms. */
const APPEND_STEP = 500;

/** A writer that never pauses must not keep a request from its answer. */
const MAX_LOADS = 3;

export interface Catalog {
  sync(asOf?: AsOf): Promise<void>;
  get(orderId: number): Entry | undefined;
  ranking(): Ranking;
  /** All running orders, in no order that matters. Goes on through what comes and goes meanwhile. */
  running(): IterableIterator<Entry>;
  /** Orders that hardly anybody had seen when the ranking was made, or that came since; some may be gone. */
  newcomers(): readonly Entry[];
  /** Lets these be passed over for a moment. */
  rest(entries: readonly Entry[], nowMs: number): void;
  /** Live figures, read now. */
  counters(entries: readonly Entry[], nowMs: number, asOf?: AsOf): Promise<Map<number, OrderCounters>>;
  /** A running order is shown to one more user, whom the counters do not know yet. */
  shown(orderId: number, nowMs: number): void;
  /** What users who see the account's running orders may still cost it. */
  owed(accountId: number, nowMs: number): Owed;
}

type BeginsOf = (order: Order) => Entry['begins'];

type CatalogPorts = Pick<Ports, 'store' | 'clock' | 'settings'>;

/** @param chosenOf how many impressions of an order its counters may not have yet */
export function createCatalog(ports: CatalogPorts, rules: RankingRules, chosenOf: ChosenOf): Catalog {
  const { store, clock, settings } = ports;
  const zone = settings.SERVICE_TIMEZONE;
  const entries = new Map<number, Entry>();
  const owners = createOwners(rules);
  let version = 0;
  let index = newIndex(0, zone);
  let recent: readonly Entry[] = [];
  let newcomers: Entry[] = [];
  /** Orders that came and went while the next index is being made; null when none is. */
  let meanwhile: { came: Entry[]; went: Entry[] } | null = null;
  let rankedAtMs = 0;
  let fault: unknown = null;
  const rates = createRates(ports, entries, { owners, chosenOf });

  const remove = (entry: Entry) => {
    if (entry.position >= 0) index.remove(entry.position);
    entries.delete(entry.order.orderId);
    owners.remove(entry, clock.now());
    meanwhile?.went.push(entry);
  };

  const add = (entry: Entry) => {
    entry.score = scoreOf(entry, rules);
    entries.set(entry.order.orderId, entry);
    owners.add(entry, clock.now());
    meanwhile?.came.push(entry);
    if (isNewcomer(entry, rules)) newcomers.push(entry);
  };

  const isCurrent = (entry: Entry) => entries.get(entry.order.orderId) === entry;

  const apply = (orders: readonly Order[], figures: ReadonlyMap<number, OrderCounters>, begins: BeginsOf) => {
    const added: Entry[] = [];
    for (const order of orders) {
      const before = entries.get(order.orderId) ?? null;
      if (before !== null) remove(before);
      if (statusOf(order) !== 'Processing') continue;
      const entry = createEntry(order, before, begins(order));
      const read = figures.get(order.orderId);
      if (read !== undefined) rates.note(entry, read, clock.now());
      add(entry);
      added.push(entry);
    }
    return added;
  };

  /** Beside the index, until the next one is made. */
  const list = (added: readonly Entry[]) => {
    const isListed = (entry: Entry) => isCurrent(entry) && isCheckable(entry);
    recent = insertRanked(
      recent.every(isCurrent) ? recent : recent.filter(isCurrent),
      added.filter(isListed),
    );
  };

  const adopt = (made: RankIndex<Entry>, sorted: readonly Entry[], unseen: Entry[]) => {
    for (const [position, entry] of sorted.entries()) {
      entry.position = position;
      entry.score = entry.nextScore;
    }
    const { came = [], went = [] } = meanwhile ?? {};
    for (const entry of went) if (entry.position >= 0) made.remove(entry.position);
    meanwhile = null;
    index = made;
    recent = [];
    list(came);
    newcomers = [...unseen, ...came];
    owners.ranksMoved();
  };

  function* make(): Generator<void, void> {
    const all = [...entries.values()].filter(isCheckable);
    for (const entry of all) entry.nextScore = scoreOf(entry, rules);
    const sorted = yield* sortInSteps(all, byNextRank);
    const made = newIndex(sorted.length, zone);
    const unseen: Entry[] = [];
    for (const [position, entry] of sorted.entries()) {
      made.append(entry);
      if (isNewcomer(entry, rules)) unseen.push(entry);
      if (position % APPEND_STEP === APPEND_STEP - 1) yield;
    }
    adopt(made, sorted, unseen);
  }

  const rank = async (nowMs: number, mayPause: boolean): Promise<void> => {
    meanwhile = { came: [], went: [] };
    rates.settle();
    rankedAtMs = nowMs;
    const steps = make();
    while (steps.next().done !== true) if (mayPause) await turn();
  };

  /** Makes the index anew where that is due. */
  const keepRanked = (nowMs: number) => {
    if (meanwhile !== null) return;
    const isOld = rates.haveMoved() && isPast(rankedAtMs, RATE_AGE_MS, nowMs);
    if (!isOld && recent.length <= MAX_RECENT) return;
    rank(nowMs, entries.size > MAX_AT_ONCE).catch((error: unknown) => {
      meanwhile = null;
      fault = error;
    });
  };

  const load = async () => {
    const isStart = version === 0;
    const changed = await store.catalog.changedSince(version);
    const nowMs = clock.now();
    const isNew = (order: Order) => statusOf(order) === 'Processing' && !entries.has(order.orderId);
    const figures = await rates.first(changed.orders.filter(isNew), nowMs);
    const added = apply(changed.orders, figures, (order) =>
      isStart ? { atMs: order.createdAtMs, joinsToday: 0 } : { atMs: nowMs, joinsToday: null },
    );
    if (isStart) await rank(nowMs, true);
    else list(added);
    version = changed.version;
  };
  const loadNewest = createLoading(load, async () => (await store.catalog.version()) === version);

  return {
    sync: async (asOf) => {
      const cause = fault;
      fault = null;
      if (cause !== null) throw new Error('the catalog could not be ranked', { cause });
      if ((await store.catalog.version(asOf)) !== version) await loadNewest();
      const nowMs = clock.now();
      await rates.refresh(nowMs);
      keepRanked(nowMs);
    },
    get: (orderId) => entries.get(orderId),
    ranking: () => ({ index, recent, ownedBy: (accountId) => owners.ranked(accountId) }),
    running: () => entries.values(),
    newcomers: () => newcomers,
    rest: (tired, nowMs) => {
      for (const entry of tired) {
        entry.restsUntilMs = nowMs + REST_MS;
        if (isCurrent(entry) && entry.position >= 0) index.rest(entry.position, nowMs);
      }
    },
    counters: rates.counters,
    shown: rates.shown,
    owed: owners.owed,
  };
}

/** @returns loads until nothing is newer; those who want that at the same time share a load */
function createLoading(load: () => Promise<void>, isNewest: () => Promise<boolean>): () => Promise<void> {
  let loading: Promise<void> | null = null;
  return async () => {
    // What another request is loading may be older than what this one has to see: look again afterwards.
    for (let loads = 0; loads < MAX_LOADS && !(await isNewest()); loads++) {
      loading ??= load().finally(() => {
        loading = null;
      });
      await loading;
    }
  };
}

function newIndex(size: number, zone: string): RankIndex<Entry> {
  return createRankIndex(size, REST_MS, (schedule, minuteStartMs) => mayOpen(schedule, minuteStartMs, zone));
}

function isCheckable({ order }: Entry): boolean {
  return order.checkState === 'ok' && order.pauseReason === null;
}
