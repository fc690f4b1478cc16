import { insertInto } from './inserts.js';
import { railDeposits } from '../schema/payments.js';
import type { RailDeposit, RailStore } from '../../core/ports/rail-store.js';
import { railDepositBooking } from '../../core/ledger/index.js';
import { durableCommands, type Parts } from './database.js';
import { keepAnswer } from './kept-answers.js';
import type { LedgerWrites } from './ledger-writes.js';
import { queueNotifications } from './notifications.js';
import { money, moneyAsText, type RowOf, rowsOf } from './rows.js';
import { statement } from './statement.js';
import { boundedLimit, orNull, present } from './values.js';

type DepositRow = RowOf<RailDeposit>;

const ofDeposit =
  `deposit_id, request_key, account_id, rail, amount_micros, state, asked_at_ms, expires_at_ms,
  invoice_id, url, ended_at_ms, note` as const;
const columns = moneyAsText(ofDeposit);
const toDeposit = rowsOf<RailDeposit>()(ofDeposit, { amountMicros: money });

const MAX_PAGE = 1_000;

const insert = insertInto(
  railDeposits,
  'requestKey, accountId, rail, amountMicros, state, askedAtMs, expiresAtMs',
  { known: 'request_key', there: 'stays' },
);
const byKey = statement<[requestKey: string], DepositRow>(
  `SELECT ${columns} FROM rail_deposits WHERE request_key = $1`,
);
const byId = statement<[depositId: number], DepositRow>(
  `SELECT ${columns} FROM rail_deposits WHERE deposit_id = $1`,
);
/** A payment may have come before the answer. */
const open = statement<[invoiceId: string, url: string, requestKey: string]>(
  `UPDATE rail_deposits SET state = 'open', invoice_id = $1, url = $2 WHERE request_key = $3 AND state = 'asked'`,
);
const refuse = statement<[note: string, endedAtMs: number, requestKey: string]>(
  `UPDATE rail_deposits SET state = 'refused', note = $1, ended_at_ms = $2
   WHERE request_key = $3 AND state = 'asked'`,
);
const expire = statement<[endedAtMs: number, requestKey: string]>(
  `UPDATE rail_deposits SET state = 'expired', ended_at_ms = $1
   WHERE request_key = $2 AND state IN ('asked', 'open')`,
);
const pay = statement<[invoiceId: string, note: string, endedAtMs: number, requestKey: string]>(
  `UPDATE rail_deposits SET state = 'paid', invoice_id = $1, note = $2, ended_at_ms = $3 WHERE request_key = $4`,
);
const stillOpen = statement<[rail: string, afterId: number, limit: number], DepositRow>(
  `SELECT ${columns} FROM rail_deposits WHERE rail = $1 AND deposit_id > $2 AND ended_at_ms IS NULL
   ORDER BY deposit_id LIMIT $3`,
);
const paidAfter = statement<[rail: string, endedAtMs: number, depositId: number], DepositRow>(
  `SELECT ${columns} FROM rail_deposits
   WHERE rail = $1 AND ended_at_ms IS NOT NULL AND (ended_at_ms, deposit_id) > ($2, $3) AND state = 'paid'
   ORDER BY ended_at_ms, deposit_id LIMIT ${String(MAX_PAGE)}`,
);

export function createRailDeposits({ db }: Pick<Parts, 'db'>, ledger: LedgerWrites) {
  return {
    ...durableCommands<RailStore>()(db, 'rails', {
      *askDeposit(deposit) {
        yield* insert.run({ ...deposit, state: 'asked' });
        return toDeposit(present(yield* byKey.get(deposit.requestKey), 'the deposit'));
      },
      *answerDeposit(requestKey, answer, nowMs, keeping) {
        if ('refusal' in answer) yield* refuse.run(answer.refusal, nowMs, requestKey);
        else yield* open.run(answer.invoiceId, answer.url, requestKey);
        const deposit = toDeposit(present(yield* byKey.get(requestKey), 'the deposit'));
        yield* keepAnswer(keeping, deposit, nowMs);
        return deposit;
      },
      *payDeposit(payment, toQueue, nowMs) {
        const { requestKey } = payment;
        if ((yield* ledger.bookOnce(railDepositBooking(payment, nowMs))) === null) return false;
        // A restored backup can be older than the deposit.
        yield* insert.run({ ...payment, state: 'asked' });
        yield* pay.run(payment.invoiceId, payment.note, payment.paidAtMs, requestKey);
        yield* queueNotifications(toQueue, nowMs);
        return true;
      },
    }),
    expireDeposit: (requestKey, nowMs) => db.run('rails.expireDeposit', () => expire.do(nowMs, requestKey)),
    deposit: async (depositId) => orNull(await db.read(byId.get(depositId)), toDeposit),
    depositByKey: async (requestKey) => orNull(await db.read(byKey.get(requestKey)), toDeposit),
    openDeposits: async (rail, { afterId, limit }) =>
      (await db.read(stillOpen.all(rail, afterId, boundedLimit(limit, MAX_PAGE)))).map(toDeposit),
    paidDeposits: async (rail, { atMs, id }) => (await db.read(paidAfter.all(rail, atMs, id))).map(toDeposit),
  } satisfies Partial<RailStore>;
}
