/**
 * How commands reach PostgreSQL: each in a transaction of its own at READ COMMITTED, with the rows it decides about locked
 * (`FOR UPDATE`) before it reads them. Where commands cross, PostgreSQL ends one of them; it is done again, a bounded number
 * of times. A durable command has reached the disk when it resolves; others survive the process and the server's, not a power
 * cut (`synchronous_commit`).
 */
import type { Pool, PoolClient } from 'pg';
import { stopping } from '../faults.js';
import type { CommitFacts } from '../store-options.js';
import { isCrossing, isElsewhere, sayFault } from './faults.js';
import { CONNECT_TIMEOUT_MS, cutOff } from './pool.js';
import type { Pulse } from './pulse.js';
import { type Servers, Unanswered } from './spread/servers.js';
import type { Apart, Transaction } from './statement.js';
import { createTouched, noteTouched, TOUCHED, type Touched } from './touched.js';

/** How often a command is tried, with a pause that grows from this. */
const TRIES_MAX = 12;
const FIRST_PAUSE_MS = 2;
const LAST_PAUSE_MS = 200;

/** What can be done over one pool of connections. */
export interface Doing {
  /**
   * Runs a command in a transaction; resolves with its result once that is committed.
   * @param command may be run several times: it changes nothing but the database
   * @throws ServiceError `unavailable` when the database does not answer or is too busy
   */
  run<T>(
    name: string,
    command: (transaction: Transaction) => Promise<T>,
    options?: { durable?: boolean },
  ): Promise<T>;
  /**
   * Runs a command that is one statement, which is a transaction by itself: without the round trips of one. Where a second
   * statement follows it has a transaction of its own. Nothing that has to be durable.
   */
  runOnce<T>(name: string, command: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Reads several things at one moment (REPEATABLE READ, read only). */
  ask<T>(query: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Reads by a single statement, which is a moment by itself: without the round trips of a transaction. */
  askOnce<T>(query: (transaction: Transaction) => Promise<T>): Promise<T>;
}

export interface Commands extends Doing {
  /**
   * For statements that many requests have in common: over connections where each is planned once, whatever its values
   * (`pool.ts`). That is worse for statements whose best plan depends on them.
   */
  readonly hot: Doing;
  /** Called after each commit, with the topics that its command marked, and how long it took. */
  afterCommit(listen: (topics: ReadonlySet<string>, facts: CommitFacts, tookMs: number) => void): void;
  /** Refuses new commands; resolves when those under way are done. */
  close(): Promise<void>;
}

/** Connections are opened with `synchronous_commit` off (`pool.ts`): a durable command asks for the disk by itself. */
const BEGIN_DURABLE = 'BEGIN; SET LOCAL synchronous_commit TO on';
const BEGIN_LASTING = 'BEGIN';
const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

type Connecting = Pick<Pool, 'connect'>;

interface More {
  /** See `Commands.hot`; default the same. */
  hotPool?: Connecting;
  /** How many connections of the pool commands may hold at once; default all. */
  writersMax?: number;
  /** Watches a command while it holds a connection; default: no watch. */
  pulse?: Pick<Pulse, 'during'>;
  /**
   * Whether Citus spreads the database; default false. Then every command reaches the disk: the user's server has its part there
   * when the coordinator commits, which may neither forget its own part, nor what became of servers that await its word.
   */
  isSpread?: boolean;
  /** Watches the servers that Citus spreads users over; default: no watch. */
  servers?: Pick<Servers, 'asking'> | undefined;
}

const UNWATCHED: Pick<Pulse, 'during'> = { during: (work) => work() };

export function createCommands(
  pool: Connecting,
  { hotPool = pool, writersMax = Infinity, pulse = UNWATCHED, isSpread = false, servers }: More = {},
): Commands {
  const listeners: ((topics: ReadonlySet<string>, facts: CommitFacts, tookMs: number) => void)[] = [];
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  const tried = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let number = 1; ; number += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isCrossing(error) || number >= TRIES_MAX) throw sayFault(error);
      }
      const pauseMs = Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** number) * (0.5 + Math.random() / 2);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };

  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw stopping();
    const done = tried(work);
    underWay.add(done);
    try {
      return await done;
    } finally {
      underWay.delete(done);
    }
  };

  const timed = async <T>(
    facts: CommitFacts,
    commit: () => Promise<{ value: T; topics: ReadonlySet<string> }>,
  ): Promise<T> => {
    const startedAtMs = performance.now();
    const { value, topics } = await commit();
    const tookMs = performance.now() - startedAtMs;
    for (const listen of listeners) listen(topics, facts, tookMs);
    return value;
  };

  const doingOver = (over: Connecting, atMost: number): Doing => {
    const { attempt, attemptOnce, look } = createAttempts(over, { pulse, isSpread, servers });
    const withSlot = createSlots(atMost, CONNECT_TIMEOUT_MS);
    return {
      run: (name, command, { durable = false } = {}) =>
        watched(() =>
          timed({ names: [name], isDurable: durable }, () =>
            withSlot(() => attempt(durable || isSpread ? BEGIN_DURABLE : BEGIN_LASTING, command)),
          ),
        ),
      runOnce: (name, command) =>
        watched(() =>
          timed({ names: [name], isDurable: false }, () => withSlot(() => attemptOnce(command, noTopics()))),
        ),
      ask: (query) => watched(() => look(query)),
      askOnce: (query) => watched(async () => (await attemptOnce(query, null)).value),
    };
  };

  return {
    ...doingOver(pool, writersMax),
    hot: doingOver(hotPool, Infinity),
    afterCommit: (listen) => listeners.push(listen),
    close: async () => {
      isClosed = true;
      await Promise.allSettled(underWay);
    },
  };
}

