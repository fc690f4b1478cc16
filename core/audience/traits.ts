/**
 * A user as targeting sees them (`decisions.md`, Targeting traits). undefined is unknown, and matches no demand.
 */
import { deviceSystemIdOf, deviceTypeOf, languageIdOf } from '../data/index.js';
import { ASSUMED_LANGUAGE, DEFAULT_LANGUAGES, type UserTraits } from '../terms/index.js';
import type { EndUser } from '../ports/audience-store.js';
import { accountCreatedAtMs } from './account-age.js';
import { accountLevelOf, giftsLevelOf, ratingLevelOf } from './levels.js';
import { hasCyrillicLetter, hasOnlyCyrillicLetters, hasRussianName } from './names.js';
import { isSuspicious } from './suspicion.js';

export function traitsOf(user: EndUser, nowMs: number): UserTraits {
  const createdAtMs = accountCreatedAtMs(user.userId);
  const { firstName } = user;
  const name = `${firstName} ${user.lastName}`.trim();
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
    // "No username" and "not said" look alike.
    hasUsername: user.username === '' ? undefined : true,
    hasBio: user.hasBio ?? undefined,
    hasFirstName: firstName === '' ? undefined : true,
    hasRuName: name === '' ? undefined : hasCyrillicLetter(name),
    hasRusName: firstName === '' ? undefined : hasRussianName(firstName),
    hasOnlyCyrillic: name === '' ? undefined : hasOnlyCyrillicLetters(name),
    passesFakeCheck: user.visitedAtMs === null ? undefined : !isSuspicious(user, nowMs),
    accountLevel: createdAtMs === undefined ? undefined : accountLevelOf(nowMs - createdAtMs),
    giftsLevel: user.gifts === null ? undefined : giftsLevelOf(user.gifts),
    ratingLevel: user.rating === null ? undefined : ratingLevelOf(user.rating),
  };
}

function languageOf({ languageCode, assumedLanguage }: EndUser): UserTraits['languageId'] {
  const known = languageIdOf(languageCode);
  if (known !== undefined) return known;
  const assumed = languageIdOf(assumedLanguage);
  return assumed !== undefined && DEFAULT_LANGUAGES.includes(assumed) ? ASSUMED_LANGUAGE : undefined;
}
