/** A store moved to another kind of database, and back again. With STORE=citus that is one that Citus spreads. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { CheckOutcome } from '../../core/ports/check-store.js';
import { migrate, openStore } from '../../db/index.js';
import { compareStores, moveStore } from '../../db/move/index.js';
import { betweenText } from '../../db/move/side.js';
import { ownText } from '../../db/move/sqlite-side.js';
import { movedTables } from '../../db/move/tables.js';
import { canonicalDump } from '../support/canonical-dump.js';
import { createSpreadDatabase, dropEverywhere } from '../support/citus-cluster.js';
import { clusterUrls, createBarePostgres, isSpread } from '../support/database.js';
import { findBinaries, type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { fillAll } from './rows.js';

const ROWS = 60;
const SEED = Number(process.env['FC_SEED'] ?? 7);

let folder: string;
let server: PostgresServer | undefined;
let source: string;
let made = 0;

beforeAll(async () => {
  if (!isSpread && findBinaries() !== undefined) server = await startPostgres();
}, 60_000);
afterAll(() => server?.close());

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'move-'));
  source = `file:${path.join(folder, 'source.db')}`;
  await migrate(source);
  fillAll(source.slice('file:'.length), ROWS, SEED);
});
afterEach(() => rm(folder, { recursive: true }));

const newFile = () => `file:${path.join(folder, `${String((made += 1))}.db`)}`;

async function newDatabase(): Promise<string> {
  if (server === undefined) throw new Error('there is no server');
  const name = `moved_${String((made += 1))}`;
  await query(server.urlOf('postgres'), `CREATE DATABASE ${name}`);
  return server.urlOf(name);
}

async function newSpread(): Promise<string> {
  const name = `moved_${randomBytes(6).toString('hex')}`;
  onTestFinished(() => dropEverywhere(clusterUrls(), name));
  return createSpreadDatabase(clusterUrls(), name);
}

async function query(url: string, text: string): Promise<pg.QueryResult<Record<string, string>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

const nothing: CheckOutcome = {
  differences: [],
  differing: 0,
  differingMoney: 0,
  entries: 0,
  subscribers: 0,
  orders: 0,
  bots: 0,
  checked: null,
  fullDay: null,
};
const check = () => Promise.resolve(nothing);
const move = (from: string, to: string) => moveStore({ from, to, check });

const wholeKinds = [
  { kind: 'SQLite', target: () => Promise.resolve(newFile()) },
  ...(findBinaries() === undefined ? [] : [{ kind: 'PostgreSQL', target: newDatabase }]),
];

const kinds = isSpread ? [{ kind: 'Citus', target: newSpread }] : wholeKinds;

describe.each(kinds)('to $kind', ({ kind, target }) => {
  const alter = async (address: string, text: string) => {
    if (kind !== 'SQLite') await query(address, text);
    else {
      const database = new Database(address.slice('file:'.length));
      database.exec(text);
      database.close();
    }
  };

  it('and back: both hold the same rows, and the numbers that were given', async () => {
    const there = await target();
    const outcome = await move(source, there);
    expect(outcome).toMatchObject({ kind: 'moved', mended: 0, isResumed: false });
    const before = await canonicalDump(source);
    expect(before.length).toBeGreaterThan(ROWS * 30);
    expect(await canonicalDump(there)).toEqual(before);
    const back = newFile();
    expect(await move(there, back)).toMatchObject({ kind: 'moved', mended: 0 });
    expect(await canonicalDump(back)).toEqual(before);
    expect(numbersOf(back)).toEqual(numbersOf(source));
    expect(
      (await compareStores({ from: source, to: back })).every(({ differing }) => differing.length === 0),
    ).toBe(true);
  });

  it('a database with something in it is refused, and one that is filled from another', async () => {
    const there = await target();
    await move(source, there);
    const before = await canonicalDump(there);
    await expect(move(source, there)).rejects.toThrow(/not empty/);
    await alter(
      there,
      "CREATE TABLE store_move (name text PRIMARY KEY NOT NULL, value text NOT NULL); INSERT INTO store_move VALUES ('origin', 'file:other')",
    );
    await expect(move(source, there)).rejects.toThrow(/another one/);
    expect(await canonicalDump(there)).toEqual(before);
  });

  it('a row that was doctored is found', async () => {
    const there = await target();
    await move(source, there);
    await alter(
      there,
      'UPDATE bots SET profit_micros = profit_micros + 1 WHERE bot_id = 7; DELETE FROM users WHERE user_id = 9',
    );
    const differing = (await compareStores({ from: source, to: there })).flatMap((found) => found.differing);
    expect(differing.sort()).toEqual(['bots 7', 'users 9']);
  });

  it('beside the living service it copies, and with the service stopped it finishes what changed since', async () => {
    const there = await target();
    const store = await openStore({ DATABASE_URL: source });
    expect(await move(source, there)).toEqual({ kind: 'copied' });
    await store.sessions.write('later', 'yes', 1);
    await store.sessions.delete('key 3 NULL');
    await store.close();
    const database = new Database(source.slice('file:'.length));
    database.exec(`DELETE FROM limit_takes WHERE take_id = 3; UPDATE users SET first_name = 'New' WHERE user_id < 5;
      INSERT INTO accounts (account_id, first_name, username, search_text, language, created_at_ms)
      VALUES (9000, 'Late', '', '', 'en', 1); UPDATE bots SET account_id = 9000 WHERE bot_id = 4`);
    database.close();
    const outcome = await move(source, there);
    expect(outcome).toMatchObject({ kind: 'moved', isResumed: true });
    expect(outcome.kind === 'moved' && outcome.mended).toBeGreaterThan(6);
    expect(await canonicalDump(there)).toEqual(await canonicalDump(source));
  });

  it('begins again once a person was erased meanwhile, and says why', async () => {
    const there = await target();
    const database = new Database(source.slice('file:'.length));
    database.exec("UPDATE notifications SET facts = '{}'");
    database.close();
    const store = await openStore({ DATABASE_URL: source });
    store.people.useKey(Buffer.alloc(32, 7));
    expect(await move(source, there)).toEqual({ kind: 'copied' });
    for (const personId of [1, 2, 3]) await store.people.erase(personId);
    await store.close();
    await expect(move(source, there)).rejects.toThrow(/person is erased .* empty database/);
    await expect(openStore({ DATABASE_URL: there }), 'it serves nothing').rejects.toThrow(/not whole/);
    const again = await target();
    expect(await move(source, again)).toMatchObject({ kind: 'moved' });
    expect(await canonicalDump(again)).toEqual(await canonicalDump(source));
  });

  it('until it is whole, no process serves it', async () => {
    const there = await target();
    const store = await openStore({ DATABASE_URL: source });
    await move(source, there);
    await store.close();
    await expect(move(there, newFile())).rejects.toThrow(/not whole/);
    await move(source, there);
    expect(await move(there, newFile())).toMatchObject({ kind: 'moved' });
  });
});

// Over other databases it is skipped: this needs several servers.
describe.runIf(isSpread)('between PostgreSQL and Citus', () => {
  async function newWhole(): Promise<string> {
    const { url, drop } = await createBarePostgres();
    onTestFinished(drop);
    return url;
  }

  it('and back: all hold the same rows', async () => {
    const [whole, spread, again] = [await newWhole(), await newSpread(), await newWhole()];
    await move(source, whole);
    const before = await canonicalDump(source);
    expect(await move(whole, spread)).toMatchObject({ kind: 'moved', mended: 0 });
    expect(await canonicalDump(spread)).toEqual(before);
    await (await openSpread(spread)).close();
    expect(await move(spread, again)).toMatchObject({ kind: 'moved', mended: 0 });
    expect(await canonicalDump(again)).toEqual(before);
  });

  it('beside the service that lives over Citus, and writes on every server of it meanwhile', async () => {
    const [spread, whole] = [await newSpread(), await newWhole()];
    await move(source, spread);
    const store = await openSpread(spread);
    const writes: Promise<unknown>[] = [];
    const progress = () => {
      const userId = 70_000 + writes.length;
      writes.push(store.audience.learn(userId, { firstName: 'New' }, 1));
    };
    expect(await moveStore({ from: spread, to: whole, check, progress })).toEqual({ kind: 'copied' });
    await Promise.all(writes);
    await store.close();
    await query(spread, 'DELETE FROM users WHERE user_id < 9');
    expect(await move(spread, whole)).toMatchObject({ kind: 'moved', isResumed: true });
    const dump = await canonicalDump(spread);
    const added = dump.filter((line) => line.startsWith('users ') && line.includes('"New"'));
    expect(added).toHaveLength(writes.length);
    expect(await canonicalDump(whole)).toEqual(dump);
  });

  /** Where the tables of users are not spread it is refused. */
  const openSpread = (url: string) => openStore({ DATABASE_URL: url, DATABASE_DISTRIBUTED: 'citus' });
});

