/**
 * A database of the last commit before the baseline goes on as it is: it has the schema that the baseline makes, to the letter.
 * An older one is refused, since what would bring it up to date is no longer here.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, openStore } from '../../db/index.js';
import { createBarePostgres, sqlOver, storeKind } from '../support/database.js';
import { findBinaries } from '../support/postgres-server.js';

interface Bare {
  url: string;
  drop: () => Promise<void>;
}

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

async function makeBare(): Promise<Bare> {
  if (storeKind === 'postgres') return createBarePostgres();
  const folder = await mkdtemp(path.join(tmpdir(), 'baseline-'));
  return { url: `file:${folder}/service.db`, drop: () => rm(folder, { recursive: true, force: true }) };
}

async function runAll(url: string, text: string): Promise<void> {
  if (storeKind === 'postgres') {
    await sqlOver(url, text);
    return;
  }
  const database = new Database(url.slice('file:'.length));
  database.exec(text);
  database.close();
}

/** Everything that the database itself says of its schema. */
async function schemaOf(url: string): Promise<string[]> {
  if (storeKind === 'sqlite') return schemaOfSqlite(url);
  const tool = path.join(findBinaries() ?? '', 'pg_dump');
  // The list of migrations says the time of day in another word.
  const words = ['--schema-only', '--no-owner', '--exclude-table=service_migrations', url];
  const dump = execFileSync(tool, words, { encoding: 'utf8' });
  return dump.split('\n').filter((line) => line !== '' && !/^(?:--|\\(?:un)?restrict)/.test(line));
}

/** Where a line of a table's text breaks, and which quotes it has, is the hand that wrote it: what it means is asked. */
async function schemaOfSqlite(url: string): Promise<string[]> {
  const ask = (text: string) => sqlOver(url, text);
  const bare = (text: string) => text.replaceAll(/["`]/g, '').replaceAll(/\s+/g, ' ').replaceAll(' (', '(');
  const parts = await sqlOver<{ type: string; name: string; sql: string }>(
    url,
    `SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  );
  const lines = parts.map(async ({ type, name, sql }) => {
    if (type !== 'table') return bare(sql);
    const facts = [
      ...(await ask(`SELECT * FROM pragma_table_xinfo('${name}')`)),
      ...(await ask(`SELECT type, wr, strict FROM pragma_table_list('${name}')`)),
      ...(await ask(`SELECT "from", "table", "to", on_update, on_delete FROM pragma_foreign_key_list('${name}')
                     ORDER BY "from"`)),
    ];
    const rest = /AUTOINCREMENT|CHECK|COLLATE|GENERATED/gi;
    return JSON.stringify([name, ...facts, ...(sql.match(rest) ?? [])]);
  });
  return Promise.all(lines);
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
