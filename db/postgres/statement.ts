/** The transaction that work is done in, and the statements that this database has. */
import type { ClientBase } from 'pg';
import { ofPostgres, type Statement, statements, type Value } from '../work/statement.js';
import type { Touched } from './touched.js';

/** The transaction that a command happens in, or the moment that it reads. Not to be kept beyond the command. */
export interface Transaction {
  readonly client: ClientBase;
  /** Notes that the command touched something others wait for. */
  mark(topic: string): void;
  /** What of it others remember; null where the command is a single statement, which has to tell that by itself. */
  readonly touched: Touched | null;
}

/** The texts of all statements made so far, for the test of query plans. */
export const statementTexts = (): readonly string[] => [
  ...new Set(statements().flatMap(({ texts: { postgres } }) => postgres ?? [])),
];

const hot = new Set<string>();
/** The texts of those that are planned once for whatever values (`Commands.hot`). */
export const hotTexts = (): ReadonlySet<string> => hot;

/** A statement that many requests have in common: its plan must be good whatever its values, which the test of plans holds. */
export function hotStatement<Parameters extends readonly Value[] = [], Row = unknown>(
  text: string,
): Statement<Parameters, Row> {
  hot.add(text);
  return ofPostgres(text);
}
