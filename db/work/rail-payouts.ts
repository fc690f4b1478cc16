import { insertInto } from './inserts.js';
import { railPayouts } from '../schema/payments.js';
import type { NewNotification } from '../../core/ports/notification-store.js';
import type { PayoutRailName } from '../../core/ports/payment-rail.js';
import type { PayoutState, RailPayout, RailStore } from '../../core/ports/rail-store.js';
import type { Withdrawal } from '../../core/ports/withdrawal-store.js';
import { DAY_MS } from '../../core/days.js';
import { payoutHindrance } from '../../core/payments/index.js';
import { durableCommands, durably, type Parts } from './database.js';
import { queueNotifications } from './notifications.js';
import { money, moneyAsText, type RowOf, rowsOf } from './rows.js';
import { exactStatement, statement, type Work } from './statement.js';
import { boundedLimit, orNull, present } from './values.js';
import {
  EARNED,
  toWithdrawal,
  withdrawalColumns,
  type WithdrawalRow,
  type WithdrawalWrites,
  withdrawalById,
} from './withdrawals.js';

type KeptPayout = Omit<RailPayout, 'checkId'>;
type PayoutRow = RowOf<KeptPayout>;

const ofPayout =
  `withdrawal_id, rail, account_id, amount_micros, asset, asset_amount, state, begun_at_ms, tried_at_ms,
  transfer_id, ended_at_ms, note` as const;
const columns = moneyAsText(ofPayout);
const readPayout = rowsOf<KeptPayout>()(ofPayout, { amountMicros: money });

/** Begins what a payout has in place of a transfer's number where it is a check. */
const CHECK = 'check:';

function toPayout(row: PayoutRow): RailPayout {
  const payout = readPayout(row);
  const { transferId } = payout;
  return transferId?.startsWith(CHECK) === true
    ? { ...payout, transferId: null, checkId: transferId.slice(CHECK.length) }
    : { ...payout, checkId: null };
}

const MAX_PAGE = 1_000;

const due = statement<[rail: string, askedBeforeMs: number, afterId: number, limit: number], WithdrawalRow>(
  `SELECT ${withdrawalColumns} FROM withdrawals
   WHERE state = 'waiting' AND rail = $1 AND asked_at_ms <= $2 AND withdrawal_id > $3
     AND NOT EXISTS (SELECT 1 FROM rail_payouts WHERE rail_payouts.withdrawal_id = withdrawals.withdrawal_id)
   ORDER BY withdrawal_id LIMIT $4`,
);
/** Who else begins a payout waits, so that each sees what the others took of the day. */
const takeTurn = statement("UPDATE versions SET value = value + 1 WHERE name = 'payouts'");
export const isOff = statement<[name: string], { one: number }>(
  'SELECT 1 AS one FROM switched_off WHERE name = $1',
);
const byId = statement<[withdrawalId: number], PayoutRow>(
  `SELECT ${columns} FROM rail_payouts WHERE withdrawal_id = $1`,
);
/** What the limits look at. Of what was earned, what is on hold is not released, and what went out is gone. */
const standing = exactStatement<
  [accountId: number, sinceMs: number],
  {
    is_trusted: bigint;
    is_blocked: bigint;
    earned: bigint | null;
    held: bigint | null;
    wallet: bigint | null;
    withdrawn: bigint | null;
    account_day: bigint | null;
    day: bigint | null;
  }
