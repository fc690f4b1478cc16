/**
 * Trust (`evidence.md`, Bots without a token and Holds): what moderators say of bots without a token and of new
 * publishers, and what becomes of the money that waits for their word.
 */
import { assertModerator, knownAccount, knownBot, type Operator, TERMINAL_ID } from '../accounts/index.js';
import { DAY_MS, dayNumberOf } from '../days.js';
import { takenOverBounds } from '../evidence/index.js';
import type { Ports } from '../ports.js';
import type { Account } from '../ports/account-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { Balance } from '../ports/ledger-store.js';
import type { NewNotification } from '../ports/notification-store.js';
import type { HeldForTrust, Releases, Returnable, TakenOver, TrustDecision } from '../ports/trust-store.js';
import { reasonText } from '../reason.js';
import { type UnpaidReason } from '../terms/index.js';
import { holdsOf } from '../subscriptions/index.js';

/** A bot is in the moderators' queue for so long after its last list, and a card counts joins and contacts so far back. */
const RECORD_DAYS = 30;
/** The most bots that an account's card lists. */
const CARD_BOTS = 100;
/** Bots that a refusal of an account refuses at once, archived ones too. */
const REFUSED_BOTS = 1_000;
/** Subscribers in one step of `settleHeld`. */
const SETTLED_AT_ONCE = 500;

export interface BotTrustCard {
  bot: Bot;
  owner: Account;
  held: HeldForTrust;
  /** What refusing it now would return. */
  returnable: Returnable;
  /** Of the last 30 days: what the platform said of its users, and unpaid joins through it. */
  contacts: { yes: number; no: number };
  unpaid: { reason: UnpaidReason; joins: number }[];
  /** Of the last 30 days: its paid joins, and how many of them it took over from other publishers' bots. */
  takenOver: TakenOver;
}

export interface AccountTrustCard {
  account: Account;
  balance: Balance;
  bots: Bot[];
  /** Its bots with money that waits for a moderator. */
  held: ({ bot: Bot } & HeldForTrust)[];
}

/** What refusing an account now would do. */
export interface RefusalPreview {
  account: Account;
  bots: number;
  returnable: Returnable;
}

/** The facts for a publisher about money that is held back. */
export interface PublisherTrust {
  /** Earnings wait no longer than others'. */
  isTrusted: boolean;
  /** Bots with money that waits for a moderator. */
  held: ({ bot: Bot } & HeldForTrust)[];
  releases: Releases;
}

