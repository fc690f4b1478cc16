/**
 * How commands reach the database.
 *
 * Commands that arrive in two turns of the event loop are committed together, and answered after the commit. When one fails,
 * the batch is rolled back and done again, each command in its own savepoint: so it leaves its neighbours whole.
 * Nothing waits for company: a lone command is committed in the turn after it came in, microseconds later. A batch with a
 * durable command has reached the disk when it is answered (`synchronous` FULL); others survive the process, not a power
 * cut (NORMAL).
 *
 * What is read in one event is read at one moment: what others commit meanwhile is for the next event.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from './connection.js';
import { isBusy, isDamage, isDiskFault, sayFault } from './faults.js';
import { stopping } from '../faults.js';
import type { CommitFacts } from '../store-options.js';
import type { WaitsUntil } from '../../core/ports/as-of.js';

/** A batch holds the write lock: it ends after this many commands, or this long. */
const BATCH_COMMANDS = 500;
const BATCH_MS = 10;

/** Another process holds the lock for a batch and its fsync; ours is tried again until then, unless it is said. */
const LOCK_MS = 5_000;
const BUSY_TURNS = 3;
const BUSY_READS = 100;
const BUSY_PAUSE_MS = 1;
const BUSY_PAUSE_LATER_MS = 5;
const BUSY_PAUSES = 100;

export interface Executor {
  /**
   * Runs a command in a transaction; resolves with its result once that is committed.
   * @param command synchronous; what it throws rejects this command alone. It may be run twice: what the first run wrote is
   *   rolled back when another command of its batch fails
   * @throws ServiceError `unavailable` when the lock, the disk or the file cannot be had
   */
  run<T>(
    name: string,
    command: () => T,
    options?: { durable?: boolean; waitsUntil?: WaitsUntil },
  ): Promise<T>;
  /** Reads several things at one moment. */
  ask<T>(query: () => T): Promise<T>;
  /**
   * Asked inside each transaction, before its commit, what else is to be written: nothing mostly, which costs nothing.
   * What that answers is called once it is committed.
   */
  beforeCommit(due: () => (() => () => void) | undefined): void;
  /** Called inside each transaction after all else; what it throws fails every command of it. */
  lastly(write: () => void): void;
  /** Called after each commit, with how long it held the lock. */
  afterCommit(listen: (facts: CommitFacts, tookMs: number) => void): void;
  /** Called after each commit of which a command marked this topic. */
  onMark(topic: string, listen: () => void): void;
  /** Notes, inside a command, that it touched something others wait for. */
  mark(topic: string): void;
  /** How many commits there have been. */
  commits(): number;
  /** Why the database could not be written last time; null when it could. */
  fault(): string | null;
  /** Refuses every command from now on, if this is an error of a damaged file; reads go on where they can. Any other error changes nothing. */
  stopIfDamaged(error: unknown): void;
  /** Commits what waits, then refuses. */
  close(): Promise<void>;
}

/** A command, by its name in metrics. */
interface Named {
  name: string;
  command: () => unknown;
}

