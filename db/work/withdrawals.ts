import { insertInto } from './inserts.js';
import { withdrawals } from '../schema/payouts.js';
import type { NewNotification } from '../../core/ports/notification-store.js';
import type {
  NewWithdrawal,
  Withdrawal,
  WithdrawalAsking,
  WithdrawalOutcome,
  WithdrawalState,
  WithdrawalStore,
} from '../../core/ports/withdrawal-store.js';
import {
  earnsTrust,
  stepHindrance,
  withdrawalBooking,
  withdrawalDecisionBooking,
  withdrawalHindrance,
} from '../../core/ledger/index.js';
import { TERMINAL_ID } from '../../core/accounts/index.js';
import { keepAnswer } from './kept-answers.js';
import { boundedLimit, orNull, present } from './values.js';
import { durableCommands, type Parts } from './database.js';
import { holdAccount } from './accounts.js';
import { exactStatement, statement, type Step } from './statement.js';
import type { LedgerWrites } from './ledger-writes.js';
import { type NewModeration, noteModeration } from './moderation-log.js';
import { queueNotifications } from './notifications.js';
import { ServiceError } from '../../core/errors.js';
import { type ExactRowOf, money, moneyAsText, type RowOf, rowsOf } from './rows.js';

const names =
  `withdrawal_id, account_id, amount_micros, taken_micros, details_cipher, rail, state, asked_at_ms,
  decided_at_ms, decided_by, note` as const;

export type WithdrawalRow = (RowOf<Withdrawal> | ExactRowOf<Withdrawal>) & { entry_id: number | bigint };

export const withdrawalColumns = `${moneyAsText(names)}, entry_id`;

export const toWithdrawal = rowsOf<Withdrawal>()(names, { amountMicros: money, takenMicros: money });

/** Reveals nothing about another account's withdrawal. */
function foreignKey(): ServiceError {
  return new ServiceError('conflict', 'This was asked for by somebody else: start over.');
}

const MAX_PAGE = 1_000;

export const withdrawalById = statement<[withdrawalId: number], WithdrawalRow>(
  `SELECT ${withdrawalColumns} FROM withdrawals WHERE withdrawal_id = $1`,
);
const byKey = statement<[requestKey: string], WithdrawalRow>(
  `SELECT ${withdrawalColumns} FROM withdrawals WHERE request_key = $1`,
);
const waitingOf = statement<[accountId: number], { count: number }>(
  `SELECT count(*) AS count FROM withdrawals WHERE account_id = $1 AND state IN ('waiting', 'paying', 'sending')`,
);
/** A command with the same key meanwhile waits here, and meets it. Its entry is not booked yet. */
const insert = insertInto(
  withdrawals,
  'accountId, amountMicros, detailsCipher, rail, requestKey, state, askedAtMs, entryId, destinationMark',
  { known: 'request_key', there: 'stays', returning: 'withdrawal_id' },
);
const setEntry = statement<[entryId: number, withdrawalId: number], WithdrawalRow>(
  `UPDATE withdrawals SET entry_id = $1 WHERE withdrawal_id = $2 RETURNING ${withdrawalColumns}`,
);
const NAMED_IT = `SELECT account_id FROM withdrawals
  WHERE destination_mark = ANY($2::text[]) AND destination_mark <> ''`;
/** Both accounts name one destination: they are one person's. */
const endReferrals = statement<[accountId: number, marks: readonly string[], nowMs: number]>(
  `UPDATE referrals SET ended_at_ms = $3 WHERE ended_at_ms IS NULL
     AND ((account_id = $1 AND referrer_id IN (${NAMED_IT})) OR (referrer_id = $1 AND account_id IN (${NAMED_IT})))`,
);
const decideRow = statement<
  [
    state: WithdrawalState,
    decidedAtMs: number | null,
    decidedBy: number | null,
    note: string,
    withdrawalId: number,
  ],
  WithdrawalRow