/** What is for moderators throws ServiceError `forbidden` for anybody else; the terminal is null. */
export interface Trust {
  /**
   * A moderator trusts a bot, or refuses it: then it gets no sponsors, and what it brought and is held goes back to the
   * advertisers. The money follows by `settleHeld`. For moderators.
   * @throws ServiceError `forbidden` when there is no such bot
   */
  bot(botId: number, trust: TrustDecision, moderator: Operator): Promise<Bot>;
  /**
   * The account's earnings wait no longer than others' from now on, or do again; what is held already keeps its time. For
   * moderators.
   * @throws ServiceError `forbidden` when there is no such account
   */
  account(accountId: number, isTrusted: boolean, moderator: Operator): Promise<Account>;
  /**
   * Refuses a publisher: all bots of the account are refused, archived ones too, and its trust ends. It can add
   * new bots, unless it is blocked. Done again, it goes on where it was interrupted. For moderators.
   * @throws ServiceError `forbidden` when there is no such account
   */
  refuseAccount(accountId: number, moderator: Operator): Promise<{ account: Account; bots: number }>;
  /** For moderators. @throws ServiceError `forbidden` when there is no such account */
  refusalOfAccount(accountId: number, moderator: Operator): Promise<RefusalPreview>;
  /** Bots that wait for a moderator: with held money, or without a token and given lists of late. For moderators. */
  waitingBots(
    moderator: Operator,
    page: { offset: number; limit: number },
  ): Promise<{ bots: ({ bot: Bot } & HeldForTrust)[]; total: number }>;
  /** New publishers with money on hold. For moderators. */
  waitingAccounts(
    moderator: Operator,
    page: { offset: number; limit: number },
  ): Promise<{ accounts: { account: Account; heldMicros: bigint }[]; total: number }>;
  /** For moderators. @throws ServiceError `forbidden` when there is no such bot */
  botCard(moderator: Operator, botId: number): Promise<BotTrustCard>;
  /** How much of each waits for a moderator. For moderators. */
  waiting(moderator: Operator): Promise<{ orders: number; bots: number; publishers: number }>;
  /** For moderators. @throws ServiceError `forbidden` when there is no such account */
  accountCard(moderator: Operator, accountId: number): Promise<AccountTrustCard>;
  /**
   * Keeps a note about an account for other moderators; its owner is not notified. For moderators.
   * @throws ServiceError `forbidden` when there is no such account; `invalid` for a text that is empty or too long
   */
  noteAccount(moderator: Operator, accountId: number, text: string): Promise<void>;
  /**
   * Bots that took over much of what they were paid for in 30 days, the largest share first; at most 100. For moderators,
   * at the terminal: it reads the counters of all bots.
   */
  takenOverBots(moderator: Operator, limit: number): Promise<({ bot: Bot } & TakenOver)[]>;
  /** What is held back of an account's earnings, and why. */
  ofPublisher(accountId: number): Promise<PublisherTrust>;
  /** What of one bot's earnings waits for a moderator. */
  heldOf(botId: number): Promise<HeldForTrust>;
  /** What refusing the bot now would return to advertisers. */
  returnableOf(botId: number): Promise<Returnable>;
  /** Goes on with the held money of bots that were decided about, in one bounded step; returns how many subscribers. */
  settleHeld(): Promise<number>;
}

/** Whether the bot's word counts: the platform knows it by its token, or a moderator trusts it. */
export function isTrustedBot({ hasToken, trust }: Pick<Bot, 'hasToken' | 'trust'>): boolean {
  return trust === 'trusted' || (hasToken && trust !== 'refused');
}

