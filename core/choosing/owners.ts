/**
 * The running orders of each account, and what users who see them now may still cost it: they share one wallet, so its
 * money is weighed once for all of them (`evidence.md`, Joins: one wallet).
 */
import { fadeImpressions } from '../pending-impressions.js';
import type { Order } from '../ports/order-store.js';
import type { Entry } from './entry.js';
import { rateOf, type RankingRules } from './ranking.js';

/** In whole micro-units, as doubles: far below what these lose nothing of. */
export interface Owed {
  /** Pending impressions times rate times price: what they are likely to cost. */
  likelyMicros: number;
  /** Pending impressions times price: what they cost if everybody joins. */
  mostMicros: number;
  /** Joins of the day for which nothing was left, at their prices. */
  overrunMicros: number;
  /** Of what pending impressions cost, in squares of micro-units. */
  variance: number;
}

export type Owners = ReturnType<typeof createOwners>;

interface Owned {
  entries: Set<Entry>;
  owed: Owed;
  atMs: number;
}

const NOTHING: Owed = { likelyMicros: 0, mostMicros: 0, overrunMicros: 0, variance: 0 };

export function createOwners(rules: RankingRules) {
  const owners = new Map<number, Owned>();
  /** The part of each order in what its account owes, at the time for which that was summed up. */
  const parts = new WeakMap<Entry, { owed: Owed; atMs: number }>();

  /** Sums and parts fade alike, so that one step brings all orders of an account to this moment. */
  const put = (owned: Owned, entry: Entry, next: Owed, nowMs: number): void => {
    const part = parts.get(entry);
    const before = part === undefined ? NOTHING : faded(part.owed, nowMs - part.atMs);
    const sum = faded(owned.owed, nowMs - owned.atMs);
    // Rounding must not leave less than nothing.
    owned.owed = {
      likelyMicros: Math.max(0, sum.likelyMicros - before.likelyMicros + next.likelyMicros),
      mostMicros: Math.max(0, sum.mostMicros - before.mostMicros + next.mostMicros),
      overrunMicros: Math.max(0, sum.overrunMicros - before.overrunMicros + next.overrunMicros),
      variance: Math.max(0, sum.variance - before.variance + next.variance),
    };
    owned.atMs = nowMs;
    parts.set(entry, { owed: next, atMs: nowMs });
  };

  const weigh = (entry: Entry, nowMs: number): void => {
    const owned = owners.get(entry.order.accountId);
    if (owned?.entries.has(entry) === true) put(owned, entry, owedFor(entry, rules, nowMs), nowMs);
  };

  return {
    add: (entry: Entry, nowMs: number) => {
      const { accountId } = entry.order;
      const owned = owners.get(accountId) ?? { entries: new Set(), owed: NOTHING, atMs: nowMs };
      owned.entries.add(entry);
      owners.set(accountId, owned);
      weigh(entry, nowMs);
    },
    remove: (entry: Entry, nowMs: number) => {
      const { accountId } = entry.order;
      const owned = owners.get(accountId);
      if (owned?.entries.has(entry) !== true) return;
      put(owned, entry, NOTHING, nowMs);
      owned.entries.delete(entry);
      if (owned.entries.size === 0) owners.delete(accountId);
    },
    /** The running orders of an account; undefined: it has none. */
    ownedBy: (accountId: number) => owners.get(accountId)?.entries,
    /** The figures of a running order were read, or it was shown. */
    weigh,
    /** Of orders that no request asked about the figures are about a minute old, with what this process showed since. */
    owed: (accountId: number, nowMs: number) => {
      const owned = owners.get(accountId);
      return owned === undefined ? NOTHING : faded(owned.owed, nowMs - owned.atMs);
    },
  };
}

function owedFor({ order, figures, open }: Entry, rules: RankingRules, nowMs: number): Owed {
  const price = priceElsewhere(order);
  const impressions = fadeImpressions(open.impressions, nowMs - open.atMs);
  const rate = rateOf(figures, rules);
  return {
    likelyMicros: Math.round(impressions * rate * price),
    mostMicros: Math.round(impressions * price),
    overrunMicros: open.overrun * price,
    variance: Math.round(impressions * rate * (1 - rate) * price ** 2),
  };
}

/** An order that is free in own bots and shown nowhere else costs nothing; a pending impression does not name its bot. */
function priceElsewhere({ isFree, places, realPriceMicros }: Order): number {
  return isFree && places === 0 ? 0 : Number(realPriceMicros);
}

/** All fade alike: a power costs more than all else here, and each list weighs its orders twice. */
function faded(owed: Owed, passedMs: number): Owed {
  if (passedMs <= 0) return owed;
  const left = fadeImpressions(1, passedMs);
  return {
    likelyMicros: owed.likelyMicros * left,
    mostMicros: owed.mostMicros * left,
    overrunMicros: owed.overrunMicros,
    variance: owed.variance * left,
  };
}
