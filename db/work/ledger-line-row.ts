/** A line of somebody's history, between its row and the domain. */
import type { EntryKind, LedgerLine } from '../../core/ports/ledger-store.js';

export interface LedgerLineRow {
  entry_id: bigint;
  kind: EntryKind;
  at_ms: bigint;
  wallet_micros: bigint;
  held_micros: bigint;
  reserved_micros: bigint;
  balance_micros: bigint;
  order_id: bigint | null;
  bot_id: bigint | null;
  user_id: bigint | null;
  note: string;
}

export function toLedgerLine(row: LedgerLineRow): LedgerLine {
  return {
    entryId: Number(row.entry_id),
    kind: row.kind,
    atMs: Number(row.at_ms),
    amountMicros: row.wallet_micros,
    heldMicros: row.held_micros,
    reservedMicros: row.reserved_micros,
    balanceMicros: row.balance_micros,
    orderId: row.order_id === null ? null : Number(row.order_id),
    botId: row.bot_id === null ? null : Number(row.bot_id),
    userId: row.user_id === null ? null : Number(row.user_id),
    note: row.note,
  };
}
