/**
 * A database of the last commit before the baseline goes on as it is: it has the schema that the baseline makes, to the letter.
 * An older one is refused, since what would bring it up to date is no longer here.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, openStore } from '../../db/index.js';
import { type Bare, makeBare, schemaOf } from '../support/bare-database.js';
import { sqlOver, storeKind } from '../support/database.js';

let former: Bare;
let fresh: Bare;

beforeEach(async () => {
  [former, fresh] = [await makeBare(), await makeBare()];
  await runAll(former.url, await readFile(fixture, 'utf8'));
  await sqlOver(former.url, ACCOUNT);
});
afterEach(async () => {
  await former.drop();
  await fresh.drop();
});

const fixture = path.resolve(import.meta.dirname, `../fixtures/before-baseline/${storeKind}.sql`);
const ACCOUNT = `INSERT INTO accounts (account_id, first_name, username, search_text, language, created_at_ms)
  VALUES (501, 'Ann', '', '', 'en', 1)`;

async function runAll(url: string, text: string): Promise<void> {
  if (storeKind === 'postgres') {
    await sqlOver(url, text);
    return;
  }
  const database = new Database(url.slice('file:'.length));
  database.exec(text);
  database.close();
}

test('it has the schema that the baseline makes, and all that was in it', async () => {
  await migrate(fresh.url);
  const schema = await schemaOf(fresh.url);
  expect(schema.length).toBeGreaterThan(140);
  expect(await schemaOf(former.url)).not.toEqual(schema);
  await migrate(former.url);
  await migrate(former.url);
  expect(await schemaOf(former.url)).toEqual(schema);
  expect(await sqlOver(former.url, 'SELECT account_id, first_name FROM accounts')).toEqual([
    { account_id: 501, first_name: 'Ann' },
  ]);
  const versions = (url: string) => sqlOver(url, 'SELECT * FROM versions ORDER BY name');
  expect(await versions(former.url)).toEqual(await versions(fresh.url));
  await (await openStore({ DATABASE_URL: former.url })).close();
});

test('a column that one of them lacks is seen', async () => {
  await migrate(fresh.url);
  await migrate(former.url);
  await sqlOver(former.url, 'ALTER TABLE accounts DROP COLUMN time_zone');
  expect(await schemaOf(former.url)).not.toEqual(await schemaOf(fresh.url));
});

test('an older one is refused with what to do, and left as it was', async () => {
  const list =
    storeKind === 'sqlite' ? ['__drizzle_migrations', 'created_at'] : ['service_migrations', 'when_ms'];
  const [table = '', column = ''] = list;
  await sqlOver(former.url, `DELETE FROM ${table} WHERE ${column} = (SELECT max(${column}) FROM ${table})`);
  const before = await schemaOf(former.url);
  await expect(migrate(former.url)).rejects.toThrow(/start commit 41049f20 on it once, then this version/);
  expect(await schemaOf(former.url)).toEqual(before);
});