const noTopics = () => new Set<string>();

/** Each of these is tried once, on a connection that is free. */
function createAttempts(
  pool: Connecting,
  { pulse, isSpread, servers }: Required<Pick<More, 'pulse' | 'isSpread'>> & Pick<More, 'servers'>,
) {
  const holding = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let isBroken = false;
    try {
      return await work(client);
    } catch (error) {
      if (isHeldUp(error)) cutOff(client);
      isBroken = isElsewhere(error) || isHeldUp(error) || !(await isUsable(client));
      throw error;
    } finally {
      client.release(isBroken);
    }
  };
  const withClient = <T>(work: (client: PoolClient) => Promise<T>) => pulse.during(() => holding(work));
  const asking = (isBegun: boolean) => servers?.asking(isBegun) ?? null;

  /** @param topics null where it only reads */
  const attemptOnce = <T>(command: (transaction: Transaction) => Promise<T>, topics: Set<string> | null) =>
    withClient(async (client) => {
      const mark = topics === null ? refuseMark : (topic: string) => topics.add(topic);
      const value = await command({ ...once, client, mark, touched: null, asking: asking(false) });
      return { value, topics: topics ?? noTopics() };
    });
  const once = { isSpread, apart: null };
  const apart: Apart = async (read) => (await attemptOnce(read, null)).value;

  return {
    attempt: <T>(begin: string, command: (transaction: Transaction) => Promise<T>) =>
      withClient(async (client) => {
        const topics = noTopics();
        const touched = createTouched();
        const own = asking(true);
        await client.query(begin);
        const value = await command({
          client,
          mark: (topic) => topics.add(topic),
          touched,
          isSpread,
          asking: own,
          apart: own === null ? null : apart,
        });
        await (own === null ? commit(client, touched) : own.commit(() => commit(client, touched)));
        // Should that fail, so has the coordinator, and all that is remembered is forgotten.
        if (isSpread && touched.areSeveral()) await noteTouched(client, touched).catch(() => undefined);
        if (!touched.isEmpty()) topics.add(TOUCHED);
        return { value, topics };
      }),
    attemptOnce,
    /** Sends BEGIN with the first question and does not await COMMIT: only a lost connection fails both. */
    look: <T>(query: (transaction: Transaction) => Promise<T>) =>
      withClient(async (client) => {
        const begun = client.query(BEGIN_READING);
        const [value] = await Promise.all([
          query({ ...once, client, mark: refuseMark, touched: createTouched(), asking: asking(true) }),
          begun,
        ]);
        client.query('COMMIT').catch(() => undefined);
        return value;
      }),
  };
}

/** Logs the touched rows for other processes in the same commit and the same trip. */
async function commit(client: PoolClient, touched: Touched): Promise<void> {
  const [ended] = await Promise.all([
    touched.isEmpty() ? null : noteTouched(client, touched),
    client.query('COMMIT'),
  ]).then(([, end]) => [end]);
  // The server rolls back a transaction with a failed statement, even on COMMIT.
  if (ended?.command !== 'COMMIT') throw new TypeError('a command was rolled back');
}

function refuseMark(): never {
  throw new TypeError('what only reads marks nothing');
}

/** It waits for a server that is silent, and hears nothing else. */
const isHeldUp = (error: unknown) => error instanceof Unanswered && !error.leavesConnection;

/** After a fault within a transaction the connection can go on once that is rolled back; else it is thrown away. */
async function isUsable(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

/**
 * A bound on how much is under way at once.
 * @param waitMs how long work waits for a slot at most
 * @returns waits for a slot, and gives it back when the work has ended; throws when none was free in time
 */
function createSlots(most: number, waitMs: number) {
  let taken = 0;
  const waiting = new Set<() => void>();

  const take = (): Promise<void> => {
    if (taken < most) {
      taken += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(tooLate);
        resolve();
      };
      const tooLate = setTimeout(() => {
        waiting.delete(begin);
        reject(new Error('timeout exceeded when waiting for a slot'));
      }, waitMs);
      waiting.add(begin);
    });
  };

  /** A slot goes from hand to hand while there are some who wait. */
  const giveBack = (): void => {
    const [next] = waiting;
    if (next === undefined) taken -= 1;
    else {
      waiting.delete(next);
      next();
    }
  };

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await take();
    try {
      return await work();
    } finally {
      giveBack();
    }
  };
}
