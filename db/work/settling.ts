/**
 * Settles one subscriber: reads the facts, has core decide, and writes the outcome, in one piece of durable work. What is written
 * can be done inside other work, too.
 */
import type {
  Counted,
  Settlement,
  SettlementFacts,
  SubscriptionStore,
} from '../../core/ports/subscription-store.js';
import { areAwaited, awaitContacts } from './contact-writes.js';
import type { Parts } from './database.js';
import { queueEvent } from './event-queue.js';
import { queueNotifications } from './notifications.js';
import { type AskFacts, createFactsReader } from './settlement-facts.js';
import type { Pseudonyms } from './pseudonyms.js';
import {
  CHARGE,
  type SubscriptionStatusColumns,
  type SubscriptionStatusRow,
  toStateNumber,
  toSubscriptionStatus,
} from './subscription-row.js';
import { chargeBooking, closedImpression, givenBack, reversalBooking } from '../../core/ledger/index.js';
import type { SubscriptionStatus } from '../../core/ports/sponsor-store.js';
import { present, toFlag } from './values.js';
import { ofSqlite, statement, touchUser, type Work } from './statement.js';
import { bumpVersion } from './versions.js';
import { countFigures } from './figures.js';
import type { LedgerWrites } from './ledger-writes.js';

type Settle = SubscriptionStore['settle'];
type Wanted = Parameters<Settle>;

export interface SettleAsk {
  shown: Wanted[0];
  userId: Wanted[1];
  at: Wanted[2];
  decide: Wanted[3];
  notificationsOf: Wanted[4];
}

export interface Settled {
  settlement: Settlement;
  subscriptionStatus: SubscriptionStatus | null;
}

export interface SettlingParts {
  /** How facts are asked for, where it is not by statements that read of all tables. */
  askFacts?: AskFacts | undefined;
  ledger: LedgerWrites;
  /** Who was erased, and comes back. */
  pseudonyms: Pseudonyms;
  writes: SettlementWrites;
}

export type Settling = ReturnType<typeof createSettling>;

export function createSettling({ db, dayOf }: Pick<Parts, 'db' | 'dayOf'>, parts: SettlingParts) {
  const { ledger, writes, pseudonyms, askFacts } = parts;
  const facts = createFactsReader(ledger, pseudonyms, askFacts);

  function* settle({ shown, userId, at, decide, notificationsOf }: SettleAsk) {
    const read = yield* facts.lock(shown, userId, at);
    const settlement: Settlement = read === null ? { kind: 'none' } : decide(read);
    if (read === null || settlement.kind === 'none' || settlement.kind === 'yields')
      return { settlement, subscriptionStatus: read?.subscriptionStatus ?? null };
    if (settlement.kind === 'waits') {
      if (!(yield* areAwaited(userId, settlement))) yield* awaitContacts(userId, settlement, at.nowMs);
      return { settlement, subscriptionStatus: null };
    }
    const moment = { userId, day: at.day, nowMs: at.nowMs };
    const { subscriptionStatus: after, movesCatalog } = yield* writes.settle(read, settlement, moment);
    yield* queueNotifications(notificationsOf(read, settlement), at.nowMs);
    yield* queueEvent(userId, after, dayOf(at.nowMs), at.nowMs);
    if (movesCatalog) yield* writes.moveCatalog(shown.orderId);
    return { settlement, subscriptionStatus: toSubscriptionStatus(after) };
  }

  return {
    facts,
    /** What the facts, as they are just now, foresee: null where something is to be written. */
    foreseen: async (
      { userId, decide }: SettleAsk,
      read: SettlementFacts | null,
    ): Promise<Settled | null> => {
      if (read === null) return { settlement: { kind: 'none' }, subscriptionStatus: null };
      const settlement = decide(read);
      if (settlement.kind === 'none' || settlement.kind === 'yields')
        return { settlement, subscriptionStatus: read.subscriptionStatus };
      const isAwaited = settlement.kind === 'waits' && (await db.read(() => areAwaited(userId, settlement)));
      return isAwaited ? { settlement, subscriptionStatus: null } : null;
    },
    /** Settles under the locks of all that decides. */
    settle: (ask: SettleAsk): Promise<Settled> =>
      db.run('subscriptions.settle', () => settle(ask), { durable: true, waitsUntil: ask.at.waitsUntil }),
  };
}

/** Each subscriber in work of their own. */
export function settleOneByOne({ db }: Pick<Parts, 'db'>, settling: Settling): Settle {
  return async (shown, userId, at, decide, notificationsOf) => {
    const ask = { shown, userId, at, decide, notificationsOf };
    if (at.isExpected === true) return settling.settle(ask);
    // Most others are settled already: then there is nothing to commit, nor to lock.
    const read = await db.read(() => settling.facts.read(shown, userId, at), { apart: true });
    return (await settling.foreseen(ask, read)) ?? settling.settle(ask);
  };
}

