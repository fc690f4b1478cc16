/** A database from before withdrawals: balances after each posting and payments in stars are filled in from the ledger. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../db/migrations');

test('postings learn the balance after them, and payments in stars are found', () => {
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const tags = journal.entries.map(({ tag }) => tag);
  const last = tags.findIndex((tag) => tag.endsWith('_payouts'));
  expect(last).toBeGreaterThan(0);
  const database = new Database(':memory:');
  const migrate = (tag: string) => database.exec(readFileSync(path.join(folder, `${tag}.sql`), 'utf8'));
  tags.slice(0, last).forEach(migrate);
  database.exec(`
    INSERT INTO ledger_accounts VALUES (1, 'wallet', 501, 70), (2, 'world', 0, -100), (3, 'wallet', 502, 30);
    INSERT INTO ledger_entries (entry_id, kind, at_ms, reference, note) VALUES
      (1, 'deposit', 1000, 'xtr:charge-1', '50 ⭐️'), (2, 'deposit', 2000, 'admin:2', 'by hand'),
      (3, 'charge', 3000, NULL, '');
    INSERT INTO postings (entry_id, ledger_account_id, amount_micros) VALUES
      (1, 1, 60), (1, 2, -60), (2, 1, 40), (2, 2, -40), (3, 1, -30), (3, 3, 30);
  `);
  migrate(tags[last] ?? '');
  const balances = database
    .prepare('SELECT entry_id, ledger_account_id, balance_micros FROM postings ORDER BY 1, 2')
    .raw()
    .all();
  expect(balances).toEqual([
    [1, 1, 60],
    [1, 2, -60],
    [2, 1, 100],
    [2, 2, -100],
    [3, 1, 70],
    [3, 3, 30],
  ]);
  const payments = database.prepare('SELECT * FROM star_payments').all();
  expect(payments).toMatchObject([
    { charge_id: 'charge-1', account_id: 501, stars: 50, amount_micros: 60, refund_state: 'none' },
  ]);
  expect(() => database.exec('UPDATE postings SET amount_micros = 0')).toThrow('never changed');
  database.close();
});
