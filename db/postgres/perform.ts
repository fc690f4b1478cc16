/** Does work on a connection to PostgreSQL, statement by statement. */
import {
  goThrough,
  type Item,
  Mark,
  nothing,
  Query,
  type Step,
  Touch,
  type Value,
  type Work,
} from '../work/statement.js';
import { isAborted } from './faults.js';
import { type Named, named, textOf, type Transaction } from './statement.js';
import { type UsersOf, usersOf } from './spread/asked-users.js';
import { TOUCHED, touchingText } from './touched.js';
import { exactTypes } from './types.js';

/** By the numbers of statements; a process may have both kinds of databases open. */
const ready = { whole: [] as Named[], spread: [] as Named[] };
/** The same for statements that log the users they touch. */
const readyTouching: Named[] = [];
/** Whose servers a statement asks, where the database is spread. */
const askedUsers: { of: UsersOf | null }[] = [];

export async function perform<T>(transaction: Transaction, work: Work<T>): Promise<T> {
  // The answer to a query is what its work ends with.
  if (work instanceof Query) return (await ask(transaction, work)) as T;
  return goThrough(work, (step) => answer(transaction, step));
}

function answer(transaction: Transaction, step: Step): unknown {
  if (step instanceof Query) return ask(transaction, step);
  if (step instanceof Mark) transaction.mark(step.topic);
  else if (step instanceof Touch) touch(transaction, step.userId);
  else return answerAll(transaction, step.works);
  return undefined;
}

/**
 * What is asked at once is sent at once (`pipeline` of pg), so that a failure and the failures of all that follows it in its
 * transaction arrive together. The cause is thrown, whichever is known sooner: only by it a command knows to be done again.
 */
async function answerAll(transaction: Transaction, works: readonly Work<unknown>[]): Promise<unknown[]> {
  const answers = works.map((work) => perform(transaction, work));
  try {
    return await Promise.all(answers);
  } catch (error) {
    if (!isAborted(error)) throw error;
    const outcomes = await Promise.allSettled(answers);
    const causes = outcomes.map((outcome): unknown =>
      outcome.status === 'rejected' ? outcome.reason : null,
    );
    throw causes.find((cause) => cause !== null && !isAborted(cause)) ?? error;
  }
}

function touch({ touched }: Transaction, userId: number | null): void {
  if (touched === null) throw new TypeError('work that touches is a single statement, or has a transaction');
  touched.add(userId);
}

async function ask(transaction: Transaction, query: Query<unknown>): Promise<unknown> {
  const { statement, wanted } = query;
  const text = textOf(statement, transaction.isSpread);
  if (text === null) return nothing(wanted);
  if (statement.isApart && transaction.apart !== null) return transaction.apart((other) => ask(other, query));
  const sent = { ...preparedOf(transaction, query, text) };
  const send = () => transaction.client.query(statement.isExact ? { ...sent, types: exactTypes } : sent);
  const result = await watched(transaction, query, text, send);
  if (wanted === 'changes') return result.rowCount ?? 0;
  return wanted === 'all' ? result.rows : (result.rows as unknown[])[0];
}

/** Where it asks the servers of users it does not wait for one that is silent. */
function watched<T>(
  { asking }: Transaction,
  { statement: { number }, values }: Query<unknown>,
  text: string,
  send: () => Promise<T>,
): Promise<T> {
  if (asking === null) return send();
  const asked = (askedUsers[number] ??= { of: usersOf(text) });
  return asked.of === null ? send() : asking.ask(asked.of(values), send);
}

function preparedOf(
  transaction: Transaction,
  { statement: { number }, touches, values }: Query<unknown>,
  text: string,
): Named & { values: Value[] } {
  const bound = values.map(storable);
  if (touches.length > 0 && transaction.touched === null) {
    transaction.mark(TOUCHED);
    const own = (readyTouching[number] ??= named(touchingText(text, values.length + 1)));
    return { ...own, values: [...bound, touches] };
  }
  for (const userId of touches) touch(transaction, userId);
  const own = transaction.isSpread ? ready.spread : ready.whole;
  return { ...(own[number] ??= named(text)), values: bound };
}

/** PostgreSQL cannot store character 0: removes it. */
function storable(value: Value): Value {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  return Array.isArray(value) ? value.map((item: Item) => storable(item) as Item) : value;
}
