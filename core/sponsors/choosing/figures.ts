/**
 * Whether an order may take one more subscriber now, by its live counters: quantity, day limit, money, pacing, and what
 * is promised already. An open show is likely to bring as many subscribers as the order's rate says; shows stop when
 * those would use up what is left, since whoever joins beyond it is never paid for.
 */
import { paceOf } from '../../orders/index.js';
import type { Bot, Order, OrderCounters } from '../../ports.js';
import type { Entry } from './entry.js';
import { isOwn } from './fitness.js';
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

/** Whether it may be shown to somebody new. */
export function refuseShow(
  { order, begins }: Pick<Entry, 'order' | 'begins'>,
  counters: OrderCounters | undefined,
  {
    priceMicros,
    nowMs,
    zone,
    rules,
  }: { priceMicros: bigint; nowMs: number; zone: string; rules: RankingRules },
): Refusal | null {
  const refusal = refuseSubscriber(order, counters, priceMicros);
  if (refusal !== null || counters === undefined) return refusal;
  const { quantityNow, today, lastHour, balanceMicros, openShows } = counters;
  const promised = openShows * rateOf(counters, rules);
  const ofAll = order.quantityAll - quantityNow;
  const ofDay = (order.quantityDay ?? Infinity) - today;
  const ofMoney = priceMicros === 0n ? Infinity : Number(balanceMicros) / Number(priceMicros);
  if (promised >= Math.min(ofAll, ofDay, ofMoney)) return 'promised';
  if (!order.isLite) return null;
  const { allowedNow } = paceOf(
    {
      isLite: true,
      subSpeed: order.subSpeed,
      schedule: order.schedule,
      quotaToday: today + Math.min(ofAll, ofDay),
      joinsToday: today,
      joinsLastHour: lastHour,
      begins: { atMs: begins.atMs, joinsToday: begins.joinsToday ?? today },
    },
    nowMs,
    zone,
  );
  return promised >= allowedNow ? 'pacing' : null;
}
