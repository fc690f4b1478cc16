/** Connections to the server. What is said about them never holds the address, since a password stands in it. */
import type { Socket } from 'node:net';
import pg from 'pg';
import { types } from './types.js';

export interface PoolOptions {
  /** `postgres://user:password@host:port/database`; see pg-connection-string for what else it may hold. */
  url: string;
  /**
   * Of the database itself, where `url` is that of a pooler which shares connections between transactions: then nothing is
   * set for a whole connection.
   */
  directUrl?: string | undefined;
  /** How many connections this process opens at most, three at least; default 10. */
  poolMax?: number | undefined;
  /** How long a statement may take before the server ends it; default 30 s. */
  statementTimeoutMs?: number | undefined;
  /** What the server's own lists call this process; default `sponsorgate`. */
  applicationName?: string | undefined;
  /** Where the connections' sockets come from; see `pulse.ts`. Default: each client makes its own. */
  stream?: () => Socket;
}

/** What the server's lists call processes of the service, or begin with. */
export const APPLICATION_NAME = 'sponsorgate';
/** One that brings the database up to date, before it opens its store. */
export const MIGRATING = `${APPLICATION_NAME} migrate`;

const POOL_MAX = 10;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Until a connection is there, or one of the pool's is free. */
export const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Commands think between their statements for no time at all. Of a machine that is lost in the middle of one, its locks are
 * free after this.
 */
const IDLE_IN_COMMAND_MS = 15_000;
/** The server did not even say that it ended the statement. */
const ANSWER_MARGIN_MS = 5_000;

/**
 * Of the connections that a process may open, this share is for the hot statements. Each kind of them is asked by one
 * connection at a time, two where one is held up (`coalesced.ts`), so that they need few.
 */
const HOT_SHARE = 0.5;
/** Of the others, so many are never held by commands. */
const READERS_LEFT = 1;
/** The server plans a hot statement once for each connection, for whatever values. */
const HOT_SETTINGS = '-c plan_cache_mode=force_generic_plan';

/** What one process opens: connections for all that it does, and those for hot statements (`Commands.hot`). */
export function openPools(options: PoolOptions) {
  const { poolMax = POOL_MAX } = options;
  const hotMax = Math.max(1, Math.floor(poolMax * HOT_SHARE));
  const pool = openPool({ ...options, poolMax: poolMax - hotMax });
  const hotPool = openPool({ ...options, poolMax: hotMax }, HOT_SETTINGS);
  return {
    pool,
    /** How many of its connections commands may hold: the others are left for reading, which waits for no lock. */
    writersMax: Math.max(1, poolMax - hotMax - READERS_LEFT),
    hotPool,
    end: async () => {
      await Promise.all([pool.end(), hotPool.end()]);
    },
  };
}

/** @param settings of each connection, on top of those that all have */
export function openPool(options: PoolOptions, settings = ''): pg.Pool {
  const { poolMax = POOL_MAX } = options;
  const config = clientConfig(options);
  const own = config.options === undefined ? {} : { options: `${config.options} ${settings}`.trimEnd() };
  const pool = new pg.Pool({ ...config, ...own, max: poolMax, allowExitOnIdle: false });
  // Of an idle connection: the pool has dropped it, and opens another when one is needed.
  pool.on('error', () => undefined);
  // Of one that is used: its waiting question fails with it, and between two questions the next one does.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Ends a connection at once: one whose statements go together would wait for what it has asked. */
export function cutOff(client: pg.ClientBase): void {
  if ('connection' in client) (client.connection as { stream: Socket }).stream.destroy();
}

/** What holds for a whole connection; behind a pooler the role has it (`docs/operating.md`). */
const ofConnection = (statementTimeoutMs: number) => ({
  // Commands that must reach the disk say so themselves (`commands.ts`).
  options: '-c TimeZone=UTC -c synchronous_commit=off',
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: IDLE_IN_COMMAND_MS,
});

/** Does work in a transaction of its own, which has reached the disk when this resolves. */
export async function inTransaction<Client extends Pick<pg.ClientBase, 'query'>>(
  client: Client,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  await client.query('BEGIN; SET LOCAL synchronous_commit TO on');
  try {
    await work(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** @throws Error when the address cannot be read */
export function clientConfig(options: Omit<PoolOptions, 'poolMax'>): pg.ClientConfig {
  const { url, directUrl, applicationName = APPLICATION_NAME } = options;
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, stream } = options;
  const isPooled = directUrl !== undefined && directUrl !== url;
  const config: pg.ClientConfig = {
    connectionString: url,
    types,
    application_name: applicationName,
    pipeline: true,
    ...(isPooled ? {} : ofConnection(statementTimeoutMs)),
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + ANSWER_MARGIN_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
  try {
    new pg.Client(config);
  } catch {
    // What it says itself may quote the address.
    throw new Error('The address of the database must be postgres://user:password@host:port/database.');
  }
  return stream === undefined ? config : { ...config, stream };
}