>(
  `SELECT is_trusted, is_blocked,
     ${EARNED} AS earned,
     (SELECT balance_micros FROM ledger_accounts WHERE owner_id = $1 AND kind = 'hold') AS held,
     (SELECT balance_micros FROM ledger_accounts WHERE owner_id = $1 AND kind = 'wallet') AS wallet,
     (SELECT sum(amount_micros) FROM withdrawals
      WHERE withdrawals.account_id = $1 AND state IN ('paid', 'paying', 'sending')) AS withdrawn,
     (SELECT sum(amount_micros) FROM rail_payouts
      WHERE rail_payouts.account_id = $1 AND begun_at_ms > $2 AND state <> 'refused') AS account_day,
     (SELECT sum(amount_micros) FROM rail_payouts WHERE begun_at_ms > $2 AND state <> 'refused') AS day
   FROM accounts WHERE accounts.account_id = $1`,
);
/** One that was refused begins again by an administrator's word. */
const begin = insertInto(
  railPayouts,
  'withdrawalId, rail, accountId, amountMicros, asset, assetAmount, state, begunAtMs',
  {
    there: {
      sets: `amount_micros = excluded.amount_micros, asset = excluded.asset, asset_amount = excluded.asset_amount,
        state = 'sending', begun_at_ms = excluded.begun_at_ms, transfer_id = NULL, ended_at_ms = NULL, note = ''`,
    },
  },
);
const tried = statement<[triedAtMs: number, withdrawalId: number]>(
  "UPDATE rail_payouts SET tried_at_ms = $1 WHERE withdrawal_id = $2 AND state = 'sending'",
);
const checkAsked = statement<[triedAtMs: number, withdrawalId: number]>(
  `UPDATE rail_payouts SET transfer_id = '${CHECK}', tried_at_ms = $1 WHERE withdrawal_id = $2`,
);
/** Of those that are being sent, few have the same amount. */
const checkAwaited = statement<[rail: string, assetAmount: string, withdrawalId: number], { one: number }>(
  `SELECT 1 AS one FROM rail_payouts
   WHERE rail = $1 AND state = 'sending' AND transfer_id = '${CHECK}' AND asset_amount = $2 AND withdrawal_id <> $3
   LIMIT 1`,
);
const checkNoted = statement<[transferId: string, withdrawalId: number]>(
  `UPDATE rail_payouts SET transfer_id = $1
   WHERE withdrawal_id = $2 AND state = 'sending' AND transfer_id = '${CHECK}'`,
);
const byCheck = statement<[rail: string, transferId: string], PayoutRow>(
  `SELECT ${columns} FROM rail_payouts WHERE rail = $1 AND state = 'sending' AND transfer_id = $2`,
);
const sentByCheck = statement<[rail: string, transferId: string, begunAfterMs: number], { one: number }>(
  `SELECT 1 AS one FROM rail_payouts WHERE rail = $1 AND state = 'sent' AND transfer_id = $2 AND begun_at_ms > $3`,
);
const sent = statement<[transferId: string | null, note: string, endedAtMs: number, withdrawalId: number]>(
  `UPDATE rail_payouts SET state = 'sent', transfer_id = COALESCE($1, transfer_id), note = $2, ended_at_ms = $3
   WHERE withdrawal_id = $4 AND state = 'sending'`,
);
const refused = statement<[note: string, endedAtMs: number, withdrawalId: number]>(
  `UPDATE rail_payouts SET state = 'refused', note = $1, ended_at_ms = $2
   WHERE withdrawal_id = $3 AND state = 'sending'`,
);
const settled = statement<
  [state: PayoutState, note: string, endedAtMs: number, withdrawalId: number, triedBeforeMs: number]
>(
  `UPDATE rail_payouts SET state = $1, note = $2, ended_at_ms = $3
   WHERE withdrawal_id = $4 AND state = 'sending' AND COALESCE(tried_at_ms, begun_at_ms) < $5`,
);
const sending = statement<[rail: string, afterId: number, limit: number], PayoutRow>(
  `SELECT ${columns} FROM rail_payouts WHERE rail = $1 AND state = 'sending' AND withdrawal_id > $2
   ORDER BY withdrawal_id LIMIT $3`,
);
const sentAfter = statement<[rail: string, begunAtMs: number, withdrawalId: number], PayoutRow>(
  `SELECT ${columns} FROM rail_payouts
   WHERE rail = $1 AND (begun_at_ms, withdrawal_id) > ($2, $3) AND state = 'sent'
   ORDER BY begun_at_ms, withdrawal_id LIMIT ${String(MAX_PAGE)}`,
);

