/** Carries out what was decided of a subscriber, inside the deed in which the facts were read. */
import type { Settlement, SettlementFacts } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Versions } from '../versions.js';
import type { VisitMarks } from '../visit-marks.js';
import {
  type ChargedRow,
  chargeLines,
  closedShow,
  type Counted,
  givenBack,
  type SettlementMoment,
  takenBack,
} from './charge.js';
import { createFigures } from './figures.js';
import type { LedgerWrites } from './ledger-writes.js';
import { CHARGE, toStateNumber } from './standing-row.js';
import { present, toFlag } from './values.js';

/** What a settlement writes into standings. */
export type Decided = Exclude<Settlement, { kind: 'none' | 'waits' }>;

export interface SettlementWrites {
  settle(facts: SettlementFacts, settlement: Decided, moment: SettlementMoment): void;
  /** Takes a charge back: its entry the other way round, and off the figures of this day. */
  reverse(charged: ChargedRow, moment: SettlementMoment): void;
  noteLost(charged: ChargedRow, moment: SettlementMoment): void;
}

export function createSettlementWrites(
  connection: Connection,
  ledger: LedgerWrites,
  versions: Versions,
  marks: VisitMarks,
): SettlementWrites {
  const { count, countLanguage } = createFigures(connection, marks);
  const insert = connection.prepare<(number | bigint | string | null)[]>(
    `INSERT INTO subscriptions
       (user_id, order_id, bot_id, state, charge, price_micros, at_ms, entry_id, hold_until_ms, held_for_trust, reason)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const payJoin = connection.prepare<[number, string, number]>(
    'INSERT INTO paid_joins (user_id, target, order_id) VALUES (?, ?, ?)',
  );
  const payAddress = connection.prepare<[number, number, string]>(
    `INSERT INTO paid_addresses (day, order_id, address, times) VALUES (?, ?, ?, 1)
     ON CONFLICT (day, order_id, address) DO UPDATE SET times = times + 1`,
  );
  const takeOfWithdrawal = connection.prepare<{ taken: bigint; nowMs: number; withdrawalId: number }[]>(
    `UPDATE withdrawals SET amount_micros = amount_micros - @taken, taken_micros = taken_micros + @taken,
       state = CASE WHEN amount_micros = @taken THEN 'cancelled' ELSE state END,
       decided_at_ms = CASE WHEN amount_micros = @taken THEN @nowMs ELSE decided_at_ms END
     WHERE withdrawal_id = @withdrawalId`,
  );
  const countUnpaid = connection.prepare<[number, number, number, string]>(
    `INSERT INTO unpaid_days (order_id, day, bot_id, reason, joins) VALUES (?, ?, ?, ?, 1)
     ON CONFLICT (order_id, day, bot_id, reason) DO UPDATE SET joins = joins + 1`,
  );
  const countOrder = connection.prepare<[number], { quantity_now: number; quantity_all: number }>(
    'UPDATE orders SET quantity_now = quantity_now + 1 WHERE order_id = ? RETURNING quantity_now, quantity_all',
  );
  const uncountOrder = connection.prepare<[number], { quantity_now: number; quantity_all: number }>(
    'UPDATE orders SET quantity_now = quantity_now - 1 WHERE order_id = ? RETURNING quantity_now, quantity_all',
  );
  // Once the charge is taken back, no money of it is on hold.
  const takeBack = connection.prepare<[number, number]>(
    `UPDATE subscriptions SET charge = ${String(CHARGE.reversed)}, hold_until_ms = NULL, held_for_trust = 0
     WHERE user_id = ? AND order_id = ?`,
  );
  const moveCatalog = connection.prepare<[number, number]>(
    'UPDATE orders SET catalog_version = ? WHERE order_id = ?',
  );
  const charge = (
    facts: SettlementFacts,
    settlement: Counted,
    { userId, nowMs }: SettlementMoment,
  ): number | null => {
    const lines = chargeLines(facts, settlement);
    if (lines.length === 0) return null;
    const entry = {
      kind: 'charge',
      atMs: nowMs,
      orderId: facts.order.orderId,
      botId: settlement.botId,
      userId,
    } as const;
    return ledger.book(entry, lines);
  };

  const settleCounted = (facts: SettlementFacts, settlement: Counted, moment: SettlementMoment) => {
    const { userId, day, nowMs } = moment;
    const { orderId, quantityDay } = facts.order;
    const { botId, priceMicros, publisherMicros, isOwn, isTakenOver, holdUntilMs } = settlement;
    // Counted before it is charged: whether the order still runs decides whom the charge is told to.
    const after = present(countOrder.get(orderId), 'the order');
    if (after.quantity_now > after.quantity_all) throw new RangeError('an order would pass its quantity');
    const entryId = charge(facts, settlement, moment);
    const state = toStateNumber('subscribed');
    const isHeldForTrust = entryId !== null && settlement.isHeldForTrust;
    // What waits for a moderator ends with their word, not with time.
    const heldUntilMs = entryId === null || isHeldForTrust ? null : holdUntilMs;
    const paid = [priceMicros, nowMs, entryId, heldUntilMs, toFlag(isHeldForTrust), null] as const;
    insert.run(userId, orderId, botId, state, CHARGE.counted, ...paid);
    payJoin.run(userId, facts.order.target, orderId);
    if (facts.opening !== null) payAddress.run(day, orderId, facts.opening.address);
    for (const { withdrawalId, amountMicros } of settlement.takenFrom)
      takeOfWithdrawal.run({ taken: amountMicros, nowMs, withdrawalId });
    const earned = { paidMicros: priceMicros, earnedMicros: publisherMicros };
    const figures = { subscribers: 1, lost: 0, takenOver: toFlag(isTakenOver), ...earned };
    const closedShows = closedShow(facts, botId, nowMs);
    const today = count({ orderId, botId, day, isOwn, closedShows, nowMs, ...figures });
    if (today > (quantityDay ?? Infinity)) throw new RangeError('an order would pass its daily limit');
    countLanguage({ orderId, day, botId, userId, language: facts.userLanguage });
    if (after.quantity_now === after.quantity_all) moveCatalog.run(versions.bump('catalog'), orderId);
  };

  return {
    settle: (facts, settlement, moment) => {
      if (settlement.kind === 'counted') {
        settleCounted(facts, settlement, moment);
        return;
      }
      const { userId, day, nowMs } = moment;
      const { botId, reason } = settlement;
      const { orderId } = facts.order;
      const state = toStateNumber(settlement.state);
      insert.run(userId, orderId, botId, state, CHARGE.none, 0n, nowMs, null, null, 0, reason);
      countUnpaid.run(orderId, day, botId, reason);
    },
    reverse: (charged, { userId, day, nowMs }) => {
      const { order_id: orderId, bot_id: botId, entry_id: entryId } = charged;
      if (entryId === null) throw new RangeError('there is no charge to reverse');
      const booked = ledger.postingsOf(entryId);
      const entry = { kind: 'reversal', atMs: nowMs, orderId, botId, userId, aboutEntryId: entryId } as const;
      ledger.book(entry, takenBack(booked));
      takeBack.run(userId, orderId);
      const figures = { subscribers: 0, lost: 0, takenOver: 0, ...givenBack(charged, booked) };
      count({ orderId, botId, day, closedShows: 0, nowMs, ...figures });
      const after = present(uncountOrder.get(orderId), 'the order');
      // It was full, and runs again.
      if (after.quantity_now === after.quantity_all - 1) moveCatalog.run(versions.bump('catalog'), orderId);
    },
    noteLost: ({ order_id: orderId, bot_id: botId }, { day, nowMs }) => {
      const figures = { subscribers: 0, lost: 1, takenOver: 0, paidMicros: 0n, earnedMicros: 0n };
      count({ orderId, botId, day, isOwn: false, closedShows: 0, nowMs, ...figures });
    },
  };
}
