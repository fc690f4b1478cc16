/**
 * The snapshot: the running orders in memory, ranked, in step with the store.
 *
 * A change is applied at once: the order leaves the indices and joins a short list next to each (`shelf.ts`). Rates are
 * read a few orders at a time, so that each is about a minute old, and whenever an order's counters are read anyway.
 */
import { statusOf } from '../orders/index.js';
import type { Ports } from '../ports.js';
import type { AsOf } from '../ports/as-of.js';
import type { Bot } from '../ports/bot-store.js';
import type { Order, OrderCounters } from '../ports/order-store.js';
import { createEntry, type Entry, REST_MS } from './entry.js';
import { isNewcomer, type RankingRules, rulesInUse } from './ranking.js';
import { createOwners, type Owed } from './owners.js';
import { type ChosenOf, createRates } from './rates.js';
import { createShelves } from './shelves.js';
import { createTraffic, type Traffic } from './traffic.js';
import { createThemes, type Themes } from './tastes.js';
import type { Ranking } from './walk.js';

/** A writer that never pauses must not keep a request from its answer. */
const MAX_LOADS = 3;

export interface Catalog {
  sync(asOf?: AsOf): Promise<void>;
  get(orderId: number): Entry | undefined;
  /** The order of preference in a bot. */
  ranking(bot: Bot, nowMs: number): Ranking;
  /** Of orders that run or have run. */
  readonly themes: Pick<Themes, 'of'>;
  /** Whether any running order asks for a least quality of the bots that show it. */
  asksForQuality(): boolean;
  /** All running orders, in no order that matters. Goes on through what comes and goes meanwhile. */
  running(): IterableIterator<Entry>;
  /**
   * Orders that hardly anybody had seen when the smoothed ranking was made, or that came since; some may be gone. None
   * where no bot is ranked by that rule.
   */
  newcomers(): readonly Entry[];
  /** Lets these be passed over for a moment. */
  rest(entries: readonly Entry[], nowMs: number): void;
  /** Live figures, read now. */
  counters(entries: readonly Entry[], nowMs: number, asOf?: AsOf): Promise<Map<number, OrderCounters>>;
  /** A running order is shown to one more user, not yet in the counters. */
  shown(orderId: number, nowMs: number): void;
  /** How many users in an order's audience are expected when; null: unknown. */
  flowOf: Traffic['flowOf'];
  /** What users who see the account's running orders may still cost it. */
  owed(accountId: number, nowMs: number): Owed;
}

type BeginsOf = (order: Order) => Entry['begins'];

type CatalogPorts = Pick<Ports, 'store' | 'clock' | 'random' | 'settings' | 'log'>;

/** @param chosenOf how many impressions of an order its counters may not have yet */
export function createCatalog(ports: CatalogPorts, rules: RankingRules, chosenOf: ChosenOf): Catalog {
  const { store, clock, settings } = ports;
  const explores = rulesInUse(settings).includes('smoothed');
  const entries = new Map<number, Entry>();
  const owners = createOwners(rules);
  const isCurrent = (entry: Entry) => entries.get(entry.order.orderId) === entry;
  const themes = createThemes();
  const traffic = createTraffic(ports);
  let version = 0;
  let newcomers: Entry[] = [];
  /** Orders that ask for a least quality. */
  let demanding = 0;
  const rates = createRates(ports, entries, { owners, chosenOf, flowOf: traffic.flowOf });

  const slots = createSlots(() => shelves.isBeingMade());
  const shelves = createShelves({
    ports,
    rules,
    entries,
    slots: slots.count,
    ownedBy: owners.ownedBy,
    isCurrent,
    moves: rates.moves,
    smoothed: (all) => {
      newcomers = [...all].filter((entry) => isNewcomer(entry, rules));
    },
  });

  const remove = (entry: Entry) => {
    shelves.remove(entry);
    entries.delete(entry.order.orderId);
    if (entry.order.minBotQuality > 0) demanding -= 1;
    owners.remove(entry, clock.now());
    slots.free(entry.slot);
  };

  const add = (entry: Entry) => {
    entries.set(entry.order.orderId, entry);
    if (entry.order.minBotQuality > 0) demanding += 1;
    themes.note(entry.order.orderId, entry.order.theme);
    owners.add(entry, clock.now());
    if (explores && isNewcomer(entry, rules)) newcomers.push(entry);
  };

  const apply = (orders: readonly Order[], figures: ReadonlyMap<number, OrderCounters>, begins: BeginsOf) => {
    const added: Entry[] = [];
    for (const order of orders) {
      const before = entries.get(order.orderId) ?? null;
      if (before !== null) remove(before);
      if (statusOf(order) !== 'Processing') continue;
      const entry = createEntry(order, slots.next(), before, begins(order));
      const read = figures.get(order.orderId);
      if (read !== undefined) rates.note(entry, read, clock.now());
      add(entry);
      added.push(entry);
    }
    return added;
  };

  const load = async () => {
    const isStart = version === 0;
    const changed = await store.catalog.changedSince(version);
    const nowMs = clock.now();
    const isNew = (order: Order) => statusOf(order) === 'Processing' && !entries.has(order.orderId);
    if (changed.isAll === true) others(entries, changed.orders).forEach(remove);
    const figures = await rates.first(changed.orders.filter(isNew), nowMs);
    const added = apply(changed.orders, figures, (order) =>
      isStart ? { atMs: order.createdAtMs, joinsToday: 0 } : { atMs: nowMs, joinsToday: null },
    );
    if (isStart) await shelves.open(nowMs);
    else shelves.add(added);
    version = changed.version;
  };
  const loadNewest = createLoading(load, async () => (await store.catalog.version()) === version);

  return {
    sync: async (asOf) => {
      if ((await store.catalog.version(asOf)) !== version) await loadNewest();
      const nowMs = clock.now();
      await rates.refresh(nowMs);
      shelves.keep(nowMs);
      traffic.keep(nowMs);
    },
    get: (orderId) => entries.get(orderId),
    ranking: (bot, nowMs) => shelves.of(bot, nowMs),
    themes,
    asksForQuality: () => demanding > 0,
    running: () => entries.values(),
    newcomers: () => newcomers,
    rest: (tired, nowMs) => {
      for (const entry of tired) entry.restsUntilMs = nowMs + REST_MS;
      shelves.rest(tired.filter(isCurrent), nowMs);
    },
    counters: rates.counters,
    shown: rates.shown,
    flowOf: traffic.flowOf,
    owed: owners.owed,
  };
}

function others(entries: ReadonlyMap<number, Entry>, orders: readonly Order[]): Entry[] {
  const ids = new Set(orders.map(({ orderId }) => orderId));
  return [...entries.values()].filter(({ order }) => !ids.has(order.orderId));
}

/** Slots of orders that went are used again once no index is being made that may still have them. */
function createSlots(isIndexBeingMade: () => boolean) {
  const freed: number[] = [];
  let count = 0;
  return {
    next: () => (isIndexBeingMade() ? undefined : freed.pop()) ?? count++,
    free: (slot: number) => {
      freed.push(slot);
    },
    /** How many there are, in use or not. */
    count: () => count,
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