>(
  `UPDATE withdrawals SET state = $1, decided_at_ms = $2, decided_by = $3, note = $4
   WHERE withdrawal_id = $5 RETURNING ${withdrawalColumns}`,
);
/** What the bots of account `$1` have brought it by the orders of others, what is on hold included. */
export const EARNED = `(SELECT sum(profit_micros - profit_own_orders_micros - profit_before_micros) FROM bots
  WHERE bots.account_id = $1)`;
const earnings = exactStatement<
  [accountId: number],
  { earned: bigint | null; held: bigint | null; untrusted: bigint }
>(
  `SELECT ${EARNED} AS earned,
     (SELECT balance_micros FROM ledger_accounts WHERE owner_id = $1 AND kind = 'hold') AS held,
     (SELECT count(*) FROM moderation_log WHERE moderation_log.account_id = $1 AND action = 'account_untrusted')
       AS untrusted`,
);
const trust = statement<[accountId: number]>('UPDATE accounts SET is_trusted = 1 WHERE account_id = $1');
const ofAccount = statement<[accountId: number, beforeId: number, limit: number], WithdrawalRow>(
  `SELECT ${withdrawalColumns} FROM withdrawals WHERE account_id = $1 AND withdrawal_id < $2
   ORDER BY withdrawal_id DESC LIMIT $3`,
);
const pageOf = (order: 'ASC' | 'DESC') =>
  statement<[state: WithdrawalState, limit: number, offset: number], WithdrawalRow>(
    `SELECT ${withdrawalColumns} FROM withdrawals WHERE state = $1 ORDER BY withdrawal_id ${order} LIMIT $2 OFFSET $3`,
  );
const [oldest, latest] = [pageOf('ASC'), pageOf('DESC')];
const count = statement<[state: WithdrawalState], { total: number }>(
  'SELECT count(*) AS total FROM withdrawals WHERE state = $1',
);

function* trustEarner(withdrawal: Withdrawal) {
  const { accountId, state } = withdrawal;
  if (state !== 'paid') return;
  // A moderator who decides of the account waits, or was first.
  yield* holdAccount.get(accountId);
  const { earned, held, untrusted } = present(yield* earnings.get(accountId), 'what was earned');
  const earnedMicros = (earned ?? 0n) - (held ?? 0n);
  if (earnsTrust(withdrawal, { earnedMicros, wasUntrusted: untrusted > 0n })) yield* trust.run(accountId);
}

/** The line of the log: the withdrawal keeps the last note alone. */
function takenBack({ accountId, withdrawalId, note }: Withdrawal, decidedBy: number | null): NewModeration {
  const reason = `#${String(withdrawalId)}: ${note}`;
  return { moderatorId: decidedBy ?? TERMINAL_ID, action: 'payout_taken_back', accountId, reason };
}

export type WithdrawalWrites = ReturnType<typeof createWithdrawalWrites>;

