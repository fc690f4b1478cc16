/** End users, and what bots claim of them, between rows and the domain; what is written of users each database does in its own way. */
import type { Claims, EndUser } from '../../core/ports/audience-store.js';
import { sqliteText } from './sqlite-text.js';
import { statement, touchUser, type Value, type Work } from './statement.js';
import { movedShares } from '../../core/audience/index.js';
import { unknownUser } from '../../core/unknown-user.js';
import { columnOf } from './rows.js';
import { fromNullableFlag, toFlag } from './values.js';

/** In the order of `UserValues`. */
export const userFields = [
  'userId',
  'firstName',
  'lastName',
  'username',
  'languageCode',
  'isPremium',
  'gender',
  'age',
  'hasPhoto',
  'hasRealPhoto',
  'hasBio',
  'gifts',
  'rating',
  'traitsAtMs',
  'deviceType',
  'deviceOs',
  'countryId',
  'cityId',
  'country',
  'city',
  'ipAddress',
  'visitedAtMs',
  'suspiciousUntilMs',
  'askedOnDay',
  'askedTimes',
  'reportedAtMs',
] as const;

export const userColumnNames = userFields.map((name) => columnOf(name));

/** The columns of a user, as a list; all null where a join found none. */
export const userColumns = userColumnNames.map((name) => `users.${name}`).join(', ');

/** How a column keeps a value. */
type Kept<Value> = Value extends boolean ? number : Value;

type UserValuesOf<Fields extends readonly (keyof EndUser)[]> = {
  -readonly [Place in keyof Fields]: Fields[Place] extends 'userId'
    ? number | null
    : Kept<EndUser[Fields[Place]]>;
};

export type UserValues = UserValuesOf<typeof userFields>;

export function toEndUser(values: UserValues): EndUser | null {
  const [userId, firstName, lastName, username, languageCode, isPremium, gender, age, ...more] = values;
  const [hasPhoto, hasRealPhoto, hasBio, gifts, rating, traitsAtMs, deviceType, deviceOs, ...last] = more;
  const [countryId, cityId, country, city, ipAddress, visitedAtMs, suspiciousUntilMs, ...times] = last;
  const [askedOnDay, askedTimes, reportedAtMs] = times;
  if (userId === null) return null;
  return {
    userId,
    firstName,
    lastName,
    username,
    languageCode,
    assumedLanguage: '',
    isPremium: fromNullableFlag(isPremium),
    gender,
    age,
    hasPhoto: fromNullableFlag(hasPhoto),
    hasRealPhoto: fromNullableFlag(hasRealPhoto),
    hasBio: fromNullableFlag(hasBio),
    gifts,
    rating,
    traitsAtMs,
    deviceType,
    deviceOs,
    countryId,
    cityId,
    country,
    city,
    ipAddress,
    visitedAtMs,
    suspiciousUntilMs,
    askedOnDay,
    askedTimes,
    reportedAtMs,
  };
}

export const toUserValues = (user: EndUser): UserValues =>
  userFields.map((name) => {
    const value = user[name];
    return typeof value === 'boolean' ? toFlag(value) : value;
  }) as UserValues;

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

/** When a user was seen is noted so far apart: each time, an index has to follow, and PostgreSQL writes the whole row once more. */
export const SEEN_APART_MS = 600_000;

/** What becomes of a user who is there. A question of this day counts; null: none was asked. */
export const SEEN_AGAIN = `seen_at_ms = excluded.seen_at_ms,
  asked_on_day = coalesce(excluded.asked_on_day, users.asked_on_day),
  asked_times = CASE WHEN excluded.asked_on_day IS NULL THEN users.asked_times
    WHEN users.asked_on_day = excluded.asked_on_day THEN users.asked_times + 1 ELSE 1 END`;

/** A new user is made. */
export const noteSeen = statement<[userId: number, nowMs: number, askedOnDay: number | null]>(
  `INSERT INTO users (user_id, seen_at_ms, asked_on_day, asked_times)
   VALUES ($1, $2, $3, CASE WHEN $3::bigint IS NULL THEN 0 ELSE 1 END)
   ON CONFLICT (user_id) DO UPDATE SET ${SEEN_AGAIN}
     WHERE excluded.asked_on_day IS NOT NULL OR users.seen_at_ms <= excluded.seen_at_ms - ${String(SEEN_APART_MS)}`,
);

export function toUser(row: UserRow | undefined): EndUser | null {
  return row === undefined ? null : toEndUser(Object.values(row) as UserValues);
}

/** The second try finds the user that the first met. */
const TRIES_MAX = 3;

