/**
 * Reads that may be a moment old, on a replica. The caller gets an answer anyway: where the replica does not answer,
 * is behind by more than it may, or gives a statement up for what it has to catch up on, the primary is asked instead.
 *
 * Only our clock measures its lag: the primary's place in its log is noted every two seconds, and the
 * replica is as old as the latest of these places that it has reached.
 */
import type { Pool } from 'pg';
import { ServiceError } from '../../core/errors.js';
import type { Log } from '../../core/ports.js';
import type { ReplicaState } from '../../core/ports/job-store.js';
import type { Commands } from './commands.js';
import { sayFault } from './faults.js';
import { requireCurrentOver } from './migrate.js';
import { areSame } from './server.js';

/** What of commands can be done on a replica. */
export type Reading = Pick<Commands, 'ask' | 'askOnce' | 'close'>;

export interface ReplicaPace {
  /** How old what is read may be. */
  lagMaxMs: number;
  /** Between two looks at how far behind it is. */
  lookMs: number;
}

export const usualPace: ReplicaPace = { lagMaxMs: 10_000, lookMs: 2_000 };

export interface ReplicaParts {
  primary: Commands;
  replica: Commands;
  /** A connection to the replica of its own: those who read may have taken all others. */
  watching: Pool;
  log: Log | undefined;
  pace: ReplicaPace;
}

export function createReplica(parts: ReplicaParts) {
  const { primary, replica } = parts;
  const watch = new Watch(parts);

  const read = async <T>(on: (commands: Commands) => Promise<T>): Promise<T> => {
    if (!watch.isUsable) return on(primary);
    try {
      return await on(replica);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'unavailable') throw error;
      return on(primary);
    }
  };

  const reading: Reading = {
    ask: (query) => read((commands) => commands.ask(query)),
    askOnce: (query) => read((commands) => commands.askOnce(query)),
    close: async () => {
      await watch.stop();
      await replica.close();
    },
  };
  return {
    ...reading,
    /** Looks for the first time; resolves also where the replica cannot be used. */
    open: () => watch.look(),
    state: () => watch.state(),
  };
}

/** A place in the primary's log, in bytes from its beginning, and when it was there. */
interface Mark {
  atMs: number;
  place: number;
}

interface Places {
  /** Null where it is no replica: then it is as new as it can be. */
  place: number | null;
}

const PRIMARY_PLACE = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS place`;
const REPLICA_PLACE = `SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint AS place`;

/** A replica that is so many looks behind has long been left out. */
const MARKS_MAX = 1_000;
const FIRST_TRIES = 20;

class Watch {
  isUsable = false;
  readonly #parts: ReplicaParts;
  /** The oldest first; those after what the replica has reached, and one before. */
  #marks: Mark[] = [];
  /** When the primary was where the replica is; the start, while that is not known. */
  #reachedAtMs = performance.now();
  #said: string | null = null;
  #looking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
  }

  look(): Promise<void> {
    this.#looking = this.#lookOnce();
    return this.#looking;
  }

  state(): ReplicaState {
    return { lagMs: performance.now() - this.#reachedAtMs, isRead: this.isUsable };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const why = await this.#whyNot().catch((error: unknown) => sayFault(error).message);
    if (this.#isStopped) return;
    this.isUsable = why === null;
    if (why !== this.#said) this.#report(why);
    this.#timer = setTimeout(() => void this.look(), this.#parts.pace.lookMs).unref();
  }

  #report(why: string | null): void {
    const { log } = this.#parts;
    if (why !== null) log?.warn({ why }, 'the replica is left out; the primary is read instead');
    else if (this.#said !== null) log?.info({}, 'the replica is read again');
    this.#said = why;
  }

  /** Null when it can be used. */
  async #whyNot(): Promise<string | null> {
    const { primary, watching, pace } = this.#parts;
    const atMs = performance.now();
    const there = await primary.askOnce(({ client }) => client.query<{ place: number }>(PRIMARY_PLACE));
    this.#marks = [...this.#marks.slice(1 - MARKS_MAX), { atMs, place: there.rows[0]?.place ?? 0 }];
    if (!this.isUsable) {
      await requireCurrentOver(watching);
      if (!(await primary.askOnce(({ client }) => areSame(client, watching))))
        return 'DATABASE_READ_URL names another database than DATABASE_URL.';
    }
    let reached = -1;
    // At first there is but the place of this moment, which it reaches in the next.
    for (let tries = 0; reached < 0 && tries < (this.isUsable ? 1 : FIRST_TRIES); tries += 1) {
      const { rows } = await watching.query<Places>(REPLICA_PLACE);
      const place = rows[0]?.place ?? null;
      if (place === null) {
        this.#reachedAtMs = atMs;
        return null;
      }
      reached = this.#marks.findLastIndex((mark) => mark.place <= place);
    }
    if (reached >= 0) this.#reachedAtMs = this.#marks[reached]?.atMs ?? atMs;
    this.#marks = this.#marks.slice(Math.max(0, reached));
    if (reached < 0 && !this.isUsable) return 'It has not caught up yet.';
    return this.state().lagMs <= pace.lagMaxMs
      ? null
      : `It is more than ${String(pace.lagMaxMs / 1_000)} s behind.`;
  }
}
