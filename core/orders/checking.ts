/**
 * Whether the service can see who subscribes to an order, and from when on joins were not seen. What is known of a
 * check moves with answers, with the rights of our bots, and with what stands behind the order.
 */
import { isChat, kindOf } from '../kinds/index.js';
import type { CheckState, Order, OrderFields, PauseReason } from '../ports/order-store.js';

/** What is known of an order's check. */
export interface CheckRecord {
  state: CheckState;
  /** Definite errors in a row. */
  errors: number;
  /** Since when users may have joined unseen, who are asked about once the check works (`core/subscriptions/unseen.ts`). */
  unseenSinceMs: number | null;
  /** How far that walk has come: a user's id. */
  unseenCursor: number;
  /** When the last update about our rights happened, in whole seconds; null: none came. */
  rightsAtMs: number | null;
  /** When the check was lost last, and the time before; null: never. */
  lostAtMs: number | null;
  lostBeforeMs: number | null;
}

/** One definite error may be a mistake of the platform's; the second in a row is believed. */
const ERRORS_TO_LOSE = 2;

/** An answer says nothing of rights that changed after it was asked; updates carry whole seconds of the platform's clock. */
const MARGIN_MS = 2_000;

/** An order whose check is lost three times within this time is paused: its users could join unseen each time. */
const UNSTEADY_MS = 86_400_000;

/** Of a resource about which no question was asked yet. */
export const freshCheck: CheckRecord = {
  state: 'ok',
  errors: 0,
  unseenSinceMs: null,
  unseenCursor: 0,
  rightsAtMs: null,
  lostAtMs: null,
  lostBeforeMs: null,
};

type Asked = Pick<Order, 'adsType' | 'toBotMember'>;

/**
 * From a loss on no join is seen, and users have to be checked once it works again. Of a bot no join is reported anyway;
 * but while its token is refused no user can be asked about.
 */
function unseenFrom(order: Asked, check: CheckRecord, nowMs: number): CheckRecord {
  return kindOf(order).isAsked(order)
    ? { ...check, unseenSinceMs: check.unseenSinceMs ?? nowMs, unseenCursor: 0 }
    : check;
}

/**
 * An update about our rights. Null where a later one came before, or nothing changes.
 * @param atMs when it happened
 */
export function checkAfterUpdate(
  order: Asked,
  check: CheckRecord,
  state: CheckState,
  atMs: number,
): CheckRecord | null {
  if (check.rightsAtMs !== null && atMs < check.rightsAtMs) return null;
  const after = becomes(order, check, state, atMs);
  if (after === null && check.rightsAtMs === atMs) return null;
  return { ...(after ?? check), rightsAtMs: atMs };
}

/** The check worked. Null where the question is older than what is known, or nothing changes. @param askedAtMs of the question */
export function checkAfterSuccess(order: Asked, check: CheckRecord, askedAtMs: number): CheckRecord | null {
  return isOlder(check, askedAtMs) ? null : becomes(order, check, 'ok', askedAtMs);
}

/** A definite error: rights lost, chat gone, token refused. Null as above. */
export function checkAfterError(order: Asked, check: CheckRecord, askedAtMs: number): CheckRecord | null {
  if (check.state === 'lost' || isOlder(check, askedAtMs)) return null;
  const errors = check.errors + 1;
  return errors >= ERRORS_TO_LOSE ? becomes(order, check, 'lost', askedAtMs) : { ...check, errors };
}

/** Whether the loss of a check at `atMs` pauses an order, and why; a pause that stands stays. @param check before the loss */
export function pauseAfterLoss(
  reason: PauseReason | null,
  { lostBeforeMs }: CheckRecord,
  atMs: number,
): PauseReason | null {
  const isUnsteady = lostBeforeMs !== null && atMs - lostBeforeMs < UNSTEADY_MS;
  return reason ?? (isUnsteady ? 'rights_unsteady' : null);
}

function isOlder({ rightsAtMs }: CheckRecord, askedAtMs: number): boolean {
  return rightsAtMs !== null && askedAtMs < rightsAtMs + MARGIN_MS;
}

function becomes(order: Asked, check: CheckRecord, state: CheckState, atMs: number): CheckRecord | null {
  if (check.state === state) return state === 'ok' && check.errors > 0 ? { ...check, errors: 0 } : null;
  const after = { ...check, state, errors: 0 };
  if (state === 'ok') return after;
  const lost = { ...after, lostAtMs: atMs, lostBeforeMs: check.lostAtMs };
  return unseenFrom(order, lost, atMs);
}

/**
 * What a revision does to the check. Errors of the old resource say nothing of the new one. A bot with another token is the
 * same bot: with the old one its users could not be asked about any more, so they are with the new one.
 */
export function checkAfterRevision(
  order: Order,
  check: CheckRecord,
  fields: Pick<OrderFields, 'link' | 'adsType' | 'toBotMember' | 'botTokenCipher' | 'resource'>,
  nowMs: number,
): CheckRecord {
  const isNew = fields.link !== order.link || fields.resource.resourceId !== order.resource.resourceId;
  const isSameBot = fields.link === order.link && [order, fields].every(isAskedByToken);
  if (!isSameBot) return isNew ? freshCheck : check;
  const after = fields.botTokenCipher === order.botTokenCipher ? check : unseenFrom(order, check, nowMs);
  return isNew ? { ...after, state: freshCheck.state, errors: freshCheck.errors } : after;
}

function isAskedByToken(order: Asked): boolean {
  return kindOf(order).isAsked(order) && !isChat(order);
}
