/**
 * Limits that neither core nor the store keeps: while a charge is decided and written, the row says that there is room
 * left. Both guards pass, as they would if both had the same fault; afterwards the row is as it was.
 */
import type { OrderCounters } from '../../../core/ports/order-store.js';
import { around, type Canary, inCommands } from './mutations.js';

function withinSettle(name: string, favours: string, loosen: string, tighten: string): Canary {
  return {
    name,
    promises: ['2 charge'],
    favours,
    mutation: around('subscriptions.settle', { before: loosen, after: tighten }),
  };
}

/** Lists are chosen by other figures than those that are so. */
function choosingBy(name: string, change: (figures: OrderCounters) => OrderCounters): Canary {
  return {
    name,
    promises: ['answers'],
    favours: 'get-sponsors',
    mutation: inCommands('catalog', (commands) => ({
      counters: async (...asked) =>
        new Map([...(await commands.counters(...asked))].map(([orderId, one]) => [orderId, change(one)])),
    })),
  };
}

/** Separate owners, which no other order has. */
const OWNERS = 1_000_000;

export const limitCanaries: readonly Canary[] = [
  withinSettle(
    'quantity-ignored',
    'joined or left',
    'UPDATE orders SET quantity_all = quantity_all + 1000 WHERE quantity_now >= quantity_all',
    'UPDATE orders SET quantity_all = quantity_all - 1000 WHERE quantity_all >= 1000',
  ),
  {
    ...withinSettle(
      'day-limit-ignored',
      'crowd',
      'UPDATE orders SET quantity_day = quantity_day + 1000',
      'UPDATE orders SET quantity_day = quantity_day - 1000',
    ),
    fromSeed: 23,
  },
  {
    ...withinSettle(
      'balance-ignored',
      // No list exceeds what a wallet can pay, unless its money goes elsewhere.
      'withdrawal',
      // Nothing costs less than that.
      `UPDATE ledger_accounts SET balance_micros = balance_micros + 1000000000000
       WHERE kind = 'wallet' AND balance_micros < 500000`,
      `UPDATE ledger_accounts SET balance_micros = balance_micros - 1000000000000
       WHERE kind = 'wallet' AND balance_micros >= 500000000000`,
    ),
    // The wallet pays only what is left in it.
    promises: ['1 balance', '2 charge'],
  },
  choosingBy('shows-not-weighed', (figures) => ({ ...figures, pendingImpressions: 0 })),
  {
    name: 'wallet-weighed-by-order',
    promises: ['answers'],
    favours: 'get-sponsors',
    // In some seeds few accounts have several orders and little money.
    seedsBy: 7,
    // As if each order were its account's only one; of orders for which it is all the same whose they are.
    mutation: inCommands('catalog', (commands) => ({
      changedSince: async (since) => {
        const changed = await commands.changedSince(since);
        const orders = changed.orders.map((order) =>
          order.places === 2 && !order.isFree ? { ...order, accountId: OWNERS + order.orderId } : order,
        );
        return { ...changed, orders };
      },
    })),
  },
  // As if joins that found nothing left had never been.
  choosingBy('overrun-forgotten', (figures) => ({ ...figures, overrun: 0 })),
];
