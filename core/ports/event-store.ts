/** Events for publishers (`decisions.md`, Events to publishers): what happened to subscribers, and its way to them. */
import type { SliceSet } from '../slices.js';
import type { NewNotification } from './notification-store.js';
import type { SubscriptionStatus } from './sponsor-store.js';

/**
 * A subscriber's subscription status began or changed. Queued by the very command that changes it (`SubscriptionStore`,
 * `NetworkStore.keep`), when the bot that brought them has an address, or its account has one.
 */
export interface PublisherEvent {
  /** Grows with every event of the service, and is never given twice; of one bot's events, a later one has a larger. */
  webhookId: number;
  /** Whose the bot was when it happened. */
  accountId: number;
  botId: number;
  userId: number;
  /** The order; below 0 an offer of another network (`adsIdOf`). */
  adsId: number;
  /** The order's link, or the offer's. */
  link: string;
  /** The other network that offered it; null of an order. */
  network: string | null;
  status: SubscriptionStatus['state'];
  /** The day on which the user was settled, days since 1970-01-01 in the service's zone. */
  subscribeDay: number;
  atMs: number;
  state: 'waiting' | 'delivered' | 'dead';
  /** When it was delivered or given up; null while it waits. */
  endedAtMs: number | null;
  /** Why it is dead. */
  deadReason: string | null;
}

/** The next events of one bot, to be delivered in their order; no other worker has any of that bot meanwhile. */
export interface ClaimedEvents {
  botId: number;
  claim: number;
  /** How often in a row it has failed before. */
  failures: number;
  /** How often the first of its events was refused alone before. */
  refusals: number;
  /** Oldest first; at least one. */
  events: PublisherEvent[];
}

/** How a bot's events stand. */
export interface EventQueue {
  botId: number;
  accountId: number;
  waiting: number;
  dead: number;
  failures: number;
  /** Since when nothing could be delivered; null when the last attempt succeeded, or none was made. */
  failingSinceMs: number | null;
  lastAtMs: number | null;
  lastReason: string | null;
  /** When it is tried next; null when nothing waits. */
  dueAtMs: number | null;
}

export interface EventStore {
  /** Sets where events go: of this bot, or (bot 0) of all bots of the account without an address of their own. Durable. */
  setWebhook(accountId: number, botId: number, urlCipher: string, nowMs: number): Promise<void>;
  /** Durable. What waits and finds no other address is given up when its turn comes. */
  clearWebhook(accountId: number, botId: number): Promise<void>;
  /** The address set for exactly this, sealed. */
  webhook(accountId: number, botId: number): Promise<string | null>;
  /**
   * Takes the queues of at most `queues` bots for `leaseMs`, at most `perAccount` of one account at a time, and of each
   * its first `events` that wait, half as many with every failure before. An expired lease makes a queue due again.
   * @param slices of which bots; default all
   */
  claim(
    worker: string,
    limits: { queues: number; events: number; perAccount: number },
    leaseMs: number,
    nowMs: number,
    slices?: SliceSet,
  ): Promise<ClaimedEvents[]>;
  /** The receiver has them. What else waits is due at once. */
  delivered(claimed: ClaimedEvents, nowMs: number): Promise<void>;
  /**
   * Again at `retryAtMs`; whatever of the bot waits since before `giveUpBeforeMs` is dead. Returns how many died; of that
   * `notifications` says, in the same step. A lost claim changes nothing.
   */
  failed(
    claimed: ClaimedEvents,
    failure: { reason: string; retryAtMs: number; giveUpBeforeMs: number },
    nowMs: number,
    notifications: (dead: number) => NewNotification[],
  ): Promise<number>;
  /**
   * The receiver understood the post and refuses it. Of several events, the next claims take half as many, until the one
   * that is refused stands alone: that waits apart until `apartUntilMs`, and everything else of the bot goes on, save what
   * came later of the same user. Where several in a row are refused alone, the queue is held until `retryAtMs`, as by
   * `failed` (`isHeld`). Whatever waits since before `giveUpBeforeMs` is dead, as there. A lost claim changes nothing.
   */
  rejected(
    claimed: ClaimedEvents,
    failure: { reason: string; retryAtMs: number; apartUntilMs: number; giveUpBeforeMs: number },
    nowMs: number,
    notifications: (dead: number) => NewNotification[],
  ): Promise<{ dead: number; isHeld: boolean }>;
  /** A number of the sequence of events, for what is sent like one and is none. */
  takeId(): Promise<number>;
  /** These can't be delivered at all: they are dead, and what else waits is due at once. */
  refused(claimed: ClaimedEvents, reason: string, nowMs: number): Promise<void>;
  /** Gives back what this worker holds of these slices (default all), at a graceful stop, or after a crash. */
  release(worker: string, nowMs: number, slices?: SliceSet): Promise<void>;
  /** The latest events of a bot, latest first; at most 100. */
  recent(accountId: number, botId: number, limit: number): Promise<PublisherEvent[]>;
  /** Dead events of an account (bot 0), or of one of its bots, oldest first; at most 100 a page. */
  dead(
    accountId: number,
    botId: number,
    page: { offset: number; limit: number },
  ): Promise<{ events: PublisherEvent[]; total: number }>;
  /** Makes at most `limit` dead events wait again, as if they had just happened: one, or all of a bot (0: of the account). */
  resend(
    accountId: number,
    which: { botId: number } | { webhookId: number },
    nowMs: number,
    limit: number,
  ): Promise<number>;
  /** Tries what waits for this bot (0: for all bots of the account) at once, also what waits apart. */
  hurry(accountId: number, botId: number, nowMs: number): Promise<void>;
  /** How a bot's events stand (0: what waits for all bots of the account, and the one that fails longest); null where there never was one. */
  queue(accountId: number, botId: number): Promise<EventQueue | null>;
  /** Queues that fail, longest first; at most 100. */
  failing(limit: number): Promise<EventQueue[]>;
  /** For health, metrics and the operator. */
  backlog(nowMs: number): Promise<{ waiting: number; oldestMs: number; dead: number }>;
}
