/**
 * What a request costs PostgreSQL in counts, which do not depend on the hour or on what else the machine does: statements,
 * trips, fsyncs, bytes of log and plans, seen by the servers themselves and by a proxy before the first.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { isSpread } from '../../test/support/database.js';
import type { DurableServers } from '../../test/support/durable-servers.js';
import type { PostgresServer } from '../../test/support/postgres-server.js';

/** What the server must be started with for its statements to be counted. */
export const countedSettings = {
  // Citus wants to be the first.
  shared_preload_libraries: isSpread ? 'citus,pg_stat_statements' : 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
  'pg_stat_statements.max': 5_000,
};

/** Of one request, on average: what one server does for it. */
export interface ServerCounts {
  statements: number;
  /** Of these, the ones that name a table of money. */
  ofMoney: number;
  fsyncs: number;
  /** What is written ahead to the log, with the whole pages after a checkpoint. */
  logBytes: number;
  /** Statements that were planned, and how long that took. */
  plans: number;
  planMicros: number;
}

/** Of the server that the service reaches, and of those behind it. */
export interface Counts extends ServerCounts {
  trips: number;
  workers: ServerCounts[];
}

export interface Counter {
  /** The address for the processes that are counted. */
  url: string;
  /** @returns the counts of what happens during `work`, for each of `amount` requests */
  count(amount: number, work: () => Promise<void>): Promise<Counts>;
  /** The statements that took the server longest during the last count, each with its time and calls, for people to read. */
  longest(limit: number): Promise<string[]>;
  close(): Promise<void>;
}

/** A server reports the writes of its processes once they rest, a second later at most. */
const TOLD_AFTER_MS = 1_500;

/** What is asked of the servers for counting, and what servers of Citus ask each other every two seconds. */
const BESIDE = "query LIKE '%pg_stat_%' OR query LIKE '%wait_edges%'";
const MONEY = '\\m(ledger_accounts|ledger_entries|postings|paid_joins|paid_addresses|withdrawals)\\M';

export async function createCounter({ url, all }: Pick<DurableServers, 'url' | 'all'>): Promise<Counter> {
  const [first, ...workers] = await Promise.all(all.map(openServerCounter));
  if (first === undefined) throw new Error('there is a server');
  const servers = [first, ...workers];
  const proxy = await openProxy(new URL(url));
  return {
    url: proxy.url,
    count: async (amount, work) => {
      await rest();
      for (const server of servers) await server.begin();
      const tripsBefore = proxy.trips();
      await work();
      const trips = (proxy.trips() - tripsBefore) / amount;
      await rest();
      return {
        ...(await first.end(amount)),
        trips,
        workers: await Promise.all(workers.map((worker) => worker.end(amount))),
      };
    },
    longest: (limit) => first.longest(limit),
    close: async () => {
      for (const server of servers) await server.close();
      await proxy.close();
    },
  };
}

const rest = () => new Promise((resolve) => setTimeout(resolve, TOLD_AFTER_MS));

async function openServerCounter(server: PostgresServer) {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const written = async () => {
    const { rows } = await client.query<{ wal_sync: string; wal_bytes: string }>(
      'SELECT wal_sync, wal_bytes FROM pg_stat_wal',
    );
    return { fsyncs: Number(rows[0]?.wal_sync ?? 0), logBytes: Number(rows[0]?.wal_bytes ?? 0) };
  };
  let before = { fsyncs: 0, logBytes: 0 };
  return {
    begin: async () => {
      before = await written();
      await client.query('SELECT pg_stat_statements_reset()');
    },
    end: async (amount: number): Promise<ServerCounts> => {
      const { rows } = await client.query<Record<'calls' | 'of_money' | 'plans' | 'plan_ms', string | null>>(
        `SELECT sum(calls) AS calls, sum(calls) FILTER (WHERE query ~ '${MONEY}') AS of_money, sum(plans) AS plans,
           sum(total_plan_time) AS plan_ms FROM pg_stat_statements WHERE NOT (${BESIDE})`,
      );
      const each = (value: string | null | undefined) => Number(value ?? 0) / amount;
      const [row] = rows;
      const after = await written();
      return {
        statements: each(row?.calls),
        ofMoney: each(row?.of_money),
        fsyncs: (after.fsyncs - before.fsyncs) / amount,
        logBytes: (after.logBytes - before.logBytes) / amount,
        plans: each(row?.plans),
        planMicros: each(row?.plan_ms) * 1_000,
      };
    },
    longest: async (limit: number) => {
      const { rows } = await client.query<{ ms: number; calls: string; plans: string; query: string }>(
        `SELECT total_exec_time AS ms, calls, plans, left(regexp_replace(query, '\\s+', ' ', 'g'), 100) AS query FROM pg_stat_statements
         WHERE NOT (${BESIDE}) ORDER BY total_exec_time DESC LIMIT $1`,
        [limit],
      );
      return rows.map(
        ({ ms, calls, plans, query }) => `${ms.toFixed(0)} ms, ${calls} times (${plans} planned): ${query}`,
      );
    },
    close: () => client.end(),
  };
}

/** Passes everything on, and counts how often a connection's side that asks has its turn after the other's. */
async function openProxy(target: URL) {
  let trips = 0;
  const sockets = new Set<Socket>();
  const server = createServer((asking) => {
    const answering = connect(Number(target.port), target.hostname);
    let isAnswered = true;
    asking.on('data', () => {
      if (isAnswered) trips += 1;
      isAnswered = false;
    });
    answering.on('data', () => {
      isAnswered = true;
    });
    for (const [one, other] of [
      [asking, answering],
      [answering, asking],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true).on('error', () => other.destroy());
      one.once('close', () => sockets.delete(one));
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    trips: () => trips,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
