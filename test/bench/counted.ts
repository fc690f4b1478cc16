/**
 * What a request costs PostgreSQL in counts, which do not depend on the hour or on what else the machine does: statements,
 * trips, fsyncs, bytes of log and plans, seen by the server itself and by a proxy before it.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** What the server must be started with for its statements to be counted. */
export const countedSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
  'pg_stat_statements.max': 5_000,
};

/** Of one request, on average. */
export interface Counts {
  statements: number;
  trips: number;
  fsyncs: number;
  /** What is written ahead to the log, with the whole pages after a checkpoint. */
  logBytes: number;
  /** Statements that were planned, and how long that took. */
  plans: number;
  planMicros: number;
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

/** A server tells what its processes wrote once they rest, a second later at most. */
const TOLD_AFTER_MS = 1_500;

export async function createCounter(url: string): Promise<Counter> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const proxy = await openProxy(new URL(url));
  const written = async () => {
    await new Promise((resolve) => setTimeout(resolve, TOLD_AFTER_MS));
    const { rows } = await client.query<{ wal_sync: string; wal_bytes: string }>(
      'SELECT wal_sync, wal_bytes FROM pg_stat_wal',
    );
    return { fsyncs: Number(rows[0]?.wal_sync ?? 0), logBytes: Number(rows[0]?.wal_bytes ?? 0) };
  };
  return {
    url: proxy.url,
    count: async (amount, work) => {
      const before = await written();
      await client.query('SELECT pg_stat_statements_reset()');
      const tripsBefore = proxy.trips();
      await work();
      const trips = proxy.trips() - tripsBefore;
      const { rows } = await client.query<{ calls: string; plans: string; plan_ms: string }>(
        `SELECT sum(calls) AS calls, sum(plans) AS plans, sum(total_plan_time) AS plan_ms FROM pg_stat_statements
         WHERE query NOT LIKE '%pg_stat_%'`,
      );
      const [row] = rows;
      const after = await written();
      return {
        statements: Number(row?.calls ?? 0) / amount,
        trips: trips / amount,
        fsyncs: (after.fsyncs - before.fsyncs) / amount,
        logBytes: (after.logBytes - before.logBytes) / amount,
        plans: Number(row?.plans ?? 0) / amount,
        planMicros: (Number(row?.plan_ms ?? 0) * 1_000) / amount,
      };
    },
    longest: async (limit) => {
      const { rows } = await client.query<{ ms: number; calls: string; plans: string; query: string }>(
        `SELECT total_exec_time AS ms, calls, plans, left(regexp_replace(query, '\\s+', ' ', 'g'), 100) AS query FROM pg_stat_statements
         WHERE query NOT LIKE '%pg_stat_%' ORDER BY total_exec_time DESC LIMIT $1`,
        [limit],
      );
      return rows.map(
        ({ ms, calls, plans, query }) => `${ms.toFixed(0)} ms, ${calls} times (${plans} planned): ${query}`,
      );
    },
    close: async () => {
      await client.end();
      await proxy.close();
    },
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
