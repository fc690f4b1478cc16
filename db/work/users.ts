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
  /** One more question on this day. */
  noteAsked(userId: number, day: number, nowMs: number): Work<void>;
}

/** The columns of `userColumns`, in their order. */
export type UserRow = Record<string, UserValues[number]>;

export const userById = statement<[userId: number], UserRow>(
  `SELECT ${userColumns} FROM users WHERE user_id = $1`,
);

export function toUser(row: UserRow | undefined): EndUser | null {
  return row === undefined ? null : toEndUser(Object.values(row) as UserValues);
}
