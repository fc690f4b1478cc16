/**
 * The one place where tests choose their database: SQLite, or PostgreSQL when STORE=postgres, or that spread by Citus when
 * STORE=citus (see `store-server.ts`).
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { type DatabaseKind, databaseKind, migrate } from '../../db/index.js';
import { types } from '../../db/postgres/types.js';
import { type ClusterUrls, copyEverywhere } from './citus-cluster.js';

/** Over which database the stages of this run are. */
export const storeKind: DatabaseKind = ['postgres', 'citus'].includes(process.env['STORE'] ?? '')
  ? 'postgres'
  : 'sqlite';
/** Whether that is spread over several servers. */
export const isSpread = process.env['STORE'] === 'citus';

type Row = Record<string, unknown>;
type Value = string | number | bigint | null;

/** A database of its own, up to date and empty. */
export interface TestDatabase {
  /** As `DATABASE_URL` holds it. */
  url: string;
  /** Runs a statement that both databases understand behind the service's back; `?` stands for a value. */
  sql<T = Row>(text: string, ...values: Value[]): Promise<T[]>;
  /**
   * Changes rows past the triggers that keep the ledger from change, as a damaged disk does; resolves to their number.
   * From then on nothing keeps it any more.
   */
  damage(text: string): Promise<number>;
  /** After the stores over it are closed; clients still connected are thrown out. */
  drop(): Promise<void>;
}

/** @param options.folder where SQLite's file is to be (`service.db`); default a new one, which goes with the database */
export function createDatabase(
  options: { folder?: string; kind?: DatabaseKind } = {},
): Promise<TestDatabase> {
  const { folder, kind = storeKind } = options;
  return kind === 'postgres' ? createPostgres() : createSqlite(folder);
}

const installations = new Map<string, { DATABASE_URL: string }>();

/** What tells a process of an installation where its database is; nothing, where that is a file in its folder. */
export async function databaseOf(folder: string): Promise<{ DATABASE_URL?: string }> {
  if (storeKind === 'sqlite') return {};
  const known = installations.get(folder) ?? { DATABASE_URL: (await createDatabase()).url };
  installations.set(folder, known);
  return known;
}

/** Settings by which a store reaches a database: through the pooler, where the run has one. */
export function reaching(url: string): { DATABASE_URL: string; DATABASE_DIRECT_URL?: string } {
  const pooler = process.env['TEST_POOLER_URL'];
  if (pooler === undefined || databaseKind(url) === 'sqlite') return { DATABASE_URL: url };
  return { DATABASE_URL: databaseUrl(pooler, new URL(url).pathname.slice(1)), DATABASE_DIRECT_URL: url };
}

/** Looks into a database that a stage has made. */
export async function sqlOver<T = Row>(url: string, text: string, ...values: Value[]): Promise<T[]> {
  return databaseKind(url) === 'postgres'
    ? postgresSql<T>(url, text, values)
    : sqliteSql<T>(url, text, values);
}

/** Runs a statement, as `sqlOver` does. */
export type Look = <T = Row>(text: string, ...values: Value[]) => Promise<T[]>;

/** Looks into a database several times over one connection: a new one of SQLite's reads the whole schema first, in 4 ms. */
export async function lookInto<T>(url: string, looks: (sql: Look) => Promise<T>): Promise<T> {
  if (databaseKind(url) === 'postgres') return looks((text, ...values) => postgresSql(url, text, values));
  const database = openSqlite(url);
  try {
    return await looks(<R>(text: string, ...values: Value[]) =>
      Promise.resolve(run<R>(database, text, values)),
    );
  } finally {
    database.close();
  }
}

