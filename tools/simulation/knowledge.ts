/** Compares facts and impressions of the service to what it heard and could show. */
import type { AdoptedRow, Books, OrderRow } from './books.js';
import type { BotModel, Event, Model } from './model.js';
import type { OrderModel } from './order-model.js';
import { text, violation } from './violation.js';
import type { Member, Seen } from './members.js';
import { outcomes, passed } from './outcomes.js';
import { ATTRIBUTION_MS, type Impression, isProven } from './impressions.js';
import { NEWER_AFTER_MS } from './rules.js';

/** Observations of one step, by user and resource. */
export type Events = Map<number, Map<string, Event[]>>;

export interface Told {
  userId: number;
  resourceId: string;
  seen: Seen;
  /** The process that heard it; null once it is known to be stored. */
  by: { isDead: boolean } | null;
}

export function eventsOf(all: readonly Told[]): Events {
  const events: Events = new Map();
  for (const { userId, resourceId, seen, by } of all) {
    const ofUser = events.get(userId) ?? new Map<string, Event[]>();
    // Of an answer `out` nothing is written where a request to join waits.
    const isSure = by === null || (!by.isDead && (seen.updateId !== null || seen.state === 'in'));
    ofUser.set(resourceId, [...(ofUser.get(resourceId) ?? []), { ...seen, isSure }]);
    events.set(userId, ofUser);
  }
  return events;
}

/**
 * Promise 3: the content of an update is known from then on, and nothing else is. Returns what may have been
 * known in between, by resource.
 * @param mayBeLost answers of a platform that were not stored before the power failed
 */
export function judgeMembers(
  model: Model,
  books: Books,
  userId: number,
  events: Events,
  mayBeLost: boolean,
): Map<string, Member[]> {
  const between = new Map<string, Member[]>();
  const [known, found] = [model.members.get(userId) ?? new Map<string, Member>(), books.membersOf(userId)];
  const told = events.get(userId) ?? new Map<string, Event[]>();
  for (const resourceId of new Set([...known.keys(), ...found.keys(), ...told.keys()])) {
    const before = known.get(resourceId) ?? null;
    const after = found.get(resourceId) ?? null;
    const waits = mayWait(model, userId, resourceId);
    const seen = (told.get(resourceId) ?? []).map((event) => ({ ...event, mayWait: waits }));
    const possible = outcomes(before, seen);
    between.set(resourceId, passed(before, seen));
    // Answers that came within the step in which the power failed are lost with those before it.
    const isLost = mayBeLost && seen.every(({ updateId }) => updateId === null);
    if (isLost || possible.some((one) => isSame(one, after))) continue;
    const message = `user ${String(userId)} in ${resourceId}: ${text(before)}, told ${text(seen)}, became ${text(after)}`;
    throw violation('3 kept', message);
  }
  model.members.set(userId, found);
  return between;
}

/** Whether the platform has still to say that the user uses a bot which showed them an order for this chat. */
function mayWait(model: Model, userId: number, resourceId: string): boolean {
  const shown = [...(model.impressions.get(userId)?.values() ?? [])].flat();
  return shown.some(
    ({ target, botId, proof }) =>
      target === resourceId && (proof === 'block' || model.contacts.get(userId)?.get(botId)?.state !== 'yes'),
  );
}

function isSame(one: Member | null, other: Member | null): boolean {
  if (one === null || other === null) return one === other;
  const parts = ({ state, hadLeft, sinceMs, join, wasRemoved, isBarred }: Member) =>
    [state, hadLeft, sinceMs, join?.atMs, join?.isAgain, wasRemoved, isBarred].join();
  return parts(one) === parts(other);
}

