/**
 * The pacing multiplier of an order: what its rank is multiplied with, at most 1. An order that gets what it wants today
 * anyway loses nothing where it stands a little lower: those who like it best still see it, and the places that it leaves go
 * to orders that would fall short. This is the shadow price of what an order has left, followed by feedback (Balseiro and
 * Gur, "Learning in repeated auctions with budgets", 2019).
 */
import { boundsOfDay, HOUR_MS } from '../days.js';
import { type Flow, openFlowBetween } from '../terms/index.js';
import type { Order, OrderCounters } from '../ports/order-store.js';

export interface Multiplier {
  value: number;
  /** When it was worked out last. */
  atMs: number;
}

/** So often it moves: what it looks back at are the joins of an hour. */
export const MULTIPLIER_AGE_MS = HOUR_MS;
/** The power of the ratio of expected to remaining joins by which it moves, and its largest step. */
const STEP = 0.3;
const FARTHEST = 1;
/** An order never stands lower for it than one that is worth so much of it. */
const LEAST = 0.4;

/** @param flow how many users in the order's audience are expected when; null: unknown */
export function nextMultiplier(
  { value }: Multiplier,
  order: Pick<Order, 'quantityAll' | 'quantityDay' | 'realPriceMicros' | 'schedule'>,
  { quantityNow, today, lastHour, balanceMicros }: OrderCounters,
  { nowMs, zone, flow }: { nowMs: number; zone: string; flow: Flow | null },
): Multiplier {
  const { quantityAll, quantityDay, realPriceMicros, schedule } = order;
  const paidFor = realPriceMicros === 0n ? Infinity : Number(balanceMicros) / Number(realPriceMicros);
  const left = Math.min(quantityAll - quantityNow, (quantityDay ?? Infinity) - today, paidFor);
  const between = (fromMs: number, toMs: number) => openFlowBetween(schedule, [fromMs, toMs], zone, flow);
  const behind = between(nowMs - HOUR_MS, nowMs);
  if (left <= 0 || behind <= 0) return { value, atMs: nowMs };
  const coming = (lastHour * between(nowMs, boundsOfDay(nowMs, zone).endMs)) / behind;
  const beyond = Math.log((coming + 1) / (left + 1));
  const next = value * Math.exp(-STEP * Math.max(-FARTHEST, Math.min(FARTHEST, beyond)));
  return { value: Math.max(LEAST, Math.min(1, next)), atMs: nowMs };
}

/**
 * Bots below this that are too small for a ranking of their own share one, made as for bots of that quality: most bots are
 * near 1, and one more ranking costs as much as the one of all.
 */
export const POOR = { below: 0.85, rankedAs: 0.7 } as const;

/**
 * The power of a bot's quality by which its joins are worth more or less. Tried out in other worlds than those of
 * docs/market.md: with 1 half as much was gained for users who stay, and with 5 the paced orders fell short more often.
 */
const QUALITY_POWER = 3;

/** No order stands lower in one bot than one that is worth so much of it. */
const LEAST_IN_BOT = 0.25;

/**
 * What the multiplier comes to in one bot, by the bot's quality (`core/quality`). A plain factor for quality would move nothing:
 * all orders of a bot's list would be worth as much less. What differs is what a join takes: an order that gets what it wants
 * today anyway loses one of its joins elsewhere by it, and an order that would fall short loses nothing. So the first keeps
 * itself for bots whose subscribers stay, and the second takes what there is (`decisions.md`, Settled while building). It is
 * the multiplier itself where a bot is like all others, less where its subscribers leave, more where they stay, and 1 whatever
 * the bot where the order is not held back.
 * @param multiplier above 0, at most 1
 * @param quality between 0.5 and 1.2
 */
export function heldBack(multiplier: number, quality: number): number {
  if (quality === 1) return multiplier;
  return Math.max(LEAST_IN_BOT, 1 - (1 - multiplier) / quality ** QUALITY_POWER);
}
