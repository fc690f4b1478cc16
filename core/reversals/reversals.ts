/**
 * Takes charges back because fraud was found later, of a bot, or of all bots of a publisher. Each slice of joins is a step of
 * its own: who is stopped between two loses nothing, and the same words go on where it stopped.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Operator } from '../accounts/index.js';
import { dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';
import { createFoundJoins, type Scope, type WantedReversal } from './found-joins.js';
import { endNotifications } from './notifications.js';
import { type OrderSum, type PublisherSum, type ReversalPreview, ReversalSums } from './sums.js';

/** Joins in one step: over SQLite, so long others wait. */
const REVERSED_AT_ONCE = 200;
const WITHDRAWALS_MAX = 100;
/** For administrators; the terminal is null. Others get ServiceError `forbidden`. */
export interface Reversals {
  /** What it would do now. @throws ServiceError `invalid` for the reason or the days, `forbidden` when there is no such bot or account */
  preview(operator: Operator, wanted: WantedReversal): Promise<ReversalPreview>;
  /**
   * Takes all charges back that stand, then notifies those concerned, once. Said again after it was interrupted, it goes on.
   * @param progress is called after each step with the number of joins so far
   * @returns what was taken back in all, before an interruption too; null: nothing was there to take back
   */
  book(
    operator: Operator,
    wanted: WantedReversal,
    progress?: (joins: number) => void,
  ): Promise<{ joins: number; micros: bigint } | null>;
}

/** @param atOnce joins in one step */
export function createReversals(
  ports: Pick<Ports, 'store' | 'clock' | 'settings'>,
  atOnce = REVERSED_AT_ONCE,
): Reversals {
  const { store, clock, settings } = ports;
  const { scopeOf, pagesOf } = createFoundJoins(ports);

  const withOrders = async (sums: ReversalSums): Promise<OrderSum[]> => {
    const rows: OrderSum[] = [];
    for (const sum of sums.orders()) {
      const order = await store.orders.find(sum.orderId);
      if (order !== null) rows.push({ ...sum, name: order.name, accountId: order.accountId });
    }
    return rows;
  };

  /** What of it neither the wallet holds nor withdrawals that wait. */
  const debtOf = async ({ accountId, paidMicros }: PublisherSum): Promise<bigint> => {
    const [{ availableMicros }, withdrawals] = await Promise.all([
      store.ledger.balance(accountId),
      store.withdrawals.ofAccount(accountId, { beforeId: null, limit: WITHDRAWALS_MAX }),
    ]);
    const waiting = withdrawals.filter(({ state }) => state === 'waiting');
    const heldMicros = waiting.reduce(
      (sum, { amountMicros }) => sum + amountMicros,
      availableMicros > 0n ? availableMicros : 0n,
    );
    return paidMicros > heldMicros ? paidMicros - heldMicros : 0n;
  };

  const takenBack = async (scope: Scope, reversalId: number) => {
    const sums = new ReversalSums();
    for await (const { pair, joins } of pagesOf(scope))
      for (const join of joins) if (join.reversalId === reversalId) sums.add(pair, join);
    return sums;
  };

  const takeAll = async (
    scope: Scope,
    { reversalId, bookedBy }: { reversalId: number; bookedBy: Operator },
    progress: (joins: number) => void,
  ): Promise<void> => {
    let done = 0;
    for await (const { pair, joins } of pagesOf(scope)) {
      const standing = joins.filter(({ state }) => state !== 'fraud').map(({ userId }) => userId);
      for (let from = 0; from < standing.length; from += atOnce) {
        const nowMs = clock.now();
        const made = {
          reversalId,
          reason: scope.reason,
          bookedBy,
          day: dayNumberOf(nowMs, settings.SERVICE_TIMEZONE),
          nowMs,
        };
        done += await store.reversals.reverse(pair, standing.slice(from, from + atOnce), made);
        progress(done);
        await turn();
      }
    }
  };

  const preview: Reversals['preview'] = async (operator, wanted) => {
    const scope = await scopeOf(operator, wanted);
    const sums = new ReversalSums();
    let before = 0;
    for await (const { pair, joins } of pagesOf(scope))
      for (const join of joins) {
        if (join.state === 'fraud') before += 1;
        else sums.add(pair, join);
      }
    const { joins, micros, feeMicros } = sums;
    const publishers = await Promise.all(
      sums.publishers().map(async (sum) => ({ ...sum, debtMicros: await debtOf(sum) })),
    );
    return { joins, micros, feeMicros, orders: await withOrders(sums), publishers, before };
  };

  return {
    preview,
    book: async (operator, wanted, progress = () => undefined) => {
      const scope = await scopeOf(operator, wanted);
      const { joins } = await preview(operator, wanted);
      if (joins === 0 && (await store.reversals.unfinished(scope.made)) === null) return null;
      const reversalId = await store.reversals.begin(scope.made, clock.now());
      await takeAll(scope, { reversalId, bookedBy: operator }, progress);
      const sums = await takenBack(scope, reversalId);
      const people = { orders: await withOrders(sums), publishers: sums.publishers() };
      const notifications = endNotifications(reversalId, scope.reason, people);
      await store.reversals.end(reversalId, scope.made, notifications, clock.now());
      // Another process may have been first.
      return sums.joins === 0 ? null : { joins: sums.joins, micros: sums.micros };
    },
  };
}
