/**
 * A user as targeting sees them (`decisions.md`, Targeting traits). undefined is unknown, and matches no demand.
 */
import { deviceSystemIdOf, deviceTypeOf, type DeviceType, languageIdOf } from '../data/index.js';
import { DEFAULT_LANGUAGES, type Level } from '../orders/index.js';
import type { AgeCategory, EndUser, Gender } from '../ports.js';
import { accountCreatedAtMs } from './account-age.js';
import { accountLevelOf, giftsLevelOf, ratingLevelOf } from './levels.js';
import { hasCyrillicLetter, hasOnlyCyrillicLetters, hasRussianName } from './names.js';
import { isSuspicious } from './suspicion.js';

/** All fields are always there, so that comparing many orders with one user stays fast. */
export interface UserTraits {
  gender: Gender | undefined;
  isPremium: boolean | undefined;
  /** Ids of /filters; `ASSUMED_LANGUAGE` where the language is only assumed, and is one of the default audience. */
  languageId: number | typeof ASSUMED_LANGUAGE | undefined;
  countryId: number | undefined;
  cityId: number | undefined;
  deviceType: DeviceType | undefined;
  deviceSystemId: number | undefined;
  age: AgeCategory | undefined;
  hasPhoto: boolean | undefined;
  hasRealPhoto: boolean | undefined;
  hasUsername: boolean | undefined;
  hasBio: boolean | undefined;
  hasFirstName: boolean | undefined;
  hasRuName: boolean | undefined;
  hasRusName: boolean | undefined;
  hasOnlyCyrillic: boolean | undefined;
  /** Not suspicious, and has visited a page; unknown before the visit. */
  passesFakeCheck: boolean | undefined;
  /** The highest level of `old_account`, `gifts` and `rating` that the user reaches. */
  accountLevel: Level | undefined;
  giftsLevel: Level | undefined;
  ratingLevel: Level | undefined;
}

export function traitsOf(user: EndUser, nowMs: number): UserTraits {
  const createdAtMs = accountCreatedAtMs(user.userId);
  return {
    gender: user.gender ?? undefined,
    isPremium: user.isPremium ?? undefined,
    languageId: languageOf(user),
    countryId: user.countryId ?? undefined,
    cityId: user.cityId ?? undefined,
    deviceType: deviceTypeOf(user.deviceType ?? ''),
    deviceSystemId: deviceSystemIdOf(user.deviceOs ?? ''),
    age: user.age ?? undefined,
    hasPhoto: user.hasPhoto ?? undefined,
    hasRealPhoto: user.hasRealPhoto ?? undefined,
    // Nobody tells "no username" from "not said".
    hasUsername: user.username === '' ? undefined : true,
    hasBio: user.hasBio ?? undefined,
    ...nameTraits(user),
    passesFakeCheck: user.visitedAtMs === null ? undefined : !isSuspicious(user, nowMs),
    accountLevel: createdAtMs === undefined ? undefined : accountLevelOf(nowMs - createdAtMs),
    giftsLevel: user.gifts === null ? undefined : giftsLevelOf(user.gifts),
    ratingLevel: user.rating === null ? undefined : ratingLevelOf(user.rating),
  };
}

/** An unknown language that is assumed to be one of the default audience. */
export const ASSUMED_LANGUAGE = 'assumed';

function languageOf({ languageCode, assumedLanguage = '' }: EndUser): UserTraits['languageId'] {
  const known = languageIdOf(languageCode);
  if (known !== undefined) return known;
  const assumed = languageIdOf(assumedLanguage);
  return assumed !== undefined && DEFAULT_LANGUAGES.includes(assumed) ? ASSUMED_LANGUAGE : undefined;
}

type NameTraits = Pick<UserTraits, 'hasFirstName' | 'hasRuName' | 'hasRusName' | 'hasOnlyCyrillic'>;

function nameTraits({ firstName, lastName }: EndUser): NameTraits {
  const name = `${firstName} ${lastName}`.trim();
  if (name === '') {
    return {
      hasFirstName: undefined,
      hasRuName: undefined,
      hasRusName: undefined,
      hasOnlyCyrillic: undefined,
    };
  }
  return {
    hasFirstName: firstName === '' ? undefined : true,
    hasRuName: hasCyrillicLetter(name),
    hasRusName: firstName === '' ? undefined : hasRussianName(firstName),
    hasOnlyCyrillic: hasOnlyCyrillicLetters(name),
  };
}
