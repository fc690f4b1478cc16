/** A user as targeting sees them: the traits that the rulebook's demands are compared with. */
import type { DeviceType } from '../data/index.js';
import type { Level } from './rulebook.js';

export type Gender = 'male' | 'female';
/** `decisions.md`, Questions: 1 under 10, 2 11-13, 3 14-15, 4 16-17, 5 18-24, 6 25 and older. */
export type AgeCategory = 1 | 2 | 3 | 4 | 5 | 6;

/** An unknown language that is assumed to be one of the default audience. */
export const ASSUMED_LANGUAGE = 'assumed';

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
