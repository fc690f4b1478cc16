/** Carries out what was decided of a subscriber, inside the deed in which the facts were read. */
import type { Settlement, SettlementFacts } from '../../../core/ports.js';
import {
  type ChargedRow,
  chargeLines,
  closedShow,
  type Counted,
  givenBack,
  type SettlementMoment,
} from '../../repositories/charge.js';
import { reversed } from '../../repositories/ledger-entry.js';
import { CHARGE, type StandingRow, standingColumns, toStateNumber } from '../../repositories/standing-row.js';
import { present } from '../../repositories/values.js';
import { statement, type Transaction } from '../statement.js';
import type { Versions } from '../versions.js';
import { countFigures } from './figures.js';
import type { LedgerWrites } from './ledger-writes.js';

interface Written {
  /** The order became full, or runs again: the deed ends with `moveCatalog`. */
  movesCatalog: boolean;
}

export interface SettlementWrites {
  settle(
    transaction: Transaction,
    facts: SettlementFacts,
    settlement: Exclude<Settlement, { kind: 'none' }>,
    moment: SettlementMoment,
  ): Promise<Written & { standing: StandingRow | undefined }>;
  /** Takes a charge back: its entry the other way round, and off the figures of this day. */
  reverse(transaction: Transaction, charged: ChargedRow, moment: SettlementMoment): Promise<Written>;
  noteLost(transaction: Transaction, charged: ChargedRow, moment: SettlementMoment): Promise<void>;
  /** Last in a deed, since all that change the catalog wait for it. */
  moveCatalog(transaction: Transaction, orderId: number): Promise<void>;
}

const insert = statement<
  [
    userId: number,
    orderId: number,
    botId: number,
    state: number,
    charge: number,
    priceMicros: bigint,
    atMs: number,
    entryId: number | null,
    holdUntilMs: number | null,
  ],
  StandingRow
>(
  `INSERT INTO subscriptions
     (user_id, order_id, bot_id, state, charge, price_micros, at_ms, entry_id, hold_until_ms)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${standingColumns}`,
);
// Once the charge is taken back, no money of it is on hold.
const takeBack = statement<[userId: number, orderId: number]>(
  `UPDATE subscriptions SET charge = ${String(CHARGE.reversed)}, hold_until_ms = NULL
   WHERE user_id = $1 AND order_id = $2`,
);
const moveOrder = statement<[catalogVersion: number, orderId: number]>(
  'UPDATE orders SET catalog_version = $1 WHERE order_id = $2',
);

export function createSettlementWrites(ledger: LedgerWrites, versions: Versions): SettlementWrites {
  const charge = async (
    transaction: Transaction,
    facts: SettlementFacts,
    settlement: Counted,
    { userId, nowMs }: SettlementMoment,
  ): Promise<number | null> => {
    const lines = chargeLines(facts, settlement);
    if (lines.length === 0) return null;
    const { orderId } = facts.order;
    const entry = { kind: 'charge', atMs: nowMs, orderId, botId: settlement.botId, userId } as const;
    return ledger.book(transaction, entry, lines);
  };

  const settleCounted = async (
    transaction: Transaction,
    facts: SettlementFacts,
    settlement: Counted,
    moment: SettlementMoment,
  ): Promise<Written & { standing: StandingRow | undefined }> => {
    const { userId, day, nowMs } = moment;
    const { orderId, quantityDay } = facts.order;
    const { botId, priceMicros, publisherMicros, isOwn, holdUntilMs } = settlement;
    const entryId = await charge(transaction, facts, settlement, moment);
    const heldUntilMs = entryId === null ? null : holdUntilMs;
    const how = [botId, toStateNumber('subscribed'), CHARGE.counted, priceMicros] as const;
    const standing = await insert.get(transaction, userId, orderId, ...how, nowMs, entryId, heldUntilMs);
    const { today, order } = await countFigures(transaction, {
      ...{ orderId, botId, day, nowMs, isOwn, subscribers: 1, lost: 0 },
      paidMicros: priceMicros,
      earnedMicros: publisherMicros,
      closedShows: closedShow(facts, botId, nowMs),
      places: 1,
      language: facts.userLanguage,
    });
    if (today > (quantityDay ?? Infinity)) throw new RangeError('an order would pass its daily limit');
    const { quantityNow, quantityAll } = present(order, 'the order');
    if (quantityNow > quantityAll) throw new RangeError('an order would pass its quantity');
    return { standing, movesCatalog: quantityNow === quantityAll };
  };

  return {
    settle: async (transaction, facts, settlement, moment) => {
      if (settlement.kind === 'counted') return settleCounted(transaction, facts, settlement, moment);
      const { userId, nowMs } = moment;
      const how = [settlement.botId, toStateNumber(settlement.state), CHARGE.none, 0n] as const;
      const { orderId } = facts.order;
      const standing = await insert.get(transaction, userId, orderId, ...how, nowMs, null, null);
      return { standing, movesCatalog: false };
    },
    reverse: async (transaction, charged, { userId, day, nowMs }) => {
      const { order_id: orderId, bot_id: botId, entry_id: entryId } = charged;
      if (entryId === null) throw new RangeError('there is no charge to reverse');
      const booked = (await ledger.postingsOf(transaction, [entryId])).get(entryId) ?? [];
      const entry = { kind: 'reversal', atMs: nowMs, orderId, botId, userId, aboutEntryId: entryId } as const;
      await ledger.book(transaction, entry, reversed(booked));
      await takeBack.run(transaction, userId, orderId);
      const { order } = await countFigures(transaction, {
        ...{ orderId, botId, day, nowMs, subscribers: 0, lost: 0, closedShows: 0, language: null },
        ...givenBack(charged, booked),
        places: -1,
      });
      const { quantityNow, quantityAll } = present(order, 'the order');
      // It was full, and runs again.
      return { movesCatalog: quantityNow === quantityAll - 1 };
    },
    noteLost: async (transaction, { order_id: orderId, bot_id: botId }, { day, nowMs }) => {
      await countFigures(transaction, {
        ...{ orderId, botId, day, nowMs, subscribers: 0, lost: 1, closedShows: 0, language: null },
        ...{ paidMicros: 0n, earnedMicros: 0n, isOwn: false, places: 0 },
      });
    },
    moveCatalog: async (transaction, orderId) => {
      await moveOrder.run(transaction, await versions.bump(transaction, 'catalog'), orderId);
    },
  };
}
