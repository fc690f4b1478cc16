/**
 * Takes charges back because fraud was found later, of a bot, or of all bots of a publisher. Each slice of joins is one step:
 * a stop between two steps loses nothing, and the same words continue there.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Operator } from '../accounts/index.js';
import { dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';
import { createBegunReversals } from './begun.js';
import { createFoundJoins, type Scope, type WantedReversal } from './found-joins.js';
import { type OrderSum, type PublisherSum, ReversalSums } from './sums.js';
import type { NewNotification } from '../ports/notification-store.js';

/** Joins in one step: over SQLite, so long others wait. */
const REVERSED_AT_ONCE = 200;
const WITHDRAWALS_MAX = 100;
/** Orders that a notification names. */
const NAMED_ORDERS = 10;

/** Joins whose charges are taken back, and what they cost. */
export interface Reversed {
  joins: number;
  micros: bigint;
}

export interface BookOptions {
  /** Called after each step with what this reversal has taken back, before an interruption too. */
  progress?: (soFar: Reversed) => void | Promise<void>;
  /** Stops it between two steps; `book` throws the signal's reason. */
  signal?: AbortSignal;
}

/** For administrators; the terminal is null. Others get ServiceError `forbidden`. */
export type Reversals = ReturnType<typeof createReversals>;

export type ReversalPreview = Awaited<ReturnType<Reversals['preview']>>;

/** @param atOnce joins in one step */
export function createReversals(
  ports: Pick<Ports, 'store' | 'clock' | 'settings'>,
  atOnce = REVERSED_AT_ONCE,
) {
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

  const takenBack = async (scope: Scope, reversalId: number, signal?: AbortSignal) => {
    const sums = new ReversalSums();
    for await (const { pair, joins } of pagesOf(scope, signal))
      for (const join of joins) if (join.reversalId === reversalId) sums.add(pair, join);
    return sums;
  };

  const takeAll = async (
    scope: Scope,
    { reversalId, bookedBy, before }: { reversalId: number; bookedBy: Operator; before: Reversed },
    { progress, signal }: BookOptions,
  ): Promise<void> => {
    let { joins: done, micros } = before;
    for await (const { pair, joins } of pagesOf(scope, signal)) {
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
        const taken = await store.reversals.reverse(pair, standing.slice(from, from + atOnce), made);
        done += taken.joins;
        micros += taken.micros;
        await progress?.({ joins: done, micros });
        await turn();
        signal?.throwIfAborted();
      }
    }
  };

  const look = async (scope: Scope, signal?: AbortSignal) => {
    const reversalId = await store.reversals.unfinished(scope.made);
    const [sums, begun] = [new ReversalSums(), new ReversalSums()];
    let before = 0;
    for await (const { pair, joins } of pagesOf(scope, signal))
      for (const join of joins) {
        if (join.state === 'fraud') before += 1;
        else sums.add(pair, join);
        if (reversalId !== null && join.reversalId === reversalId) begun.add(pair, join);
      }
    const { joins, micros, feeMicros } = sums;
    // `debtMicros`: what of `paidMicros` neither the wallet nor withdrawals that wait hold.
    const publishers = await Promise.all(
      sums.publishers().map(async (sum) => ({ ...sum, debtMicros: await debtOf(sum) })),
    );
    return {
      joins,
      /** What advertisers have back; what of it the service gives back, and the publishers. */
      micros,
      feeMicros,
      /** By order, the largest first. */
      orders: await withOrders(sums),
      publishers,
      /** Joins that this reversal, or another, has taken back as fraud before. */
      before,
      /** Of those, what these same words took back before they were interrupted; null: they were not. */
      begun: reversalId === null ? null : { joins: begun.joins, micros: begun.micros },
    };
  };

  const book = async (
    operator: Operator,
    wanted: WantedReversal,
    options: BookOptions = {},
  ): Promise<Reversed | null> => {
    const { signal } = options;
    const scope = await scopeOf(operator, wanted);
    const { joins, begun } = await look(scope, signal);
    if (joins === 0 && begun === null) return null;
    const reversalId = await store.reversals.begin(scope.made, clock.now());
    const before = begun ?? { joins: 0, micros: 0n };
    await takeAll(scope, { reversalId, bookedBy: operator, before }, options);
    const sums = await takenBack(scope, reversalId, signal);
    const people = { orders: await withOrders(sums), publishers: sums.publishers() };
    const notifications = endNotifications(reversalId, scope.reason, people);
    await store.reversals.end(reversalId, scope.made, notifications, clock.now());
    // Another process may have been first.
    return sums.joins === 0 ? null : { joins: sums.joins, micros: sums.micros };
  };

  return {
    /** Returns what it would do now. @throws ServiceError `invalid` for the reason or the days, `forbidden` when there is no such bot or account */
    preview: async (operator: Operator, wanted: WantedReversal) => look(await scopeOf(operator, wanted)),
    /**
     * Takes all charges back that stand, then notifies the people concerned once. The same call after an interruption continues it.
     * @returns the sums of the whole reversal, before an interruption too; null: nothing was there to take back
     */
    book,
    ...createBegunReversals(ports, { scopeOf, look, book }),
  };
}

/** Once a reversal has ended: to each advertiser, and to the publisher. */
function endNotifications(
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
