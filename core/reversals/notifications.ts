/** Who is notified of what once a reversal has ended: each advertiser, and the publisher. */
import type { NewNotification } from '../ports/notification-store.js';
import type { OrderSum, PublisherSum } from './sums.js';

/** Orders that a notification names. */
const NAMED_ORDERS = 10;

export function endNotifications(
  reversalId: number,
  reason: string,
  { orders, publishers }: { orders: readonly OrderSum[]; publishers: readonly PublisherSum[] },
): NewNotification[] {
  return [
    ...returned(reversalId, reason, orders),
    ...publishers.map(({ accountId, joins, heldMicros, paidMicros }) => ({
      accountId,
      kind: 'earnings_taken_back' as const,
      facts: { joins, amountMicros: String(heldMicros + paidMicros), note: reason },
      dedupeKey: `reversal:${String(reversalId)}:taken:${String(accountId)}`,
    })),
  ];
}

function returned(reversalId: number, note: string, orders: readonly OrderSum[]): NewNotification[] {
  const accountIds = new Set(orders.map(({ accountId }) => accountId));
  return [...accountIds].map((accountId) => {
    const own = orders.filter((order) => order.accountId === accountId);
    const micros = own.reduce((sum, order) => sum + order.micros, 0n);
    const named = own.slice(0, NAMED_ORDERS).map(({ orderId }) => `#${String(orderId)}`);
    const more = own.length > NAMED_ORDERS ? ', …' : '';
    return {
      accountId,
      kind: 'charges_returned',
      facts: {
        joins: own.reduce((sum, order) => sum + order.joins, 0),
        amountMicros: String(micros),
        orders: `${named.join(', ')}${more}`,
        note,
      },
      dedupeKey: `reversal:${String(reversalId)}:returned:${String(accountId)}`,
    };
  });
}
