/** A user as the platform's objects name them: in updates, in answers about members, and in the init data of pages. */
import { cleanName } from './names.js';

/** With names cleaned (`names.ts`). */
export interface PlatformUser {
  firstName: string;
  /** `''` is none, as of the username. */
  lastName: string;
  username: string;
  /** Absent: the platform does not say. */
  languageCode?: string;
  isPremium?: boolean;
}

/** The platform's own object. */
export interface RawUser {
  first_name: string;
  last_name?: string | undefined;
  username?: string | undefined;
  language_code?: string | undefined;
  is_premium?: boolean | undefined;
}

/**
 * The platform leaves language and premium out where it does not know this user for the bot that asks. It never says
 * that somebody is not premium: where it reports the language, it reports the whole user, and who is not named premium is not.
 */
export function toPlatformUser(user: RawUser): PlatformUser {
  const { language_code: languageCode = '', is_premium } = user;
  const isPremium = is_premium ?? (languageCode === '' ? undefined : false);
  return {
    firstName: cleanName(user.first_name),
    lastName: cleanName(user.last_name ?? ''),
    username: user.username ?? '',
    ...(languageCode === '' ? {} : { languageCode }),
    ...(isPremium === undefined ? {} : { isPremium }),
  };
}