/** PostgreSQL where it is whole has one statement for all of this (`db/postgres/users.ts`). */
const notWhole = <Parameters extends readonly Value[], Row = unknown>(
  text: string,
  options: { apart?: boolean } = {},
) => statement<Parameters, Row>({ sqlite: sqliteText(text), postgres: null, citus: text }, options);
const holdUser = notWhole<[userId: number], UserRow>(
  `SELECT ${userColumns} FROM users WHERE user_id = $1 FOR UPDATE`,
);
const seenAt = `$${String(userColumnNames.length + 1)}::bigint`;
const userValues = userColumnNames.map((_, index) => `$${String(index + 1)}`);
const makeUser = notWhole<[...UserValues, seenAtMs: number | null]>(
  `INSERT INTO users (${userColumnNames.join(', ')}, seen_at_ms) VALUES (${userValues.join(', ')}, coalesce(${seenAt}, 0))
   ON CONFLICT (user_id) DO NOTHING`,
);
const userChanges = userColumnNames.map((name, index) => `${name} = $${String(index + 1)}`).slice(1);
const updateUser = notWhole<[...UserValues, seenAtMs: number | null]>(
  `UPDATE users SET ${userChanges.join(', ')}, seen_at_ms = coalesce(${seenAt}, seen_at_ms) WHERE user_id = $1`,
);
/** In the order of their keys, as everybody counts them; last of all, since over Citus it stays when the rest is rolled back. */
const countShares = notWhole<
  [traits: readonly string[], values: readonly string[], users: readonly number[]]
>(
  `INSERT INTO audience_shares AS shares (trait, value, users)
   SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS moved (trait, value, users) WHERE true ORDER BY trait, value
   ON CONFLICT (trait, value) DO UPDATE SET users = shares.users + excluded.users`,
  { apart: true },
);

/**
 * The user is held, changed, and the counts of all users move by the difference, each in a statement of its own. Over Citus the user
 * is on a server of their own, and the counts are on the coordinator.
 */
export const users: UserWrites = {
  *change(userId, facts, seenAtMs) {
    yield* touchUser(userId);
    for (let number = 1; number <= TRIES_MAX; number += 1) {
      const known = toUser(yield* holdUser.get(userId));
      const before = known ?? unknownUser(userId);
      const after = { ...before, ...facts, userId };
      const written = yield* (known === null ? makeUser : updateUser).run(...toUserValues(after), seenAtMs);
      // Somebody else may have made this user a moment ago: from now on they are there to be held.
      if (written === 0) continue;
      const moved = movedShares(before, after);
      if (moved.length > 0)
        yield* countShares.run(
          moved.map(([trait]) => trait),
          moved.map(([, value]) => value),
          moved.map(([, , users]) => users),
        );
      return;
    }
    throw new TypeError('a user was neither there nor to be made');
  },
};

/** In the order of `ClaimValues`. */
const claimFields = [
  'firstName',
  'lastName',
  'username',
  'languageCode',
  'isPremium',
  'gender',
  'age',
] as const;

export const claimColumnNames = claimFields.map((name) => columnOf(name));

export const CLAIM_COUNT = claimFields.length;

export const claimColumns = claimColumnNames.map((name) => `user_bots.${name}`).join(', ');

type ClaimValuesOf<Fields extends readonly (keyof Claims)[]> = {
  -readonly [Place in keyof Fields]: Kept<Exclude<Claims[Fields[Place]], undefined>> | null;
};

export type ClaimValues = ClaimValuesOf<typeof claimFields>;

/** What it said nothing of is left out. */
export function toClaims([
  firstName,
  lastName,
  username,
  languageCode,
  premium,
  gender,
  age,
]: ClaimValues): Claims {
  const isPremium = fromNullableFlag(premium);
  const claims: Claims = {};
  if (firstName !== null) claims.firstName = firstName;
  if (lastName !== null) claims.lastName = lastName;
  if (username !== null) claims.username = username;
  if (languageCode !== null) claims.languageCode = languageCode;
  if (isPremium !== null) claims.isPremium = isPremium;
  if (gender !== null) claims.gender = gender;
  if (age !== null) claims.age = age;
  return claims;
}

const toClaimValues = (claims: Claims): ClaimValues =>
  claimFields.map((name) => {
    const value = claims[name] ?? null;
    return typeof value === 'boolean' ? toFlag(value) : value;
  }) as ClaimValues;

/** What a bot says nothing of stays as it said it before. */
const saidAgain = claimColumnNames.map((name) => `${name} = coalesce(excluded.${name}, user_bots.${name})`);
export const CLAIMED_AGAIN = `claimed_at_ms = excluded.claimed_at_ms, ${saidAgain.join(', ')}`;

const saveClaims = statement<[userId: number, botId: number, nowMs: number, ...ClaimValues]>(
  `INSERT INTO user_bots (user_id, bot_id, claimed_at_ms, ${claimColumnNames.join(', ')})
   VALUES ($1, $2, $3, ${claimColumnNames.map((_, index) => `$${String(index + 4)}`).join(', ')})
   ON CONFLICT (user_id, bot_id) DO UPDATE SET ${CLAIMED_AGAIN}`,
);

/** What is present changes, and the bot knows the user from now on. */
export const writeClaims = (userId: number, botId: number, claims: Claims, nowMs: number) =>
  saveClaims.run(userId, botId, nowMs, ...toClaimValues(claims));
