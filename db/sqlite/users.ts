/**
 * What SQLite writes of end users, and what is counted of all of them. It has one writer, so that what was read is still so
 * when it is written: plain statements, each found prepared, take less than the one that PostgreSQL is sent.
 */
import { unknownUser } from '../../core/unknown-user.js';
import { movedShares } from '../../core/audience/index.js';
import {
  toUser,
  toUserValues,
  userById,
  userColumnNames,
  type UserValues,
  type UserWrites,
} from '../work/users.js';
import { statement, touchUser } from '../work/statement.js';

const updated = userColumnNames.slice(1).map((name) => `${name} = excluded.${name}`);
const seenAt = `$${String(userColumnNames.length + 1)}`;
const save = statement<[...UserValues, seenAtMs: number | null]>({
  sqlite: `INSERT INTO users (${userColumnNames.join(', ')}, seen_at_ms)
     VALUES (${userColumnNames.map((_, index) => `$${String(index + 1)}`).join(', ')}, coalesce(${seenAt}, 0))
     ON CONFLICT (user_id) DO UPDATE SET seen_at_ms = coalesce(${seenAt}, users.seen_at_ms), ${updated.join(', ')}`,
  postgres: null,
});
const count = statement<[trait: string, value: string, users: number]>({
  sqlite: `INSERT INTO audience_shares (trait, value, users) VALUES ($1, $2, $3)
     ON CONFLICT (trait, value) DO UPDATE SET users = users + excluded.users`,
  postgres: null,
});

export const users: UserWrites = {
  *change(userId, facts, seenAtMs) {
    const before = toUser(yield* userById.get(userId)) ?? unknownUser(userId);
    const after = { ...before, ...facts, userId };
    yield* save.run(...toUserValues(after), seenAtMs);
    yield* touchUser(userId);
    for (const moved of movedShares(before, after)) yield* count.run(...moved);
  },
};
