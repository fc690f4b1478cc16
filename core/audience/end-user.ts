/** An end user as far as anybody has told. */
import type { EndUser, Sighting } from '../ports.js';

export function unknownUser(userId: number): EndUser {
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

/** The user with what this request says of them. */
export function withSighting(user: EndUser | null, sighting: Sighting): EndUser {
  return { ...(user ?? unknownUser(sighting.userId)), ...sighting };
}

/** Whether a request says anything of a user that is not known yet, so that it has to be written. */
export function saysNew(user: EndUser | null, sighting: Sighting): boolean {
  if (user === null) return true;
  return (Object.keys(sighting) as (keyof Sighting)[]).some((field) => sighting[field] !== user[field]);
}