/** With samples of values, SQLite would plan each statement again that looks for a span of them. */
it('a moved store has no statistics of the planner', async () => {
  const target = newFile();
  await move(source, target);
  const database = new Database(target.slice('file:'.length), { readonly: true });
  const found = database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'").all();
  database.close();
  expect(found).toEqual([]);
});

it('a ledger that does not sum to zero is not moved', async () => {
  const database = new Database(source.slice('file:'.length));
  database.exec('INSERT INTO postings VALUES (1, 5000, 3, 0)');
  database.close();
  await expect(move(source, newFile())).rejects.toThrow(/sum to zero/);
});

it('a stretch of a table is sought by all of the key, or one with many rows under one number would be walked again each time', () => {
  const database = new Database(source.slice('file:'.length), { readonly: true });
  const plans = movedTables.map((table) => {
    const place = table.walk.map(() => '1');
    const text = ownText(betweenText(table, place, place));
    const [plan] = database
      .prepare<string[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
      .all(...place, ...place);
    return { table: table.name, marks: plan?.detail.split('?').length };
  });
  database.close();
  expect(plans).toEqual(movedTables.map(({ name, walk }) => ({ table: name, marks: 2 * walk.length + 1 })));
});

function numbersOf(address: string): unknown {
  const database = new Database(address.slice('file:'.length), { readonly: true });
  try {
    return database.prepare('SELECT name, seq FROM sqlite_sequence ORDER BY name').all();
  } finally {
    database.close();
  }
}
