/** What bots showed to a person, and how it is proven: as the slow model knows it. */

/** So long a join counts for an impression. */
export const ATTRIBUTION_MS = 24 * 3_600_000;
/** The platform counts whole seconds, by a clock of its own. */
export const CLOCKS_APART_MS = 2_000;

export type Proof = 'list' | 'block' | 'delivered' | 'contact';

/** What the platform says of a user and a bot, and since when; until when joins wait for its word. */
export interface Contact {
  state: 'unknown' | 'yes' | 'no';
  atMs: number;
  untilMs: number;
}

export interface Impression {
  botId: number;
  /** Where the order led when it was shown: a chat's or bot's id; of links what names them. */
  target: string;
  firstMs: number;
  /** By which it is the latest, or not. */
  newerMs: number;
  /** When it was last seen. */
  seenMs: number;
  priceMicros: bigint;
  proof: Proof;
  /** What lists changed of it, oldest first: until when it was that new and cost so much. */
  replaced: readonly { untilMs: number; newerMs: number; priceMicros: bigint }[];
}

/** The platform vouches for it. */
export function isProven({ proof }: Impression): boolean {
  return proof === 'contact' || proof === 'delivered';
}

/** Who showed it: what the platform or a moderator says of that bot, and of the user there. */
export interface Shower {
  accountId: number;
  hasToken: boolean;
  trust: 'unknown' | 'trusted' | 'refused';
  isAccountTrusted: boolean;
  /** Subscribers it brought today. */
  today: number;
  /** Null: never asked. */
  contact: Contact | null;
}