export interface SettlementMoment {
  userId: number;
  day: number;
  nowMs: number;
}

/** What a settlement writes into subscription statuses. */
type Decided = Exclude<Settlement, { kind: 'none' | 'waits' | 'yields' }>;

interface Written {
  /** The order became full, or runs again: the work ends with `moveCatalog`. */
  movesCatalog: boolean;
}

export type SettlementWrites = ReturnType<typeof createSettlementWrites>;

type Subscriber = [userId: number, orderId: number, botId: number, atMs: number];

const PAID_SQL = `INSERT INTO subscriptions
  (user_id, order_id, bot_id, state, charge, price_micros, at_ms, entry_id, hold_until_ms, hold_ms, held_for_trust)
  VALUES ($1, $2, $3, ${String(toStateNumber('subscribed'))}, ${String(CHARGE.counted)}, $5, $4, $6, $7, $8, $9)`;
const UNPAID_SQL = `INSERT INTO subscriptions (user_id, order_id, bot_id, state, charge, price_micros, at_ms, reason)
  VALUES ($1, $2, $3, $5, ${String(CHARGE.none)}, 0, $4, $6)`;

/**
 * A paid subscriber. A process that settles the same join for another order at this moment waits here for the
 * key of `paid_joins`, and repeats its command. No waiting process holds locks that this command still needs.
 */
const insertPaid = statement<
  [
    ...Subscriber,
    priceMicros: bigint,
    entryId: number | null,
    holdUntilMs: number | null,
    holdMs: number | null,
    heldForTrust: number,
    target: string,
    day: number,
    address: string | null,
  ]
>({
  sqlite: PAID_SQL,
  postgres: `WITH paid AS (INSERT INTO paid_joins (user_id, target, order_id) VALUES ($1, $10, $2)),
     opened AS (INSERT INTO paid_addresses (day, order_id, address, times)
       SELECT $11::bigint, $2::bigint, $12::text, 1 WHERE $12::text IS NOT NULL
       ON CONFLICT (day, order_id, address) DO UPDATE SET times = paid_addresses.times + 1)
     ${PAID_SQL}`,
});
/** SQLite has no statement that writes several tables. */
const payJoin = ofSqlite<[userId: number, target: string, orderId: number]>(
  'INSERT INTO paid_joins (user_id, target, order_id) VALUES ($1, $2, $3)',
);
const payAddress = ofSqlite<[day: number, orderId: number, address: string]>(
  `INSERT INTO paid_addresses (day, order_id, address, times) VALUES ($1, $2, $3, 1)
   ON CONFLICT (day, order_id, address) DO UPDATE SET times = times + 1`,
);
export const COUNT_UNPAID_SQL = `INSERT INTO unpaid_days (order_id, day, bot_id, reason, joins) VALUES ($1, $2, $3, $4, 1)
  ON CONFLICT (order_id, day, bot_id, reason) DO UPDATE SET joins = unpaid_days.joins + 1`;
const countUnpaid = ofSqlite<[orderId: number, day: number, botId: number, reason: string]>(COUNT_UNPAID_SQL);
const insertUnpaid = statement<[...Subscriber, state: number, reason: string, day: number]>({
  sqlite: UNPAID_SQL,
  postgres: `WITH counted AS (
       INSERT INTO unpaid_days (order_id, day, bot_id, reason, joins) VALUES ($2, $7, $3, $6, 1)
       ON CONFLICT (order_id, day, bot_id, reason) DO UPDATE SET joins = unpaid_days.joins + 1)
     ${UNPAID_SQL}`,
});
/** Its owner's accounts are locked, so no other command decides it meanwhile. */
const takeOfWithdrawal = statement<[withdrawalId: number, takenMicros: bigint, nowMs: number]>(
  `UPDATE withdrawals SET amount_micros = amount_micros - $2, taken_micros = taken_micros + $2,
     state = CASE WHEN amount_micros = $2 THEN 'cancelled' ELSE state END,
     decided_at_ms = CASE WHEN amount_micros = $2 THEN $3 ELSE decided_at_ms END
   WHERE withdrawal_id = $1 AND state = 'waiting' AND amount_micros >= $2`,
);
// Once the charge is taken back, no money of it is on hold.
const takeBack = statement<[userId: number, orderId: number]>(
  `UPDATE subscriptions SET charge = ${String(CHARGE.reversed)}, hold_until_ms = NULL, held_for_trust = 0
   WHERE user_id = $1 AND order_id = $2`,
);
const moveOrder = statement<[catalogVersion: number, orderId: number]>(
  'UPDATE orders SET catalog_version = $1 WHERE order_id = $2',
);

