/** An end user between its row and the domain, and what is counted of all of them. */
import type { AgeCategory, EndUser, Gender, Sighting } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import { fromNullableFlag, toFlag, toNullableFlag } from './values.js';

/** In the order of `UserValues`. */
const columns = [
  'user_id',
  'first_name',
  'last_name',
  'username',
  'language_code',
  'is_premium',
  'gender',
  'age',
  'has_photo',
  'has_real_photo',
  'has_bio',
  'gifts',
  'rating',
  'traits_at_ms',
  'device_type',
  'device_os',
  'country_id',
  'city_id',
  'country',
  'city',
  'ip_address',
  'visited_at_ms',
  'is_suspicious',
  'asked_on_day',
  'asked_times',
] as const;

/** The columns of a user, as a list; all null where a join found none. */
export const userColumns = columns.map((name) => `users.${name}`).join(', ');

export type UserValues = [
  userId: number | null,
  firstName: string,
  lastName: string,
  username: string,
  languageCode: string,
  isPremium: number | null,
  gender: Gender | null,
  age: AgeCategory | null,
  hasPhoto: number | null,
  hasRealPhoto: number | null,
  hasBio: number | null,
  gifts: number | null,
  rating: number | null,
  traitsAtMs: number | null,
  deviceType: string | null,
  deviceOs: string | null,
  countryId: number | null,
  cityId: number | null,
  country: string,
  city: string,
  ipAddress: string,
  visitedAtMs: number | null,
  isSuspicious: number,
  askedOnDay: number | null,
  askedTimes: number,
];

export interface UserWrites {
  find(userId: number): EndUser | null;
  /** Inside a deed: what is present changes; a new user is made. */
  change(userId: number, facts: Partial<EndUser>, nowMs: number): void;
  /** Inside a deed: one more question on this day. */
  noteAsked(userId: number, day: number, nowMs: number): void;
}

export function createUserWrites(connection: Connection): UserWrites {
  const byId = connection.prepareList<[number], UserValues>(
    `SELECT ${userColumns} FROM users WHERE user_id = ?`,
  );
  const updated = columns.slice(1).map((name) => `${name} = excluded.${name}`);
  const save = connection.prepare<[seenAtMs: number, ...UserValues]>(
    `INSERT INTO users (seen_at_ms, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})
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

  const recount = (before: EndUser, after: EndUser) => {
    const old = new Map(sharesOf(before));
    for (const [trait, value] of sharesOf(after)) {
      const oldValue = old.get(trait) ?? '';
      if (oldValue === value) continue;
      if (oldValue !== '') count.run(trait, oldValue, -1);
      if (value !== '') count.run(trait, value, 1);
    }
  };

  const change = (userId: number, facts: Partial<EndUser>, nowMs: number) => {
    const before = find(userId) ?? unknownUser(userId);
    const after: EndUser = { ...before, ...facts, userId };
    save.run(nowMs, ...toValues(after));
    recount(before, after);
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

/** What a request says of a user, as facts. */
export function factsOf({ userId: _, ...facts }: Sighting): Partial<EndUser> {
  return facts;
}

/** What /filters counts; `''` is unknown. */
function sharesOf(user: EndUser): [trait: string, value: string][] {
  const text = (value: string | number | null) => (value === null ? '' : String(value));
  return [
    ['language', user.languageCode],
    ['country', text(user.countryId)],
    ['city', text(user.cityId)],
    ['city_name', user.cityId === null || user.city === '' ? '' : `${String(user.cityId)}:${user.city}`],
    ['age', text(user.age)],
    ['device_type', text(user.deviceType)],
    ['device_os', text(user.deviceOs)],
  ];
}

function unknownUser(userId: number): EndUser {
  return {
    userId,
    firstName: '',
    lastName: '',
    username: '',
    languageCode: '',
    isPremium: null,
    gender: null,
    age: null,
    hasPhoto: null,
    hasRealPhoto: null,
    hasBio: null,
    gifts: null,
    rating: null,
    traitsAtMs: null,
    deviceType: null,
    deviceOs: null,
    countryId: null,
    cityId: null,
    country: '',
    city: '',
    ipAddress: '',
    visitedAtMs: null,
    isSuspicious: false,
    askedOnDay: null,
    askedTimes: 0,
  };
}

export function toEndUser(values: UserValues): EndUser | null {
  const [userId, firstName, lastName, username, languageCode, isPremium, gender, age, ...more] = values;
  const [hasPhoto, hasRealPhoto, hasBio, gifts, rating, traitsAtMs, deviceType, deviceOs, ...last] = more;
  const [countryId, cityId, country, city, ipAddress, visitedAtMs, isSuspicious, askedOnDay, askedTimes] =
    last;
  if (userId === null) return null;
  return {
    userId,
    firstName,
    lastName,
    username,
    languageCode,
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
    isSuspicious: isSuspicious === 1,
    askedOnDay,
    askedTimes,
  };
}

function toValues(user: EndUser): UserValues {
  return [
    user.userId,
    user.firstName,
    user.lastName,
    user.username,
    user.languageCode,
    toNullableFlag(user.isPremium),
    user.gender,
    user.age,
    toNullableFlag(user.hasPhoto),
    toNullableFlag(user.hasRealPhoto),
    toNullableFlag(user.hasBio),
    user.gifts,
    user.rating,
    user.traitsAtMs,
    user.deviceType,
    user.deviceOs,
    user.countryId,
    user.cityId,
    user.country,
    user.city,
    user.ipAddress,
    user.visitedAtMs,
    toFlag(user.isSuspicious),
    user.askedOnDay,
    user.askedTimes,
  ];
}
