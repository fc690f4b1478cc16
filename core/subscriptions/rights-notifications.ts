/** What an owner is told when the service can no longer tell who subscribes, and when it can again. */
import type { NewNotification, Order } from '../ports.js';

export const rightsLost = (order: Order): NewNotification[] => [
  rightsNotification(order, 'order_rights_lost'),
];
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
