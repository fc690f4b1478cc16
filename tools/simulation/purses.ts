/**
 * Whether an order may be shown to one more user without anybody coming for nothing, summed up impression by impression: by what it
 * wants itself, and by the wallet that all running orders of its account share (`evidence.md`, How many see it; One
 * wallet). At least so much must be known to the process that answers: its figures are a minute old at most.
 */
import type { Books } from './books.js';
import type { BotModel, Model } from './model.js';
import type { OrderModel } from './order-model.js';
import type { Impression } from './impressions.js';
import { dayOf, HOUR_MS, stateOf } from './rules.js';

const HALF_MS = HOUR_MS / 6;
/** Figures are written within half a second, and those of idle orders are read once a minute. */
const KNOWN_AFTER_MS = 61_000;
const [PRIOR, PRIOR_SHOWS] = [0.3, 30];
/** What rounding may move. */
const NEARLY = 1.02;

/** Users who see something now: how many may join, how many are likely to, and how far chance may go. */
interface Seeing {
  most: number;
  likely: number;
  variance: number;
}

const left = (passedMs: number) => 2 ** (-passedMs / HALF_MS);

/** Impressions by user and order. */
type Shown = ReadonlyMap<number, ReadonlyMap<number, readonly Impression[]>>;

/** Null where it may be shown, else why not. @param shown before this list: what came with it was not counted */
export function whyTooMany(
  model: Model,
  books: Books,
  order: OrderModel,
  { bot, nowMs, shown }: { bot: BotModel; nowMs: number; shown: Shown },
): string | null {
  const rateOf = ({ orderId }: OrderModel) => rateIn(books, orderId, nowMs);
  const missedOf = ({ orderId }: OrderModel) => books.missed(orderId, dayOf(nowMs), nowMs - KNOWN_AFTER_MS);
  const ofDay = (order.quantityDay ?? Infinity) - (order.days.get(dayOf(nowMs)) ?? 0);
  const wanted = Math.min(order.quantityAll - order.quantityNow, ofDay) - missedOf(order);
  const openOf = (one: OrderModel) => openIn(model, shown, one, nowMs);
  const open = openOf(order);
  if (mayExceed(together([[open + 1, rateOf(order), 1]]), wanted, 1)) return 'seen by all whom it wants';
  if (order.isFree && order.accountId === bot.accountId) return null;
  const ofAccount = model.orderList.filter((one) => one.accountId === order.accountId && isPaidFor(one));
  const price = Number(model.realPrice(order));
  const seeing = ofAccount.map((one): [number, number, number] => [
    openOf(one),
    rateOf(one),
    Number(model.realPrice(one)),
  ]);
  const missed = ofAccount.reduce((sum, one) => sum + missedOf(one) * Number(model.realPrice(one)), 0);
  const money = Number(model.wallet(order.accountId)) - missed;
  const isSpoken = mayExceed(together([...seeing, [1, rateOf(order), price]]), money, price);
  return isSpoken ? 'seen, with the others of its account, by all whom their wallet pays for' : null;
}

/** Free orders that run in own bots alone are unpaid. */
function isPaidFor(order: OrderModel): boolean {
  return stateOf(order) === 'Processing' && !(order.isFree && order.places === 0);
}

function together(parts: readonly (readonly [impressions: number, rate: number, price: number])[]): Seeing {
  const sum = (part: (impressions: number, rate: number, price: number) => number) =>
    parts.reduce((all, one) => all + part(...one), 0);
  return {
    most: sum((impressions, _, price) => impressions * price),
    likely: sum((impressions, rate, price) => impressions * rate * price),
    variance: sum((impressions, rate, price) => impressions * rate * (1 - rate) * price * price),
  };
}

/** All of them, where they are few; of many as many as join one time in forty. */
function mayExceed({ most, likely, variance }: Seeing, wanted: number, one: number): boolean {
  const allowed = Math.max(0, wanted) * NEARLY;
  return most > allowed + one / 4 && likely + 2 * Math.sqrt(variance) > allowed;
}

/** Subscribers an impression, as the process knew them a minute ago at least. */
function rateIn(books: Books, orderId: number, nowMs: number): number {
  const { impressions, subscribers } = books.figures(orderId, dayOf(nowMs), nowMs - KNOWN_AFTER_MS);
  return Math.min(1, (subscribers + PRIOR * PRIOR_SHOWS) / (impressions + PRIOR_SHOWS));
}

/** Impressions that the platform vouches for, of users who have not joined by them. */
function openIn(model: Model, shown: Shown, { orderId }: OrderModel, nowMs: number): number {
  let open = 0;
  for (const [userId, impressions] of shown) {
    const payer = model.subscription(userId, orderId);
    const closed = payer !== null && payer.charge !== 'none' ? payer.botId : null;
    for (const show of impressions.get(orderId) ?? []) {
      open += isCounted(model, { userId, orderId, show }, nowMs) ? left(nowMs - show.firstMs) : 0;
      if (show.botId === closed) open -= left(nowMs - show.newerMs);
    }
  }
  return Math.max(0, open);
}

/** It counts when it is proven. What was counted in memory when a process died is lost. */
function isCounted(
  model: Model,
  { userId, orderId, show }: { userId: number; orderId: number; show: Impression },
  nowMs: number,
): boolean {
  const isLost = show.firstMs <= model.countedSinceMs;
  return !isLost && model.provenAtMs(userId, orderId, show) < nowMs - KNOWN_AFTER_MS;
}
