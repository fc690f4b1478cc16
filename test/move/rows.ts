/** Rows of every table, with whatever its columns can hold. Replayable by a seed. */
import Database from 'better-sqlite3';
import { toResourceKey } from '../../db/work/values.js';
import type { Column } from '../../db/schema/kit.js';
import { type MovedTable, movedTables } from '../../db/move/tables.js';

type Value = string | number | bigint | null;

const texts = [
  '',
  'plain',
  'null',
  'NULL',
  '{"a":[1,"two"]}',
  `quotes ' and " and \`; back\\slash, {braces}, commas`,
  'tab\tand\nline\r\nend',
  'Ёлка 漢字 🙂 e\u0301',
  '\u{1F469}\u200D\u{1F4BB}',
  '  spaces  ',
];
const wholes: readonly bigint[] = [0n, 1n, -1n, 2n ** 31n, 1_780_000_000_123n, 2n ** 53n - 1n];
const beyond = [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n];
const reals = [0, 0.1, -2.5, 3e-6, 2e-7, 1e-12, 123_456.789, 1 / 3];
const resources = ['-1001234567890', '42', 'name', '-0', '007', '12345678901234567890', ''];

export function createRandom(seed: number) {
  let state = seed >>> 0;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Puts about so many rows into each table of a database that is up to date; they need not make sense together. */
export function fillAll(file: string, perTable: number, seed: number): void {
  const random = createRandom(seed);
  const database = new Database(file);
  database.pragma('synchronous = OFF');
  database.transaction(() => {
    for (const table of movedTables) {
      if (table.name === 'postings') continue;
      const names = table.columns.map(({ name }) => name).join(', ');
      const marks = table.columns.map(() => '?').join(', ');
      const insert = database.prepare(`INSERT OR IGNORE INTO ${table.name} (${names}) VALUES (${marks})`);
      for (let number = 1; number <= perTable; number += 1)
        insert.run(...rowOf(table, number, perTable, random));
    }
    fillPostings(database, perTable, random);
  })();
  // The highest rows were taken out: their numbers are not given again.
  database.prepare('DELETE FROM notifications WHERE notification_id > ?').run(perTable - 2);
  database.prepare("UPDATE sqlite_sequence SET seq = seq + 1000 WHERE name = 'webhook_events'").run();
  database.close();
}

/** Every entry takes from one account what it gives to another, and balances are their sums. */
function fillPostings(database: Database.Database, entries: number, random: (below: number) => number): void {
  const insert = database.prepare(
    'INSERT INTO postings (entry_id, ledger_account_id, amount_micros, balance_micros) VALUES (?, ?, ?, 0)',
  );
  for (let entry = 1; entry <= entries; entry += 1) {
    const amount = random(1_000_000_000);
    insert.run(entry, 1 + random(entries - 1), amount);
    insert.run(entry, entries, -amount);
  }
  database
    .prepare(
      `UPDATE ledger_accounts SET balance_micros = coalesce(
         (SELECT sum(amount_micros) FROM postings WHERE postings.ledger_account_id = ledger_accounts.ledger_account_id), 0)`,
    )
    .run();
}

function rowOf(table: MovedTable, number: number, count: number, random: (below: number) => number): Value[] {
  return table.columns.map((column, place) => {
    if (table.name === 'ledger_accounts' && column.name === 'balance_micros') return 0;
    if (column.name === 'account_id') return table.isReferenced ? number : 1 + random(count);
    if (table.key.length === 1 && table.key[0] === place) return keyValue(column, number);
    // What makes rows unique among themselves.
    if (/^(reference|dedupe_key|request_key|charge_id|owner_id|about_entry_id|kind)$/.test(column.name))
      return keyValue(column, number);
    return valueOf(column, !table.key.includes(place), random);
  });
}

function keyValue({ type }: Column, number: number): Value {
  return type === 'integer' ? number : `key ${String(number)} ${texts[number % texts.length] ?? ''}`;
}

function valueOf({ type, name }: Column, isFree: boolean, random: (below: number) => number): Value {
  const one = <T>(values: readonly T[]) => values[random(values.length)] as T;
  if (type === 'real') return one(reals);
  if (type === 'resource')
    return toResourceKey(one(resources) + (random(2) === 0 ? '' : String(random(1_000))));
  if (type === 'text') return `${one(texts)}${isFree ? '' : String(random(10_000))}`;
  if (!isFree) return random(2_000);
  return one(name === 'gifts' ? beyond : wholes);
}
