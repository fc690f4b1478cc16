/** A private cluster of Citus for tests: a coordinator and two workers, of the system's own binaries. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { findBinaries, type PostgresServer, startPostgres } from './postgres-server.js';

export const HOW_TO_INSTALL_CITUS =
  'There is no Citus here: install it into the newest PostgreSQL of this machine (citus.so in `pg_config --pkglibdir`).';

const WORKERS = 2;
/** Of each table; the least by which every server has several. */
const SHARDS = 4;

const SETTINGS = {
  shared_preload_libraries: 'citus',
  'citus.shard_count': SHARDS,
  // Servers reach each other on this machine alone; who runs them has no certificate to be read.
  'citus.node_conninfo': 'sslmode=disable',
  // Each database has a process of Citus on every server.
  max_worker_processes: 200,
};

export interface Cluster {
  coordinator: PostgresServer;
  workers: readonly PostgresServer[];
  close(): Promise<void>;
}

/** Addresses of the servers' own databases, for making others. */
export interface ClusterUrls {
  coordinator: string;
  workers: readonly string[];
}

/** Whether the newest PostgreSQL of this machine has the extension. */
export function hasCitus(): boolean {
  const binaries = findBinaries();
  if (binaries === undefined) return false;
  const folder = execFileSync(path.join(binaries, 'pg_config'), ['--pkglibdir'], { encoding: 'utf8' }).trim();
  return existsSync(path.join(folder, 'citus.so'));
}

/** @param settings of every server, beside its own */
export async function startCluster(
  settings: Readonly<Record<string, string | number>> = {},
): Promise<Cluster> {
  if (!hasCitus()) throw new Error(HOW_TO_INSTALL_CITUS);
  const start = () => startPostgres({ settings: { ...SETTINGS, ...settings }, trusts: true, endsBy: 'QUIT' });
  const [coordinator, ...workers] = await Promise.all([start(), ...Array.from({ length: WORKERS }, start)]);
  const all = [coordinator, ...workers];
  return {
    coordinator,
    workers,
    close: async () => {
      await Promise.all(all.map((server) => server.close()));
    },
  };
}

export const urlsOf = ({ coordinator, workers }: Cluster): ClusterUrls => ({
  coordinator: coordinator.urlOf('postgres'),
  workers: workers.map((worker) => worker.urlOf('postgres')),
});

/** The same database on each server: Citus connects those of one name. */
const everywhere = ({ coordinator, workers }: ClusterUrls) => [coordinator, ...workers];

/** Makes a database that can be spread, with no tables in it. @returns its address on the coordinator */
export async function createSpreadDatabase(urls: ClusterUrls, name: string): Promise<string> {
  for (const url of everywhere(urls)) {
    await query(
      url,
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`,
    );
    await query(within(url, name), 'CREATE EXTENSION citus');
  }
  const own = within(urls.coordinator, name);
  await query(own, `SELECT citus_set_coordinator_host('127.0.0.1', ${new URL(own).port})`);
  for (const worker of urls.workers)
    await query(own, `SELECT citus_add_node('127.0.0.1', ${new URL(worker).port})`);
  return own;
}

/** A template is copied on each server by itself, where nobody may be connected to it: not even Citus. */
export async function makeTemplate(urls: ClusterUrls, name: string): Promise<void> {
  for (const url of everywhere(urls)) {
    await query(url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await query(
      url,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
  }
}

export async function copyEverywhere(urls: ClusterUrls, template: string, name: string): Promise<void> {
  const text = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY WAL_LOG`;
  await Promise.all(everywhere(urls).map((url) => query(url, text)));
  // What a database sets is no part of its copies.
  await query(
    urls.coordinator,
    `ALTER DATABASE ${name} SET citus.local_table_join_policy = 'prefer-distributed'`,
  );
}

export async function dropEverywhere(urls: ClusterUrls, name: string): Promise<void> {
  for (const url of everywhere(urls)) await query(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

function within(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
