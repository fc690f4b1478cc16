/** An unknown user: what reading falls back on, and what is written first. */
import type { EndUser } from './ports/audience-store.js';

export function unknownUser(userId: number): EndUser {
  return {
    userId,
    firstName: '',
    lastName: '',
    username: '',
    languageCode: '',
    assumedLanguage: '',
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
    suspiciousUntilMs: null,
    askedOnDay: null,
    askedTimes: 0,
    reportedAtMs: null,
  };
}
