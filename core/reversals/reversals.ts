/**
 * Takes charges back because fraud was found later, of a bot, or of all bots of a publisher. Each slice of joins is a step of
 * its own: who is stopped between two loses nothing, and the same words go on where it stopped.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Operator } from '../accounts/index.js';
import { dayNumberOf } from '../days.js';
import { ServiceError } from '../errors.js';
import { toDecimal } from '../money.js';
import type { Ports } from '../ports.js';
import { createFoundJoins, type Scope, type WantedReversal } from './found-joins.js';
import { endNotifications } from './notifications.js';
import { type OrderSum, type PublisherSum, type ReversalPreview, ReversalSums } from './sums.js';

/** Joins in one step: over SQLite, so long others wait. */
const REVERSED_AT_ONCE = 200;
/** Steps of one part: so long somebody waits for its answer. */
const STEPS_OF_PART = 10;
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
  /**
   * A part of what `book` does: said again until it has ended, it is the same. `seenMicros` is what was seen to be taken back in
   * all, by parts before too. Returns what is taken back so far. @throws ServiceError `conflict` with the sum where it is another
   */
  bookPart(operator: Operator, wanted: WantedReversal, seenMicros: bigint): Promise<BookedPart | null>;
}

export interface BookedPart {
  isEnded: boolean;
  joins: number;
  micros: bigint;
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
    { progress, most }: Course,
  ): Promise<boolean> => {
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
        if (done >= most) return false;
        await turn();
      }
    }
    return true;
  };

  const preview: Reversals['preview'] = async (operator, wanted) => {
    const scope = await scopeOf(operator, wanted);
    const reversalId = await store.reversals.unfinished(scope.made);
    const [sums, begun] = [new ReversalSums(), new ReversalSums()];
    let before = 0;
    for await (const { pair, joins } of pagesOf(scope))
      for (const join of joins) {
        if (join.state === 'fraud') before += 1;
        else sums.add(pair, join);
        if (reversalId !== null && join.reversalId === reversalId) begun.add(pair, join);
      }
    const { joins, micros, feeMicros } = sums;
    const publishers = await Promise.all(
      sums.publishers().map(async (sum) => ({ ...sum, debtMicros: await debtOf(sum) })),
    );
    return {
      ...{ joins, micros, feeMicros, orders: await withOrders(sums), publishers, before },
      begun: reversalId === null ? null : { joins: begun.joins, micros: begun.micros },
    };
  };

  const take = async (
    operator: Operator,
    wanted: WantedReversal,
    course: Course,
  ): Promise<BookedPart | null> => {
    const scope = await scopeOf(operator, wanted);
    const { joins, micros, begun } = await preview(operator, wanted);
    if (joins === 0 && begun === null) return null;
    assertSeen(course.seenMicros, micros + (begun?.micros ?? 0n));
    const reversalId = await store.reversals.begin(scope.made, clock.now());
    const isEnded = await takeAll(scope, { reversalId, bookedBy: operator }, course);
    const sums = await takenBack(scope, reversalId);
    if (isEnded) {
      const people = { orders: await withOrders(sums), publishers: sums.publishers() };
      const notifications = endNotifications(reversalId, scope.reason, people);
      await store.reversals.end(reversalId, scope.made, notifications, clock.now());
    }
    // Another process may have been first.
    return isEnded && sums.joins === 0 ? null : { isEnded, joins: sums.joins, micros: sums.micros };
  };

  return {
    preview,
    book: async (operator, wanted, progress = () => undefined) => {
      const booked = await take(operator, wanted, { progress, most: Infinity, seenMicros: null });
      return booked === null ? null : { joins: booked.joins, micros: booked.micros };
    },
    bookPart: (operator, wanted, seenMicros) =>
      take(operator, wanted, { progress: () => undefined, most: STEPS_OF_PART * atOnce, seenMicros }),
  };
}

/** How a reversal goes on: `most` joins at this time, and only if it is about what was seen. */
interface Course {
  progress: (joins: number) => void;
  most: number;
  seenMicros: bigint | null;
}

function assertSeen(seenMicros: bigint | null, micros: bigint): void {
  if (seenMicros === null || seenMicros === micros) return;
  throw new ServiceError('conflict', `amount: it is ${toDecimal(micros)} by now.`, {
    topic: 'amount_changed',
  });
}
