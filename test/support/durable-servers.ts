/** The database as in earnest, on servers of its own: a commit that must be durable waits for the disk. */
import pg from 'pg';
import { createSpreadDatabase, startCluster, urlsOf } from './citus-cluster.js';
import { isSpread } from './database.js';
import { type PostgresServer, startPostgres } from './postgres-server.js';

const DURABLE = { fsync: 'on', full_page_writes: 'on' };
const DATABASE = 'service';

export interface DurableServers {
  /** Of an empty database without tables. */
  url: string;
  /** The service reaches the first: with STORE=citus a coordinator and then its workers, else there is one. */
  all: readonly [PostgresServer, ...PostgresServer[]];
  close(): Promise<void>;
}

/** @param settings of every server, beside its own */
export async function startDurableServers(
  settings: Readonly<Record<string, string | number>> = {},
): Promise<DurableServers> {
  if (isSpread) {
    const cluster = await startCluster({ ...DURABLE, ...settings });
    return {
      url: await createSpreadDatabase(urlsOf(cluster), DATABASE),
      all: [cluster.coordinator, ...cluster.workers],
      close: () => cluster.close(),
    };
  }
  const server = await startPostgres({ settings: { ...DURABLE, ...settings } });
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  await client.connect();
  await client.query(`CREATE DATABASE ${DATABASE} TEMPLATE template0 ENCODING 'UTF8'`);
  await client.end();
  return { url: server.urlOf(DATABASE), all: [server], close: () => server.close() };
}
