/** A statement of SQL, and how it is sent. */
import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { statements } from '../work/statement.js';

/** What a placeholder may stand for. */
export type Value = number | bigint | string | boolean | null | Uint8Array | readonly Item[];
type Item = number | bigint | string | null;

/** The transaction that a deed happens in, or the moment that it reads. Not to be kept beyond the deed. */
export interface Transaction {
  readonly client: ClientBase;
  /** Notes that the deed touched something others wait for. */
  mark(topic: string): void;
}

/** A prepared statement. `Parameters` are its placeholders in order; `Row` is what a row of its answer holds. */
export interface Statement<Parameters extends readonly Value[], Row> {
  /** The first row. */
  get(transaction: Transaction, ...parameters: Parameters): Promise<Row | undefined>;
  all(transaction: Transaction, ...parameters: Parameters): Promise<Row[]>;
  /** Answers how many rows it changed. */
  run(transaction: Transaction, ...parameters: Parameters): Promise<number>;
}

/** PostgreSQL keeps no character 0, which nobody writes by hand. */
const storable = (value: Value): Value => {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  return Array.isArray(value) ? value.map((item: Item) => storable(item) as Item) : value;
};

/** The texts of all statements made so far, for the test of query plans. */
const texts = new Set<string>();
export const statementTexts = (): readonly string[] => [
  ...texts,
  ...statements().flatMap(({ texts: { postgres } }) => postgres ?? []),
];

/**
 * @param text with the placeholders `$1`, `$2`, … Each connection prepares it when it first meets it, and knows it by its
 *   name from then on.
 */
export function statement<Parameters extends readonly Value[] = [], Row = unknown>(
  text: string,
): Statement<Parameters, Row> {
  texts.add(text);
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  const send = ({ client }: Transaction, values: Parameters) =>
    client.query({ name, text, values: values.map(storable) });
  return {
    // The type of a row is what the statement's text says; TypeScript cannot read that.
    get: async (transaction, ...parameters) =>
      (await send(transaction, parameters)).rows[0] as Row | undefined,
    all: async (transaction, ...parameters) => (await send(transaction, parameters)).rows as Row[],
    run: async (transaction, ...parameters) => (await send(transaction, parameters)).rowCount ?? 0,
  };
}
