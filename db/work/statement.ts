/**
 * Work on the store, written once for both databases. A piece of work is a generator: it yields what it wants of the
 * database and goes on with the answer. SQLite's connection answers at once, inside a batch of other work; PostgreSQL's
 * answers after a round trip.
 *
 *     function* rename(botId: number, name: string) {
 *       const bot = yield* held.get(botId);
 *       if (bot === undefined) return null;
 *       return toBot(yield* write.get(botId, name));
 *     }
 */
import { sqliteText } from './sqlite-text.js';

/** What a placeholder may stand for. A list stands where PostgreSQL takes an array. */
export type Value = number | bigint | string | boolean | null | Uint8Array | readonly Item[];
export type Item = number | bigint | string | null;

/** Something that a piece of work wants of the database. */
export type Step = Query<unknown> | Mark | Touch | Together;

/** What ends with a result, after any number of steps. */
export interface Work<T> {
  [Symbol.iterator](): Iterator<Step, T, unknown>;
}

/** A single statement with its values is the smallest piece of work. It can be done several times. */
export class Query<T> implements Work<T> {
  constructor(
    readonly statement: AnyStatement,
    readonly wanted: 'first' | 'all' | 'changes',
    readonly values: readonly Value[],
    /** Whose request contexts read what it writes. */
    readonly touches: readonly number[] = [],
  ) {}

  /** The same, with a `Touch` of these users: so it stays a single statement. */
  touching(...userIds: number[]): Query<T> {
    return new Query(this.statement, this.wanted, this.values, userIds);
  }

  *[Symbol.iterator](): Iterator<Step, T, unknown> {
    // What performs the work answers as `wanted` says of this statement: with the statement's own types.
    return (yield this) as T;
  }
}

/** Notes that the work touched something others wait for; signals them after the commit. */
export class Mark implements Work<void> {
  constructor(readonly topic: string) {}

  *[Symbol.iterator](): Iterator<Step, void, unknown> {
    yield this;
  }
}

/** Notes that something is written which the request contexts of a user, or those of everybody (null: orders' figures), read. */
export class Touch implements Work<void> {
  constructor(readonly userId: number | null) {}

  *[Symbol.iterator](): Iterator<Step, void, unknown> {
    yield this;
  }
}

/** Several pieces of work of which none needs another's answer: PostgreSQL is sent all in one trip, in their order. */
export class Together<T extends readonly unknown[] = readonly unknown[]> implements Work<T> {
  constructor(readonly works: { readonly [Index in keyof T]: Work<T[Index]> }) {}

  *[Symbol.iterator](): Iterator<Step, T, unknown> {
    return (yield this) as T;
  }
}

/** Thrown by work that found a row made since it read: done again, it sees that row. SQLite, with one writer, meets none. */
export class Crossing extends Error {
  constructor() {
    super('two pieces of work crossed');
  }
}

/** Topic of a mark: there is something new for a worker to claim. */
export const OUTBOX = 'outbox';

export const mark = (topic: string) => new Mark(topic);
export const touchUser = (userId: number) => new Touch(userId);
export const touchOrders = () => new Touch(null);
export const together = <T extends readonly unknown[]>(
  ...works: { readonly [Index in keyof T]: Work<T[Index]> }
) => new Together<T>(works);

/** A statement's text for each database; null where it has nothing to do there, and finds nothing. */
export interface Texts {
  readonly sqlite: string | null;
  readonly postgres: string | null;
  /** Of PostgreSQL that Citus spreads (`postgres/distribution.ts`); left out: as it is otherwise. */
  readonly citus?: string | null;
}

export interface AnyStatement {
  /** Counts the statements from 0. */
  readonly number: number;
  readonly texts: Texts;
  /** Every whole number of its rows is bigint: for sums of money. */
  readonly isExact: boolean;
  /** It is read over a connection of its own where Citus spreads the database: see `apart`. */
  readonly isApart: boolean;
}

/** What asks a statement, given its values or what they are made of. */
export interface Queries<Given extends readonly unknown[], Row> {
  /** The first row. */
  get(...given: Given): Query<Row | undefined>;
  all(...given: Given): Query<Row[]>;
  /** How many rows it changed. */
  run(...given: Given): Query<number>;
  /** The same, for work that returns nothing. */
  do(...given: Given): Query<void>;
}

