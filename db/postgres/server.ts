/** What a server must be for the service to work over it: else it is refused at the start, in words that say what to change. */
import pg from 'pg';
import { clientConfig, type PoolOptions } from './pool.js';

const OLDEST = 150_000;
const [NO_SUCH_STATEMENT, PROTOCOL_FAULT] = ['26000', '08P01'];

export interface ServerFacts {
  /** As `server_version_num`: 150013 is 15.13. */
  version: number;
  isReplica: boolean;
}

/** Why the service cannot work over this server; null when it can. */
export function whyNot({ version, isReplica }: ServerFacts): string | null {
  if (version < OLDEST) {
    const major = String(Math.floor(version / 10_000));
    return `The database is of PostgreSQL ${major}: the service needs 15 or later.`;
  }
  if (!isReplica) return null;
  return 'DATABASE_URL names a replica, which can only be read: name the primary there, and the replica in DATABASE_READ_URL.';
}

const POOLER_OF_STATEMENTS =
  'The pooler in front of the database shares connections between statements: set its pool_mode to transaction.';
const POOLER_FORGETS =
  'The pooler in front of the database does not know prepared statements: PgBouncer 1.21 or later does, with max_prepared_statements = 1000.';
const POOLER_ALONE =
  'A pooler that shares connections between transactions stands in front of the database: name the database itself in DATABASE_DIRECT_URL, for notifications and migrations.';

/**
 * Looks at the server, and at what may stand before it.
 * @throws Error in words
 */
export async function requireServer(pool: Pick<pg.Pool, 'connect'>, options: PoolOptions): Promise<void> {
  const client = await pool.connect();
  try {
    const { pid } = await requireServerOver(client);
    if (pid !== processOf(client)) await requirePooler(client, options);
  } finally {
    client.release();
  }
}

/**
 * Looks at the server alone.
 * @returns the server's own process for the connection that the question went by
 * @throws Error in words
 */
export async function requireServerOver(client: Pick<pg.ClientBase, 'query'>): Promise<{ pid: number }> {
  const { rows } = await client.query<ServerFacts & { pid: number }>(
    `SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS "isReplica", pg_backend_pid() AS pid`,
  );
  const [facts] = rows;
  if (facts === undefined) throw new TypeError('a row of nothing but what is there is always there');
  const why = whyNot(facts);
  if (why !== null) throw new Error(why);
  return facts;
}

/** Of copies by `pg_dump` each has its own; a streaming replica has its primary's. */
const WHICH = `SELECT system_identifier || '/' || oid AS which
  FROM pg_control_system(), pg_database WHERE datname = current_database()`;

/** @returns null where the role may not ask: some who host servers revoke that */
async function whichOf(client: Pick<pg.ClientBase, 'query'>): Promise<string | null> {
  try {
    const { rows } = await client.query<{ which: string }>(WHICH);
    return rows[0]?.which ?? null;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') return null;
    throw error;
  }
}

/** Returns whether both lead to the same database, or one to a replica of the other's; true where that cannot be known. */
export async function areSame(...clients: readonly Pick<pg.ClientBase, 'query'>[]): Promise<boolean> {
  const answers = await Promise.all(clients.map(whichOf));
  return new Set(answers.filter((which) => which !== null)).size <= 1;
}

/**
 * Looks whether a pooler leads to the database itself, before anything is made there.
 * @throws Error in words
 */
export async function requireSame(client: pg.ClientBase, pooler: PoolOptions): Promise<void> {
  const through = new pg.Client(clientConfig(pooler));
  through.on('error', () => undefined);
  try {
    await through.connect();
    if (!(await areSame(client, through)))
      throw new Error(
        'DATABASE_DIRECT_URL names another database than DATABASE_URL: name the same one in both.',
      );
  } finally {
    await through.end().catch(() => undefined);
  }
}

/** The server's own process for this connection, as who accepted it has said: a pooler says another. */
const processOf = (client: pg.ClientBase): number | null | undefined =>
  (client as pg.ClientBase & { processID?: number | null }).processID;

/** While another has a transaction, a pooler of transactions gives this one another connection than before. */
async function requirePooler(client: pg.ClientBase, options: PoolOptions): Promise<void> {
  const probe = { name: 'which_process', text: 'SELECT pg_backend_pid() AS pid' };
  const ask = async () => (await client.query<{ pid: number }>(probe)).rows[0]?.pid;
  const other = new pg.Client(clientConfig(options));
  other.on('error', () => undefined);
  try {
    await other.connect();
    const before = await ask();
    await other.query('BEGIN');
    await other.query('SELECT 1');
    const isShared = (await ask()) !== before;
    await other.query('ROLLBACK');
    if (isShared && options.directUrl === undefined) throw new Error(POOLER_ALONE);
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    if (code === NO_SUCH_STATEMENT) throw new Error(POOLER_FORGETS, { cause: error });
    if (code === PROTOCOL_FAULT) throw new Error(POOLER_OF_STATEMENTS, { cause: error });
    throw error;
  } finally {
    await other.end().catch(() => undefined);
  }
}
