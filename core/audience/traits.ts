/**
 * A user as targeting sees them (`decisions.md`, Targeting traits). undefined is unknown, and matches no demand.
 */
import { deviceSystemIdOf, deviceTypeOf, languageIdOf } from '../data/index.js';
import { ASSUMED_LANGUAGE, DEFAULT_LANGUAGES, type Level, type UserTraits } from '../terms/index.js';
import type { EndUser } from '../ports/audience-store.js';
import { accountCreatedAtMs } from './account-age.js';
import { hasCyrillicLetter, hasOnlyCyrillicLetters, hasRussianName } from './names.js';

/** The least that levels 1 to 5 of `old_account`, `gifts` and `rating` ask for (`interface.md`, user_parameters). */
const accountYears = [2, 3, 5, 7, 9] as const;
const giftCounts = [1, 10, 20, 50, 100] as const;
const ratings = [1, 2, 5, 7, 10] as const;

const YEAR_MS = 365.25 * 86_400_000;

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
    deviceType: user.deviceType === null ? undefined : deviceTypeOf(user.deviceType),
    deviceSystemId: user.deviceOs === null ? undefined : deviceSystemIdOf(user.deviceOs),
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
    accountLevel:
      createdAtMs === undefined ? undefined : highestLevel(accountYears, (nowMs - createdAtMs) / YEAR_MS),
    giftsLevel: user.gifts === null ? undefined : highestLevel(giftCounts, user.gifts),
    ratingLevel: user.rating === null ? undefined : highestLevel(ratings, user.rating),
  };
}

function languageOf({ languageCode, assumedLanguage }: EndUser): UserTraits['languageId'] {
  const known = languageIdOf(languageCode);
  if (known !== undefined) return known;
  const assumed = languageIdOf(assumedLanguage);
  return assumed !== undefined && DEFAULT_LANGUAGES.includes(assumed) ? ASSUMED_LANGUAGE : undefined;
}

/**
 * Whether several accounts seem to stand behind one person (`is_suspicious`). Suspicion lasts for a time after its last
 * evidence (`SUSPICION_DAYS`), whatever happens in between.
 */
export function isSuspicious(
  { suspiciousUntilMs }: Pick<EndUser, 'suspiciousUntilMs'>,
  nowMs: number,
): boolean {
  return suspiciousUntilMs !== null && nowMs < suspiciousUntilMs;
}

/** The highest level that this value reaches; 0 is below the first. The platform's ratings may be negative. */
function highestLevel(least: readonly number[], value: number): Level {
  return least.filter((bound) => value >= bound).length as Level;
}
