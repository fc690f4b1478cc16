/** An end user between its row and the domain, and what is counted of all of them. */
import type { AgeCategory, EndUser, Gender, Sighting } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import { fromNullableFlag, toFlag, toNullableFlag } from './values.js';

export interface UserRow {
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  language_code: string;
  is_premium: number | null;
  gender: Gender | null;
  age: AgeCategory | null;
  has_photo: number | null;
  has_real_photo: number | null;
  has_bio: number | null;
  gifts: number | null;
  rating: number | null;
  traits_at_ms: number | null;
  device_type: string | null;
  device_os: string | null;
  country_id: number | null;
  city_id: number | null;
  country: string;
  city: string;
  ip_address: string;
  visited_at_ms: number | null;
  is_suspicious: number;
  asked_on_day: number | null;
  asked_times: number;
}

const columns: readonly (keyof UserRow)[] = [
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
];

export interface UserWrites {
  find(userId: number): EndUser | null;
  /** Inside a deed: what is present changes; a new user is made. */
  change(userId: number, facts: Partial<EndUser>, nowMs: number): void;
  /** Inside a deed: one more question on this day. */
  noteAsked(userId: number, day: number, nowMs: number): void;
}

export function createUserWrites(connection: Connection): UserWrites {
  const byId = connection.prepare<[number], UserRow>('SELECT * FROM users WHERE user_id = ?');
  const updated = columns.slice(1).map((name) => `${name} = excluded.${name}`);
  const save = connection.prepare<[UserRow & { seen_at_ms: number }]>(
    `INSERT INTO users (seen_at_ms, ${columns.join(', ')})
     VALUES (@seen_at_ms, ${columns.map((name) => `@${name}`).join(', ')})
     ON CONFLICT (user_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms, ${updated.join(', ')}`,
  );
  const count = connection.prepare<[string, string, number]>(
    `INSERT INTO audience_shares (trait, value, users) VALUES (?, ?, ?)
     ON CONFLICT (trait, value) DO UPDATE SET users = users + excluded.users`,
  );

  const find = (userId: number): EndUser | null => {
    const row = byId.get(userId);
    return row === undefined ? null : toEndUser(row);
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
    // A fact given as undefined says nothing.
    const said = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
    const after: EndUser = { ...before, ...(said as Partial<EndUser>), userId };
    save.run({ ...toRow(after), seen_at_ms: nowMs });
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

export function toEndUser(row: UserRow): EndUser {
  return {
    userId: row.user_id,
    firstName: row.first_name,
    lastName: row.last_name,
    username: row.username,
    languageCode: row.language_code,
    isPremium: fromNullableFlag(row.is_premium),
    gender: row.gender,
    age: row.age,
    hasPhoto: fromNullableFlag(row.has_photo),
    hasRealPhoto: fromNullableFlag(row.has_real_photo),
    hasBio: fromNullableFlag(row.has_bio),
    gifts: row.gifts,
    rating: row.rating,
    traitsAtMs: row.traits_at_ms,
    deviceType: row.device_type,
    deviceOs: row.device_os,
    countryId: row.country_id,
    cityId: row.city_id,
    country: row.country,
    city: row.city,
    ipAddress: row.ip_address,
    visitedAtMs: row.visited_at_ms,
    isSuspicious: row.is_suspicious === 1,
    askedOnDay: row.asked_on_day,
    askedTimes: row.asked_times,
  };
}

function toRow(user: EndUser): UserRow {
  return {
    user_id: user.userId,
    first_name: user.firstName,
    last_name: user.lastName,
    username: user.username,
    language_code: user.languageCode,
    is_premium: toNullableFlag(user.isPremium),
    gender: user.gender,
    age: user.age,
    has_photo: toNullableFlag(user.hasPhoto),
    has_real_photo: toNullableFlag(user.hasRealPhoto),
    has_bio: toNullableFlag(user.hasBio),
    gifts: user.gifts,
    rating: user.rating,
    traits_at_ms: user.traitsAtMs,
    device_type: user.deviceType,
    device_os: user.deviceOs,
    country_id: user.countryId,
    city_id: user.cityId,
    country: user.country,
    city: user.city,
    ip_address: user.ipAddress,
    visited_at_ms: user.visitedAtMs,
    is_suspicious: toFlag(user.isSuspicious),
    asked_on_day: user.askedOnDay,
    asked_times: user.askedTimes,
  };
}
