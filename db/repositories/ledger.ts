import { setImmediate as turn } from 'node:timers/promises';
import type { Balance, EntryKind, LedgerLine, LedgerStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { type LedgerWrites, SERVICE } from './ledger-writes.js';
import { boundedLimit } from './values.js';

const MAX_PAGE = 1_000;
/** Entries added up before other work has its turn: about 5 ms. */
const CHECKED_AT_ONCE = 5_000;

interface LineRow {
  entry_id: bigint;
  kind: EntryKind;
  at_ms: bigint;
  amount_micros: bigint;
  order_id: bigint | null;
  bot_id: bigint | null;
  note: string;
}

export function createLedgerStore({ connection, executor }: Parts, writes: LedgerWrites): LedgerStore {
  const byReference = connection.prepare<[string]>(
    'SELECT 1 FROM ledger_entries WHERE reference = ? AND reference IS NOT NULL',
  );
  const lines = connection.prepareExact<[number, number, number], LineRow>(
    `SELECT postings.entry_id, ledger_entries.kind, at_ms, amount_micros, order_id, bot_id, note
     FROM ledger_accounts JOIN postings USING (ledger_account_id)
     JOIN ledger_entries ON ledger_entries.entry_id = postings.entry_id
     WHERE owner_id = ? AND ledger_accounts.kind = 'wallet' AND postings.entry_id < ?
     ORDER BY postings.entry_id DESC LIMIT ?`,
  );
  const balances = connection.prepareExact<[], { sum: bigint | null }>(
    'SELECT sum(balance_micros) AS sum FROM ledger_accounts',
  );
  const lastEntry = connection.prepare<[], { entry_id: number | null }>(
    'SELECT max(entry_id) AS entry_id FROM ledger_entries',
  );
  const sums = connection.prepareExact<[number, number], { sum: bigint | null; wrong: bigint }>(
    `SELECT sum(amount) AS sum, count(*) FILTER (WHERE amount <> 0) AS wrong FROM
       (SELECT sum(amount_micros) AS amount FROM postings WHERE entry_id > ? AND entry_id <= ? GROUP BY entry_id)`,
  );

  const balance = (accountId: number): Balance => ({
    availableMicros: writes.balance('wallet', accountId),
    heldMicros: writes.balance('hold', accountId),
  });

  const deposit: LedgerStore['deposit'] = (accountId, amountMicros, { reference, note, bookedBy }, nowMs) =>
    executor.run(
      'ledger.deposit',
      () => {
        if (amountMicros <= 0n) throw new RangeError('a deposit is above zero');
        if (byReference.get(reference) !== undefined)
          return { kind: 'already', balance: balance(accountId) } as const;
        const by = bookedBy === null ? {} : { bookedBy };
        writes.book({ kind: 'deposit', atMs: nowMs, reference, note, ...by }, [
          { kind: 'wallet', ownerId: accountId, amountMicros },
          { kind: 'world', ownerId: SERVICE, amountMicros: -amountMicros },
        ]);
        return { kind: 'booked', balance: balance(accountId) } as const;
      },
      { durable: true },
    );

  return {
    balance: (accountId) => executor.ask(() => balance(accountId)),
    deposit,
    history: (accountId, { beforeEntryId, limit }) =>
      executor.ask(() =>
        lines
          .all(accountId, beforeEntryId ?? Number.MAX_SAFE_INTEGER, boundedLimit(limit, MAX_PAGE))
          .map(toLine),
      ),
    check: async () => {
      const last = await executor.ask(() => lastEntry.get()?.entry_id ?? 0);
      const balancesMicros = await executor.ask(() => balances.get()?.sum ?? 0n);
      let postingsMicros = 0n;
      let entriesOutOfBalance = 0;
      for (let from = 0; from < last; from += CHECKED_AT_ONCE) {
        // Postings are never changed, so those of the first entries can be added up while later ones come.
        const part = await executor.ask(() => sums.get(from, Math.min(from + CHECKED_AT_ONCE, last)));
        postingsMicros += part?.sum ?? 0n;
        entriesOutOfBalance += Number(part?.wrong ?? 0n);
        await turn();
      }
      return { postingsMicros, balancesMicros, entriesOutOfBalance };
    },
  };
}

function toLine(row: LineRow): LedgerLine {
  return {
    entryId: Number(row.entry_id),
    kind: row.kind,
    atMs: Number(row.at_ms),
    amountMicros: row.amount_micros,
    orderId: row.order_id === null ? null : Number(row.order_id),
    botId: row.bot_id === null ? null : Number(row.bot_id),
    note: row.note,
  };
}
