import type { LedgerStore, NewDeposit, RefundState } from '../../../core/ports.js';
import { SERVICE } from '../../../core/ledger/index.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction } from '../statement.js';
import { readHistory } from '../../work/ledger-history.js';
import type { LedgerWrites } from './ledger-writes.js';

/** Entries added up by one statement. */
const CHECKED_AT_ONCE = 50_000;

const insertPayment = statement<
  [
    chargeId: string,
    accountId: number,
    stars: number,
    amountMicros: bigint,
    paidAtMs: number,
    state: RefundState,
  ]
>(
  `INSERT INTO star_payments (charge_id, account_id, stars, amount_micros, paid_at_ms, refund_state)
   VALUES ($1, $2, $3, $4, $5, $6)`,
);
/** Whoever is told of the refund meanwhile waits for the key, and then finds the payment. Below zero: nobody was. */
const holdRefundTold = statement<[chargeId: string], { told_at_ms: number }>(
  `INSERT INTO refunds_told (charge_id, told_at_ms) VALUES ($1, -1)
   ON CONFLICT (charge_id) DO UPDATE SET told_at_ms = refunds_told.told_at_ms RETURNING told_at_ms`,
);
const forgetRefundTold = statement<[chargeId: string]>('DELETE FROM refunds_told WHERE charge_id = $1');
const balances = statement<[], { sum: string }>(
  'SELECT coalesce(sum(balance_micros), 0)::text AS sum FROM ledger_accounts',
);
const reserves = statement<[], { count: number }>(
  `SELECT count(*) AS count FROM (SELECT owner_id FROM (
       SELECT owner_id, balance_micros AS micros FROM ledger_accounts WHERE kind = 'reserve'
       UNION ALL SELECT account_id, -amount_micros FROM withdrawals WHERE state = 'waiting'
       UNION ALL SELECT account_id, -amount_micros FROM star_payments WHERE refund_state = 'waiting') AS part
     GROUP BY owner_id HAVING sum(micros) <> 0) AS off`,
);
const lastEntry = statement<[], { entry_id: number | null }>(
  'SELECT max(entry_id) AS entry_id FROM ledger_entries',
);
const sums = statement<[after: number, to: number], { sum: string; wrong: number }>(
  `SELECT coalesce(sum(amount), 0)::text AS sum, count(*) FILTER (WHERE amount <> 0) AS wrong FROM
     (SELECT sum(amount_micros) AS amount FROM postings WHERE entry_id > $1 AND entry_id <= $2 GROUP BY entry_id) AS entry`,
);

type Stars = NonNullable<NewDeposit['stars']>;

export function createLedgerStore({ db, deeds, reading }: Parts, writes: LedgerWrites): LedgerStore {
  /** The payment; where the platform gave it back before it told of it, it leaves again. */
  const notePayment = async (
    transaction: Transaction,
    { accountId, amountMicros, note }: { accountId: number; amountMicros: bigint; note: string },
    { chargeId, count }: Stars,
    nowMs: number,
  ): Promise<void> => {
    const isBack = ((await holdRefundTold.get(transaction, chargeId))?.told_at_ms ?? -1) >= 0;
    const state = isBack ? 'done' : 'none';
    await insertPayment.run(transaction, chargeId, accountId, count, amountMicros, nowMs, state);
    await forgetRefundTold.run(transaction, chargeId);
    if (!isBack) return;
    const entry = { kind: 'refund_paid', atMs: nowMs, reference: `refund:${chargeId}`, note } as const;
    await writes.book(transaction, entry, [
      { kind: 'wallet', ownerId: accountId, amountMicros: -amountMicros },
      { kind: 'world', ownerId: SERVICE, amountMicros },
    ]);
  };

  const deposit = async (
    transaction: Transaction,
    accountId: number,
    amountMicros: bigint,
    { reference, note, bookedBy, stars }: NewDeposit,
    nowMs: number,
  ) => {
    if (amountMicros <= 0n) throw new RangeError('a deposit is above zero');
    const by = bookedBy === null ? {} : { bookedBy };
    const entryId = await writes.bookOnce(
      transaction,
      { kind: 'deposit', atMs: nowMs, reference, note, ...by },
      [
        { kind: 'wallet', ownerId: accountId, amountMicros },
        { kind: 'world', ownerId: SERVICE, amountMicros: -amountMicros },
      ],
    );
    const isNew = entryId !== null;
    if (isNew && stars !== undefined)
      await notePayment(transaction, { accountId, amountMicros, note }, stars, nowMs);
    const balance = await writes.balances(transaction, accountId);
    return { kind: isNew ? ('booked' as const) : ('already' as const), balance };
  };

  return {
    balance: (accountId) => deeds.askOnce((transaction) => writes.balances(transaction, accountId)),
    deposit: (accountId, amountMicros, booking, nowMs) =>
      deeds.run(
        'ledger.deposit',
        (transaction) => deposit(transaction, accountId, amountMicros, booking, nowMs),
        { durable: true },
      ),
    history: (accountId, page) => db.read(() => readHistory(accountId, page)),
    check: async () => {
      const found = await reading.ask(async (transaction) => ({
        last: (await lastEntry.get(transaction))?.entry_id ?? 0,
        balancesMicros: BigInt((await balances.get(transaction))?.sum ?? 0),
        reservesOff: (await reserves.get(transaction))?.count ?? 0,
      }));
      let postingsMicros = 0n;
      let entriesOutOfBalance = 0;
      for (let after = 0; after < found.last; after += CHECKED_AT_ONCE) {
        const to = Math.min(after + CHECKED_AT_ONCE, found.last);
        // Postings are never changed, so those of the first entries can be added up while later ones come.
        const part = await reading.askOnce((transaction) => sums.get(transaction, after, to));
        postingsMicros += BigInt(part?.sum ?? 0);
        entriesOutOfBalance += part?.wrong ?? 0;
      }
      const { balancesMicros, reservesOff } = found;
      return { postingsMicros, balancesMicros, entriesOutOfBalance, reservesOff };
    },
  };
}