/** Which bots asked for a user in this step, and so may have shown something. */
export interface ImpressionRules {
  nowMs: number;
  startMs: number;
  /** Bots that were asked about this user. */
  bots: ReadonlySet<number>;
  /** Of them those that may have listed former sponsors again, at the current price. */
  listing: ReadonlySet<number>;
  /** Joins of this user that are known, or were in this step. */
  joinedAtMs: readonly number[];
  /** What the platform says of this user and a bot, or said in this step; at most so long before it. */
  isInContact(botId: number, lastsMs?: number): boolean;
  /** When a block of this bot last reached this user. */
  deliveredAtMs(botId: number): number;
  purgedBeforeMs: number;
  mayBeLost: boolean;
}

/** An impression is made when a bot is asked, at the order's price, and stays until it is too old to matter. */
export function judgeImpressions(model: Model, books: Books, userId: number, rules: ImpressionRules): void {
  const [known, found] = [
    model.impressions.get(userId) ?? new Map<number, Impression[]>(),
    books.impressionsOf(userId),
  ];
  for (const [orderId, impressions] of found) {
    for (const show of impressions) {
      const before = known.get(orderId)?.find((one) => isOfSame(one, show));
      if ((before !== undefined && text(before) === text(show)) || rules.mayBeLost) continue;
      const order = model.orders.get(orderId);
      const isContested = [...known.values()]
        .flat()
        .some(({ botId, seenMs }) => botId !== show.botId && seenMs >= rules.nowMs - ATTRIBUTION_MS);
      const wrong =
        order === undefined
          ? 'of no order'
          : whyUntrue(model, order, { before: before ?? null, show, isContested }, rules);
      if (wrong === null) continue;
      const about = `user ${String(userId)}, order ${String(orderId)}: ${text(before)} became ${text(show)}`;
      throw violation('2 charge', `${about}, ${wrong}`);
    }
  }
  for (const [orderId, impressions] of known) {
    for (const show of impressions) {
      const isThere = found.get(orderId)?.some((one) => isOfSame(one, show)) === true;
      if (isThere || show.seenMs < rules.purgedBeforeMs || rules.mayBeLost) continue;
      throw violation(
        '3 kept',
        `user ${String(userId)}, order ${String(orderId)}: the show ${text(show)} is gone`,
      );
    }
  }
  model.keepImpressions(userId, found, rules.nowMs);
}

function isOfSame(one: Impression, other: Impression): boolean {
  return one.botId === other.botId && one.target === other.target;
}

/** What of an impression cannot be so; null when all of it can. */
function whyUntrue(
  model: Model,
  order: OrderModel,
  { before, show, isContested }: { before: Impression | null; show: Impression; isContested: boolean },
  rules: ImpressionRules,
): string | null {
  const isSeen = before?.seenMs !== show.seenMs;
  const isAsked = rules.bots.has(show.botId) && show.seenMs >= rules.startMs && show.seenMs <= rules.nowMs;
  if (isSeen && !isAsked) return 'and nobody asked';
  if (show.firstMs !== (before?.firstMs ?? show.seenMs)) return 'and begins at another time';
  const isListed = before === null || rules.listing.has(show.botId);
  const isPriced = isListed && isSeen && show.priceMicros === model.realPrice(order);
  if (before?.priceMicros !== show.priceMicros && !isPriced) return 'at another price';
  if (before?.newerMs !== show.newerMs) {
    const why = whyNewer(before, show, rules) ?? whyUnconfirmed(before, show, isContested, rules);
    if (why !== null) return why;
  }
  return whyReplaced(before, show, rules) ?? whyUnproven(before, show, rules);
}

/** What lists change is kept as it was, and what was kept before stays. */
function whyReplaced(
  before: Impression | null,
  show: Impression,
  { startMs }: ImpressionRules,
): string | null {
  const added = show.replaced.filter(({ untilMs }) => untilMs >= startMs);
  const kept = show.replaced.slice(0, show.replaced.length - added.length);
  if (text((before?.replaced ?? []).slice(-kept.length || Infinity)) !== text(kept))
    return 'and what it was is another';
  if (before === null) return null;
  const hasChanged = before.newerMs !== show.newerMs || before.priceMicros !== show.priceMicros;
  return hasChanged && added.length === 0 ? 'and what it was is not kept' : null;
}

