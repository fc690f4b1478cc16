/**
 * Whether the service can tell who subscribes to an order, and from when on nobody was seen joining. What is known of a
 * check moves with answers, with the rights of our bots, and with what stands behind the order.
 */
import type { CheckState, Order, OrderFields } from '../ports.js';

/** What is known of an order's check. */
export interface CheckRecord {
  state: CheckState;
  /** Definite errors in a row. */
  errors: number;
  /** Since when users may have joined unseen, who are asked about once the check works (`core/subscriptions/unseen.ts`). */
  unseenSinceMs: number | null;
  /** How far that walk has come: a user's id. */
  unseenCursor: number;
}

/** One definite error may be a mistake of the platform's; the second in a row is believed. */
const ERRORS_TO_LOSE = 2;

/** Of a resource that nobody has asked about yet. */
export const freshCheck: CheckRecord = { state: 'ok', errors: 0, unseenSinceMs: null, unseenCursor: 0 };

type Asked = Pick<Order, 'adsType' | 'toBotMember'>;

/** Whether the platform is asked about the order's users: of a resource and of a membership service's code it is not. */
function isAskedOf({ adsType, toBotMember }: Asked): boolean {
  return adsType === 'channel' || (adsType === 'bot' && !toBotMember);
}

/**
 * From a loss on nobody is seen joining, and users have to be checked once it works again. Of a bot no joining is told anyway;
 * but while its token is refused nobody can be asked about.
 */
function unseenFrom(order: Asked, check: CheckRecord, nowMs: number): CheckRecord {
  return isAskedOf(order)
    ? { ...check, unseenSinceMs: check.unseenSinceMs ?? nowMs, unseenCursor: 0 }
    : check;
}

/** The rights are lost, or back; null where that is known, and no error to forget. */
export function checkBecomes(
  order: Asked,
  check: CheckRecord,
  state: CheckState,
  nowMs: number,
): CheckRecord | null {
  if (check.state === state) return state === 'ok' && check.errors > 0 ? { ...check, errors: 0 } : null;
  const after = { ...check, state, errors: 0 };
  return state === 'lost' ? unseenFrom(order, after, nowMs) : after;
}

/** After a definite error: rights lost, chat gone, token refused. Null where the check is lost already. */
export function checkAfterError(order: Asked, check: CheckRecord, nowMs: number): CheckRecord | null {
  if (check.state === 'lost') return null;
  const errors = check.errors + 1;
  return errors >= ERRORS_TO_LOSE ? checkBecomes(order, check, 'lost', nowMs) : { ...check, errors };
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
  const isSameBot = fields.link === order.link && order.adsType === 'bot' && fields.adsType === 'bot';
  const isAsked = isSameBot && !order.toBotMember && !fields.toBotMember;
  if (!isAsked) return isNew ? freshCheck : check;
  const after = fields.botTokenCipher === order.botTokenCipher ? check : unseenFrom(order, check, nowMs);
  return isNew ? { ...after, state: freshCheck.state, errors: freshCheck.errors } : after;
}
