/**
 * What a command wrote that other processes remember (`invalidation-log.ts`): a row of the log in the same transaction, with the
 * number of that transaction, which the server writes by itself.
 */
import type { ClientBase } from 'pg';
import { named } from './statement.js';

/** A command that touches more users names none: it touches everybody. */
const MAX_NAMED = 1_000;

/** Topic of a commit: it has left a row in the log. */
export const TOUCHED = 'touched';

export type Touched = ReturnType<typeof createTouched>;

export function createTouched() {
  const users = new Set<number>();
  let areOrders = false;
  return {
    /** Whose request contexts read otherwise; null: orders' figures or links do. */
    add: (userId: number | null) => {
      if (userId === null) areOrders = true;
      else users.add(userId);
    },
    isEmpty: () => users.size === 0 && !areOrders,
    /**
     * Whether users on several servers may have been written. Citus then has the servers commit after the coordinator, and who
     * reads between the two would remember what was there before: it is noted once more when all have committed.
     */
    areSeveral: () => users.size > 1,
    /** Users as the log keeps them, null for all; and whether orders are touched. */
    row: () => [users.size > MAX_NAMED ? null : [...users], areOrders],
  };
}

const note = named('INSERT INTO invalidations (users, orders) VALUES ($1::bigint[], $2::boolean)');

export async function noteTouched(client: ClientBase, touched: Touched): Promise<void> {
  await client.query({ ...note, values: touched.row() });
}

/** @returns a statement that also logs the users in its last placeholder, `$number`, as touched */
export function touchingText(text: string, number: number): string {
  const touching = `touched AS (INSERT INTO invalidations (users) VALUES ($${String(number)}::bigint[]))`;
  const rest = /^\s*WITH\s+(?!RECURSIVE)/.exec(text);
  return rest === null ? `WITH ${touching} ${text}` : `WITH ${touching}, ${text.slice(rest[0].length)}`;
}
