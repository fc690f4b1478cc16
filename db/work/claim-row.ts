/** What a bot says of a user, between the columns of `user_bots` and the domain. */
import type { Claims } from '../../core/ports/audience-store.js';
import { columnOf } from './column-names.js';
import type { Kept } from './user-values.js';
import { fromNullableFlag, toFlag } from './values.js';

/** In the order of `ClaimValues`. */
const fields = ['firstName', 'lastName', 'username', 'languageCode', 'isPremium', 'gender', 'age'] as const;

export const claimColumnNames = fields.map((name) => columnOf(name));

export const CLAIM_COUNT = fields.length;

export const claimColumns = claimColumnNames.map((name) => `user_bots.${name}`).join(', ');

type ValuesOf<Fields extends readonly (keyof Claims)[]> = {
  -readonly [Place in keyof Fields]: Kept<Exclude<Claims[Fields[Place]], undefined>> | null;
};

export type ClaimValues = ValuesOf<typeof fields>;

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

export const toClaimValues = (claims: Claims): ClaimValues =>
  fields.map((name) => {
    const value = claims[name] ?? null;
    return typeof value === 'boolean' ? toFlag(value) : value;
  }) as ClaimValues;
