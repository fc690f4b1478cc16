/** End users: what is known of them over all bots. `null` is unknown everywhere. */
import type { FilterCounts } from '../data/filters.js';
import type { AgeCategory, Gender } from '../terms/rulebook.js';
import type { WaitsUntil } from './as-of.js';

export interface EndUser {
  userId: number;
  firstName: string;
  lastName: string;
  username: string;
  languageCode: string;
  /** What is assumed where `languageCode` is unknown, '' before; it serves the default audience alone, and is never stored. */
  assumedLanguage: string;
  isPremium: boolean | null;
  gender: Gender | null;
  age: AgeCategory | null;
  /** What the platform says, fetched in the background; `traitsAtMs` says when. */
  hasPhoto: boolean | null;
  hasRealPhoto: boolean | null;
  hasBio: boolean | null;
  gifts: number | null;
  rating: number | null;
  traitsAtMs: number | null;
  /** What a page visit shows. */
  deviceType: string | null;
  deviceOs: string | null;
  countryId: number | null;
  cityId: number | null;
  country: string;
  city: string;
  ipAddress: string;
  visitedAtMs: number | null;
  /** Until when several accounts seem to stand behind one person; null: nothing says so. */
  suspiciousUntilMs: number | null;
  /** On which day (service zone) questions were last asked, and how often that day. */
  askedOnDay: number | null;
  askedTimes: number;
  /** When the platform last said who this is: names, and where it says them language and premium. */
  reportedAtMs: number | null;
}

/** What is learnt of a user; an absent field says nothing. */
export type Facts = Partial<Omit<EndUser, 'userId'>>;

/** What is known of a user, as far as it comes together: names come together, and so does a place. */
export type KnownValue =
  | 'names'
  | 'language'
  | 'premium'
  | 'bio'
  | 'photo'
  | 'gifts'
  | 'rating'
  | 'gender'
  | 'age'
  | 'device'
  | 'place';

/**
 * The source. The platform: in answer to a question (by its method), in an update, or under its own signature in the init
 * data of a page. The user: by an answer of their own, or by opening a page. What bots say is kept with them (`Claims`).
 */
export type KnowledgeSource =
  | 'getChat'
  | 'getChatMember'
  | 'getUserProfilePhotos'
  | 'getUserGifts'
  | 'update'
  | 'init_data'
  | 'answer'
  | 'page';

/** The source of each value that is written. */
export type Sources = Partial<Record<KnownValue, KnowledgeSource>>;

/** The last source of a value, and its time. */
export interface Known {
  value: KnownValue;
  source: KnowledgeSource;
  atMs: number;
}

/** What a request of a publisher's bot says of a user; an absent field says nothing. */
export interface ReportedProfile {
  userId: number;
  firstName?: string;
  lastName?: string;
  username?: string;
  languageCode?: string;
  isPremium?: boolean;
  gender?: Gender;
  age?: AgeCategory;
}

/** What one bot says of a user, used for choosing in that bot alone (`evidence.md`, Who may say what). */
export type Claims = Omit<ReportedProfile, 'userId'>;

/** What the last page that a user opened through a link of one bot showed; unknown is `''` or null. */
export type BotPage = Pick<
  EndUser,
  'ipAddress' | 'countryId' | 'cityId' | 'country' | 'city' | 'deviceType' | 'deviceOs'
>;

export interface AudienceStore {
  find(userId: number): Promise<EndUser | null>;
  /**
   * Writes what a page, a question or the platform said; only what is present changes. Creates the user if new.
   * @param sources the origin of each value, kept with the time
   */
  learn(
    userId: number,
    facts: Facts,
    nowMs: number,
    sources?: Sources,
    waitsUntil?: WaitsUntil,
  ): Promise<void>;
  /** The sources of what is known of this user, with times, by value. */
  knowledgeOf(userId: number): Promise<Known[]>;
  /**
   * How many of this bot's users have which language (base code, such as `ru`), as far as it may be known in that bot: the
   * platform's word of users who use it, and its own claims where they count. Of at most 1,000 of its users.
   */
  languagesOf(botId: number): Promise<Map<string, number>>;
  /** Writes what this bot says of a user; only what is present changes. */
  claim(botId: number, userId: number, claims: Claims, nowMs: number): Promise<void>;
  /** Keeps what a page showed that the user opened through a link of this bot, in place of the page before. */
  notePage(botId: number, userId: number, page: BotPage): Promise<void>;
  /** What `notePage` kept last; null when the user has opened no page through this bot. */
  pageOf(botId: number, userId: number): Promise<BotPage | null>;
  /** Records the anonymous fingerprint and address of a visit whose user is certain; resolves to the number of users with each since `sinceMs`. */
  noteVisit(
    visit: { userId: number; fingerprint: string; address: string },
    sinceMs: number,
    nowMs: number,
  ): Promise<{ sameFingerprint: number; sameAddress: number }>;
  /**
   * Marks those who were seen with this fingerprint or address since `sinceMs` (null: not looked for) as suspicious until
   * `untilMs`, unless they are for longer: of each at most 1,000, in one step. Returns how many it changed.
   */
  markSuspicious(
    sharing: { fingerprint: string | null; address: string | null },
    sinceMs: number,
    untilMs: number,
  ): Promise<number>;
  /** A moderator ends the suspicion of a user, which is logged. Returns false where there was none. Durable. */
  clearSuspicion(userId: number, moderatorId: number, nowMs: number): Promise<boolean>;
  /**
   * Keeps what the background asked of a user, who did nothing for it: as `learn`, but when they were last seen stays.
   * @param facts without any where the platform said nothing: they are not asked about again soon either
   */
  learnTraits(userId: number, facts: Facts, nowMs: number, sources?: Sources): Promise<void>;
  /**
   * Users seen since `activeSinceMs` whose platform traits are unknown or older than `olderThanMs`; with a bot that knows them.
   * The traits of others count as unknown once they are that old, so that those users are asked about when they come back.
   */
  staleTraits(
    olderThanMs: number,
    activeSinceMs: number,
    limit: number,
  ): Promise<{ userId: number; botId: number }[]>;
  /**
   * Users to estimate uncounted shares from: of those the platform was asked about the latest `limit`, and as
   * many of those it was never asked about, seen last.
   */
  sample(limit: number): Promise<EndUser[]>;
  /**
   * Counted values for the shares that /filters shows on a day (days since 1970-01-01 in the service's zone). Of users whose
   * language or age is unknown, what a bot in contact with them says (or a trusted one) counts, once a user; counted by
   * the first to ask on it, and then the same for every process until it ends, since prices are weighted by them.
   */
  sharesOf(day: number): Promise<Required<FilterCounts>>;
}
