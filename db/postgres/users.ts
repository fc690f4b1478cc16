/**
 * What PostgreSQL writes of end users, and what is counted of all of them: each change is one statement, which locks the
 * user, changes what the facts say, and moves the counts by the difference it made. It goes along in the one statement of a
 * request record too (`request-record.ts`), which SQLite has no need of.
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

/** What a column becomes: what the facts say, and the day's questions counted where one was asked. */
const valueOf = (name: (typeof factNames)[number], askedOnDay: string): string => {
  if (name === 'asked_on_day') return `COALESCE(${askedOnDay}::bigint, stored.asked_on_day)`;
  if (name !== 'asked_times') return `stored.${name}`;
  return `CASE WHEN ${askedOnDay}::bigint IS NULL THEN stored.asked_times
    WHEN stored.asked_on_day = ${askedOnDay}::bigint THEN stored.asked_times + 1 ELSE 1 END`;
};

/** An unknown user, by columns. */
const UNKNOWN = toFactsText(unknownUser(0)).replaceAll("'", "''");

/**
 * The parts of a `WITH` that change a user where the part named `go` has a row. A user added by another
 * statement meanwhile is invisible: then `written` has no row, and the caller tries again.
 * @param parameter the placeholders; the facts are those of `toFactsText`, null where unknown
 */
export function userChangeSql(
  go: string,
  parameter: { userId: string; facts: string; askedOnDay: string; seenAtMs: string },
): string {
  const { userId, facts, askedOnDay, seenAtMs } = parameter;
  const values = factNames.map((name) => valueOf(name, askedOnDay)).join(', ');
  const stored = `COALESCE(${facts}::jsonb, '{}')`;
  return `
    before AS (SELECT users.* FROM users, ${go} WHERE users.user_id = ${userId}
      AND (${facts}::jsonb IS NOT NULL OR ${askedOnDay}::bigint IS NOT NULL) FOR UPDATE OF users),
    made AS (INSERT INTO users (user_id, seen_at_ms, ${factNames.join(', ')})
      SELECT ${userId}::bigint, COALESCE(${seenAtMs}::bigint, 0), ${values}
      FROM ${go}, jsonb_populate_record(NULL::users, '${UNKNOWN}'::jsonb || ${stored}) AS stored
      WHERE (${facts}::jsonb IS NOT NULL OR ${askedOnDay}::bigint IS NOT NULL) AND NOT EXISTS (SELECT FROM before)
      ON CONFLICT (user_id) DO NOTHING RETURNING users.*),
    changed AS (UPDATE users SET (seen_at_ms, ${factNames.join(', ')}) =
        (SELECT COALESCE(${seenAtMs}::bigint, stored.seen_at_ms), ${values} FROM jsonb_populate_record(users, ${stored}) AS stored)
      FROM before WHERE users.user_id = before.user_id RETURNING users.*),
    written AS (SELECT * FROM made UNION ALL SELECT * FROM changed),
    counted AS (INSERT INTO audience_shares AS shares (trait, value, users)
      SELECT trait, value, sum(one) FROM
        (SELECT *, 1 AS one FROM written UNION ALL SELECT *, -1 AS one FROM before) AS side,
        LATERAL (VALUES ('language', language_code), ('country', country_id::text), ('city', city_id::text),
          ('city_name', CASE WHEN city <> '' THEN city_id::text || ':' || city END),
          ('age', age::text), ('device_type', device_type), ('device_os', device_os)) AS share (trait, value)
      WHERE value <> '' GROUP BY trait, value HAVING sum(one) <> 0 ORDER BY trait, value
      ON CONFLICT (trait, value) DO UPDATE SET users = shares.users + excluded.users)`;
}

const write = ofPostgres<[userId: number, facts: string, seenAtMs: number | null], { is_written: number }>(
  `WITH ${userChangeSql('(SELECT 1 AS go) AS go', { userId: '$1', facts: '$2', askedOnDay: 'NULL', seenAtMs: '$3' })}
   SELECT count(*) AS is_written FROM written`,
);

function* put(userId: number, facts: string, seenAtMs: number | null) {
  yield* touchUser(userId);
  for (let number = 1; number <= TRIES_MAX; number += 1) {
    if ((yield* write.get(userId, facts, seenAtMs))?.is_written === 1) return;
    // Somebody else made this user a moment ago: from now on it is there to be seen.
  }
  throw new TypeError('a user was neither there nor to be made');
}

export const users: UserWrites = {
  change: (userId, facts, seenAtMs) => put(userId, toFactsText(facts), seenAtMs),
};

/** Facts as JSON by the names of columns. */
export function toFactsText(facts: Partial<Omit<EndUser, 'userId'>>): string {
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
