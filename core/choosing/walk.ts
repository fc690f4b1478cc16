/**
 * Walks the orders that suit a viewer, best first: high-priority orders of the bot's owner, then all others by rank.
 * The index gives most; two short lists are looked through next to it: the owner's own orders, since whose the bot is
 * decides about them, and orders that changed since the index was made.
 */
import type { RankIndex } from './bitsets.js';
import { type Entry, REST_MS } from './entry.js';
import {
  hiddenTypes,
  isOwn,
  refuseBot,
  refusePersonally,
  refusePrice,
  refuseQuality,
  refuseTime,
  type Viewer,
} from './fitness.js';
import type { Compare } from './ranking.js';
import type { Shelf } from './shelf.js';
import type { IneligibilityReason } from './ineligibility-reasons.js';
import { type Profile, refuseTraits } from './targeting.js';

/**
 * The ranking at one moment; its lists are replaced, never changed. In rank order, which is `compare`, are `recent`, orders
 * that are not in the index, and those `ownedBy` one account. `scoreOf`: what an impression of an order is expected to bring,
 * in micro-units, by which it is ranked; for `multiplier` and `expected` see `Scoring`.
 */
export type Ranking = Pick<
  Shelf,
  'index' | 'recent' | 'ownedBy' | 'compare' | 'scoreOf' | 'multiplier' | 'expected'
>;

export interface Query {
  viewer: Viewer;
  profile: Profile;
  /** Fields that count as fitting, at least one of which does not; null when all have to fit. */
  assumed: ReadonlySet<number> | null;
  zone: string;
  /** What an order of somebody else has to cost at least here, micro-units. */
  leastPrice: number;
}

/** High priority counts in own bots only (`interface.md`, /orders create: priority). */
export function isOnTop({ order }: Entry, bot: Viewer['bot']): boolean {
  return order.isHighPriority && isOwn(order, bot);
}

/** Why an order is not for this viewer now, counters apart; null when it is. */
export function refuse(
  entry: Entry,
  { viewer, profile, assumed, zone, leastPrice }: Query,
): IneligibilityReason | null {
  return (
    refuseBot(entry, viewer.bot) ??
    refuseQuality(entry, viewer.botQuality) ??
    refusePrice(entry, viewer.bot, leastPrice) ??
    refusePersonally(entry, viewer) ??
    refuseTraits(entry.demands, profile, assumed) ??
    refuseTime(entry.order, viewer.nowMs, zone)
  );
}

/** Returns one order after the other; null: there are no more. */
export type Walk = () => Entry | null;

export function walk(ranking: Ranking, query: Query): Walk {
  const { bot } = query.viewer;
  const own = ranking.ownedBy(bot.accountId);
  const main = indexWalk(ranking.index, query);
  // Nearly every request: there is nothing to merge.
  if (own.length === 0 && ranking.recent.length === 0) return main;
  const [top, others] = split(own, (entry) => isOnTop(entry, bot));
  const { compare } = ranking;
  const streams = [walkStream(main, compare)];
  if (others.length > 0) streams.push(listStream(others, query, compare));
  if (ranking.recent.length > 0) {
    streams.push(listStream(ranking.recent, query, compare, (entry) => !isOwn(entry.order, bot)));
  }
  const onTop = listStream(top, query, compare);
  return () => take([onTop]) ?? take(streams);
}

/** Whether an order is for this viewer now, counters apart. */
export function suits(entry: Entry, query: Query): boolean {
  if (isResting(entry, query.viewer.nowMs) || refuse(entry, query) !== null) return false;
  // Nothing would be gained by a visit where nothing is missing.
  return query.assumed === null || refuseTraits(entry.demands, query.profile, null) !== null;
}

/** What suits of one source, in rank order. */
interface Stream {
  /** The next one, if it outranks the other; null otherwise. */
  peek(other: Entry | null): Entry | null;
  drop(): void;
}

/** The best of all streams, taken from its own. */
function take(streams: readonly Stream[]): Entry | null {
  let best: Entry | null = null;
  let from: Stream | null = null;
  for (const stream of streams) {
    const head = stream.peek(best);
    if (head === null) continue;
    best = head;
    from = stream;
  }
  from?.drop();
  return best;
}

function listStream(
  entries: readonly Entry[],
  query: Query,
  compare: Compare,
  belongs?: (entry: Entry) => boolean,
): Stream {
  let index = 0;
  return {
    peek: (other) => {
      for (let entry = entries[index]; entry !== undefined; entry = entries[++index]) {
        // Ranks are compared first: looking at what is behind the other anyway would be for nothing.
        if (other !== null && compare(entry, other) > 0) return null;
        if (belongs?.(entry) !== false && suits(entry, query)) return entry;
      }
      return null;
    },
    drop: () => {
      index++;
    },
  };
}

/** Of the index alone, without own orders. @param onlyTheme orders of this theme; null: of any */
export function indexWalk(index: RankIndex, query: Query, onlyTheme: string | null = null): Walk {
  const { viewer, profile, assumed, zone, leastPrice } = query;
  const { bot, botQuality, nowMs } = viewer;
  const next = index.walk({
    nowMs,
    profile,
    assumed,
    hiddenTypes: hiddenTypes(bot),
    unwantedThemes: bot.settings.forbiddenThemes,
    botTheme: bot.theme,
    botQuality,
    onlyTheme,
    leastPrice,
  });
  return () => {
    for (let position = next(); position >= 0; position = next()) {
      const entry = index.at(position);
      if (entry === undefined || entry.price < leastPrice || isOwn(entry.order, bot)) continue;
      if (refusePersonally(entry, viewer) === null && refuseTime(entry.order, nowMs, zone) === null)
        return entry;
    }
    return null;
  };
}

function walkStream(next: Walk, compare: Compare): Stream {
  // Not looked for before it is asked for: own high-priority orders may be enough.
  let head: Entry | null | undefined;
  return {
    peek: (other) => {
      if (head === undefined) head = next();
      return head !== null && (other === null || compare(head, other) < 0) ? head : null;
    },
    drop: () => {
      head = undefined;
    },
  };
}

function isResting({ restsUntilMs }: Entry, nowMs: number): boolean {
  // A clock that was set back must not make the rest longer.
  return restsUntilMs > nowMs && restsUntilMs - nowMs <= REST_MS;
}

function split(entries: readonly Entry[], isFirst: (entry: Entry) => boolean): [Entry[], readonly Entry[]] {
  const first = entries.filter(isFirst);
  return [first, first.length === 0 ? entries : entries.filter((entry) => !isFirst(entry))];
}
