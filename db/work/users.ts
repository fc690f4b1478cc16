/** End users as they are read, and what is written of them, which each database does in its own way. */
import type { EndUser } from '../../core/ports/audience-store.js';
import { toEndUser, userColumns, type UserValues } from './user-values.js';
import { statement, type Work } from './statement.js';

export interface UserWrites {
  /**
   * What is present changes; a new user is made.
   * @param seenAtMs when the user did something; null: they did nothing, and that time stays as it is
   */
  change(userId: number, facts: Partial<Omit<EndUser, 'userId'>>, seenAtMs: number | null): Work<void>;
}

/** The columns of `userColumns`, in their order. */
export type UserRow = Record<string, UserValues[number]>;

export const userById = statement<[userId: number], UserRow>(
  `SELECT ${userColumns} FROM users WHERE user_id = $1`,
);

/** A new user is made. A question of this day counts; null: none was asked. */
export const noteSeen = statement<[userId: number, nowMs: number, askedOnDay: number | null]>(
  `INSERT INTO users (user_id, seen_at_ms, asked_on_day, asked_times)
   VALUES ($1, $2, $3, CASE WHEN $3::bigint IS NULL THEN 0 ELSE 1 END)
   ON CONFLICT (user_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms,
     asked_on_day = coalesce(excluded.asked_on_day, users.asked_on_day),
     asked_times = CASE WHEN excluded.asked_on_day IS NULL THEN users.asked_times
       WHEN users.asked_on_day = excluded.asked_on_day THEN users.asked_times + 1 ELSE 1 END`,
);

export function toUser(row: UserRow | undefined): EndUser | null {
  return row === undefined ? null : toEndUser(Object.values(row) as UserValues);
}
