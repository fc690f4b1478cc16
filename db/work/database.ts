/** What a database does with work, and what every repository is made of. */
import type { Clock } from '../../core/ports.js';
import type { WaitsUntil } from '../../core/ports/as-of.js';
import type { CreateWriteBehind } from './write-behind.js';
import type { Query, Work } from './statement.js';
import type { Versions } from './versions.js';

/** A piece of work, or how to begin it: work that may have to be done again is given as the function that makes it. */
export type Doable<T> = Query<T> | (() => Work<T>);

export interface Reader {
  /**
   * Reads at one moment, however many statements that takes.
   * @param options.apart each statement may have a moment of its own, which saves PostgreSQL the transaction
   */
  read<T>(work: Doable<T>, options?: { apart?: boolean }): Promise<T>;
}

export interface Database extends Reader {
  /**
   * Does the work in a transaction; resolves with its result once that is committed. Durable work has reached the disk by
   * then; other work survives the process, not a power cut.
   * @param work may be done several times: it changes nothing but the database
   * @throws ServiceError `unavailable` when the database does not answer or is too busy
   */
  run<T>(name: string, work: Doable<T>, options?: { durable?: boolean; waitsUntil?: WaitsUntil }): Promise<T>;
}

/** Runs the work so that it has reached the disk once it resolves. @throws ServiceError as `Database.run` */
export const durably = <T>(db: Pick<Database, 'run'>, name: string, work: Doable<T>): Promise<T> =>
  db.run(name, work, { durable: true });

/** Of methods of a port: the work that each does. */
type WorksOf<Port, Name extends keyof Port> = {
  readonly [Each in Name]: Port[Each] extends (...given: infer Given) => Promise<infer Result>
    ? (...given: Given) => Work<Result>
    : never;
};

/** Makes methods of a port of durable pieces of work, called by their names in metrics: `bots.add`. */
export function durableCommands<Port>() {
  return <Name extends keyof Port & string>(
    db: Pick<Database, 'run'>,
    port: string,
    works: WorksOf<Port, Name>,
  ): Pick<Port, Name> => {
    const named = Object.entries<(...given: never[]) => Work<unknown>>(works);
    const commands = named.map(([name, work]) => [
      name,
      (...given: never[]) => durably(db, `${port}.${name}`, () => work(...given)),
    ]);
    // Each does the work under its name.
    return Object.fromEntries(commands) as Pick<Port, Name>;
  };
}

/** Work that may be done for many who ask at the same time. */
export interface Joined<Ask, Answer> {
  /** Of the work that writes; left out, it reads. */
  name?: string;
  /** Returns all of them, in their order: one statement, since they have no transaction. */
  answer(asks: readonly Ask[]): Work<readonly Answer[]>;
  /** Asks with the same key are never answered together. */
  keyOf?: (ask: Ask) => string | number;
}

/**
 * Lets what is asked for at the same time be done together, where a statement for many costs less than as many statements;
 * over SQLite each is done by itself.
 */
export type Join = <Ask, Answer>(joined: Joined<Ask, Answer>) => (ask: Ask) => Promise<Answer>;

/** Each by itself: what comes in one turn is committed together over SQLite, and Citus takes no statement for several users. */
export function createLoneJoin({ read, run }: Database): Join {
  return <Ask, Answer>({ name, answer }: Joined<Ask, Answer>) =>
    async (ask: Ask) => {
      const work = () => answer([ask]);
      const [only] = await (name === undefined ? read(work, { apart: true }) : run(name, work));
      // There is an answer for each ask.
      return only as Answer;
    };
}

export interface Parts {
  db: Database;
  /** On the replica where there is one: statistics, reports and other reads that may be a moment old. */
  replica: Reader;
  versions: Versions;
  join: Join;
  /** Adds counts up in memory, and writes them behind the work that made them. */
  createCounters: CreateWriteBehind;
  clock: Clock;
  /** The day a moment belongs to, days since 1970-01-01 in the zone of the service. */
  dayOf: (atMs: number) => number;
}
