/**
 * A database that Citus spreads over several servers. Tables of end users go by `user_id` (`spreadBy` in the schema), and all rows
 * of a user are on one server; everything else stays whole on the coordinator: money, orders, bots, what is queued, and who is
 * subscribed to what, so that a settlement writes to the coordinator alone and is one commit there (`docs/scaling.md`).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { tables } from '../schema/index.js';
import type { Table } from '../schema/kit.js';
import { APPLICATION_NAME, inTransaction, MIGRATING } from './pool.js';

/** What the setting `DATABASE_DISTRIBUTED` may be. */
export type Distribution = 'citus';

/** The first that this was tried over. */
const OLDEST: Version = [13, 0];

type Version = readonly [major: number, minor: number];
type Client = Pick<pg.ClientBase, 'query'>;

const spreadTables = tables.filter(({ spreadBy }) => spreadBy !== null);

export interface CitusFacts {
  /** As `pg_extension` has it, such as `13.0-1`; null where the database has no such extension. */
  version: string | null;
  /** Servers that can be given rows, the coordinator left out. */
  workers: number;
}

/**
 * Why the tables cannot be spread; null when they can, or when it is not wanted.
 * @param isWanted whether `DATABASE_DISTRIBUTED` insists
 */
export function whyNotSpread({ version, workers }: CitusFacts, isWanted: boolean): string | null {
  if (version === null) {
    return isWanted
      ? 'DATABASE_DISTRIBUTED is citus, and the database has no such extension: CREATE EXTENSION citus in it on every server, or leave the setting out.'
      : null;
  }
  if (isOlder(version)) {
    return `The database has Citus ${version}: the service needs ${OLDEST.join('.')} or later. Install it and run ALTER EXTENSION citus UPDATE on every server, or drop the extension from the database.`;
  }
  if (workers > 0 || !isWanted) return null;
  return 'DATABASE_DISTRIBUTED is citus, and Citus knows no servers to spread to: add each by SELECT citus_add_node(host, port).';
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split(/\D/).map(Number);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}

async function readCitus(client: Client): Promise<CitusFacts> {
  const { rows } = await client.query<{ version: string }>(
    `SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`,
  );
  const version = rows[0]?.version ?? null;
  if (version === null) return { version, workers: 0 };
  const nodes = await client.query<{ workers: number }>(
    'SELECT count(*) AS workers FROM pg_dist_node WHERE isactive AND shouldhaveshards AND groupid <> 0',
  );
  return { version, workers: nodes.rows[0]?.workers ?? 0 };
}

/** Which tables are spread already. */
async function readSpread(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid
     WHERE partmethod = 'h' AND relnamespace = current_schema()::regnamespace`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Spreads the tables that are not spread yet, with the rows that they hold, in one transaction: all of them, or none. Without the
 * extension, and without servers to spread to, it does nothing unless it is wanted.
 * @throws Error in words, when it is wanted and cannot be; and when the service is running, whose statements would be wrong
 */
export async function distribute(client: Client, isWanted: boolean): Promise<void> {
  const facts = await readCitus(client);
  const why = whyNotSpread(facts, isWanted);
  if (why !== null) throw new Error(why);
  if (facts.version === null || facts.workers === 0) return;
  await inTransaction(client, async () => {
    // Those who migrate take turns here.
    await client.query('SELECT when_ms FROM service_migrations WHERE when_ms = 0 FOR UPDATE');
    const spread = await readSpread(client);
    const lacking = spreadTables.filter(({ name }) => !spread.has(name));
    if (lacking.length > 0) await spreadAll(client, lacking);
    await setJoining(client);
  });
}

async function spreadAll(client: Client, lacking: readonly Table[]): Promise<void> {
  await refuseRunning(client);
  const first = spreadTables[0]?.name ?? '';
  for (const { name, spreadBy } of lacking) {
    const along = name === first ? '' : `, colocate_with => '${first}'`;
    await client.query(`SELECT create_distributed_table('${name}', '${spreadBy?.name ?? ''}'${along})`);
    await client.query(`SELECT truncate_local_data_after_distributing_table('${name}')`);
  }
}

/**
 * Citus joins rows of a user and of the service on the coordinator: it asks the user's server for the user's
 * rows. By default it would send whole tables there. A copy of the database needs the setting again.
 */
const [JOINING, ON_COORDINATOR] = ['citus.local_table_join_policy', 'prefer-distributed'];

async function setJoining(client: Client): Promise<void> {
  if (await isJoining(client)) return;
  const { rows } = await client.query<{ text: string }>(
    `SELECT format('ALTER DATABASE %I SET ${JOINING} = %L', current_database(), '${ON_COORDINATOR}') AS text`,
  );
  await client.query(rows[0]?.text ?? '');
}

async function isJoining(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is_set: boolean }>(
    `SELECT current_setting('${JOINING}') = '${ON_COORDINATOR}' AS is_set`,
  );
  return rows[0]?.is_set === true;
}

/** The server learns a moment later that a process has ended. */
const ENDED_WITHIN_MS = 2_000;
const LOOK_AGAIN_MS = 50;

async function refuseRunning(client: Client): Promise<void> {
  const untilMs = performance.now() + ENDED_WITHIN_MS;
  while (await isRunning(client)) {
    if (performance.now() >= untilMs)
      throw new Error(
        'The tables of users are to be spread over servers by Citus, and the service is running: stop all its processes for that.',
      );
    await pause(LOOK_AGAIN_MS);
  }
}

async function isRunning(client: Client): Promise<boolean> {
  // Within a transaction the server answers the same as before.
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ running: number }>(
    `SELECT count(*) AS running FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND starts_with(application_name, $1) AND application_name <> $2`,
    [APPLICATION_NAME, MIGRATING],
  );
  return rows[0]?.running !== 0;
}

/**
 * Whether the database is spread.
 * @throws Error in words, when it is wanted and is not, or is in part
 */
export async function requireDistribution(client: Client, isWanted: boolean): Promise<boolean> {
  const facts = await readCitus(client);
  const why = whyNotSpread(facts, isWanted);
  if (why !== null) throw new Error(why);
  if (facts.version === null) return false;
  const spread = await readSpread(client);
  const count = spreadTables.filter(({ name }) => spread.has(name)).length;
  if (count === spreadTables.length && (await isJoining(client))) return true;
  if (count === 0 && !isWanted) return false;
  throw new Error(
    'The tables of users are not spread, or not as they have to be: stop the service, and run `npm run admin -- migrate`.',
  );
}
