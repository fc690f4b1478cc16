/** An end user between its values in a row and the domain, whichever the database. */
import type { EndUser } from '../../core/ports/audience-store.js';
import { columnOf } from './column-names.js';
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
export type Kept<Value> = Value extends boolean ? number : Value;

type ValuesOf<Fields extends readonly (keyof EndUser)[]> = {
  -readonly [Place in keyof Fields]: Fields[Place] extends 'userId'
    ? number | null
    : Kept<EndUser[Fields[Place]]>;
};

export type UserValues = ValuesOf<typeof userFields>;

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
