/** What a bot says of a user, between the columns of `user_bots` and the domain. */
import type { Claims } from '../../core/ports/audience-store.js';
import type { AgeCategory, Gender } from '../../core/terms/index.js';
import { fromNullableFlag, toNullableFlag } from './values.js';

/** In the order of `ClaimValues`. */
export const claimColumnNames = [
  'first_name',
  'last_name',
  'username',
  'language_code',
  'is_premium',
  'gender',
  'age',
] as const;

export const CLAIM_COUNT = claimColumnNames.length;

export const claimColumns = claimColumnNames.map((name) => `user_bots.${name}`).join(', ');

export type ClaimValues = [
  firstName: string | null,
  lastName: string | null,
  username: string | null,
  languageCode: string | null,
  isPremium: number | null,
  gender: Gender | null,
  age: AgeCategory | null,
];

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

export function toClaimValues(claims: Claims): ClaimValues {
  return [
    claims.firstName ?? null,
    claims.lastName ?? null,
    claims.username ?? null,
    claims.languageCode ?? null,
    toNullableFlag(claims.isPremium ?? null),
    claims.gender ?? null,
    claims.age ?? null,
  ];
}
