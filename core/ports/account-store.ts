/** What an account is, what its keys are, and where both are kept. */
import type { Keeping } from './answer-store.js';
import type { AsOf } from './as-of.js';
import type { NewNotification } from './notification-store.js';
import type { Invitation } from './referral-store.js';

/** A person of the platform who uses the service as publisher, advertiser or both. The account's id is the person's. */
export interface Account {
  accountId: number;
  firstName: string;
  username: string;
  /** The language the operator bot speaks with them: `en`, `ru`, … */
  language: string;
  isBlocked: boolean;
  /** Gets a summary of the day before, once a day. */
  wantsSummary: boolean;
  /** A moderator trusts this publisher, or a withdrawal of earnings was paid: earnings wait no longer than others'. */
  isTrusted: boolean;
  /** IANA name of the zone that this person reads times in; null: they have not said. */
  timeZone: string | null;
  createdAtMs: number;
}

export type Person = Pick<Account, 'accountId' | 'firstName' | 'username' | 'language'>;

/** `interface.md`, Authentication 2: Access Key, Statistics token, Bot Key. */
export type KeyKind = 'access' | 'statistics' | 'bot';

/** The account that a key speaks for. `botId` is set for a Bot Key only. */
export interface KeyOwner {
  kind: KeyKind;
  accountId: number;
  botId: number | null;
}

/** A key as it is stored: looked up by its HMAC, and encrypted next to it, since it must be shown again. */
export interface SealedKey {
  hash: string;
  cipher: string;
}

/** How many orders and bots a block stopped, or its end let go on. */
export interface Stopped {
  orders: number;
  bots: number;
}

export interface AccountStore {
  /**
   * Opens the account of a person, or returns the one they have. `keys` and the referral are stored only with a new one, so
   * a referrer is always the older account. A blocked account brings no others. Durable.
   */
  open(
    person: Person,
    keys: { access: SealedKey; statistics: SealedKey },
    nowMs: number,
    invitation?: Invitation,
  ): Promise<{ account: Account; isNew: boolean }>;
  find(accountId: number): Promise<Account | null>;
  setLanguage(accountId: number, language: string): Promise<void>;
  /** @param timeZone an IANA name */
  setTimeZone(accountId: number, timeZone: string): Promise<void>;
  /** What the person is called by now; the search finds them by it. */
  setName(accountId: number, name: { firstName: string; username: string }): Promise<void>;
  /** A blocked account's keys are refused; the keys version moves. What a moderator changed is logged. Durable. */
  setBlocked(
    accountId: number,
    isBlocked: boolean,
    made: {
      moderatorId: number;
      /** Why; null where a block is lifted. */
      reason: string | null;
      notifications: (stopped: Stopped) => NewNotification[];
    },
    nowMs: number,
  ): Promise<void>;
  /** Summaries are wanted for the days after this one; null: none are. */
  setSummary(accountId: number, afterDay: number | null): Promise<void>;
  /**
   * Queues the summary of that day for at most `limit` people who want it and have not had it, in one step: no person gets
   * two, whenever this is cut off. Blocked accounts are passed over. Returns how many were due.
   */
  queueSummaries(
    day: number,
    limit: number,
    notification: (accountId: number) => NewNotification,
    nowMs: number,
  ): Promise<number>;
  list(page: {
    search: string;
    offset: number;
    limit: number;
  }): Promise<{ accounts: Account[]; total: number }>;
}

export interface KeyStore {
  /** The owner of a live key; a blocked account has none. */
  find(hash: string): Promise<KeyOwner | null>;
  /** The cipher of a key, to show it to its owner again. */
  cipher(owner: KeyOwner): Promise<string | null>;
  /** Puts a new key in the place of the old, which is dead once this resolves. Durable; the keys version moves. */
  replace(owner: KeyOwner, key: SealedKey, nowMs: number, keeping?: Keeping<undefined>): Promise<void>;
  /** Notes that a key was used; called at most once an hour a key. */
  touch(hash: string, nowMs: number): Promise<void>;
  lastUsedAtMs(owner: KeyOwner): Promise<number | null>;
  /** Moves with every change after which a remembered owner may be wrong, made by whatever process. */
  version(asOf?: AsOf): Promise<number>;
}
