/** Does work on a connection to PostgreSQL, statement by statement. */
import { createHash } from 'node:crypto';
import {
  type Item,
  Mark,
  nothing,
  Query,
  type Step,
  Touch,
  type Value,
  type Work,
} from '../work/statement.js';
import { goThrough } from '../work/steps.js';
import type { Transaction } from './statement.js';
import { exactTypes } from './types.js';

interface Ready {
  readonly name: string;
  readonly text: string;
}

const ready: Ready[] = [];

/** Each connection prepares a statement when it first meets it, and knows it by its name from then on. */
function readyOf(number: number, text: string): Ready {
  return (ready[number] ??= {
    name: createHash('sha256').update(text).digest('base64url').slice(0, 20),
    text,
  });
}

export async function perform<T>(transaction: Transaction, work: Work<T>): Promise<T> {
  // The answer to a query is what its work ends with.
  if (work instanceof Query) return (await ask(transaction, work)) as T;
  return goThrough(work, (step) => answer(transaction, step));
}

function answer(transaction: Transaction, step: Step): unknown {
  if (step instanceof Query) return ask(transaction, step);
  if (step instanceof Mark) transaction.mark(step.topic);
  // Nothing is remembered of visits between requests here.
  else if (!(step instanceof Touch)) return Promise.all(step.works.map((work) => perform(transaction, work)));
  return undefined;
}

async function ask({ client }: Transaction, { statement, wanted, values }: Query<unknown>): Promise<unknown> {
  const text = statement.texts.postgres;
  if (text === null) return nothing(wanted);
  const query = { ...readyOf(statement.number, text), values: values.map(storable) };
  const result = await client.query(statement.isExact ? { ...query, types: exactTypes } : query);
  if (wanted === 'changes') return result.rowCount ?? 0;
  return wanted === 'all' ? result.rows : (result.rows as unknown[])[0];
}

/** PostgreSQL keeps no character 0, which nobody writes by hand. */
function storable(value: Value): Value {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  return Array.isArray(value) ? value.map((item: Item) => storable(item) as Item) : value;
}
