/** An order in the snapshot, with what was worked out of it when it changed. */
import { fadeImpressions } from '../pending-impressions.js';
import type { Order, OrderCounters } from '../ports/order-store.js';
import { membershipKey } from '../subscriptions/index.js';
import type { Multiplier } from './multiplier.js';
import { type Demands, demandsOf } from './targeting.js';

/** Orders that a crowd's counters refused are passed over for this long. */
export const REST_MS = 10_000;

export interface Entry {
  readonly order: Order;
  readonly demands: Demands;
  /** Under which a user's membership of it is known: orders that share it are one thing to do. */
  readonly membershipKey: string;
  /** What a subscriber costs in micro-units, as a double: for ranking only. */
  readonly price: number;
  /** Impressions and subscribers as last read, for the rate. */
  figures: { impressions: number; subscribers: number };
  /** Pending impressions when they were last read, with those chosen since, and joins of that day for which nothing was left. */
  open: { impressions: number; atMs: number; overrun: number };
  /** Under which the shelves keep its score and its place: no other order of the snapshot has it. */
  readonly slot: number;
  /**
   * Where its even line begins today: when it was made, or started or changed since this process runs. The joins so far
   * are filled in when they are first read.
   */
  begins: { atMs: number; joinsToday: number | null };
  /** How far it stands lower for what it gets anyway, in rankings that learn (`multiplier.ts`). */
  multiplier: Multiplier;
  /** Passed over until then, when a crowd of orders was refused by its counters. */
  restsUntilMs: number;
}

/**
 * @param before the same order as it was; null when it has not been in the snapshot
 * @param begins where its even line begins, unless it goes on as before
 */
export function createEntry(
  order: Order,
  slot: number,
  before: Entry | null,
  begins: Entry['begins'],
): Entry {
  const keepsPace = before !== null && pacesAs(before.order, order);
  return {
    order,
    demands: demandsOf(order.targeting),
    membershipKey: membershipKey(order),
    price: Number(order.realPriceMicros),
    figures: before?.figures ?? { impressions: 0, subscribers: 0 },
    open: before?.open ?? { impressions: 0, atMs: 0, overrun: 0 },
    slot,
    begins: keepsPace ? before.begins : begins,
    multiplier: keepsPace ? before.multiplier : { value: 1, atMs: begins.atMs },
    restsUntilMs: 0,
  };
}

/**
 * Keeps what was read of an order; returns whether its rate may have moved.
 * @param chosen impressions of the last seconds that what was read may not have yet
 */
export function noteFigures(
  entry: Entry,
  { impressions, subscribers, today, pendingImpressions, overrun }: OrderCounters,
  chosen: number,
  nowMs: number,
): boolean {
  entry.open = { impressions: pendingImpressions + chosen, atMs: nowMs, overrun };
  if (entry.begins.joinsToday === null) entry.begins = { ...entry.begins, joinsToday: today };
  if (entry.figures.impressions === impressions && entry.figures.subscribers === subscribers) return false;
  entry.figures = { impressions, subscribers };
  return true;
}

/** One more user sees it, not yet in the counters. */
export function noteImpression(entry: Entry, nowMs: number): void {
  const { impressions, atMs, overrun } = entry.open;
  entry.open = { impressions: fadeImpressions(impressions, nowMs - atMs) + 1, atMs: nowMs, overrun };
}

function pacesAs(before: Order, after: Order): boolean {
  const isSame = paceFields.every((field) => before[field] === after[field]);
  return isSame && JSON.stringify(before.schedule) === JSON.stringify(after.schedule);
}

const paceFields = ['isLite', 'subSpeed', 'quantityAll', 'quantityDay'] as const;
