/** A line of somebody's history, between its row and the domain. */
import type { EntryKind, LedgerLine } from '../../core/ports.js';

/** Amounts come exact: as bigint, or as text. */
export interface LedgerLineRow {
  entry_id: number | bigint;
  kind: EntryKind;
  at_ms: number | bigint;
  wallet_micros: bigint | string;
  held_micros: bigint | string;
  reserved_micros: bigint | string;
  balance_micros: bigint | string;
  order_id: number | bigint | null;
  bot_id: number | bigint | null;
  note: string;
}

export function toLedgerLine(row: LedgerLineRow): LedgerLine {
  return {
    entryId: Number(row.entry_id),
    kind: row.kind,
    atMs: Number(row.at_ms),
    amountMicros: BigInt(row.wallet_micros),
    heldMicros: BigInt(row.held_micros),
    reservedMicros: BigInt(row.reserved_micros),
    balanceMicros: BigInt(row.balance_micros),
    orderId: row.order_id === null ? null : Number(row.order_id),
    botId: row.bot_id === null ? null : Number(row.bot_id),
    note: row.note,
  };
}
