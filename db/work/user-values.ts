/** An end user between its values in a row and the domain, whichever the database. */
import type { EndUser } from '../../core/ports/audience-store.js';
import type { AgeCategory, Gender } from '../../core/terms/index.js';
import { fromNullableFlag, toNullableFlag } from './values.js';

/** In the order of `UserValues`. */
export const userColumnNames = [
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
  'suspicious_until_ms',
  'asked_on_day',
  'asked_times',
  'reported_at_ms',
] as const;

/** The columns of a user, as a list; all null where a join found none. */
export const userColumns = userColumnNames.map((name) => `users.${name}`).join(', ');

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
  suspiciousUntilMs: number | null,
  askedOnDay: number | null,
  askedTimes: number,
  reportedAtMs: number | null,
];

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

export function toUserValues(user: EndUser): UserValues {
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
    user.suspiciousUntilMs,
    user.askedOnDay,
    user.askedTimes,
    user.reportedAtMs,
  ];
}
