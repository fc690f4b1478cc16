/** What is written of end users, and what is counted of all of them. */
import type { EndUser } from '../../core/ports.js';
import { unknownUser } from '../../core/unknown-user.js';
import type { Connection } from '../connection.js';
import type { VisitMarks } from '../visit-marks.js';
import {
  movedShares,
  toEndUser,
  toUserValues,
  userColumnNames,
  userColumns,
  type UserValues,
} from './user-values.js';

export interface UserWrites {
  find(userId: number): EndUser | null;
  /** Inside a deed: what is present changes; a new user is made. */
  change(userId: number, facts: Partial<EndUser>, nowMs: number): void;
  /** Inside a deed: one more question on this day. */
  noteAsked(userId: number, day: number, nowMs: number): void;
}

export function createUserWrites(connection: Connection, marks: VisitMarks): UserWrites {
  const byId = connection.prepareList<[number], UserValues>(
    `SELECT ${userColumns} FROM users WHERE user_id = ?`,
  );
  const updated = userColumnNames.slice(1).map((name) => `${name} = excluded.${name}`);
  const save = connection.prepare<[seenAtMs: number, ...UserValues]>(
    `INSERT INTO users (seen_at_ms, ${userColumnNames.join(', ')}) VALUES (?, ${userColumnNames.map(() => '?').join(', ')})
     ON CONFLICT (user_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms, ${updated.join(', ')}`,
  );
  const count = connection.prepare<[string, string, number]>(
    `INSERT INTO audience_shares (trait, value, users) VALUES (?, ?, ?)
     ON CONFLICT (trait, value) DO UPDATE SET users = users + excluded.users`,
  );

  const find = (userId: number): EndUser | null => {
    const values = byId.get(userId);
    return values === undefined ? null : toEndUser(values);
  };

  const change = (userId: number, facts: Partial<EndUser>, nowMs: number) => {
    const before = find(userId) ?? unknownUser(userId);
    const after: EndUser = { ...before, ...facts, userId };
    save.run(nowMs, ...toUserValues(after));
    marks.note(userId);
    for (const moved of movedShares(before, after)) count.run(...moved);
  };

  return {
    find,
    change,
    noteAsked: (userId, day, nowMs) => {
      const user = find(userId);
      const times = user?.askedOnDay === day ? user.askedTimes : 0;
      change(userId, { askedOnDay: day, askedTimes: times + 1 }, nowMs);
    },
  };
}
