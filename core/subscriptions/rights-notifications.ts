/** Notifications of an owner whose order the service cannot check any more, or can again. */
import type { Settings } from '../config.js';
import { pauseNotifications } from '../orders/index.js';
import type { NewNotification } from '../ports/notification-store.js';
import type { Order, PauseReason } from '../ports/order-store.js';

/** With the loss that pauses the order, the owner and the moderators are notified of the pause instead, once. */
export function rightsLost(
  settings: Pick<Settings, 'MODERATOR_IDS'>,
): (order: Order, pausedFor: PauseReason | null) => NewNotification[] {
  const paused = pauseNotifications(settings);
  return (order, pausedFor) =>
    pausedFor === null ? [rightsNotification(order, 'order_rights_lost')] : paused(order, pausedFor);
}

export const rightsBack = (order: Order): NewNotification[] => [
  rightsNotification(order, 'order_rights_back'),
];

function rightsNotification(order: Order, kind: 'order_rights_lost' | 'order_rights_back'): NewNotification {
  return {
    accountId: order.accountId,
    kind,
    facts: { orderId: order.orderId, name: order.name, link: order.link },
    dedupeKey: `${kind}:${String(order.orderId)}:${String(order.revision)}`,
  };
}
