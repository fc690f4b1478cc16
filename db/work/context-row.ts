/**
 * What a request context brings, between the values of rows and the domain: lists, of each no more than a bound, and the pin. Its
 * slots are kept as text, since there is a row for each user of each bot: `12,15,~,~17,-8` are the orders 12 and 15, an open
 * smart link, one that became order 17 (`~0`: nothing suited), and an offer of another network. A leading `!` is mode `task`.
 */
import type {
  Impression,
  Membership,
  Pin,
  Slot,
  SubscriptionStatus,
} from '../../core/ports/sponsor-store.js';
import { toKind, toProof } from './impressions.js';
import { membershipIn } from './memberships.js';
import { toSubscriptionStatus } from './subscription-row.js';

/** Of the latest, so many are read; hardly anybody has more than a few. */
export const MAX_IMPRESSIONS = 500;
export const MAX_SUBSCRIPTION_STATUSES = 1_000;
export const MAX_MEMBERSHIPS = 1_000;

export const contextColumns = {
  impressions:
    'order_id, bot_id, first_shown_at_ms, shown_at_ms, seen_at_ms, price_micros, proof, target, kind, has_own_link',
  subscriptionStatuses: 'order_id, bot_id, state, price_micros, at_ms, changed_at_ms',
  // Users have a dozen of these, and each value costs: what is small comes in one number.
  memberships: `resource_id, state + 4 * had_left + 8 * joined_again + 16 * was_removed, since_ms, checked_at_ms,
    joined_at_ms, joined_by_bot`,
} as const;

export type ImpressionValues = [
  orderId: number,
  botId: number,
  firstShownAtMs: number,
  shownAtMs: number,
  seenAtMs: number,
  priceMicros: number,
  proof: number,
  target: number | string,
  kind: number,
  hasOwnLink: number,
];
export type SubscriptionStatusValues = [
  orderId: number,
  botId: number,
  state: number,
  paidMicros: number,
  atMs: number,
  changedAtMs: number | null,
];
export type ContextMembershipValues = [
  resourceId: number | string,
  flags: number,
  sinceMs: number,
  checkedAtMs: number,
  joinedAtMs: number | null,
  joinedByBot: number | null,
];

export function impressionOf(values: ImpressionValues): Impression {
  const [orderId, botId, firstShownAtMs, shownAtMs, seenAtMs, price, proof, target, kind, ownLink] = values;
  const priceMicros = BigInt(price);
  return {
    orderId,
    botId,
    firstShownAtMs,
    shownAtMs,
    seenAtMs,
    priceMicros,
    proof: toProof(proof),
    target: String(target),
    adsType: toKind(kind),
    hasOwnLink: ownLink === 1,
  };
}

export function subscriptionStatusOf(values: SubscriptionStatusValues): SubscriptionStatus {
  const [order_id, standing_bot_id, state, paid_micros, at_ms, changed_at_ms] = values;
  return toSubscriptionStatus({ order_id, standing_bot_id, state, paid_micros, at_ms, changed_at_ms });
}

/** Many are read per user, so each allocates one object only. */
export function membershipOf(values: ContextMembershipValues): Membership {
  const [resource_id, flags, since_ms, checked_at_ms, joined_at_ms, joined_by_bot] = values;
  const row = {
    resource_id,
    had_left: (flags >> 2) & 1,
    since_ms,
    checked_at_ms,
    joined_at_ms,
    joined_again: (flags >> 3) & 1,
    joined_by_bot,
    was_removed: flags >> 4,
  };
  return membershipIn(flags & 3, row);
}

export interface PinRow {
  slots: string;
  pinned_at_ms: number;
  life_seconds: number;
}

const SMART = '~';
const OFFER = '-';
const TASK = '!';

function toPin(row: PinRow): Pin {
  const isTask = row.slots.startsWith(TASK);
  const text = isTask ? row.slots.slice(1) : row.slots;
  return {
    mode: isTask ? 'task' : 'subscribe',
    slots: text === '' ? [] : text.split(',').map(toSlot),
    pinnedAtMs: row.pinned_at_ms,
    expiresAtMs: endOf(row),
  };
}

/** The live pin of a row; null when there is none, or it has ended. */
export function toLivePin(row: PinRow | undefined, nowMs: number): Pin | null {
  return row === undefined || endOf(row) <= nowMs ? null : toPin(row);
}

/** A life is kept in whole seconds; a part of one is rounded up. */
export function toPinRow({ mode, slots, pinnedAtMs, expiresAtMs }: Pin): PinRow {
  const text = slots.map(fromSlot).join(',');
  return {
    slots: mode === 'task' ? TASK + text : text,
    pinned_at_ms: pinnedAtMs,
    life_seconds: Math.ceil((expiresAtMs - pinnedAtMs) / 1_000),
  };
}

function endOf(row: PinRow): number {
  return row.pinned_at_ms + row.life_seconds * 1_000;
}

function toSlot(text: string): Slot {
  if (text.startsWith(OFFER)) return { kind: 'offer', adsId: Number(text) };
  if (!text.startsWith(SMART)) return { kind: 'order', orderId: Number(text) };
  return { kind: 'smart', orderId: text === SMART ? null : Number(text.slice(1)) };
}

function fromSlot(slot: Slot): string {
  if (slot.kind === 'offer') return String(slot.adsId);
  if (slot.kind === 'order') return String(slot.orderId);
  return slot.orderId === null ? SMART : SMART + String(slot.orderId);
}
