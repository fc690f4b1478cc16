/**
 * What is written of end users, and what is counted of all of them: each change is one statement, which locks the user,
 * changes what the facts say, and moves the counts by the difference it made.
 */
import type { EndUser } from '../../../core/ports.js';
import { unknownUser } from '../../../core/unknown-user.js';
import {
  toEndUser,
  toUserValues,
  userColumnNames,
  userColumns,
  type UserValues,
} from '../../repositories/user-values.js';
import { statement, type Transaction } from '../statement.js';

export interface UserWrites {
  find(transaction: Transaction, userId: number): Promise<EndUser | null>;
  /** What is present changes; a new user is made. */
  change(
    transaction: Transaction,
    userId: number,
    facts: Partial<Omit<EndUser, 'userId'>>,
    nowMs: number,
  ): Promise<void>;
  /** One more question on this day. */
  noteAsked(transaction: Transaction, userId: number, day: number, nowMs: number): Promise<void>;
}

/** The second finds whom the first met. */
const TRIES_MAX = 3;

const [, ...factNames] = userColumnNames;

/** What a column becomes: what the facts say, and the day's questions counted where one was asked. */
const valueOf = (name: (typeof factNames)[number], askedOnDay: string): string => {
  if (name === 'asked_on_day') return `COALESCE(${askedOnDay}::bigint, told.asked_on_day)`;
  if (name !== 'asked_times') return `told.${name}`;
  return `CASE WHEN ${askedOnDay}::bigint IS NULL THEN told.asked_times
    WHEN told.asked_on_day = ${askedOnDay}::bigint THEN told.asked_times + 1 ELSE 1 END`;
};

/** A user of whom nothing is known, by columns. */
const UNKNOWN = toFactsText(unknownUser(0)).replaceAll("'", "''");

/**
 * The parts of a `WITH` that change a user where the part named `go` has a row. A user whom another statement makes
 * meanwhile cannot be seen: then there is no row in `written`, and it has to be tried again.
 * @param parameter the placeholders; the facts are those of `toFactsText`, null where nothing is told
 */
export function userChangeSql(
  go: string,
  parameter: { userId: string; facts: string; askedOnDay: string; nowMs: string },
): string {
  const { userId, facts, askedOnDay, nowMs } = parameter;
  const values = factNames.map((name) => valueOf(name, askedOnDay)).join(', ');
  const told = `COALESCE(${facts}::jsonb, '{}')`;
  return `
    before AS (SELECT users.* FROM users, ${go} WHERE users.user_id = ${userId}
      AND (${facts}::jsonb IS NOT NULL OR ${askedOnDay}::bigint IS NOT NULL) FOR UPDATE OF users),
    made AS (INSERT INTO users (user_id, seen_at_ms, ${factNames.join(', ')})
      SELECT ${userId}::bigint, ${nowMs}::bigint, ${values}
      FROM ${go}, jsonb_populate_record(NULL::users, '${UNKNOWN}'::jsonb || ${told}) AS told
      WHERE (${facts}::jsonb IS NOT NULL OR ${askedOnDay}::bigint IS NOT NULL) AND NOT EXISTS (SELECT FROM before)
      ON CONFLICT (user_id) DO NOTHING RETURNING users.*),
    changed AS (UPDATE users SET (seen_at_ms, ${factNames.join(', ')}) =
        (SELECT ${nowMs}::bigint, ${values} FROM jsonb_populate_record(users, ${told}) AS told)
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

const byId = statement<[number], { person: UserValues }>(
  `SELECT json_build_array(${userColumns}) AS person FROM users WHERE user_id = $1`,
);
const write = statement<
  [userId: number, facts: string | null, askedOnDay: number | null, nowMs: number],
  { is_written: number }
>(
  `WITH ${userChangeSql('(SELECT 1 AS go) AS go', { userId: '$1', facts: '$2', askedOnDay: '$3', nowMs: '$4' })}
   SELECT count(*) AS is_written FROM written`,
);

export function createUserWrites(): UserWrites {
  const put = async (
    transaction: Transaction,
    userId: number,
    { facts, askedOnDay }: { facts: string | null; askedOnDay: number | null },
    nowMs: number,
  ): Promise<void> => {
    for (let number = 1; number <= TRIES_MAX; number += 1) {
      const row = await write.get(transaction, userId, facts, askedOnDay, nowMs);
      if (row?.is_written === 1) return;
      // Somebody else made this user a moment ago: from now on it is there to be seen.
    }
    throw new TypeError('a user was neither there nor to be made');
  };
  return {
    find: async (transaction, userId) => {
      const row = await byId.get(transaction, userId);
      return row === undefined ? null : toEndUser(row.person);
    },
    change: (transaction, userId, facts, nowMs) =>
      put(transaction, userId, { facts: toFactsText(facts), askedOnDay: null }, nowMs),
    noteAsked: (transaction, userId, day, nowMs) =>
      put(transaction, userId, { facts: null, askedOnDay: day }, nowMs),
  };
}

/** Facts as JSON by the names of columns. */
export function toFactsText(facts: Partial<Omit<EndUser, 'userId'>>): string {
  const values = toUserValues({ ...unknownUser(0), ...facts });
  const given = userColumnNames.flatMap((name, index) => {
    const isGiven = name !== 'user_id' && propertyOf(name) in facts;
    return isGiven ? [[name, storable(values[index] ?? null)] as const] : [];
  });
  return JSON.stringify(Object.fromEntries(given));
}

function propertyOf(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** PostgreSQL keeps neither the character 0 nor half of a pair. */
function storable(value: UserValues[number]): UserValues[number] {
  return typeof value === 'string' ? value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd') : value;
}
