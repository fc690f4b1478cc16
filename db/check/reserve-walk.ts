/** Holds what is reserved to the withdrawals and refunds that wait. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Connection } from '../connection.js';
import { type Findings, ROWS_AT_ONCE, Sums } from './findings.js';

interface WaitingRow {
  id: bigint;
  account_id: bigint;
  amount: bigint;
}

export function createReserveWalk(connection: Connection) {
  const reserves = connection.prepareExact<
    [number],
    { id: bigint; account_id: bigint; kind: string; amount: bigint }
  >(
    `SELECT ledger_account_id AS id, owner_id AS account_id, kind, balance_micros AS amount FROM ledger_accounts
     WHERE ledger_account_id > ? ORDER BY ledger_account_id LIMIT ${String(ROWS_AT_ONCE)}`,
  );
  const withdrawals = connection.prepareExact<[number], WaitingRow>(
    `SELECT withdrawal_id AS id, account_id, amount_micros AS amount FROM withdrawals
     WHERE state = 'waiting' AND withdrawal_id > ? ORDER BY withdrawal_id LIMIT ${String(ROWS_AT_ONCE)}`,
  );
  const refunds = connection.prepareExact<[number], WaitingRow & { kind: string }>(
    `SELECT payment_id AS id, account_id, refund_state AS kind, amount_micros AS amount FROM star_payments
     WHERE payment_id > ? ORDER BY payment_id LIMIT ${String(ROWS_AT_ONCE)}`,
  );

  const inPages = async <T extends { id: bigint }>(
    read: (after: number) => T[],
    take: (row: T) => void,
  ): Promise<void> => {
    for (let after = 0; ;) {
      const rows = read(after);
      rows.forEach(take);
      if (rows.length < ROWS_AT_ONCE) return;
      after = Number(rows.at(-1)?.id ?? 0n);
      await turn();
    }
  };

  return async (findings: Findings): Promise<void> => {
    const waiting = new Sums();
    const reserved = new Sums();
    const wait = (row: WaitingRow) => {
      waiting.add(String(row.account_id), row.amount);
    };
    await inPages((after) => withdrawals.all(after), wait);
    await inPages(
      (after) => refunds.all(after),
      (row) => {
        if (row.kind === 'waiting') wait(row);
      },
    );
    await inPages(
      (after) => reserves.all(after),
      (row) => {
        if (row.kind === 'reserve') reserved.add(String(row.account_id), row.amount);
      },
    );
    findings.expectSums('reserve', waiting, reserved, (id) => ({ accountId: Number(id) }));
  };
}