/** Holds up every writer, as another process does that is busy writing, until the answer is called. */
export async function holdWrites(url: string): Promise<() => Promise<void>> {
  if (databaseKind(url) === 'sqlite') {
    const database = new Database(url.slice('file:'.length));
    database.exec('BEGIN IMMEDIATE');
    return () => {
      database.exec('COMMIT');
      database.close();
      return Promise.resolve();
    };
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const names = tables.rows.map(({ name }) => name).join(', ');
  await client.query(`BEGIN; LOCK TABLE ${names} IN EXCLUSIVE MODE`);
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}

interface Template {
  content: Buffer;
  mode: number;
}

let sqliteTemplate: Promise<Template> | undefined;

/** What a file is that was migrated a moment ago: kept in memory, so that nothing is left behind on the disk. */
async function makeSqliteTemplate(): Promise<Template> {
  const folder = await mkdtemp(path.join(tmpdir(), 'store-template-'));
  try {
    const file = path.join(folder, 'service.db');
    await migrate(file);
    return { content: await readFile(file), mode: (await stat(file)).mode };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function createSqlite(folder?: string): Promise<TestDatabase> {
  const own = folder ?? (await mkdtemp(path.join(tmpdir(), 'store-')));
  const file = path.join(own, 'service.db');
  const { content, mode } = await (sqliteTemplate ??= makeSqliteTemplate());
  await writeFile(file, content, { mode });
  const url = `file:${file}`;
  return {
    url,
    sql: <T>(text: string, ...values: Value[]) => Promise.resolve(sqliteSql<T>(url, text, values)),
    damage: (text) => Promise.resolve(damageSqlite(url, text)),
    drop: () => (folder === undefined ? rm(own, { recursive: true, force: true }) : Promise.resolve()),
  };
}

function sqliteSql<T>(url: string, text: string, values: readonly Value[]): T[] {
  const database = openSqlite(url);
  try {
    return run<T>(database, text, values);
  } finally {
    database.close();
  }
}

const openSqlite = (url: string) => new Database(url.replace(/^file:/, ''), { timeout: 5_000 });

function run<T>(database: Database.Database, text: string, values: readonly Value[]): T[] {
  const statement = database.prepare<Value[], T>(text);
  if (statement.reader) return statement.all(...values);
  statement.run(...values);
  return [];
}

function damageSqlite(url: string, text: string): number {
  const triggers = sqliteSql<{ name: string }>(
    url,
    "SELECT name FROM sqlite_schema WHERE type = 'trigger'",
    [],
  );
  for (const { name } of triggers) sqliteSql(url, `DROP TRIGGER ${name}`, []);
  return sqliteSql(url, `${text} RETURNING 1`, []).length;
}

/** The server's own database, for making others. */
function server(): { url: string; template: string } {
  const { TEST_DATABASE_URL: url, TEST_DATABASE_TEMPLATE: template } = process.env;
  if (url === undefined || template === undefined) throw new Error('there is no server: see store-server.ts');
  return { url, template };
}

/** Of a cluster, the other servers' own databases. */
export const workerUrls = (): string[] => (process.env['TEST_WORKER_URLS'] ?? '').split(' ').filter(Boolean);

/** The servers of this run's cluster. */
export const clusterUrls = (): ClusterUrls => ({ coordinator: server().url, workers: workerUrls() });

/** Empty again, for the next who wants one: making one takes five times as long. */
const idle: string[] = [];

async function createPostgres(): Promise<TestDatabase> {
  const url = idle.pop() ?? (await copyTemplate());
  return {
    url,
    sql: <T>(text: string, ...values: Value[]) => postgresSql<T>(url, text, values),
    damage: (text) =>
      withClient(url, async (client) => {
        await client.query('SET session_replication_role = replica');
        return (await client.query(text)).rowCount ?? 0;
      }),
    drop: async () => {
      // The connection is kept with the database: what it has planned once is not planned for the next test.
      const client = await keptClient(url);
      await client.query('SELECT empty_all()');
      idle.push(url);
    },
  };
}

async function copyTemplate(): Promise<string> {
  const { url, template } = server();
  const name = `${template}_${randomBytes(8).toString('hex')}`;
  if (isSpread) await copyEverywhere(clusterUrls(), template, name);
  else
    await withClient(url, (client) =>
      client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY WAL_LOG`),
    );
  return databaseUrl(url, name);
}

/** A database of the server with nothing in it, not even tables; clients still connected are thrown out in the end. */
export async function createBarePostgres(): Promise<Pick<TestDatabase, 'url' | 'drop'>> {
  const { url: ofServer } = server();
  const name = `bare_${randomBytes(8).toString('hex')}`;
  const ask = (text: string) => withClient(ofServer, (client) => client.query(text));
  await ask(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`);
  const url = databaseUrl(ofServer, name);
  return {
    url,
    drop: async () => {
      await endKept(url);
      await ask(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** The address of another database of the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function postgresSql<T>(url: string, text: string, values: readonly Value[]): Promise<T[]> {
  let number = 0;
  const numbered = text.replaceAll('?', () => `$${String((number += 1))}`);
  const client = await keptClient(url);
  return (await client.query(numbered, [...values])).rows as T[];
}

/** For looks behind the service's back: a connection takes fifty times as long to open as a row to read. */
const kept = new Map<string, Promise<pg.Client>>();

async function keptClient(url: string): Promise<pg.Client> {
  const known = kept.get(url);
  if (known !== undefined) return known;
  const client = new pg.Client({ connectionString: url, types });
  // However it ends, as when the server is killed: the next look opens another.
  const forget = () => kept.delete(url);
  client.on('error', forget).on('end', forget);
  const opened = client.connect().then(() => {
    // Its types do not know of it.
    (client as pg.Client & { unref(): void }).unref();
    return client;
  });
  kept.set(url, opened);
  opened.catch(forget);
  return opened;
}

async function endKept(url: string): Promise<void> {
  const known = kept.get(url);
  kept.delete(url);
  await known?.then((client) => client.end()).catch(() => undefined);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, types });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
