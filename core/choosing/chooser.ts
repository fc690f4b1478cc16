/** Chooses the sponsors that suit a user now and are worth most (`decisions.md`, /get-sponsors; Smart link). */
import { listOf } from '../collections.js';
import { traitsOf } from '../audience/index.js';
import { DAY_MS, dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';
import type { AsOf } from '../ports/as-of.js';
import type { Bot } from '../ports/bot-store.js';
import type { Order, OrderCounters } from '../ports/order-store.js';
import { createRemembered, readOnceIn } from '../remembered.js';
import { createCatalog } from './catalog.js';
import type { Entry } from './entry.js';
import { priceIn, refuseShow, refuseSubscriber } from './figures.js';
import { leastPriceOf, refuseTime, type Viewer } from './fitness.js';
import { isNewcomer, rankingRules, ruleOf } from './ranking.js';
import type { IneligibilityReason } from './ineligibility-reasons.js';
import { createPromises } from './promises.js';
import { createTally, type Look } from './tally.js';
import { tasteOf, walkForTaste } from './tastes.js';
import { type Profile, profileOf, shownByVisit } from './targeting.js';
import { isOnTop, type Query, refuse, suits, walk, type Walk } from './walk.js';

export interface Chooser {
  /** Brings the snapshot up to date with the store; cheap when nothing changed. */
  sync(asOf?: AsOf): Promise<void>;
  /** A running order of the snapshot. */
  order(orderId: number): Order | undefined;
  /**
   * The best `count` orders that suit now, best first: high-priority own orders, then by expected value; at most one for
   * each thing to join. By the smoothed rule a newcomer stands before the others now and then. Counters are read live.
   */
  choose(viewer: Viewer, count: number): Promise<Order[]>;
  /**
   * Whether some order would suit but for what only a page visit can show: device, the fraud check, and country and
   * city where there is a database to look them up in. Not within a day of a visit, which showed what it could.
   */
  couldSuitAfterVisit(viewer: Viewer): Promise<boolean>;
  /** Counts why orders are not for this viewer, aside: once for each list that is chosen. @returns see `tally.ts` */
  note(viewer: Viewer): Look | null;
  /** How many times each reason has held since this process runs, over all orders; see `tally.ts`. */
  ineligibilityCounts(): ReadonlyMap<IneligibilityReason, number>;
  /** Every running order, by what is known of the bot's users alone, best first. */
  explain(viewer: Viewer): Promise<Explained[]>;
  /**
   * Which of these orders, pinned earlier, may still be shown: running, checkable, within their schedule, with quantity
   * and money left. Pacing holds back new impressions only.
   * @param bot where they are shown: neither side excluded them there, and own orders may be free
   */
  available(orderIds: readonly number[], nowMs: number, bot: Bot, asOf?: AsOf): Promise<Set<number>>;
  /** Whether what is known of single users is made use of in this bot. */
  learns(bot: Bot): boolean;
  /**
   * The quality of a bot: at most ten minutes old, and 1 where nothing is known. 0, without a read, while no running order
   * asks: so one that comes between is left out of this list rather than shown unasked.
   */
  quality(bot: Bot): Promise<number>;
  /** Orders that either side keeps out of this bot. */
  excluded(bot: Bot, asOf?: AsOf): Promise<ReadonlySet<number>>;
}

export interface Explained {
  orderId: number;
  /** The first reason for which it is not shown to this viewer; null: it may be. */
  reason: IneligibilityReason | null;
  /** What an impression among the bot's users was worth when they were ranked last, multiplied with `multiplier`; micro-units. */
  score: number;
  /** What its rank is multiplied with in this bot since it gets what it wants today anyway (`multiplier.ts`); 1 under the smoothed rule. */
  multiplier: number;
  /** What an impression is worth to this user, as a multiple of what it is to the bot's users (`tastes.ts`); 1 where nothing is known. */
  taste: number;
}

/** Counters are read for so many orders at a time at most, and for so many in one choice. */
const MAX_BATCH = 128;
const MAX_EXAMINED = 512;

/** Where counters refused more than this in one choice, those rest for a moment, so that the next choice gets past them. */
const CROWD = 128;

/** Newcomers looked at to find one that suits. */
const MAX_EXPLORED = 64;

const REMEMBERED_EXCLUSIONS = 10_000;
const NO_FIELDS: ReadonlySet<number> = new Set();
const UNASKED = Promise.resolve(0);
/** A bot's quality (`core/quality`) is worked out again once a day. */
const QUALITY_AGE_MS = 10 * 60_000;
/** Bots whose quality is remembered; beyond them all are forgotten, which costs a read of each. */
const REMEMBERED_QUALITIES = 10_000;

/** What bots exclude, by `botId:accountId`, read again after any change to exclusions. */
function rememberedExclusions(exclusions: Ports['store']['exclusions']) {
  const remembered = createRemembered(
    (asOf) => exclusions.version(asOf),
    (key: `${number}:${number}`) => {
      const [botId = 0, accountId = 0] = key.split(':').map(Number);
      return exclusions.ofBot(botId, accountId);
    },
    REMEMBERED_EXCLUSIONS,
  );
  return ({ botId, accountId }: Bot, asOf?: AsOf) => remembered.get(`${botId}:${accountId}`, asOf);
}

/** The quality of a bot, for orders that ask for a least one; 1 where nothing is known of it. */
function rememberedQualities({ store, clock }: Pick<Ports, 'store' | 'clock'>) {
  const readings = new Map<number, () => Promise<number>>();
  return (botId: number): Promise<number> => {
    const known = readings.get(botId);
    if (known !== undefined) return known();
    if (readings.size >= REMEMBERED_QUALITIES) readings.clear();
    const reading = readOnceIn(clock, QUALITY_AGE_MS, () => store.quality.factor(botId));
    readings.set(botId, reading);
    return reading();
  };
}

export function createChooser(
  ports: Pick<Ports, 'store' | 'clock' | 'random' | 'settings' | 'log'>,
): Chooser {
  const { settings, random } = ports;
  const zone = settings.SERVICE_TIMEZONE;
  const rules = rankingRules(settings);
  const promises = createPromises((botId, nowMs) =>
    ports.store.contacts.record(botId, dayNumberOf(nowMs, zone) - 1),
  );
  const catalog = createCatalog(ports, rules, promises.of);

  const qualityOf = rememberedQualities(ports);
  const excluded = rememberedExclusions(ports.store.exclusions);

  const isLearned = ({ botId }: Bot) => ruleOf(botId, settings) === 'learned';

  const queryOf = (viewer: Viewer): Query => ({
    viewer,
    profile: profileOf(traitsOf(viewer.user, viewer.nowMs)),
    assumed: null,
    zone,
    leastPrice: leastPriceOf(viewer.bot.settings.minPriceMicros, settings.PUBLISHER_SHARE),
  });

  const refuseNow = (entry: Entry, figures: OrderCounters | undefined, { viewer: { bot, nowMs } }: Query) => {
    const chosen = promises.of(entry.order.orderId, nowMs);
    const priceMicros = priceIn(entry.order, bot);
    const owed = catalog.owed(entry.order.accountId, nowMs);
    const flow = entry.order.isLite ? catalog.flowOf(entry.order) : null;
    return refuseShow(entry, figures, { priceMicros, owed, chosen, nowMs, zone, rules, flow });
  };

  const tally = createTally(catalog, ports.store.statistics, refuseNow);

  const promise = (orderIds: readonly number[], { bot, isInContact, nowMs }: Viewer) => {
    if (!promises.add(orderIds, bot, isInContact, nowMs)) return;
    for (const orderId of orderIds) catalog.shown(orderId, nowMs);
  };

  /** A newcomer that suits, in a small share of choices by the smoothed rule. */
  const explore = (query: Query): Entry | null => {
    if (isLearned(query.viewer.bot)) return null;
    const newcomers = catalog.newcomers();
    if (newcomers.length === 0 || rules.exploreShare === 0 || random.next() >= rules.exploreShare)
      return null;
    const start = Math.floor(random.next() * newcomers.length);
    for (let step = 0; step < Math.min(MAX_EXPLORED, newcomers.length); step++) {
      const entry = newcomers[(start + step) % newcomers.length];
      if (entry === undefined || isOnTop(entry, query.viewer.bot)) continue;
      const isStill = catalog.get(entry.order.orderId) === entry && isNewcomer(entry, rules);
      if (isStill && suits(entry, query)) return entry;
    }
    return null;
  };

  /** The first `count` of a walk that their counters let through, one for each thing to join. */
  const pick = async (
    query: Query,
    { count, explorer = null, isGiven }: { count: number; explorer?: Entry | null; isGiven: boolean },
  ): Promise<Entry[]> => {
    const { viewer } = query;
    const walkBy: typeof walkForTaste = isLearned(viewer.bot) ? walkForTaste : walk;
    const next = walkBy(catalog.ranking(viewer.bot, viewer.nowMs), query, { count, themes: catalog.themes });
    const picked = new Map<string, Entry>();
    const refused: Entry[] = [];
    // The newcomer is looked at with the first, and stands before all but the owner's own high-priority orders.
    let batch = withExplorer(takeMany(next, count, explorer), explorer, viewer.bot);
    for (let examined = 0; batch.length > 0;) {
      const figures = await catalog.counters(batch, viewer.nowMs, viewer.asOf);
      const before = picked.size;
      for (const entry of batch) {
        if (picked.size === count || picked.has(entry.membershipKey)) continue;
        if (refuseNow(entry, figures.get(entry.order.orderId), query) === null)
          picked.set(entry.membershipKey, entry);
        else refused.push(entry);
      }
      // In the same breath: of a crowd that comes at once, each must see what the one before it was given.
      const now = [...picked.values()].slice(before).map(({ order }) => order.orderId);
      if (isGiven && now.length > 0) promise(now, viewer);
      examined += batch.length;
      if (picked.size === count || examined >= MAX_EXAMINED) break;
      batch = takeMany(next, Math.min(MAX_BATCH, batch.length * 2, MAX_EXAMINED - examined), explorer);
    }
    if (refused.length > CROWD) catalog.rest(refused, viewer.nowMs);
    return [...picked.values()];
  };

  return {
    sync: catalog.sync,
    order: (orderId) => catalog.get(orderId)?.order,
    choose: async (viewer, count) => {
      const query = queryOf(viewer);
      const entries = await pick(query, { count, explorer: explore(query), isGiven: true });
      return entries.map(({ order }) => order);
    },
    couldSuitAfterVisit: async (viewer) => {
      const query = queryOf(viewer);
      const assumed = fieldsShownByVisit(viewer, query.profile, settings.GEOIP_CITY_DB !== undefined);
      if (assumed.size === 0) return false;
      const visited = { ...query, assumed };
      return (await pick(visited, { count: 1, isGiven: false })).length > 0;
    },
    note: (viewer) => tally.note(() => queryOf(viewer), viewer.nowMs),
    ineligibilityCounts: tally.counts,
    explain: async (viewer) => {
      const query = queryOf(viewer);
      const answers: Explained[] = [];
      const ranking = catalog.ranking(viewer.bot, viewer.nowMs);
      const taste = isLearned(viewer.bot) ? tasteOf(viewer, catalog.themes, ranking.expected) : null;
      const entries = [...catalog.running()].sort(ranking.compare);
      for (let from = 0; from < entries.length; from += MAX_BATCH) {
        const batch = entries.slice(from, from + MAX_BATCH);
        const figures = await catalog.counters(batch, viewer.nowMs);
        for (const entry of batch) {
          const { orderId } = entry.order;
          answers.push({
            orderId,
            reason: refuse(entry, query) ?? refuseNow(entry, figures.get(orderId), query),
            score: ranking.scoreOf(entry),
            multiplier: ranking.multiplier(entry),
            taste: taste?.of(entry) ?? 1,
          });
        }
      }
      return answers;
    },
    available: async (orderIds, nowMs, bot, asOf) => {
      const running = listOf(orderIds, (orderId) => catalog.get(orderId));
      const open = running.filter(
        ({ order }) =>
          order.checkState === 'ok' && order.pauseReason === null && refuseTime(order, nowMs, zone) === null,
      );
      if (open.length === 0) return new Set();
      const kept = await excluded(bot, asOf);
      const figures = await catalog.counters(open, nowMs, asOf);
      const isLeft = ({ order }: Entry) =>
        !kept.has(order.orderId) &&
        refuseSubscriber(order, figures.get(order.orderId), priceIn(order, bot)) === null;
      return new Set(open.filter(isLeft).map(({ order }) => order.orderId));
    },
    learns: isLearned,
    quality: ({ botId }) => (catalog.asksForQuality() ? qualityOf(botId) : UNASKED),
    excluded,
  };
}

/** What a visit would show of this user now. @param hasPlaces a database of places is there */
function fieldsShownByVisit(
  { user: { visitedAtMs }, nowMs }: Viewer,
  profile: Profile,
  hasPlaces: boolean,
): ReadonlySet<number> {
  if (visitedAtMs !== null && nowMs - visitedAtMs < DAY_MS) return NO_FIELDS;
  return shownByVisit(profile, hasPlaces);
}

function takeMany(next: Walk, count: number, skipped: Entry | null): Entry[] {
  const taken: Entry[] = [];
  for (let entry = next(); entry !== null; entry = next()) {
    if (entry !== skipped) taken.push(entry);
    if (taken.length === count) break;
  }
  return taken;
}

function withExplorer(batch: Entry[], explorer: Entry | null, bot: Bot): Entry[] {
  if (explorer === null) return batch;
  const after = batch.findIndex((entry) => !isOnTop(entry, bot));
  return batch.toSpliced(after < 0 ? batch.length : after, 0, explorer);
}
