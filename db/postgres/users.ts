/**
 * What PostgreSQL writes of end users, and what is counted of all of them: each change is one statement, which locks the
 * user, changes what the facts say, and moves the counts by the difference it made (`work/users.ts` does it in several).
 */
import type { EndUser } from '../../core/ports/audience-store.js';
import { unknownUser } from '../../core/unknown-user.js';
import { columnOf } from '../work/rows.js';
import {
  toUserValues,
  userColumnNames,
  userFields,
  type UserValues,
  type UserWrites,
} from '../work/users.js';
import { ofPostgres, touchUser } from '../work/statement.js';

/** The second try finds the user that the first met. */
const TRIES_MAX = 3;

const [, ...factNames] = userColumnNames;

/** An unknown user, by columns. */
const UNKNOWN = toFactsText(unknownUser(0)).replaceAll("'", "''");

const facts = factNames.join(', ');
const ofStored = factNames.map((name) => `stored.${name}`).join(', ');

/** A user added by another statement meanwhile is invisible: then `written` has no row, and the caller tries again. */
const write = ofPostgres<[userId: number, facts: string, seenAtMs: number | null], { is_written: number }>(
  `WITH before AS (SELECT * FROM users WHERE user_id = $1 FOR UPDATE),
    made AS (INSERT INTO users (user_id, seen_at_ms, ${facts})
      SELECT $1::bigint, COALESCE($3::bigint, 0), ${ofStored}
      FROM jsonb_populate_record(NULL::users, '${UNKNOWN}'::jsonb || $2::jsonb) AS stored
      WHERE NOT EXISTS (SELECT FROM before) ON CONFLICT (user_id) DO NOTHING RETURNING users.*),
    changed AS (UPDATE users SET (seen_at_ms, ${facts}) =
        (SELECT COALESCE($3::bigint, stored.seen_at_ms), ${ofStored} FROM jsonb_populate_record(users, $2::jsonb) AS stored)
      FROM before WHERE users.user_id = before.user_id RETURNING users.*),
    written AS (SELECT * FROM made UNION ALL SELECT * FROM changed),
    counted AS (INSERT INTO audience_shares AS shares (trait, value, users)
      SELECT trait, value, sum(one) FROM
        (SELECT *, 1 AS one FROM written UNION ALL SELECT *, -1 AS one FROM before) AS side,
        LATERAL (VALUES ('language', language_code), ('country', country_id::text), ('city', city_id::text),
          ('city_name', CASE WHEN city <> '' THEN city_id::text || ':' || city END),
          ('age', age::text), ('device_type', device_type), ('device_os', device_os)) AS share (trait, value)
      WHERE value <> '' GROUP BY trait, value HAVING sum(one) <> 0 ORDER BY trait, value
      ON CONFLICT (trait, value) DO UPDATE SET users = shares.users + excluded.users)
   SELECT count(*) AS is_written FROM written`,
);

export const wholeUsers: UserWrites = {
  *change(userId, facts, seenAtMs) {
    const changed = toFactsText(facts);
    yield* touchUser(userId);
    for (let number = 1; number <= TRIES_MAX; number += 1) {
      if ((yield* write.get(userId, changed, seenAtMs))?.is_written === 1) return;
      // Somebody else made this user a moment ago: from now on it is there to be seen.
    }
    throw new TypeError('a user was neither there nor to be made');
  },
};

/** Facts as JSON by the names of columns. */
function toFactsText(facts: Partial<Omit<EndUser, 'userId'>>): string {
  const values = toUserValues({ ...unknownUser(0), ...facts });
  const given = userFields.flatMap((name, index) =>
    name !== 'userId' && name in facts ? [[columnOf(name), storable(values[index] ?? null)] as const] : [],
  );
  return JSON.stringify(Object.fromEntries(given));
}

/** PostgreSQL keeps neither the character 0 nor half of a pair. */
function storable(value: UserValues[number]): UserValues[number] {
  return typeof value === 'string' ? value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd') : value;
}