export function createSettlementWrites(ledger: LedgerWrites) {
  function* settleCounted(facts: SettlementFacts, settlement: Counted, moment: SettlementMoment) {
    const { userId, day, nowMs } = moment;
    const { orderId, quantityDay, quantityNow, quantityAll } = facts.order;
    const { botId, botAccountId, priceMicros, publisherMicros, isOwn, isTakenOver } = settlement;
    const { holdUntilMs, holdMs, isHeldForTrust } = settlement;
    const charge = chargeBooking(facts, settlement, userId, nowMs);
    const entryId = charge === null ? null : yield* ledger.book(charge);
    const held = [holdUntilMs, holdMs, toFlag(isHeldForTrust)] as const;
    const paid = [priceMicros, entryId, ...held, facts.order.target] as const;
    const address = facts.opening?.address ?? null;
    yield* insertPaid.run(...([userId, orderId, botId, nowMs] as const), ...paid, day, address);
    yield* touchUser(userId);
    yield* payJoin.run(userId, facts.order.target, orderId);
    if (address !== null) yield* payAddress.run(day, orderId, address);
    yield* takeOf(settlement.takenFrom, nowMs);
    yield* countFigures({
      orderId,
      botId,
      day,
      nowMs,
      isOwn,
      takenOver: toFlag(isTakenOver),
      paidMicros: priceMicros,
      earnedMicros: publisherMicros,
      payeeId: botAccountId,
      closedImpressions: closedImpression(facts, botId, nowMs),
      places: 1,
      subscriber: { userId, language: facts.userLanguage, quantityDay },
    });
    const subscriptionStatus = statusOf(orderId, { botId, state: 'subscribed', priceMicros }, nowMs);
    return { subscriptionStatus, movesCatalog: quantityNow + 1 === quantityAll };
  }

  return {
    *settle(
      facts: SettlementFacts,
      settlement: Decided,
      moment: SettlementMoment,
    ): Work<Written & { subscriptionStatus: SubscriptionStatusColumns }> {
      if (settlement.kind === 'counted') return yield* settleCounted(facts, settlement, moment);
      const { userId, day, nowMs } = moment;
      const { botId, reason, state } = settlement;
      const unpaid = [toStateNumber(state), reason, day] as const;
      const { orderId } = facts.order;
      yield* touchUser(userId);
      yield* countUnpaid.run(orderId, day, botId, reason);
      yield* insertUnpaid.run(userId, orderId, botId, nowMs, ...unpaid);
      const subscriptionStatus = statusOf(orderId, { botId, state, priceMicros: 0n }, nowMs);
      return { subscriptionStatus, movesCatalog: false };
    },
    /** Takes a charge back: its entry the other way round, and off the figures of this day. */
    *reverse(row: SubscriptionStatusRow, { userId, day, nowMs }: SettlementMoment): Work<Written> {
      const { order_id: orderId, standing_bot_id: botId, entry_id: entryId } = row;
      if (entryId === null) throw new RangeError('there is no charge to reverse');
      const booked = (yield* ledger.postingsOf([entryId])).get(entryId) ?? [];
      yield* ledger.book(reversalBooking({ orderId, botId, userId }, entryId, booked, nowMs));
      yield* takeBack.run(userId, orderId);
      const order = yield* countFigures({
        orderId,
        botId,
        day,
        nowMs,
        ...givenBack(BigInt(row.paid_micros), booked),
        places: -1,
      });
      const { quantityNow, quantityAll } = present(order, 'the order');
      // It was full, and runs again.
      return { movesCatalog: quantityNow === quantityAll - 1 };
    },
    *noteLost(
      { order_id: orderId, standing_bot_id: botId }: SubscriptionStatusRow,
      { day, nowMs }: SettlementMoment,
    ): Work<void> {
      yield* countFigures({ orderId, botId, day, nowMs, lost: 1 });
    },
    /** Last in a piece of work, since all that change the catalog wait for it. */
    *moveCatalog(orderId: number): Work<void> {
      yield* moveOrder.run(yield* bumpVersion('catalog'), orderId);
    },
  };
}

/** A new subscriber's row, as it was written: to read it back would cost as much as to write it. */
function statusOf(
  orderId: number,
  { botId, state, priceMicros }: Pick<SubscriptionStatus, 'botId' | 'state' | 'priceMicros'>,
  atMs: number,
): SubscriptionStatusColumns {
  return {
    order_id: orderId,
    standing_bot_id: botId,
    state: toStateNumber(state),
    paid_micros: Number(priceMicros),
    at_ms: atMs,
    changed_at_ms: null,
  };
}

/** @throws RangeError when a withdrawal does not hold what is taken of it */
export function* takeOf(taken: Counted['takenFrom'], nowMs: number) {
  for (const { withdrawalId, amountMicros } of taken) {
    if ((yield* takeOfWithdrawal.run(withdrawalId, amountMicros, nowMs)) === 0)
      throw new RangeError('a withdrawal does not hold what is taken of it');
  }
}
