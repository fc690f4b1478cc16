/**
 * What is written of end users over Citus, and what is counted of all of them. The user is on a server of their own and the counts are
 * on the coordinator: the user is held, changed, and the counts move by the difference, each in a statement of its own.
 */
import { movedShares } from '../../../core/audience/index.js';
import type { EndUser } from '../../../core/ports/audience-store.js';
import { unknownUser } from '../../../core/unknown-user.js';
import {
  toUser,
  toUserValues,
  userColumnNames,
  userColumns,
  type UserRow,
  type UserValues,
  type UserWrites,
} from '../../work/users.js';
import { apartOfCitus, ofCitus, touchUser } from '../../work/statement.js';

/** The second try finds the user that the first met. */
const TRIES_MAX = 3;

const hold = ofCitus<[userId: number], UserRow>(
  `SELECT ${userColumns} FROM users WHERE user_id = $1 FOR UPDATE`,
);
const names = [...userColumnNames, 'seen_at_ms'];
const seenAt = `$${String(names.length)}::bigint`;
const values = userColumnNames.map((_, index) => `$${String(index + 1)}`);
const make = ofCitus<[...UserValues, seenAtMs: number | null]>(
  `INSERT INTO users (${names.join(', ')}) VALUES (${values.join(', ')}, coalesce(${seenAt}, 0))
   ON CONFLICT (user_id) DO NOTHING`,
);
const changes = userColumnNames.map((name, index) => `${name} = $${String(index + 1)}`).slice(1);
const update = ofCitus<[...UserValues, seenAtMs: number | null]>(
  `UPDATE users SET ${changes.join(', ')}, seen_at_ms = coalesce(${seenAt}, seen_at_ms) WHERE user_id = $1`,
);
/** In the order of their keys, as everybody counts them; last of all, since it stays when the rest is rolled back. */
const count = apartOfCitus<[traits: readonly string[], values: readonly string[], users: readonly number[]]>(
  `INSERT INTO audience_shares AS shares (trait, value, users)
   SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS moved (trait, value, users) ORDER BY trait, value
   ON CONFLICT (trait, value) DO UPDATE SET users = shares.users + excluded.users`,
);

function* change(userId: number, facts: Partial<EndUser>, seenAtMs: number | null) {
  yield* touchUser(userId);
  for (let number = 1; number <= TRIES_MAX; number += 1) {
    const known = toUser(yield* hold.get(userId));
    const before = known ?? unknownUser(userId);
    const after = { ...before, ...facts, userId };
    const written = yield* (known === null ? make : update).run(...toUserValues(after), seenAtMs);
    // Somebody else may have made this user a moment ago: from now on they are there to be held.
    if (written === 0) continue;
    const moved = movedShares(before, after);
    if (moved.length > 0)
      yield* count.run(
        moved.map(([trait]) => trait),
        moved.map(([, value]) => value),
        moved.map(([, , users]) => users),
      );
    return;
  }
  throw new TypeError('a user was neither there nor to be made');
}

export const spreadUsers: UserWrites = { change };