interface Waiting extends Named {
  durable: boolean;
  waitsUntil: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

type Result = { ok: true; value: unknown } | { ok: false; error: unknown };

/** The outcome of a command, for its caller after the commit. */
interface Outcome {
  waiting: Waiting;
  result: Result;
}

/** A command of the batch failed: the batch is done again with a savepoint for each. */
class CommandFailed extends Error {}

export function createExecutor(connection: Connection): Executor {
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const beginRead = connection.prepare('BEGIN');
  const commit = connection.prepare('COMMIT');
  const rollback = connection.prepare('ROLLBACK');
  const savepoint = connection.prepare('SAVEPOINT command');
  const release = connection.prepare('RELEASE command');
  const rollbackCommand = connection.prepare('ROLLBACK TO command');

  let queue: Waiting[] = [];
  let isScheduled = false;
  let busyTries = 0;
  let isFull: boolean | null = null;
  /** A savepoint writes down each page that its command changes: a settlement takes 5 % less without, and few commands fail. */
  let areApart = false;
  let lastFault: string | null = null;
  let damage: Error | null = null;
  let isClosed = false;
  let commits = 0;
  let topics = new Set<string>();
  const befores: Parameters<Executor['beforeCommit']>[0][] = [];
  const lasts: (() => void)[] = [];
  const listeners: Parameters<Executor['afterCommit']>[0][] = [];
  const markListeners: { topic: string; listen: () => void }[] = [];
  let idle: (() => void) | null = null;

  const setSynchronous = (durable: boolean) => {
    if (isFull === durable) return;
    connection.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
    isFull = durable;
  };

  const abandon = () => {
    if (connection.inTransaction()) rollback.run();
  };

  const done = ({ name, command }: Named): Result => {
    const value = command();
    if (value instanceof Promise) throw new TypeError(`the command ${name} must be synchronous`);
    return { ok: true, value };
  };

  /** A fault of the disk ends the whole transaction, and with it the neighbours' work. */
  const isOfAll = (error: unknown) => isDiskFault(error) || !connection.inTransaction();

  const attempt = (named: Named): Result => {
    try {
      return done(named);
    } catch (error) {
      throw isOfAll(error) ? error : new CommandFailed();
    }
  };

  const attemptApart = (named: Named): Result => {
    savepoint.run();
    try {
      const result = done(named);
      release.run();
      return result;
    } catch (error) {
      if (isOfAll(error)) throw error;
      rollbackCommand.run();
      release.run();
      return { ok: false, error };
    }
  };

  /** Runs as many of the batch as its time allows, and commits them. Returns how many of it are done with. */
  const commitSome = (batch: readonly Waiting[]): { outcomes: Outcome[]; confirm: (() => void)[] } => {
    const outcomes: Outcome[] = [];
    const endMs = performance.now() + BATCH_MS;
    const run = areApart ? attemptApart : attempt;
    for (const waiting of batch) {
      outcomes.push({ waiting, result: run(waiting) });
      if (performance.now() > endMs) break;
    }
    const confirm: (() => void)[] = [];
    for (const due of befores) {
      const write = due();
      if (write === undefined) continue;
      // No caller waits for it: a failed one is tried again with the next commit.
      attemptApart({ name: 'before', command: () => void confirm.push(write()) });
    }
    for (const write of lasts) write();
    commit.run();
    return { outcomes, confirm };
  };

  const answer = ({ waiting, result }: Outcome) => {
    if (result.ok) waiting.resolve(result.value);
    else waiting.reject(result.error);
  };

  const stopIfDamaged = (error: unknown) => {
    if (!isDamage(error)) return;
    damage = sayFault(error);
    lastFault = damage.message;
  };

  const fail = (batch: readonly Waiting[], error: unknown) => {
    const fault = sayFault(error);
    if (isDiskFault(error)) lastFault = fault.message;
    stopIfDamaged(error);
    for (const waiting of batch) waiting.reject(fault);
  };

  const schedule = (pauseMs: number | null = null) => {
    if (isScheduled) return;
    isScheduled = true;
    // A commit costs as much as a request. One turn more lets what reads meanwhile come along with it.
    if (pauseMs === null) setImmediate(() => setImmediate(flush));
    else setTimeout(flush, pauseMs);
  };

  /** The other process has the lock: tries again soon, without holding up the event loop meanwhile. */
  const waitForLock = (error: unknown): void => {
    busyTries += 1;
    if (busyTries <= BUSY_TURNS) {
      schedule();
      return;
    }
    const nowMs = performance.now();
    const late = queue.filter(({ waitsUntil }) => waitsUntil <= nowMs);
    queue = queue.filter(({ waitsUntil }) => waitsUntil > nowMs);
    fail(late, error);
    if (queue.length > 0) schedule(busyTries < BUSY_PAUSES ? BUSY_PAUSE_MS : BUSY_PAUSE_LATER_MS);
  };

  const flush = () => {
    isScheduled = false;
    if (queue.length > 0) commitBatch();
    if (queue.length > 0) schedule();
    else idle?.();
  };

  const commitBatch = () => {
    if (damage !== null) {
      fail(queue.splice(0), damage);
      return;
    }
    const batch = queue.slice(0, BATCH_COMMANDS);
    const isDurable = batch.some((waiting) => waiting.durable);
    try {
      setSynchronous(isDurable);
      begin.run();
    } catch (error) {
      if (isBusy(error)) waitForLock(error);
      else fail(queue.splice(0, batch.length), error);
      return;
    }
    busyTries = 0;
    topics = new Set();
    const startedAtMs = performance.now();
    try {
      const { outcomes, confirm } = commitSome(batch);
      queue = queue.slice(outcomes.length);
      areApart = false;
      commits += 1;
      lastFault = null;
      for (const confirmed of confirm) confirmed();
      const facts = { names: outcomes.map(({ waiting }) => waiting.name), isDurable };
      const tookMs = performance.now() - startedAtMs;
      for (const { topic, listen } of markListeners) if (topics.has(topic)) listen();
      for (const listen of listeners) listen(facts, tookMs);
      outcomes.forEach(answer);
    } catch (error) {
      abandon();
      areApart = error instanceof CommandFailed;
      if (!areApart) fail(queue.splice(0, batch.length), error);
    }
  };

  const endRead = () => {
    if (!connection.inTransaction()) return;
    try {
      commit.run();
    } catch {
      abandon();
    }
  };

  /** Queries of the same event read in the same transaction: opening one costs as much as a short query. */
  const look = <T>(query: () => T): T => {
    if (connection.inTransaction()) return query();
    if (isClosed) throw stopping();
    beginRead.run();
    // Once the event is through, with all that goes on at once after it; before anything else can happen.
    process.nextTick(endRead);
    return query();
  };

  const ask = async <T>(query: () => T): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return look(query);
      } catch (error) {
        // Readers never wait, except while another process recovers a write-ahead log.
        stopIfDamaged(error);
        if (!isBusy(error) || tries >= BUSY_READS) throw sayFault(error);
      }
      await pause(BUSY_PAUSE_MS);
    }
  };

  return {
    ask,
    run: <T>(
      name: string,
      command: () => T,
      { durable = false, waitsUntil = performance.now() + LOCK_MS }: Parameters<Executor['run']>[2] = {},
    ) =>
      new Promise<T>((resolve, reject) => {
        if (isClosed) {
          reject(stopping());
          return;
        }
        // The result of the command is what its promise resolves with: both are T here.
        queue.push({
          name,
          command,
          durable,
          waitsUntil,
          resolve: resolve as Waiting['resolve'],
          reject,
        });
        schedule();
      }),
    beforeCommit: (due) => befores.push(due),
    lastly: (write) => lasts.push(write),
    afterCommit: (listen) => listeners.push(listen),
    onMark: (topic, listen) => markListeners.push({ topic, listen }),
    mark: (topic) => topics.add(topic),
    commits: () => commits,
    fault: () => lastFault,
    stopIfDamaged,
    close: async () => {
      isClosed = true;
      if (queue.length === 0) return;
      await new Promise<void>((resolve) => {
        idle = resolve;
      });
    },
  };
}
