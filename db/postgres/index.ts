/** The PostgreSQL adapter of every store port. */
import type pg from 'pg';
import { dayNumberOf } from '../../core/days.js';
import type { Log, Store } from '../../core/ports.js';
import type { SharedOptions } from '../store-options.js';
import { createPassesOver } from './check.js';
import { createCommands, type Commands } from './commands.js';
import { sayFault } from './faults.js';
import { requireCurrentOver } from './migrate.js';
import type { Given, Parts } from './parts.js';
import { createPartKeeper } from './partitions.js';
import { createCommitSignals, type CommitSignals } from './commit-signals.js';
import { clientConfig, openPool, openPools, type PoolOptions } from './pool.js';
import { createPulse } from './pulse.js';
import { createReplica, type ReplicaPace, usualPace } from './replica.js';
import { createCatalogStore, createLinkReader } from './catalog.js';
import { createHealthStore } from './health.js';
import { ledgerWrites } from './ledger-writes.js';
import { createPurge } from '../work/purge.js';
import { createTogetherSettled } from './settling.js';
import { createServers } from './spread/servers.js';
import { askSpreadFacts } from './spread/settlement-facts.js';
import { createSpreadRequestContexts } from './spread/request-contexts.js';
import { createTogetherRequestContexts, createRequestContexts } from './request-contexts.js';
import type { CreateWriteBehind } from '../work/write-behind.js';
import { createDatabase, createJoin, createReader } from './database.js';
import { type Distribution, requireDistribution } from './distribution.js';
import { createWriteBehind } from './write-behind.js';
import { wholeUsers } from './users.js';
import { users } from '../work/users.js';
import { createInvalidationLog, createVersions } from './invalidation-log.js';
import { createLoneJoin } from '../work/database.js';
import { createStores } from '../work/store.js';
import { requireServer } from './server.js';

export { migratePostgres } from './migrate.js';

/** A replica that takes longer to say how far it is does not answer. */
const WATCH_TIMEOUT_MS = 2_000;

export interface PostgresStoreOptions extends PoolOptions, SharedOptions {
  /** Of a replica, for what may be a moment old: statistics, reports; default: all is read where it is written. */
  readUrl?: string | undefined;
  /** Insists that Citus spreads the tables of users; default: they are spread where migrations have spread them. */
  distributed?: Distribution | undefined;
  /** When the replica is left out. */
  replicaPace?: ReplicaPace;
  /** Logs when the replica is left out, and when it is read again. */
  log?: Log | undefined;
}

/**
 * Opens the store of a database that is up to date (see `migratePostgres`).
 * @throws when the database does not answer, lacks migrations, or was made by a newer version
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { timeZone = 'UTC', clock = Date, onCommit } = options;
  const pulse = createPulse(clientConfig(options));
  const { stream } = pulse;
  const pools = openPools({ ...options, stream });
  const isSpread = await requireDatabase(pools.pool, options).catch(async (error: unknown) => {
    await pools.end();
    throw sayFault(error);
  });
  const servers = isSpread ? createServers({ ...directConfig(options), stream }, options.log) : undefined;
  const commands = createCommands(pools.pool, { ...pools, pulse, isSpread, servers });
  if (onCommit !== undefined) commands.afterCommit((_, facts, tookMs) => onCommit(facts, tookMs));
  const replica = await openReplica(commands, options, isSpread);
  const dayOf = (atMs: number) => dayNumberOf(atMs, timeZone);
  const signals = createCommitSignals(
    clientConfig({ ...options, url: options.directUrl ?? options.url, stream }),
  );
  await signals.open();
  const reading = replica?.reading ?? commands;
  const log = createInvalidationLog(commands);
  const replicaState = replica?.reading.state;
  const store = createStore({ commands, reading, replicaState, log, isSpread, clock, dayOf }, signals);
  const closeAll = async () => {
    await store.close();
    await signals.close();
    await Promise.all([pools.end(), pulse.close(), replica?.end(), servers?.close()]);
  };
  let closing: Promise<void> | undefined;
  return { ...store, close: () => (closing ??= closeAll()) };
}

/** Past a pooler, and for questions that may wait for as long as a server is silent. */
const directConfig = (options: PostgresStoreOptions) =>
  clientConfig({
    ...options,
    url: options.directUrl ?? options.url,
    directUrl: undefined,
    statementTimeoutMs: 0,
  });

/** @returns whether Citus spreads it @throws in words, when the service cannot work over it as it is */
async function requireDatabase(pool: pg.Pool, options: PostgresStoreOptions): Promise<boolean> {
  await requireServer(pool, options);
  await requireCurrentOver(pool, options);
  return requireDistribution(pool, options.distributed !== undefined);
}

/** Null where all is read from the primary. That it does not answer now is no reason not to start. */
async function openReplica(primary: Commands, options: PostgresStoreOptions, isSpread: boolean) {
  const { readUrl: url, replicaPace: pace = usualPace, log } = options;
  if (url === undefined) return null;
  const own = { ...options, url, directUrl: undefined };
  const pulse = createPulse(clientConfig(own));
  const pool = openPool({ ...own, stream: pulse.stream });
  const watching = openPool({ ...own, poolMax: 1, statementTimeoutMs: WATCH_TIMEOUT_MS });
  const replica = createCommands(pool, { pulse, isSpread });
  const reading = createReplica({ primary, replica, watching, log, pace });
  await reading.open();
  return {
    reading,
    end: async () => {
      await Promise.all([pool.end(), watching.end(), pulse.close()]);
    },
  };
}

/** The ports over their parts; tests look at the statements that are prepared here. */
export function createStore(given: Given, signals: CommitSignals): Store {
  const { commands, reading, isSpread } = given;
  const createCounters: CreateWriteBehind = (of) => createWriteBehind(commands, of);
  const db = createDatabase(commands, isSpread);
  const parts: Parts = {
    ...given,
    versions: createVersions(given.log),
    db,
    replica: createReader(reading),
    join: isSpread ? createLoneJoin(db) : createJoin(commands),
    createCounters,
  };
  return createStores(parts, {
    ledger: ledgerWrites,
    users: isSpread ? users : wholeUsers,
    linksAt: createLinkReader(parts),
    ordersMark: async (asOf) => (await given.log.look(asOf)).orders,
    catalog: createCatalogStore(parts),
    ...(isSpread ? { askFacts: askSpreadFacts } : {}),
    settle: (settling, more) => createTogetherSettled(parts, settling, more),
    requestContexts: createRequestContexts(
      parts,
      isSpread ? createSpreadRequestContexts(parts) : createTogetherRequestContexts(parts),
    ),
    purge: createPurge(parts.db, createPartKeeper(commands)),
    health: createHealthStore(parts, signals),
    checkPasses: createPassesOver(parts),
    close: async () => {
      await Promise.all([commands.close(), reading.close()]);
    },
  });
}
