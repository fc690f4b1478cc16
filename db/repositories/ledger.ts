import { setImmediate as turn } from 'node:timers/promises';
import type { LedgerStore, NewDeposit, RefundState } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { readHistory } from '../work/ledger-history.js';
import { SERVICE } from '../../core/ledger/index.js';
import type { LedgerWrites } from './ledger-writes.js';

/** Entries added up before other work has its turn: about 5 ms. */
const CHECKED_AT_ONCE = 5_000;

export function createLedgerStore({ connection, db, executor }: Parts, writes: LedgerWrites): LedgerStore {
  const byReference = connection.prepare<[string]>(
    'SELECT 1 FROM ledger_entries WHERE reference = ? AND reference IS NOT NULL',
  );
  const insertPayment = connection.prepare<[string, number, number, bigint, number, RefundState]>(
    `INSERT INTO star_payments (charge_id, account_id, stars, amount_micros, paid_at_ms, refund_state)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const takeRefundTold = connection.prepare<[string]>('DELETE FROM refunds_told WHERE charge_id = ?');
  const balances = connection.prepareExact<[], { sum: bigint | null }>(
    'SELECT sum(balance_micros) AS sum FROM ledger_accounts',
  );
  const reserves = connection.prepare<[], { count: number }>(
    `SELECT count(*) AS count FROM (SELECT owner_id FROM (
         SELECT owner_id, balance_micros AS micros FROM ledger_accounts WHERE kind = 'reserve'
         UNION ALL SELECT account_id, -amount_micros FROM withdrawals WHERE state = 'waiting'
         UNION ALL SELECT account_id, -amount_micros FROM star_payments WHERE refund_state = 'waiting') AS part
       GROUP BY owner_id HAVING sum(micros) <> 0) AS off`,
  );
  const lastEntry = connection.prepare<[], { entry_id: number | null }>(
    'SELECT max(entry_id) AS entry_id FROM ledger_entries',
  );
  const sums = connection.prepareExact<[number, number], { sum: bigint | null; wrong: bigint }>(
    `SELECT sum(amount) AS sum, count(*) FILTER (WHERE amount <> 0) AS wrong FROM
       (SELECT sum(amount_micros) AS amount FROM postings WHERE entry_id > ? AND entry_id <= ? GROUP BY entry_id)`,
  );

  const deposit = (accountId: number, amountMicros: bigint, booking: NewDeposit, nowMs: number) => {
    const { reference, note, bookedBy, stars } = booking;
    if (amountMicros <= 0n) throw new RangeError('a deposit is above zero');
    if (byReference.get(reference) !== undefined)
      return { kind: 'already', balance: writes.balances(accountId) } as const;
    const by = bookedBy === null ? {} : { bookedBy };
    writes.book({ kind: 'deposit', atMs: nowMs, reference, note, ...by }, [
      { kind: 'wallet', ownerId: accountId, amountMicros },
      { kind: 'world', ownerId: SERVICE, amountMicros: -amountMicros },
    ]);
    if (stars !== undefined) {
      const { chargeId, count } = stars;
      const isBack = takeRefundTold.run(chargeId).changes > 0;
      insertPayment.run(chargeId, accountId, count, amountMicros, nowMs, isBack ? 'done' : 'none');
      if (isBack)
        writes.book({ kind: 'refund_paid', atMs: nowMs, reference: `refund:${chargeId}`, note }, [
          { kind: 'wallet', ownerId: accountId, amountMicros: -amountMicros },
          { kind: 'world', ownerId: SERVICE, amountMicros },
        ]);
    }
    return { kind: 'booked', balance: writes.balances(accountId) } as const;
  };

  return {
    balance: (accountId) => executor.ask(() => writes.balances(accountId)),
    deposit: (accountId, amountMicros, booking, nowMs) =>
      executor.run('ledger.deposit', () => deposit(accountId, amountMicros, booking, nowMs), {
        durable: true,
      }),
    history: (accountId, page) => db.read(() => readHistory(accountId, page)),
    check: async () => {
      const last = await executor.ask(() => lastEntry.get()?.entry_id ?? 0);
      const [balancesMicros, reservesOff] = await executor.ask(() => [
        balances.get()?.sum ?? 0n,
        reserves.get()?.count ?? 0,
      ]);
      let postingsMicros = 0n;
      let entriesOutOfBalance = 0;
      for (let from = 0; from < last; from += CHECKED_AT_ONCE) {
        // Postings are never changed, so those of the first entries can be added up while later ones come.
        const part = await executor.ask(() => sums.get(from, Math.min(from + CHECKED_AT_ONCE, last)));
        postingsMicros += part?.sum ?? 0n;
        entriesOutOfBalance += Number(part?.wrong ?? 0n);
        await turn();
      }
      return { postingsMicros, balancesMicros, entriesOutOfBalance, reservesOff };
    },
  };
}