/** A repeat of an unchanged list makes no impression newer, unless the user has joined one of its sponsors since. */
function whyNewer(
  before: Impression | null,
  show: Impression,
  { joinedAtMs, listing }: ImpressionRules,
): string | null {
  if (show.newerMs !== show.seenMs) return 'newer than it was seen';
  if (before === null) return null;
  const isListed = listing.has(show.botId) && show.newerMs - before.newerMs >= NEWER_AFTER_MS;
  const isEngaged = joinedAtMs.some((atMs) => atMs > before.newerMs);
  return isListed || isEngaged ? null : 'newer by a repeat';
}

/** What is proven becomes newer only while the platform's word holds: a day, where another bot has shown the user something. */
function whyUnconfirmed(
  before: Impression | null,
  show: Impression,
  isContested: boolean,
  { isInContact }: ImpressionRules,
): string | null {
  if (before === null || !isProven(before)) return null;
  const lastsMs = isContested ? NEWER_AFTER_MS : Infinity;
  return isInContact(show.botId, lastsMs) ? null : 'newer without the platform’s word';
}

/** It is proven by the platform's word, and stays so. */
function whyUnproven(before: Impression | null, show: Impression, rules: ImpressionRules): string | null {
  const { botId, proof } = show;
  if (before?.proof === proof) return null;
  if (before !== null && isProven(before)) return 'and was proven';
  if (proof === 'contact' && !rules.isInContact(botId)) return 'and the platform said nothing';
  if (proof === 'delivered' && rules.deliveredAtMs(botId) === 0) return 'and no block arrived';
  return null;
}

/** Promise 3: a pin lasts for its life, with the same slots; only an open smart link may become something. */
export function judgePin(
  model: Model,
  books: Books,
  bot: BotModel,
  about: { userId: number; nowMs: number; mayEnd: boolean; mayBeLost: boolean },
): void {
  const { userId, nowMs, mayEnd, mayBeLost } = about;
  const key = `${String(userId)}:${String(bot.botId)}`;
  const before = model.pins.get(key);
  const after = books.pin(userId, bot.botId);
  if (before !== undefined && before.endsAtMs > nowMs && !mayBeLost) {
    const isKept =
      after !== null && isContinued(before.slots, after.slots) && after.endsAtMs === before.endsAtMs;
    if (!isKept && !mayEnd) {
      throw violation('3 kept', `the pin of ${key} was ${text(before)} and is ${text(after)}`);
    }
  }
  if (after === null) model.pins.delete(key);
  else model.pins.set(key, after);
}

function isContinued(before: string, after: string): boolean {
  const [one, other] = [before.split(','), after.split(',')];
  return (
    one.length === other.length &&
    one.every((slot, index) => slot === other[index] || isFilled(slot, other[index]))
  );
}

function isFilled(slot: string, later: string | undefined): boolean {
  return slot.replace('!', '') === '~' && later?.replace('!', '').startsWith('~') === true;
}

/** The orders of a pin's slots; smart links that are open or found nothing have none. */
export function ordersIn(slots: string): number[] {
  const numbers = slots
    .replace('!', '')
    .split(',')
    .map((slot) => Number(slot.replace('~', '')));
  return numbers.filter((orderId) => orderId > 0);
}

function differences(model: Model, row: OrderRow, order: OrderModel): string[] {
  const pairs: [string, unknown, unknown][] = [
    ['account', row.account_id, order.accountId],
    ['link', row.link, order.link],
    ['is_on', row.is_on === 1, order.isOn],
    ['in_archive', row.in_archive === 1, order.inArchive],
    ['decision', row.decision, order.decision],
    ['quantity_all', row.quantity_all, order.quantityAll],
    ['quantity_day', row.quantity_day, order.quantityDay],
    ['real_price', BigInt(row.real_price_micros), model.realPrice(order)],
    ['is_free', row.is_free === 1, order.isFree],
    ['watched', row.track_unsubscriptions === 1, order.isWatched],
  ];
  return pairs
    .filter(([, found, expected]) => found !== expected)
    .map(([name, found, expected]) => `${name} is ${String(found)}, expected ${String(expected)}`);
}

