/**
 * Whether an order may take one more subscriber now, by its live counters: quantity, day limit, money, pacing, and what
 * is promised already. An open show is likely to bring as many subscribers as the order's rate says; shows stop when
 * those would use up what is left, since whoever joins beyond it is never paid for.
 */
import { OPEN_SHOW_MEAN_MS } from '../../open-shows.js';
import { openMsLeftToday, paceOf } from '../../orders/index.js';
import type { Bot, Order, OrderCounters } from '../../ports.js';
import type { Entry } from './entry.js';
import { isOwn } from './fitness.js';
import type { Owed } from './owners.js';
import { rateOf, type RankingRules } from './ranking.js';
import type { Refusal } from './refusals.js';

/** What the advertiser pays for a subscriber that this bot brings; an unknown bot is somebody else's. */
export function priceIn(order: Order, bot: Bot | null): bigint {
  return order.isFree && bot !== null && isOwn(order, bot) ? 0n : order.realPriceMicros;
}

/** Whether a subscriber would still count: what a sponsor that is on a screen already needs. */
export function refuseSubscriber(
  { quantityAll, quantityDay }: Order,
  counters: OrderCounters | undefined,
  priceMicros: bigint,
): Refusal | null {
  if (counters === undefined || counters.quantityNow >= quantityAll) return 'finished';
  if (counters.today >= (quantityDay ?? Infinity)) return 'day_limit';
  return counters.balanceMicros < priceMicros ? 'no_money' : null;
}

/** So many more than it wants may see an order that wants a few. */
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

/**
 * Whether it may be shown to somebody new.
 * @param owed what users who see the account's orders may still cost it
 * @param chosen impressions of the last seconds that the counters do not have yet
 */
export function refuseShow(
  { order, begins }: Pick<Entry, 'order' | 'begins'>,
  counters: OrderCounters | undefined,
  {
    priceMicros,
    owed,
    chosen = 0,
    nowMs,
    zone,
    rules,
  }: { priceMicros: bigint; owed: Owed; chosen?: number; nowMs: number; zone: string; rules: RankingRules },
): Refusal | null {
  const refusal = refuseSubscriber(order, counters, priceMicros);
  if (refusal !== null || counters === undefined) return refusal;
  if (isOverrun(counters)) return 'overrun';
  const { quantityNow, today, lastHour, balanceMicros, openShows, overrun } = counters;
  const promised = openShows * rateOf(counters, rules);
  const ofAll = order.quantityAll - quantityNow;
  const ofDay = (order.quantityDay ?? Infinity) - today;
  const wanted = Math.min(ofAll, ofDay);
  if (promised >= wanted || openShows + chosen >= mostPending(wanted, overrun)) return 'promised';
  if (isSpokenFor(Number(balanceMicros), Number(priceMicros), owed)) return 'promised';
  if (!order.isLite) return null;
  if (order.subSpeed !== null && lastHour + promised >= order.subSpeed) return 'pacing';
  const at = { ofToday: Math.min(ofAll, ofDay), rate: rateOf(counters, rules), nowMs, zone };
  return isAheadOfLine({ order, begins }, counters, promised, at) ? 'pacing' : null;
}

/**
 * Whether users who see the account's orders now are likely to use up its wallet, or would if all of them joined: by as
 * much as an order's own may be beyond what it wants. However many orders share the wallet, few who join find it empty.
 */
function isSpokenFor(balance: number, price: number, { likelyMicros, mostMicros, overrunMicros }: Owed) {
  if (price === 0) return false;
  if (likelyMicros >= balance) return true;
  return mostMicros >= mostPending(balance / price, overrunMicros / price) * price;
}

/**
 * Whether the joins so far, with those promised, are ahead of the order's even line. What is shown now is joined a little
 * later, when the line has moved on: by so much they may be ahead, less what joins at once and is counted already.
 */
function isAheadOfLine(
  { order, begins }: Pick<Entry, 'order' | 'begins'>,
  { today, lastHour }: OrderCounters,
  promised: number,
  { ofToday, rate, nowMs, zone }: { ofToday: number; rate: number; nowMs: number; zone: string },
): boolean {
  const { schedule } = order;
  const facts = {
    isLite: true,
    // Asked before, and more strictly: that is a limit, not a line.
    subSpeed: null,
    schedule,
    quotaToday: today + ofToday,
    joinsToday: today,
    joinsLastHour: lastHour,
    begins: { atMs: begins.atMs, joinsToday: begins.joinsToday ?? today },
  };
  const { dueByNow } = paceOf(facts, nowMs, zone);
  const leftMs = openMsLeftToday(schedule, nowMs, zone);
  const soon = leftMs === 0 ? 0 : (ofToday * Math.min(OPEN_SHOW_MEAN_MS, leftMs)) / leftMs;
  return today + promised >= dueByNow + soon * (1 - rate);
}