export function createRailPayouts({ db }: Pick<Parts, 'db'>, withdrawals: WithdrawalWrites) {
  function* decided(
    withdrawalId: number,
    end: ({ state: 'paid'; seenMicros: bigint } | { state: 'waiting' }) & {
      rail: PayoutRailName;
      note: string;
    },
    toNotify: (withdrawal: Withdrawal) => NewNotification[],
    nowMs: number,
  ): Work<void> {
    const outcome = yield* withdrawals.decide(withdrawalId, { ...end, decidedBy: null }, toNotify, nowMs);
    // What a rail sends, the rail alone decides.
    if (outcome.kind !== 'decided') throw new Error(`a payout ended that is ${outcome.kind}`);
  }

  return {
    duePayouts: async (rail, { askedBeforeMs, afterId, limit }) =>
      (await db.read(due.all(rail, askedBeforeMs, afterId, boundedLimit(limit, MAX_PAGE)))).map(toWithdrawal),
    ...durableCommands<RailStore>()(db, 'rails', {
      *beginPayout(payout, limits, nowMs) {
        const { withdrawalId, seenMicros, decidedBy } = payout;
        yield* takeTurn.run();
        if ((yield* isOff.get('payouts')) !== undefined) return 'switched_off';
        const row = yield* withdrawalById.get(withdrawalId);
        if (row === undefined) return 'gone';
        const { accountId } = toWithdrawal(row);
        if (limits !== null) {
          const facts = present(yield* standing.get(accountId, nowMs - DAY_MS), 'the account');
          const hindrance = payoutHindrance(seenMicros, limits, {
            isTrusted: facts.is_trusted === 1n && facts.is_blocked === 0n,
            isInDebt: (facts.wallet ?? 0n) < 0n,
            releasedMicros: (facts.earned ?? 0n) - (facts.held ?? 0n) - (facts.withdrawn ?? 0n),
            accountDayMicros: facts.account_day ?? 0n,
            dayMicros: facts.day ?? 0n,
          });
          if (hindrance !== null) return 'limited';
        }
        const decision = { state: 'sending', decidedBy, note: '', seenMicros } as const;
        const outcome = yield* withdrawals.decide(withdrawalId, decision, () => [], nowMs);
        if (outcome.kind !== 'decided') return outcome.kind;
        yield* begin.run({
          ...payout,
          accountId,
          amountMicros: seenMicros,
          state: 'sending',
          begunAtMs: nowMs,
        });
        return 'begun';
      },
      *askCheck(withdrawalId, lastAskedAtMs, nowMs) {
        // Who else asks for a check waits.
        yield* takeTurn.run();
        const row = present(yield* byId.get(withdrawalId), 'the payout');
        const isAsSeen =
          lastAskedAtMs === null
            ? row.transfer_id === null
            : row.transfer_id === CHECK && row.tried_at_ms === lastAskedAtMs;
        if (row.state !== 'sending' || !isAsSeen) return false;
        if ((yield* checkAwaited.get(row.rail, row.asset_amount, withdrawalId)) !== undefined) return false;
        yield* checkAsked.run(nowMs, withdrawalId);
        return true;
      },
      *noteCheck(withdrawalId, checkId, toQueue, nowMs) {
        if ((yield* checkNoted.run(`${CHECK}${checkId}`, withdrawalId)) === 0) return false;
        yield* queueNotifications(toQueue, nowMs);
        return true;
      },
      *settlePayout(withdrawalId, decision, triedBeforeMs, notificationsOf, nowMs, keeping) {
        const { rail } = present(yield* byId.get(withdrawalId), 'the payout');
        const state = decision.state === 'paid' ? 'sent' : 'refused';
        if ((yield* settled.run(state, decision.note, nowMs, withdrawalId, triedBeforeMs)) === 0) return null;
        return yield* withdrawals.decide(
          withdrawalId,
          { ...decision, rail },
          notificationsOf,
          nowMs,
          keeping,
        );
      },
      *endPayout(withdrawalId, { transferId, note, atMs }, toNotify, nowMs) {
        const row = present(yield* byId.get(withdrawalId), 'the payout');
        if ((yield* sent.run(transferId, note, atMs, withdrawalId)) === 0) return false;
        const seenMicros = BigInt(row.amount_micros);
        yield* decided(withdrawalId, { state: 'paid', seenMicros, rail: row.rail, note }, toNotify, nowMs);
        return true;
      },
      *refusePayout(withdrawalId, reason, toQueue, nowMs) {
        const row = present(yield* byId.get(withdrawalId), 'the payout');
        if ((yield* refused.run(reason, nowMs, withdrawalId)) === 0) return;
        yield* decided(withdrawalId, { state: 'waiting', rail: row.rail, note: reason }, () => [], nowMs);
        yield* queueNotifications(toQueue, nowMs);
      },
    }),
    tryPayout: async (withdrawalId, nowMs) =>
      (await durably(db, 'rails.tryPayout', () => tried.run(nowMs, withdrawalId))) === 1,
    sendingByCheck: async (rail, checkId) =>
      orNull(await db.read(byCheck.get(rail, `${CHECK}${checkId}`)), toPayout),
    hasSentByCheck: async (rail, checkId, begunAfterMs) =>
      (await db.read(sentByCheck.get(rail, `${CHECK}${checkId}`, begunAfterMs))) !== undefined,
    sendingPayouts: async (rail, { afterId, limit }) =>
      (await db.read(sending.all(rail, afterId, boundedLimit(limit, MAX_PAGE)))).map(toPayout),
    sentPayouts: async (rail, { atMs, id }) => (await db.read(sentAfter.all(rail, atMs, id))).map(toPayout),
    payout: async (withdrawalId) => orNull(await db.read(byId.get(withdrawalId)), toPayout),
  } satisfies Partial<RailStore>;
}