/** `Parameters` are the placeholders `$1`, `$2`, … in order; `Row` is what a row of its answer holds. */
export type Statement<Parameters extends readonly Value[], Row> = AnyStatement & Queries<Parameters, Row>;

/** What a statement finds that has no text for the database. */
export function nothing(wanted: Query<unknown>['wanted']): unknown {
  if (wanted === 'first') return undefined;
  return wanted === 'all' ? [] : 0;
}

const known: AnyStatement[] = [];
/** All statements made so far, for the tests of query plans. */
export const statements = (): readonly AnyStatement[] => known;

/**
 * @param text in the words of PostgreSQL, which `sqlite-text.ts` turns into SQLite's; or both texts, with the same
 *   placeholders, where the shape differs
 */
export function statement<Parameters extends readonly Value[] = [], Row = unknown>(
  text: string | Texts,
  { exact = false, apart = false }: { exact?: boolean; apart?: boolean } = {},
): Statement<Parameters, Row> {
  const made: Statement<Parameters, Row> = {
    number: known.length,
    texts: typeof text === 'string' ? { sqlite: sqliteText(text), postgres: text } : text,
    isExact: exact,
    isApart: apart,
    get: (...parameters) => new Query(made, 'first', parameters),
    all: (...parameters) => new Query(made, 'all', parameters),
    run: (...parameters) => new Query(made, 'changes', parameters),
    do: (...parameters) => new Query(made, 'changes', parameters),
  };
  known.push(made);
  return made;
}

/** A statement that SQLite alone has; on PostgreSQL it does nothing, and finds nothing. */
export const ofSqlite = <Parameters extends readonly Value[] = [], Row = unknown>(
  text: string,
  options: { exact?: boolean } = {},
): Statement<Parameters, Row> => statement({ sqlite: text, postgres: null }, options);

/** A statement that PostgreSQL alone has; on SQLite it does nothing, and finds nothing. */
export const ofPostgres = <Parameters extends readonly Value[] = [], Row = unknown>(
  text: string,
): Statement<Parameters, Row> => statement({ sqlite: null, postgres: text });

/** A statement that PostgreSQL has where Citus spreads it, alone. */
export const ofCitus = <Parameters extends readonly Value[] = [], Row = unknown>(
  text: string,
): Statement<Parameters, Row> => statement({ sqlite: null, postgres: null, citus: text });

/**
 * The same over a separate connection, whose commit does not wait for the command's: so no command waits for
 * a silent server of a user. What is read of that server under locks, and counts that all users share.
 */
export const apartOfCitus = <Parameters extends readonly Value[] = [], Row = unknown>(
  text: string,
): Statement<Parameters, Row> => statement({ sqlite: null, postgres: null, citus: text }, { apart: true });

/** A statement that only locks, so that others wait: SQLite, where one writes at a time, has none. */
export const lock = <Parameters extends readonly Value[]>(text: string): Statement<Parameters, never> =>
  ofPostgres(text);

/** Like `statement`, with every whole number of its rows as bigint: for sums of money. */
export const exactStatement = <Parameters extends readonly Value[] = [], Row = unknown>(
  text: string | Texts,
): Statement<Parameters, Row> => statement(text, { exact: true });

/**
 * Goes through the steps of a piece of work where each of them has to be waited for.
 * @param answer what the database says to a step; what goes wrong in it is thrown where the work wanted it
 */
export async function goThrough<T>(work: Work<T>, answer: (step: Step) => unknown): Promise<T> {
  const steps = work[Symbol.iterator]();
  let next = steps.next();
  while (next.done !== true) next = await proceed(steps, next.value, answer);
  return next.value;
}

async function proceed<T>(
  steps: Iterator<Step, T, unknown>,
  step: Step,
  answer: (step: Step) => unknown,
): Promise<IteratorResult<Step, T>> {
  let reply: unknown;
  try {
    reply = await answer(step);
  } catch (error) {
    if (steps.throw === undefined) throw error;
    return steps.throw(error);
  }
  return steps.next(reply);
}
