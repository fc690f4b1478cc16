/**
 * Whether an order may take one more subscriber now, by its live counters: quantity, day limit, money, pacing, and what
 * is promised already. A pending impression brings a subscriber with the chance that the order's rate says; impressions stop
 * when those may use up what is left, since joins beyond it are unpaid.
 */
import { PENDING_MEAN_MS } from '../pending-impressions.js';
import { boundsOfDay } from '../days.js';
import { joinsDue } from '../orders/index.js';
import { type Flow, openFlowBetween } from '../terms/index.js';
import type { Bot } from '../ports/bot-store.js';
import type { Order, OrderCounters } from '../ports/order-store.js';
import type { Entry } from './entry.js';
import { isOwn } from './fitness.js';
import type { Owed } from './owners.js';
import { rateOf, type RankingRules } from './ranking.js';
import type { IneligibilityReason } from './ineligibility-reasons.js';

/** What the advertiser pays for a subscriber that this bot brings. */
export function priceIn(order: Order, bot: Bot): bigint {
  return order.isFree && isOwn(order, bot) ? 0n : order.realPriceMicros;
}

/** Whether a subscriber would still count: what a sponsor that is on a screen already needs. */
export function refuseSubscriber(
  { quantityAll, quantityDay }: Order,
  counters: OrderCounters | undefined,
  priceMicros: bigint,
): IneligibilityReason | null {
  if (counters === undefined || counters.quantityNow >= quantityAll) return 'finished';
  if (counters.today >= (quantityDay ?? Infinity)) return 'day_limit';
  return counters.balanceMicros < priceMicros ? 'no_money' : null;
}

/** What is left of an impression after twenty minutes hinders no order. */
const FADED = 0.25;
/** Joins beyond what is likely that chance may bring, in standard deviations: more come one time in forty. */
const DEVIATIONS = 2;
/** So many more than it wants may see an order that wants a few, though hardly anybody joins. */
const PENDING_BEYOND = 20;
/**
 * Beyond so many joins of a day for which nothing was left, and beyond this share of those that were paid for, an order is
 * shown no more that day: it would live on them.
 */
const OVERRUN_MAX = 2 * PENDING_BEYOND;
const OVERRUN_SHARE = 1 / 5;

/**
 * How many users may see an order that wants so many more: whatever its rate says, few who join must find it full
 * (`evidence.md`, Joins). Those of today who did find it full make it fewer.
 */
export function mostPending(wanted: number, overrun: number): number {
  return wanted + Math.max(0, Math.max(2 * wanted, PENDING_BEYOND) - overrun);
}

/** Whether an advertiser keeps it full or without money while people join: their joins cost nothing. */
function isOverrun({ overrun, today }: OrderCounters): boolean {
  return overrun >= Math.max(OVERRUN_MAX, today * OVERRUN_SHARE);
}

/** An order at one moment, next to its counters. */
interface Moment {
  priceMicros: bigint;
  /** What users who see the account's orders may still cost it. */
  owed: Owed;
  /** Impressions of the last seconds that the counters do not have yet. */
  chosen: number;
  nowMs: number;
  zone: string;
  rules: RankingRules;
  /** How many users in the order's audience are expected when; null: unknown. */
  flow: Flow | null;
}

/** Whether it may be shown to somebody new. */
export function refuseShow(
  entry: Entry,
  counters: OrderCounters | undefined,
  moment: Moment,
): IneligibilityReason | null {
  const { order } = entry;
  const { priceMicros, owed, chosen, rules } = moment;
  const reason = refuseSubscriber(order, counters, priceMicros);
  if (reason !== null || counters === undefined) return reason;
  if (isOverrun(counters)) return 'overrun';
  const { quantityNow, today, lastHour, balanceMicros, pendingImpressions, overrun } = counters;
  const rate = rateOf(counters, rules);
  const promised = pendingImpressions * rate;
  const ofAll = order.quantityAll - quantityNow;
  const ofDay = (order.quantityDay ?? Infinity) - today;
  const wanted = Math.min(ofAll, ofDay);
  if (pendingImpressions + chosen >= mostPending(wanted, overrun)) return 'promised';
  const seeing = pendingImpressions + chosen + 1;
  const likely = seeing * rate;
  // Who joined today for nothing was got as well.
  if (mayExceed({ most: seeing, likely, variance: likely * (1 - rate) }, wanted - overrun, 1))
    return 'promised';
  if (isSpokenFor(Number(balanceMicros), Number(priceMicros), rate, owed)) return 'promised';
  if (!order.isLite) return null;
  if (order.subSpeed !== null && lastHour + promised >= order.subSpeed) return 'pacing';
  return isAheadOfLine(entry, counters, wanted, rate, moment) ? 'pacing' : null;
}

/**
 * Whether more may join than are wanted: if all who see it do, where they are few, and else by as much as chance may bring.
 * @param one what a join takes of what is wanted
 */
function mayExceed(seeing: { most: number; likely: number; variance: number }, wanted: number, one: number) {
  const { most, likely, variance } = seeing;
  return most > wanted + FADED * one && likely + DEVIATIONS * Math.sqrt(variance) > wanted;
}

/**
 * Whether users who see the account's orders now, with one more, may use up its wallet; and whether they are so many that
 * they would if all of them joined, by as much as an order's own may be beyond what it wants. Joins of the day for which
 * nothing was left have to be in the wallet again: they were got as well.
 */
function isSpokenFor(balance: number, price: number, rate: number, owed: Owed) {
  if (price === 0) return false;
  const { likelyMicros, mostMicros, overrunMicros, variance } = owed;
  if (mostMicros >= mostPending(balance / price, overrunMicros / price) * price) return true;
  const seeing = {
    most: mostMicros + price,
    likely: likelyMicros + rate * price,
    variance: variance + rate * (1 - rate) * price ** 2,
  };
  return mayExceed(seeing, balance - overrunMicros, price);
}

/**
 * Whether the joins so far, with those promised, are ahead of the order's even line. What is shown now is joined a little
 * later, when the line has moved on: by so much they may be ahead, less what joins at once and is counted already.
 */
function isAheadOfLine(
  { order: { schedule }, begins }: Entry,
  { today, lastHour, pendingImpressions }: OrderCounters,
  wanted: number,
  rate: number,
  { nowMs, zone, flow }: Moment,
): boolean {
  const facts = {
    schedule,
    quotaToday: today + wanted,
    joinsToday: today,
    joinsLastHour: lastHour,
    begins: { atMs: begins.atMs, joinsToday: begins.joinsToday ?? today },
    flow,
  };
  const dueByNow = joinsDue(facts, nowMs, zone);
  const dayEndMs = boundsOfDay(nowMs, zone).endMs;
  const between = (toMs: number) => openFlowBetween(schedule, [nowMs, toMs], zone, flow);
  const ahead = between(dayEndMs);
  const soon = ahead === 0 ? 0 : (wanted * between(Math.min(nowMs + PENDING_MEAN_MS, dayEndMs))) / ahead;
  return today + pendingImpressions * rate >= dueByNow + soon * (1 - rate);
}