/** Takes over what follows from the platform's word rather than from anybody's command. */
export function adopt(model: Model, order: OrderModel, row: AdoptedRow): void {
  model.notifications.checkBecame(order, row);
  order.resourceId = row.resource_id;
  order.takesJoinRequests = row.takes_join_requests === 1;
  order.checkState = row.check_state;
  order.pauseReason = row.pause_reason;
  order.revision = row.revision;
}

/** Of orders that are not looked at themselves. */
export function adoptOrders(model: Model, books: Books, orderIds: readonly number[]): void {
  for (const orderId of new Set(orderIds)) {
    const [order, row] = [model.orders.get(orderId), books.adopted(orderId)];
    if (order !== undefined && row !== null) adopt(model, order, row);
  }
}

/** Of those that a user was shown, or has to do with: a request to join says of its chat that it takes them, to all its orders. */
export function adoptOrdersOf(model: Model, books: Books, userId: number, shown: readonly number[]): void {
  const chats = [...(model.members.get(userId) ?? [])].filter(([, { state }]) => state === 'requested');
  const asked = new Set(chats.map(([chat]) => chat));
  const there = [...model.orders.values()].filter(({ resourceId }) => asked.has(resourceId));
  const settled = model.subscriptions.get(userId)?.keys() ?? [];
  adoptOrders(model, books, [...shown, ...settled, ...there.map(({ orderId }) => orderId)]);
}

/**
 * Promise 3: an order is what its owner and the moderators made of it.
 * @param mayBe changes that were cut off, and may have been made; null: none was
 */
export function judgeOrders(
  model: Model,
  books: Books,
  orderIds: ReadonlySet<number>,
  mayBe: ReadonlyMap<number, Partial<OrderModel>> | null,
): void {
  for (const orderId of orderIds) {
    const [order, row] = [model.orders.get(orderId), books.order(orderId)];
    if (order === undefined || row === null) throw violation('3 kept', `order ${String(orderId)} is gone`);
    const wrong = differences(model, row, order);
    const next = mayBe?.get(orderId);
    if (wrong.length > 0 && next !== undefined) Object.assign(order, next);
    const isRight = wrong.length === 0 || (next !== undefined && differences(model, row, order).length === 0);
    if (!isRight) throw violation('3 kept', `order ${String(orderId)}: ${wrong.join(', ')}`);
    adopt(model, order, row);
  }
}

/** Sending shows whether the platform refuses a bot's token; its owner gets a notification. */
export function adoptBots(model: Model, books: Books): void {
  for (const bot of model.bots.values()) {
    if (!bot.hasToken) continue;
    const isTokenInvalid = books.bot(bot.botId)?.['is_token_invalid'] === 1;
    if (isTokenInvalid && !bot.isTokenInvalid)
      model.notifications.expect('bot_token_invalid', bot.botId, true);
    bot.isTokenInvalid = isTokenInvalid;
  }
}

/** Promise 1: what a bot is said to have earned and brought is what it has. */
export function judgeBots(model: Model, books: Books): void {
  for (const bot of model.bots.values()) {
    const row = books.bot(bot.botId);
    const isEqual =
      row !== null &&
      BigInt(row['profit_micros']!) === bot.profitMicros &&
      BigInt(row['profit_own_orders_micros']!) === bot.ownMicros &&
      row['followers'] === bot.followers;
    if (isEqual) continue;
    throw violation('1 balance', `bot ${String(bot.botId)} has ${text(row)}, expected ${text(bot)}`);
  }
}
