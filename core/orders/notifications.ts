/** Notifications to moderators and owners about an order's moderation. */
import type { Settings } from '../config.js';
import { toEach } from '../notifications.js';
import type { NewNotification } from '../ports/notification-store.js';
import type { Order, PauseReason } from '../ports/order-store.js';
import { statusOf } from './status.js';

/** One for each moderator: this order, at this revision, waits for a decision. */
export function moderationNotifications(
  settings: Pick<Settings, 'MODERATOR_IDS'>,
  order: Order,
): NewNotification[] {
  const { orderId, revision, name, link, decision } = order;
  if (decision !== 'waiting') return [];
  const key = `moderation:${String(orderId)}:${String(revision)}`;
  return toEach(settings.MODERATOR_IDS, 'moderation', { orderId, revision, name, link }, key);
}

/** Many orders wait: one for each moderator and window of time, in place of their cards. */
export function waitingNotification(moderatorId: number, window: number): NewNotification {
  const kind = 'moderation_many';
  const dedupeKey = `${kind}:${String(moderatorId)}:${String(window)}`;
  return { accountId: moderatorId, kind, facts: {}, dedupeKey };
}

/** What the owner learns of a decision; `decided` is the order as it is after it. */
export function decisionNotification(decided: Order): NewNotification {
  const kind = decided.decision === 'approved' ? 'order_approved' : 'order_rejected';
  const { orderId, name, link, reason } = decided;
  return {
    accountId: decided.accountId,
    kind,
    facts: { orderId, name, link, reason, status: statusOf(decided) },
    dedupeKey: `${kind}:${String(orderId)}:${String(decided.revision)}`,
  };
}

/**
 * The owner's wallet does not hold the price of one more subscriber: the order is not shown any more.
 * @param time distinguishes this time that it happened from others
 */
export function outOfMoneyNotification(
  { accountId, orderId, name, quantityNow }: Pick<Order, 'accountId' | 'orderId' | 'name' | 'quantityNow'>,
  time: string,
): NewNotification {
  const kind = 'order_out_of_money';
  const dedupeKey = `${kind}:${String(orderId)}:${time}`;
  return { accountId, kind, facts: { orderId, name, quantityNow }, dedupeKey };
}

/** Whether the order never costs anything: it is free, and shown in its owner's bots alone. */
export function costsNothing({ isFree, places }: Pick<Order, 'isFree' | 'places'>): boolean {
  return isFree && places === 0;
}

/** The owner is notified of it again a day later: the latest moment of the last notification at which they are. */
export function notifiedUntilMs(nowMs: number): number {
  return nowMs - 86_400_000;
}

/** Notifies the order's owner and the moderators why the service paused it. */
export function pauseNotifications({ MODERATOR_IDS }: Pick<Settings, 'MODERATOR_IDS'>) {
  return (order: Order, reason: PauseReason): NewNotification[] => [
    ...heldNotifications(order, reason),
    ...MODERATOR_IDS.map((moderatorId) =>
      pauseNotification(order, reason, moderatorId, 'order_paused_moderator'),
    ),
  ];
}

/** Notifies the order's owner that a moderator paused it, and why. */
export function heldNotifications(order: Order, reason: PauseReason): NewNotification[] {
  return [pauseNotification(order, reason, order.accountId, 'order_paused')];
}

/** Notifies the order's owner that it goes on. */
export function resumeNotifications(order: Order, reason: PauseReason): NewNotification[] {
  return [pauseNotification(order, reason, order.accountId, 'order_resumed')];
}

function pauseNotification(
  { orderId, name, link, revision }: Order,
  reason: PauseReason,
  accountId: number,
  kind: 'order_paused' | 'order_paused_moderator' | 'order_resumed',
): NewNotification {
  const dedupeKey = `${kind}:${String(accountId)}:${String(orderId)}:${String(revision)}`;
  return { accountId, kind, facts: { orderId, name, link, reason }, dedupeKey };
}
