/** A publisher's bot, the pictures of its block, and where both are kept. */
import type { Keeping } from './answer-store.js';
import type { BotSettings } from '../terms/bot-settings.js';
import type { AsOf } from './as-of.js';
import type { SealedKey } from './account-store.js';
import type { NewNotification } from './notification-store.js';

/** What a moderator has said of a bot without a token (`evidence.md`, Bots without a token). */
export const botTrusts = ['unknown', 'trusted', 'refused'] as const;
export type BotTrust = (typeof botTrusts)[number];

/** What a moderator says of a bot: it is trusted, or what it brought goes back to the advertisers. */
export type TrustDecision = Exclude<BotTrust, 'unknown'>;

export interface Bot {
  botId: number;
  accountId: number;
  name: string;
  nickname: string;
  /** Whether the service may speak as this bot. */
  hasToken: boolean;
  /** Its owner has set other networks, which fill free places of its lists; perhaps none is left. */
  hasNetworks: boolean;
  isOn: boolean;
  inArchive: boolean;
  /** Switched off by the operator. */
  isBlocked: boolean;
  /** The platform refused the token. */
  isTokenInvalid: boolean;
  trust: BotTrust;
  note: string | null;
  /** The bot's own theme, set by a moderator; null until then. */
  theme: string | null;
  settings: BotSettings;
  /** The last test of its block, counted from 1 (0: there was none), and since when it runs; null: none does. */
  blockTest: { number: number; sinceMs: number | null };
  /** All the bot has earned, and the part of it that came from its owner's own orders; micro-units. */
  profitMicros: bigint;
  profitOwnOrdersMicros: bigint;
  /** What the orders of others had brought its earlier owners. */
  profitBeforeMicros: bigint;
  /** Subscribers the bot has brought. */
  followers: number;
  createdAtMs: number;
}

export interface NewBot extends Pick<Bot, 'botId' | 'accountId' | 'name' | 'nickname' | 'settings'> {
  tokenCipher: string | null;
  /** Default true. */
  isOn?: boolean;
}

/** What an update changes; only what is present changes. */
export interface BotPatch extends Partial<
  Pick<
    Bot,
    'name' | 'nickname' | 'isOn' | 'inArchive' | 'isBlocked' | 'isTokenInvalid' | 'trust' | 'note' | 'theme'
  >
> {
  tokenCipher?: string | null;
  settings?: Partial<BotSettings>;
}

/** What a moderator says of a bot; only what is present changes. */
export type BotWord = Pick<BotPatch, 'isBlocked' | 'theme'> & {
  trust?: TrustDecision;
  /** The trust that the moderator saw: one about another is refused. Absent: whatever it is. */
  seenTrust?: BotTrust | undefined;
};

export type BotAddition =
  | { kind: 'added'; bot: Bot }
  /** Already there: nothing was changed. */
  | { kind: 'taken'; bot: Bot }
  /** The account has as many bots as it may: nothing was changed. */
  | { kind: 'full' };

export interface BotStore {
  /**
   * Adds a bot with its key in one step, unless its account has `botsMax` others, archived ones too (absent: no matter how
   * many); a bot id that is there already is left alone. Durable.
   */
  add(
    bot: NewBot,
    key: SealedKey,
    nowMs: number,
    botsMax?: number,
    keeping?: Keeping<Bot>,
  ): Promise<BotAddition>;
  /**
   * Gives a bot to another account with a new key, unless that account has `botsMax` others: a bot that was added by someone
   * else without a token, or whose encrypted token still is `refusedCipher`, which the platform refuses. Durable.
   * @throws ServiceError `conflict` when it is not to be had
   */
  takeOver(
    bot: NewBot,
    key: SealedKey,
    nowMs: number,
    botsMax?: number,
    refusedCipher?: string | null,
    keeping?: Keeping<Bot>,
  ): Promise<BotAddition>;
  find(botId: number): Promise<Bot | null>;
  /**
   * Durable; the bots version moves. Returns null when there is no such bot.
   * @param ownerId whose the bot has to be: since the caller looked, another account may have taken it over. Absent: no matter whose
   */
  update(
    botId: number,
    patch: BotPatch,
    nowMs: number,
    keeping?: Keeping<Bot>,
    ownerId?: number,
  ): Promise<Bot | null>;
  /**
   * The platform refuses this encrypted token: the bot is marked and the notification queued, once, and only while the bot
   * still has it. Durable; the bots version moves.
   */
  refuseToken(
    botId: number,
    tokenCipher: string,
    notification: (bot: Bot) => NewNotification,
    nowMs: number,
  ): Promise<void>;
  /**
   * What a moderator decides about a bot; what changed is logged, and the notifications go out when it is blocked or let go,
   * trusted or refused: then the held money follows by `TrustStore.settleHeld`, of a refused bot all that is on hold.
   * Returns the bot as it is then, or null when there is none. Durable; the bots version moves.
   * @throws ServiceError `conflict` where another moderator was first
   */
  moderate(
    botId: number,
    word: BotWord,
    made: { moderatorId: number; notifications: (bot: Bot) => NewNotification[] },
    nowMs: number,
  ): Promise<Bot | null>;
  list(
    accountId: number,
    page: { search: string; inArchive: boolean; offset: number; limit: number },
  ): Promise<{ bots: Bot[]; total: number }>;
  /** All bots of an account, archived ones too, for its balance; at most `limit`. */
  ofAccount(accountId: number, limit: number): Promise<Bot[]>;
  /** The encrypted token, or null when the bot has none. */
  tokenCipher(botId: number): Promise<string | null>;
  /** Its networks, encrypted, or null when it has none. */
  networksCipher(botId: number): Promise<string | null>;
  /**
   * Puts networks in the place of those that were read (`before`). Durable; the bots version moves. Returns `changed` where there
   * are others by now, and null when the bot is not this account's: nothing was changed.
   */
  setNetworks(
    botId: number,
    ownerId: number,
    networks: { before: string | null; after: string },
    nowMs: number,
  ): Promise<Bot | 'changed' | null>;
  /**
   * Moves with every change of any bot, made by whatever process, so that a remembered bot can be trusted; all but its
   * figures (`profitMicros`, `followers`), which move with every subscriber.
   */
  version(asOf?: AsOf): Promise<number>;
}

/** A bot whose owner waits, before a message of the operator bot, for the first request with its key. */
export interface AwaitedBot {
  botId: number;
  accountId: number;
  /** The message of the operator bot that says so, in the owner's chat; null: they read something else by now. */
  messageId: number | null;
}

export interface AwaitedBotStore {
  /**
   * Waits for the bot's first answered request: the notification `bot_seen` is queued in the commit that counts it, once, or
   * in this one when it was counted before. A bot is waited for once, before the latest message.
   */
  wait(awaited: AwaitedBot, nowMs: number): Promise<void>;
}

/** Pictures of blocks that were sent as photos, each under an address that cannot be guessed. */
export interface PictureStore {
  /** Keeps a picture next to those that the bot has, until `keep` names others. Durable. */
  put(botId: number, picture: { secret: string; jpeg: Uint8Array }, nowMs: number): Promise<void>;
  /** Null when the bot has no picture with this secret (any more). */
  find(botId: number, secret: string): Promise<Uint8Array | null>;
  remove(botId: number, secret: string): Promise<void>;
  /**
   * Forgets the bot's pictures but those with these secrets. One that came after all of those stays: it is being put into
   * the block at this moment.
   */
  keep(botId: number, secrets: readonly string[]): Promise<void>;
}
