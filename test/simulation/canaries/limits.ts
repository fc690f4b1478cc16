/**
 * Limits that neither core nor the store keeps: while a charge is decided and written, the row says that there is room
 * left. Both guards pass, as they would if both had the same fault; afterwards the row is as it was.
 */
import type { Canary } from './mutations.js';

function withinSettle(name: string, favours: string, loosen: string, tighten: string): Canary {
  return {
    name,
    promises: ['2 charge'],
    favours,
    mutation: () => ({
      deed: { around: (deed) => (deed === 'subscriptions.settle' ? { before: loosen, after: tighten } : {}) },
    }),
  };
}

export const limitCanaries: readonly Canary[] = [
  withinSettle(
    'quantity-ignored',
    'crowd',
    'UPDATE orders SET quantity_all = quantity_all + 1000 WHERE quantity_now >= quantity_all',
    'UPDATE orders SET quantity_all = quantity_all - 1000 WHERE quantity_all >= 1000',
  ),
  withinSettle(
    'day-limit-ignored',
    'crowd',
    'UPDATE orders SET quantity_day = quantity_day + 1000',
    'UPDATE orders SET quantity_day = quantity_day - 1000',
  ),
  withinSettle(
    'balance-ignored',
    'crowd',
    // Nothing costs less than that.
    `UPDATE ledger_accounts SET balance_micros = balance_micros + 1000000000000
     WHERE kind = 'wallet' AND balance_micros < 500000`,
    `UPDATE ledger_accounts SET balance_micros = balance_micros - 1000000000000
     WHERE kind = 'wallet' AND balance_micros >= 500000000000`,
  ),
];