export function createTrust(ports: Pick<Ports, 'store' | 'clock' | 'settings'>): Trust {
  const { store, clock, settings } = ports;
  const today = () => dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE);

  const accountOf = (accountId: number) => knownAccount(store, accountId);
  const decideBot = async (botId: number, trust: TrustDecision, moderator: Operator): Promise<Bot> => {
    assertModerator(settings, moderator);
    const nowMs = clock.now();
    const notifications = (bot: Bot) => [botNotification(bot, trust, nowMs)];
    const made = { moderatorId: moderator ?? TERMINAL_ID, notifications };
    const bot = await store.trust.decideBot(botId, trust, made, nowMs);
    return bot ?? knownBot(store, botId);
  };

  const decideAccount = async (
    accountId: number,
    isTrusted: boolean,
    moderator: Operator,
  ): Promise<Account> => {
    assertModerator(settings, moderator);
    const nowMs = clock.now();
    const made = {
      moderatorId: moderator ?? TERMINAL_ID,
      notifications: () => [accountNotification(accountId, nowMs)],
    };
    const account = await store.trust.decideAccount(accountId, isTrusted, made, nowMs);
    return account ?? accountOf(accountId);
  };

  const botsOf = (accountId: number) => store.bots.ofAccount(accountId, REFUSED_BOTS);

  return {
    bot: decideBot,
    account: decideAccount,
    refuseAccount: async (accountId, moderator) => {
      const account = await decideAccount(accountId, false, moderator);
      const bots = await botsOf(accountId);
      const open = bots.filter(({ trust }) => trust !== 'refused');
      for (const { botId } of open) await decideBot(botId, 'refused', moderator);
      return { account, bots: open.length };
    },
    refusalOfAccount: async (accountId, moderator) => {
      assertModerator(settings, moderator);
      const [account, bots] = await Promise.all([accountOf(accountId), botsOf(accountId)]);
      const returnable = await store.trust.returnableOf(bots.map(({ botId }) => botId));
      return { account, bots: bots.length, returnable };
    },
    waitingBots: async (moderator, page) => {
      assertModerator(settings, moderator);
      return store.trust.waitingBots(today() - RECORD_DAYS, page);
    },
    waitingAccounts: async (moderator, page) => {
      assertModerator(settings, moderator);
      return store.trust.waitingAccounts(page);
    },
    waiting: async (moderator) => {
      assertModerator(settings, moderator);
      const first = { offset: 0, limit: 1 };
      const [orders, bots, publishers] = await Promise.all([
        store.orders.waiting(first),
        store.trust.waitingBots(today() - RECORD_DAYS, first),
        store.trust.waitingAccounts(first),
      ]);
      return { orders: orders.total, bots: bots.total, publishers: publishers.total };
    },
    botCard: async (moderator, botId) => {
      assertModerator(settings, moderator);
      const bot = await knownBot(store, botId);
      const sinceDay = today() - RECORD_DAYS;
      const [owner, held, returnable, contacts, unpaid, takenOver] = await Promise.all([
        accountOf(bot.accountId),
        store.trust.heldOf(botId),
        store.trust.returnableOf([botId]),
        store.contacts.record(botId, sinceDay),
        store.trust.unpaid(botId, sinceDay),
        store.trust.takenOver(botId, sinceDay),
      ]);
      return { bot, owner, held, returnable, contacts, unpaid, takenOver };
    },
    accountCard: async (moderator, accountId) => {
      assertModerator(settings, moderator);
      const account = await accountOf(accountId);
      const [balance, bots, held] = await Promise.all([
        store.ledger.balance(accountId),
        store.bots.ofAccount(accountId, CARD_BOTS),
        store.trust.heldOfAccount(accountId),
      ]);
      return { account, balance, bots, held };
    },
    noteAccount: async (moderator, accountId, text) => {
      assertModerator(settings, moderator);
      await accountOf(accountId);
      const note = { accountId, moderatorId: moderator ?? TERMINAL_ID, text: reasonText(text) };
      await store.moderationLog.addNote(note, clock.now());
    },
    takenOverBots: async (moderator, limit) => {
      assertModerator(settings, moderator);
      return store.trust.takenOverBots({ day: today() - RECORD_DAYS, ...takenOverBounds }, limit);
    },
    ofPublisher: async (accountId) => {
      const nowMs = clock.now();
      const ends = { dayEndMs: nowMs + DAY_MS, weekEndMs: nowMs + 7 * DAY_MS };
      const [{ isTrusted }, held, releases] = await Promise.all([
        accountOf(accountId),
        store.trust.heldOfAccount(accountId),
        store.trust.releasesOf(accountId, ends),
      ]);
      return { isTrusted, held, releases };
    },
    heldOf: (botId) => store.trust.heldOf(botId),
    returnableOf: (botId) => store.trust.returnableOf([botId]),
    settleHeld: () => {
      const nowMs = clock.now();
      const day = dayNumberOf(nowMs, settings.SERVICE_TIMEZONE);
      return store.trust.settleHeld({ day, nowMs }, holdsOf(settings), SETTLED_AT_ONCE);
    },
  };
}

/** What the owner learns, as often as it changes. */
function botNotification(
  { botId, accountId, nickname }: Bot,
  trust: TrustDecision,
  nowMs: number,
): NewNotification {
  const kind = `bot_${trust}` as const;
  const dedupeKey = `${kind}:${String(botId)}:${String(nowMs)}`;
  return { accountId, kind, facts: { botId, nickname }, dedupeKey };
}

function accountNotification(accountId: number, nowMs: number): NewNotification {
  const kind = 'account_trusted';
  return { accountId, kind, facts: {}, dedupeKey: `${kind}:${String(accountId)}:${String(nowMs)}` };
}
