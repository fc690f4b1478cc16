/** Paid joins that may be fraud, between their rows and the domain. */
import { reversalOfReference } from '../../core/ledger/index.js';
import type { FoundJoin } from '../../core/ports/reversal-store.js';
import { CHARGE } from './subscription-status-row.js';

export interface FoundJoinRow {
  user_id: bigint;
  bot_id: bigint;
  at_ms: bigint;
  charge: bigint;
  price_micros: bigint;
  /** Null: there was nothing to charge. */
  entry_id: bigint | null;
  hold_until_ms: bigint | null;
  held_for_trust: bigint;
  /** Of the entry that took it back as fraud. */
  reference: string | null;
  fee_micros: bigint | null;
  payee_id: bigint;
}

/** Those of the bot that cost something and were not taken back when they left. */
export function toFoundJoins(rows: readonly FoundJoinRow[], botId: number): FoundJoin[] {
  return rows.flatMap((row) => {
    const reversalId = reversalOfReference(row.reference);
    const stands = row.charge === BigInt(CHARGE.counted);
    if (row.bot_id !== BigInt(botId) || row.entry_id === null || (!stands && reversalId === null)) return [];
    const isHeld = row.hold_until_ms !== null || row.held_for_trust === 1n;
    const state = reversalId === null ? (isHeld ? 'held' : 'paid') : 'fraud';
    return {
      ...{ userId: Number(row.user_id), priceMicros: row.price_micros, feeMicros: row.fee_micros ?? 0n },
      ...{ payeeId: Number(row.payee_id), state, reversalId },
    };
  });
}
