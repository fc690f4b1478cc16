/** Brings a database of PostgreSQL up to date, and checks that it is. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { bringUpToDate, LIST, MAKE_LIST, type Migrating, requireAll } from '../migrator.js';
import { distribute, type Distribution } from './distribution.js';
import { sayFault } from './faults.js';
import { keepPartitions } from './partitions.js';
import { clientConfig, inTransaction, MIGRATING } from './pool.js';
import { requireSame, requireServerOver } from './server.js';

/** All that the service does with a table waits behind our wait for its lock, which a dump keeps for as long as it lasts. */
const LOCKED_WITHIN_MS = 5_000;
const TRIES = 20;
const TRY_PAUSE_MS = 50;

/**
 * Two that create the same table at once: unique violation in the system's catalog, or "already exists", of the table or
 * of the type of its rows, which is looked for after it.
 */
const RACES: ReadonlySet<string> = new Set(['23505', '42P07', '42710', '40001']);

const isOf = (error: unknown, codes: ReadonlySet<string>) =>
  error instanceof pg.DatabaseError && codes.has(error.code ?? '');

/**
 * Applies the migrations that the database lacks: all of them, or none. Several processes may do so at once; the first
 * does it, and the others wait for it. Where Citus is, the tables of users are spread over its servers then.
 * @param url of a database that exists
 * @param options.distributed insists on that
 * @param options.pooledUrl of what has to lead to the same database
 */
export async function migratePostgres(
  url: string,
  { distributed, pooledUrl = url }: { distributed?: Distribution | undefined; pooledUrl?: string } = {},
): Promise<void> {
  await withClient(url, async (client) => {
    await requireServerOver(client);
    if (pooledUrl !== url) await requireSame(client, { url: pooledUrl, directUrl: url });
    await refuseEncoding(client);
    await makeList(client);
    await inTransaction(client, async () => {
      await client.query(`SELECT when_ms FROM ${LIST} WHERE when_ms = 0 FOR UPDATE`);
      await client.query(`SET LOCAL lock_timeout = ${String(LOCKED_WITHIN_MS)}`);
      await perform(client, bringUpToDate('postgres'));
    });
    await distribute(client, distributed !== undefined);
    // What was there before there were parts goes into them; nothing depends on that, so a part that is locked may wait.
    await keepPartitions((work) => inTransaction(client, work), Date.now(), { movesHistory: true });
  });
}

/** Rejects unless the database has every migration of this version of the service, and no other. */
export async function requireCurrentPostgres(url: string): Promise<void> {
  await withClient(url, requireCurrentOver);
}

/** The same, over a connection that is there. */
export function requireCurrentOver(
  client: Pick<pg.ClientBase, 'query'>,
  options: { isRunning?: boolean } = {},
): Promise<void> {
  return perform(client, requireAll('postgres', 'The database', options));
}

async function perform(client: Pick<pg.ClientBase, 'query'>, work: Migrating<void>): Promise<void> {
  let next = work.next();
  while (next.done !== true) {
    const { text, values } = next.value;
    // Without values it may be several statements.
    const { rows } = await client.query<Record<string, unknown>>(
      text,
      values.length === 0 ? undefined : [...values],
    );
    next = work.next(rows);
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(clientConfig({ url, statementTimeoutMs: 0, applicationName: MIGRATING }));
  // A connection that breaks rejects what is asked over it, too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } catch (error) {
    throw sayFault(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The list of what was applied; its row 0 is what those who migrate take turns at. */
async function makeList(client: pg.Client): Promise<void> {
  for (let number = 1; ; number += 1) {
    try {
      await client.query(MAKE_LIST);
      await client.query(`INSERT INTO ${LIST} (when_ms, tag) VALUES (0, 'none') ON CONFLICT DO NOTHING`);
      return;
    } catch (error) {
      if (number >= TRIES || !isOf(error, RACES)) throw error;
    }
    await pause(TRY_PAUSE_MS);
  }
}

async function refuseEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  throw new Error(
    `The database is encoded in ${String(encoding)}: make one in UTF8 (createdb --encoding UTF8 --template template0).`,
  );
}
