/**
 * What moderators say of bots without a token and of new publishers, and what becomes of the money that waits for their
 * word (`evidence.md`, Bots without a token and Holds).
 */
import type { UnpaidReason } from '../terms/reasons.js';
import type { Account } from './account-store.js';
import type { Bot, BotTrust } from './bot-store.js';
import type { NewNotification } from './notification-store.js';

/** Paid joins of a bot, and how many of them it took over. */
export interface TakenOver {
  subscribers: number;
  takenOver: number;
}

/** What moderators have said of a publisher, as of a bot; `refused`: that it is not trusted, however long ago. */
export type AccountTrust = BotTrust;

/** Subscribers whose charge waits until a moderator trusts or refuses the bot, and the publisher's part of it. */
export interface HeldForTrust {
  subscribers: number;
  micros: bigint;
}

/** What a refusal would return: whose charges are on hold, for whatever reason, and what the advertisers get back. */
export type Returnable = HeldForTrust;

/** When an account's earnings on hold are released. What waits for a moderator has no date, and is left out. */
export interface Releases {
  /** Null: nothing has a date. */
  nextAtMs: number | null;
  /** Released within a day, and within seven days. */
  dayMicros: bigint;
  weekMicros: bigint;
  /** Only the first 5,000 subscribers were added up, or the first 100 bots: the sums are at least this. */
  isPartial: boolean;
}

export interface TrustStore {
  /**
   * What a moderator decides about an account (of a bot: `BotStore.moderate`). Where that says something new it is logged, and
   * notifications go out when it becomes trusted. Null when there is no such account. Durable.
   * @throws ServiceError `conflict` where another moderator was first
   */
  decideAccount(
    accountId: number,
    isTrusted: boolean,
    made: {
      moderatorId: number;
      notifications: (account: Account) => NewNotification[];
      /** What the moderator saw: a word about another is refused. Absent: whatever it is. */
      seen?: AccountTrust | undefined;
    },
    nowMs: number,
  ): Promise<Account | null>;
  /** `unknown` when there is no such account. */
  trustOf(accountId: number): Promise<AccountTrust>;
  /**
   * Goes on with the money of bots that were decided about, at most `limit` subscribers: of a trusted bot it waits for
   * nothing but the hold from then on, its own where that is longer (`SubscriptionStore.releaseHolds` pays it out), of a refused one each charge is
   * reversed: `quantityNow` steps back, and the figures of this day follow. Returns how many there were. Durable.
   * @throws the first failure, after it went on with the others; at once where the database is away
   */
  settleHeld(
    at: { day: number; nowMs: number },
    holds: { holdMs: number; newPublisherHoldMs: number },
    limit: number,
  ): Promise<number>;
  heldOf(botId: number): Promise<HeldForTrust>;
  /** What refusing these bots now would return. */
  returnableOf(botIds: readonly number[]): Promise<Returnable>;
  /** Bots of an account with money that waits for a moderator; at most 100. */
  heldOfAccount(accountId: number): Promise<({ bot: Bot } & HeldForTrust)[]>;
  releasesOf(accountId: number, ends: { dayEndMs: number; weekEndMs: number }): Promise<Releases>;
  /**
   * Undecided bots: those with held money, and those without a token that were given lists since
   * that day. Those with the most held subscribers first. `total` is 0 on a page beyond the last.
   */
  waitingBots(
    sinceDay: number,
    page: { offset: number; limit: number },
  ): Promise<{ bots: ({ bot: Bot } & HeldForTrust)[]; total: number }>;
  /** Publishers not trusted yet with money on hold, the most first. `total` is 0 on a page beyond the last. */
  waitingAccounts(page: {
    offset: number;
    limit: number;
  }): Promise<{ accounts: { account: Account; trust: AccountTrust; heldMicros: bigint }[]; total: number }>;
  /** Unpaid joins through a bot since that day, by reason, the most first. */
  unpaid(botId: number, sinceDay: number): Promise<{ reason: UnpaidReason; joins: number }[]>;
  /** Paid joins through a bot since that day, and how many of them it took over (`core/evidence/taken-over.ts`). */
  takenOver(botId: number, sinceDay: number): Promise<TakenOver>;
  /**
   * Bots with at least `leastJoins` paid joins since that day and at least `share` of them taken over, those with the
   * largest share first; at most 100. Reads all counters of the days: for the terminal, not for a request.
   */
  takenOverBots(
    since: { day: number; leastJoins: number; share: number },
    limit: number,
  ): Promise<({ bot: Bot } & TakenOver)[]>;
}
