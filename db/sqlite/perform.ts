/** Does work at once, on SQLite's one connection; `executor.ts` makes transactions of it. */
import type { Connection, Statement as Prepared } from './connection.js';
import type { Executor } from './executor.js';
import type { InvalidationLog } from './invalidation-log.js';
import type { Database, Doable } from '../work/database.js';
import {
  type AnyStatement,
  type Item,
  Mark,
  nothing,
  Query,
  type Step,
  Touch,
  type Value,
  type Work,
} from '../work/statement.js';

/** Which value stands at a question mark, from 0; or which lists stand there as one list of rows. */
type Place = number | readonly number[];

/** A prepared statement, and what stands at each of its question marks; null where that is the values as they come. */
interface Ready {
  prepared: Prepared<unknown[], unknown>;
  places: readonly Place[] | null;
  /** Makes a row of its values. */
  toRow: (values: unknown) => unknown;
}

export type Perform = <T>(work: Work<T>) => T;

/** @returns what answers the statements of work; each is prepared when it is first met */
export function createAsk(connection: Connection): (query: Query<unknown>) => unknown {
  const ready: Ready[] = [];

  return ({ statement, wanted, values }) => {
    const text = statement.texts.sqlite;
    if (text === null) return nothing(wanted);
    const { prepared, places, toRow } = (ready[statement.number] ??= makeReady(connection, text, statement));
    const bound = places === null ? toAllBound(values) : places.map((place) => boundAt(place, values));
    if (wanted === 'changes') return prepared.run(...bound).changes;
    if (wanted === 'all') return prepared.all(...bound).map(toRow);
    const row = prepared.get(...bound);
    return row === undefined ? undefined : toRow(row);
  };
}

export function createPerform(
  connection: Connection,
  executor: Executor,
  marks: Pick<InvalidationLog, 'note' | 'noteOrders'>,
): Perform {
  const look = createAsk(connection);

  const ask = (query: Query<unknown>): unknown => {
    for (const userId of query.touches) marks.note(userId);
    return look(query);
  };

  const answer = (step: Step): unknown => {
    if (step instanceof Query) return ask(step);
    if (step instanceof Mark) executor.mark(step.topic);
    else if (step instanceof Touch) {
      if (step.userId === null) marks.noteOrders();
      else marks.note(step.userId);
    } else return step.works.map((work) => perform(work));
    return undefined;
  };

  const perform: Perform = <T>(work: Work<T>): T => {
    // The answer to a query is what its work ends with.
    if (work instanceof Query) return ask(work) as T;
    const steps = work[Symbol.iterator]();
    let next = steps.next();
    while (next.done !== true) next = proceed(steps, next.value, answer);
    return next.value;
  };
  return perform;
}

/** What goes wrong in a step is thrown where the work wanted it. */
function proceed<T>(
  steps: Iterator<Step, T, unknown>,
  step: Step,
  answer: (step: Step) => unknown,
): IteratorResult<Step, T> {
  let reply: unknown;
  try {
    reply = answer(step);
  } catch (error) {
    if (steps.throw === undefined) throw error;
    return steps.throw(error);
  }
  return steps.next(reply);
}

function makeReady(connection: Connection, text: string, { isExact }: AnyStatement): Ready {
  const { sql, places } = positional(text);
  const prepared = isExact ? connection.prepareExact(sql) : connection.prepare(sql);
  if (prepared.reader) prepared.raw(true);
  return {
    prepared,
    places: places.every((place, index) => place === index) ? null : places,
    toRow: createToRow(prepared),
  };
}

/**
 * The driver looks up the name of each column of each row: 0.1 µs, half of what a settlement's reads take. A function that
 * has the names in it takes 0.01 µs a column; one that goes through a list of them takes half of the driver's time.
 * @returns makes a row of its values
 */
function createToRow(prepared: Prepared<unknown[], unknown>): (values: unknown) => unknown {
  let width = -1;
  let toRow: (values: unknown) => unknown;
  return (values) => {
    // A migration that another process makes may add a column, or drop one.
    if ((values as unknown[]).length !== width) {
      const columns = prepared
        .columns()
        .map(({ name }, index) => `${JSON.stringify(name)}: values[${String(index)}]`);
      width = columns.length;
      // The names are those of our own statements.
      // oxlint-disable-next-line typescript/no-implied-eval
      toRow = new Function('values', `return { ${columns.join(', ')} };`) as typeof toRow;
    }
    return toRow(values);
  };
}

/**
 * SQLite plans a statement again for each value that is bound as its limit, which takes 4 µs and more (3.53:
 * `sqlite3ExprIsInteger` marks the variable, and each `sqlite3_bind` of it ends the plan). It does not look into a sum.
 */
const plannedOnce = (sql: string): string => sql.replace(/\bLIMIT \?/g, 'LIMIT ? + 0');

/** @returns the text with question marks for its numbered placeholders, and what stands at each */
export function positional(text: string): { sql: string; places: Place[] } {
  const places: Place[] = [];
  const sql = text.replace(/\$(\d[\d_]*)/g, (_, numbers: string) => {
    const [first = 0, ...more] = numbers.split('_').map((number) => Number(number) - 1);
    places.push(more.length === 0 ? first : [first, ...more.slice(0, -1)]);
    return '?';
  });
  return { sql: plannedOnce(sql), places };
}

function boundAt(place: Place, values: readonly Value[]): unknown {
  if (typeof place === 'number') return toBound(values[place] ?? null);
  const lists = place.map((each) => values[each] as readonly Item[]);
  const rows = (lists[0] ?? []).map((_, index) => toJson(lists.map((list) => list[index] ?? null)));
  return `[${rows.join(',')}]`;
}

/** Mostly they are bound as they are. */
function toAllBound(values: readonly Value[]): readonly unknown[] {
  return values.some(isForeign) ? values.map(toBound) : values;
}

function isForeign(value: Value): boolean {
  return typeof value === 'boolean' || Array.isArray(value);
}

/** SQLite has no flags and no lists: they are 0 and 1, and JSON. */
function toBound(value: Value): unknown {
  if (typeof value === 'boolean') return Number(value);
  return Array.isArray(value) ? toJson(value as readonly Item[]) : value;
}

/** As `JSON.stringify`, which knows no bigint. */
function toJson(items: readonly Item[]): string {
  return `[${items.map((item) => (typeof item === 'bigint' ? String(item) : JSON.stringify(item))).join(',')}]`;
}

const begun = <T>(work: Doable<T>): Work<T> => (work instanceof Query ? work : work());

export function createDatabase(executor: Executor, perform: Perform): Database {
  return {
    run: (name, work, options) => executor.run(name, () => perform(begun(work)), options),
    read: (work) => executor.ask(() => perform(begun(work))),
  };
}
