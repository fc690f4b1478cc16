import type {
  NewNotice,
  NewWithdrawal,
  Withdrawal,
  WithdrawalDecision,
  WithdrawalAsking,
  WithdrawalOutcome,
  WithdrawalState,
  WithdrawalStore,
} from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { aside, decided } from './ledger-entry.js';
import type { LedgerWrites } from './ledger-writes.js';
import type { NoticeQueue } from './notice-queue.js';
import { boundedLimit, present } from './values.js';
import { earnedSql, foreignKey, isUndecidedSql, toWithdrawal, type WithdrawalRow } from './withdrawal-row.js';

const MAX_PAGE = 1_000;

export function createWithdrawalStore(
  { connection, executor }: Parts,
  ledger: LedgerWrites,
  notices: NoticeQueue,
): WithdrawalStore {
  const byId = connection.prepareExact<[number], WithdrawalRow>(
    'SELECT * FROM withdrawals WHERE withdrawal_id = ?',
  );
  const byKey = connection.prepareExact<[string], WithdrawalRow>(
    'SELECT * FROM withdrawals WHERE request_key = ?',
  );
  const waitingOf = connection.prepare<[number], { count: number }>(
    `SELECT count(*) AS count FROM withdrawals WHERE account_id = ? AND state = 'waiting'`,
  );
  const insert = connection.prepareExact<[number, bigint, string, string, number, number], WithdrawalRow>(
    `INSERT INTO withdrawals (account_id, amount_micros, details_cipher, request_key, state, asked_at_ms, entry_id)
     VALUES (?, ?, ?, ?, 'waiting', ?, ?) RETURNING *`,
  );
  const decideRow = connection.prepareExact<
    [WithdrawalState, number, number | null, string, number],
    WithdrawalRow
  >(
    `UPDATE withdrawals SET state = ?, decided_at_ms = ?, decided_by = ?, note = ?
     WHERE withdrawal_id = ? AND state = 'waiting' RETURNING *`,
  );
  const trustEarner = connection.prepare<{ accountId: number; amountMicros: bigint }[]>(
    `UPDATE accounts SET is_trusted = 1
     WHERE account_id = @accountId AND @amountMicros <= ${earnedSql('@accountId')}
       AND ${isUndecidedSql('@accountId')}`,
  );
  const ofAccount = connection.prepareExact<[number, number, number], WithdrawalRow>(
    `SELECT * FROM withdrawals WHERE account_id = ? AND withdrawal_id < ? ORDER BY withdrawal_id DESC LIMIT ?`,
  );
  const pageOf = (order: 'ASC' | 'DESC') =>
    connection.prepareExact<[WithdrawalState, number, number], WithdrawalRow>(
      `SELECT * FROM withdrawals WHERE state = ? ORDER BY withdrawal_id ${order} LIMIT ? OFFSET ?`,
    );
  const [oldest, latest] = [pageOf('ASC'), pageOf('DESC')];
  const count = connection.prepare<[WithdrawalState], { total: number }>(
    'SELECT count(*) AS total FROM withdrawals WHERE state = ?',
  );

  const ask = (
    accountId: number,
    { amountMicros, detailsCipher, requestKey }: NewWithdrawal,
    waitingMax: number,
    tell: (withdrawal: Withdrawal) => NewNotice[],
    nowMs: number,
  ): WithdrawalAsking => {
    if (amountMicros <= 0n) throw new RangeError('a withdrawal is above zero');
    const known = byKey.get(requestKey);
    if (known !== undefined) {
      const withdrawal = toWithdrawal(known);
      if (withdrawal.accountId !== accountId) throw foreignKey();
      return { kind: 'already', withdrawal, balance: ledger.balances(accountId) };
    }
    if ((waitingOf.get(accountId)?.count ?? 0) >= waitingMax) return { kind: 'too_many' };
    const before = ledger.balances(accountId);
    if (before.availableMicros < amountMicros) return { kind: 'short', balance: before };
    const entry = { kind: 'withdrawal_reserve', atMs: nowMs } as const;
    const entryId = ledger.book(entry, aside(accountId, amountMicros));
    const row = insert.get(accountId, amountMicros, detailsCipher, requestKey, nowMs, entryId);
    const withdrawal = toWithdrawal(present(row, 'the new withdrawal'));
    notices.queue(tell(withdrawal), nowMs);
    return { kind: 'asked', withdrawal, balance: ledger.balances(accountId) };
  };

  const decide = (
    withdrawalId: number,
    { state, decidedBy, note }: WithdrawalDecision,
    tell: (withdrawal: Withdrawal) => NewNotice[],
    nowMs: number,
  ): WithdrawalOutcome => {
    const row = decideRow.get(state, nowMs, decidedBy, note, withdrawalId);
    if (row === undefined) {
      const known = byId.get(withdrawalId);
      return known === undefined ? { kind: 'gone' } : { kind: 'already', withdrawal: toWithdrawal(known) };
    }
    const withdrawal = toWithdrawal(row);
    const { accountId, amountMicros } = withdrawal;
    const aboutEntryId = Number(row.entry_id);
    const by = decidedBy === null ? {} : { bookedBy: decidedBy };
    const entry = { kind: `withdrawal_${state}`, atMs: nowMs, aboutEntryId, note, ...by } as const;
    ledger.book(entry, decided(accountId, amountMicros, state === 'paid'));
    if (state === 'paid') trustEarner.run({ accountId, amountMicros });
    notices.queue(tell(withdrawal), nowMs);
    return { kind: 'decided', withdrawal };
  };

  return {
    ask: (accountId, wanted, waitingMax, tell, nowMs) =>
      executor.run('withdrawals.ask', () => ask(accountId, wanted, waitingMax, tell, nowMs), {
        durable: true,
      }),
    decide: (withdrawalId, decision, tell, nowMs) =>
      executor.run('withdrawals.decide', () => decide(withdrawalId, decision, tell, nowMs), {
        durable: true,
      }),
    find: (withdrawalId) =>
      executor.ask(() => {
        const row = byId.get(withdrawalId);
        return row === undefined ? null : toWithdrawal(row);
      }),
    ofAccount: (accountId, { beforeId, limit }) =>
      executor.ask(() =>
        ofAccount
          .all(accountId, beforeId ?? Number.MAX_SAFE_INTEGER, boundedLimit(limit, MAX_PAGE))
          .map(toWithdrawal),
      ),
    inState: (state, { offset, limit }) =>
      executor.ask(() => ({
        withdrawals: (state === 'waiting' ? oldest : latest)
          .all(state, boundedLimit(limit, MAX_PAGE), Math.max(0, offset))
          .map(toWithdrawal),
        total: count.get(state)?.total ?? 0,
      })),
  };
}
