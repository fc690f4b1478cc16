/**
 * One entry or many by one statement: those of a batch of settlements, or of holds that end. Their accounts are held already, and
 * the entries get their numbers only now, in the order they are given: so numbers ascend on each account. Each posting has the
 * balance that its account has after it. Wallets that fell below the price of an owner's order come back, so that no other
 * booking checks again.
 */
import { type Booking, type EntryLine, mayOwe, neverBelowZero } from '../../core/ledger/index.js';
import type { LedgerAccountKind } from '../../core/ports/ledger-store.js';
import { type BookedAll, entryValues } from '../work/ledger-writes.js';
import type { Item, Step } from '../work/statement.js';
import { present } from '../work/values.js';
import { hotStatement } from './statement.js';

/** A wallet's owner, what it had and what it has: as text, since it may be more than a double holds exactly. */
type FallRow = [ownerId: number, before: string, after: string];

interface BookedRow {
  entry_ids: number[] | null;
  lines: number;
  owing: LedgerAccountKind | null;
  falls: FallRow[] | null;
}

const entryColumns = {
  kind: 'text',
  at_ms: 'bigint',
  order_id: 'bigint',
  bot_id: 'bigint',
  user_id: 'bigint',
  about_entry_id: 'bigint',
  reference: 'text',
  booked_by: 'bigint',
  note: 'text',
} as const;
const names = Object.keys(entryColumns).join(', ');
const lists = Object.values(entryColumns).map((type, index) => `$${String(index + 1)}::${type}[]`);
const quoted = (kinds: ReadonlySet<string>) => [...kinds].map((kind) => `'${kind}'`).join(', ');
const [owingKinds, mayOweKinds] = [quoted(neverBelowZero), quoted(mayOwe)];

/**
 * The lists of the entries, then of their lines: of which entry, by its place from 1, on which account, how much. Nothing moves
 * where none of them is new.
 */
const write = hotStatement<readonly (readonly Item[])[], BookedRow>(
  `WITH asked AS MATERIALIZED (
     SELECT * FROM unnest(${lists.join(', ')}) WITH ORDINALITY AS asked (${names}, place)),
   entry AS (INSERT INTO ledger_entries (${names}) SELECT ${names} FROM asked ORDER BY place
     ON CONFLICT DO NOTHING RETURNING entry_id),
   numbered AS MATERIALIZED (SELECT entry_id, row_number() OVER (ORDER BY entry_id) AS place FROM entry),
   line AS MATERIALIZED (SELECT * FROM unnest($10::bigint[], $11::bigint[], $12::bigint[])
     WITH ORDINALITY AS line (place, ledger_account_id, amount_micros, number) WHERE EXISTS (SELECT FROM entry)),
   moved AS (UPDATE ledger_accounts SET balance_micros = ledger_accounts.balance_micros + total.moved_micros
     FROM (SELECT ledger_account_id, sum(amount_micros)::bigint AS moved_micros FROM line GROUP BY ledger_account_id) AS total
     WHERE ledger_accounts.ledger_account_id = total.ledger_account_id
     RETURNING ledger_accounts.ledger_account_id, owner_id, kind, balance_micros, moved_micros),
   running AS MATERIALIZED (SELECT line.place, line.number, ledger_account_id, line.amount_micros, moved.kind,
       (balance_micros - moved_micros + sum(line.amount_micros)
         OVER (PARTITION BY ledger_account_id ORDER BY line.number))::bigint AS balance_micros
     FROM line JOIN moved USING (ledger_account_id)),
   posted AS (INSERT INTO postings (entry_id, ledger_account_id, amount_micros, balance_micros)
     SELECT entry_id, ledger_account_id, amount_micros, balance_micros FROM running JOIN numbered USING (place) ORDER BY number)
   SELECT (SELECT array_agg(entry_id ORDER BY entry_id) FROM numbered) AS entry_ids, (SELECT count(*) FROM running) AS lines,
     (SELECT min(kind) FROM running WHERE balance_micros < 0 AND amount_micros < 0 AND kind IN (${owingKinds})
       AND NOT (kind = 'wallet' AND EXISTS (SELECT FROM asked WHERE asked.place = running.place AND asked.kind IN (${mayOweKinds})))) AS owing,
     (SELECT json_agg(json_build_array(owner_id, (balance_micros - moved_micros)::text, balance_micros::text)) FROM moved
       WHERE kind = 'wallet' AND moved_micros < 0 AND EXISTS (SELECT FROM orders
         WHERE decision = 'approved' AND is_on = 1 AND in_archive = 0 AND account_id = owner_id
           AND real_price_micros > balance_micros AND real_price_micros <= balance_micros - moved_micros)) AS falls`,
);

/**
 * @param wanted with lines that are added up
 * @returns null when none of them is new: what each is about, or its reference, was booked before
 * @throws RangeError when some are new and others are not; and when an account would be below zero that may not, by an entry
 *   that may not leave a debt
 */
export function* writeBookings(
  wanted: readonly Booking[],
  accountIdOf: (line: EntryLine) => number,
): Generator<Step, BookedAll | null, unknown> {
  const values = wanted.map(({ entry }) => entryValues(entry));
  const lines = wanted.flatMap((booking, index) => booking.lines.map((line) => ({ place: index + 1, line })));
  const row = yield* write.get(
    ...Object.keys(entryColumns).map((_, column) => values.map((value) => value[column] ?? null)),
    lines.map(({ place }) => place),
    lines.map(({ line }) => accountIdOf(line)),
    lines.map(({ line }) => line.amountMicros),
  );
  const { entry_ids, lines: count, owing, falls } = present(row, 'what was booked');
  if (entry_ids === null) return null;
  if (entry_ids.length !== wanted.length) throw new RangeError('an entry was booked before');
  if (count !== lines.length) throw new RangeError('a line of an entry was not booked');
  if (owing !== null) throw new RangeError(`a ${owing} would fall below zero`);
  return {
    entryIds: entry_ids,
    falls: (falls ?? []).map(([ownerId, before, after]) => ({
      ownerId,
      beforeMicros: BigInt(before),
      afterMicros: BigInt(after),
    })),
  };
}
