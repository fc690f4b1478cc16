/** The transaction that work is done in, and the statements that this database has. */
import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { type AnyStatement, statement, type Statement, type Value } from '../work/statement.js';
import type { Asking } from './spread/servers.js';
import type { Touched } from './touched.js';

export type Apart = <T>(read: (transaction: Transaction) => Promise<T>) => Promise<T>;

/** The transaction that a command happens in, or the moment that it reads. Not to be kept beyond the command. */
export interface Transaction {
  readonly client: ClientBase;
  /** Notes that the command touched something others wait for. */
  mark(topic: string): void;
  /** The touched rows; null where the command is a single statement, which has to log them itself. */
  readonly touched: Touched | null;
  /** Whether Citus spreads the database: some statements have a text of their own there. */
  readonly isSpread: boolean;
  /** Watches questions to the servers of users; null: no watch. */
  readonly asking: Asking | null;
  /** Reads over a connection of its own; null: over that of the transaction. */
  readonly apart: Apart | null;
}

/** What a statement is to this database; null where it has nothing to do there. */
export function textOf({ texts: { postgres, citus } }: AnyStatement, isSpread: boolean): string | null {
  return isSpread && citus !== undefined ? citus : postgres;
}

const hot = new Set<string>();
/** The texts of those that are planned once for whatever values (`Commands.hot`). */
export const hotTexts = (): ReadonlySet<string> => hot;

/**
 * A statement that many requests have in common: its plan must be good whatever its values, which the test of plans holds.
 * @param citus where Citus spreads the database; default the same
 */
export function hotStatement<Parameters extends readonly Value[] = [], Row = unknown>(
  text: string,
  citus = text,
): Statement<Parameters, Row> {
  hot.add(text);
  return statement({ sqlite: null, postgres: text, citus });
}

/** Each connection prepares a statement when it first meets it, and knows it by its name from then on. */
export interface Named {
  readonly name: string;
  readonly text: string;
}

export function named(text: string): Named {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 20), text };
}