/** Inside other work. */
export function createWithdrawalWrites(ledger: LedgerWrites) {
  /** The lock on the wallet keeps everything else that the same person asks for waiting. */
  function* ask(
    accountId: number,
    { amountMicros, detailsCipher, rail = 'manual', requestKey, destinationMarks = [] }: NewWithdrawal,
    waitingMax: number,
    notificationsOf: (withdrawal: Withdrawal) => NewNotification[],
    nowMs: number,
  ): Generator<Step, WithdrawalAsking> {
    const before = (yield* ledger.lock([accountId]))(accountId);
    function* already(): Generator<Step, WithdrawalAsking | null> {
      const known = yield* byKey.get(requestKey);
      if (known === undefined) return null;
      const withdrawal = toWithdrawal(known);
      if (withdrawal.accountId !== accountId) throw foreignKey();
      // Read again: a command that waited for the lock has not seen an account that was opened meanwhile.
      return { kind: 'already', withdrawal, balance: yield* ledger.balances(accountId) };
    }
    const known = yield* already();
    if (known !== null) return known;
    const waiting = (yield* waitingOf.get(accountId))?.count ?? 0;
    const hindrance = withdrawalHindrance(before, amountMicros, { waiting, waitingMax });
    if (hindrance !== null) return hindrance;
    const wanted = { accountId, amountMicros, detailsCipher, rail, requestKey, askedAtMs: nowMs };
    const destinationMark = destinationMarks[0] ?? '';
    const made = yield* insert.get({ ...wanted, state: 'waiting', entryId: 0, destinationMark });
    if (made === undefined) return present((yield* already()) ?? undefined, 'the withdrawal of this key');
    const entryId = yield* ledger.book(withdrawalBooking(accountId, amountMicros, nowMs));
    const row = yield* setEntry.get(entryId, made.withdrawal_id);
    const withdrawal = toWithdrawal(present(row, 'the new withdrawal'));
    if (destinationMarks.length > 0) yield* endReferrals.run(accountId, destinationMarks, nowMs);
    yield* queueNotifications(notificationsOf(withdrawal), nowMs);
    return { kind: 'asked', withdrawal, balance: yield* ledger.balances(accountId) };
  }

  function* decide(
    ...[withdrawalId, decision, notificationsOf, nowMs, keeping]: Parameters<WithdrawalStore['decide']>
  ): Generator<Step, WithdrawalOutcome> {
    const { state, decidedBy, note } = decision;
    const known = yield* withdrawalById.get(withdrawalId);
    if (known === undefined) return { kind: 'gone' };
    // Its owner's accounts come first, as in a charge, which may take of what waits, and as for others who decide: it stays
    // as it is read now.
    yield* ledger.lock([Number(known.account_id)]);
    const before = toWithdrawal(present(yield* withdrawalById.get(withdrawalId), 'the withdrawal'));
    const hindrance = stepHindrance(before, decision);
    if (hindrance !== null) return { kind: hindrance, withdrawal: before };
    const isBack = state === 'waiting';
    const made = [isBack ? null : nowMs, isBack ? null : decidedBy] as const;
    const row = present(yield* decideRow.get(state, ...made, note, withdrawalId), 'the withdrawal');
    const withdrawal = toWithdrawal(row);
    if (state === 'waiting') yield* noteModeration(takenBack(withdrawal, decidedBy), nowMs);
    else if (state !== 'paying' && state !== 'sending') {
      const ended = { state, decidedBy, note, rail: decision.rail };
      yield* ledger.book(withdrawalDecisionBooking(withdrawal, ended, Number(row.entry_id), nowMs));
    }
    yield* trustEarner(withdrawal);
    yield* queueNotifications(notificationsOf(withdrawal), nowMs);
    yield* keepAnswer(keeping, withdrawal, nowMs);
    return { kind: 'decided', withdrawal };
  }

  return { ask, decide };
}

export function createWithdrawalStore({ db }: Parts, { ask, decide }: WithdrawalWrites): WithdrawalStore {
  return {
    ...durableCommands<WithdrawalStore>()(db, 'withdrawals', { ask, decide }),
    find: async (withdrawalId) => orNull(await db.read(withdrawalById.get(withdrawalId)), toWithdrawal),
    ofRequest: async (requestKey) => orNull(await db.read(byKey.get(requestKey)), toWithdrawal),
    ofAccount: async (accountId, { beforeId, limit }) => {
      const page = [beforeId ?? Number.MAX_SAFE_INTEGER, boundedLimit(limit, MAX_PAGE)] as const;
      const rows = await db.read(ofAccount.all(accountId, ...page));
      return rows.map(toWithdrawal);
    },
    inState: (state, { offset, limit }) =>
      db.read(function* () {
        const page = [boundedLimit(limit, MAX_PAGE), Math.max(0, offset)] as const;
        const isOpen = state === 'waiting' || state === 'paying' || state === 'sending';
        const rows = yield* (isOpen ? oldest : latest).all(state, ...page);
        const total = (yield* count.get(state))?.total ?? 0;
        return { withdrawals: rows.map(toWithdrawal), total };
      }),
  };
}
