/**
 * Trust (`evidence.md`, Bots without a token and Holds): what moderators say of bots without a token and of new
 * publishers, and what becomes of the money that waits for their word.
 */
import {
  assertModerator,
  everyBot,
  knownAccount,
  knownBot,
  type Operator,
  TERMINAL_ID,
} from '../accounts/index.js';
import { botNotification } from '../notifications.js';
import { DAY_MS, dayNumberOf } from '../days.js';
import { takenOverBounds } from '../evidence/index.js';
import type { Ports } from '../ports.js';
import type { Account } from '../ports/account-store.js';
import { ServiceError } from '../errors.js';
import type { Bot, BotTrust, TrustDecision } from '../ports/bot-store.js';
import type { NewNotification } from '../ports/notification-store.js';
import type { AccountTrust, HeldForTrust, Returnable, TakenOver } from '../ports/trust-store.js';
import { reasonText } from '../reason.js';
import { type UnpaidReason } from '../terms/index.js';
import { holdsOf } from '../subscriptions/index.js';

/** A bot is in the moderators' queue for so long after its last list, and a card counts joins and contacts so far back. */
const RECORD_DAYS = 30;
/** The most bots that an account's card lists. */
const CARD_BOTS = 100;
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

/** @param wasUntrusted a moderator has said so, however long ago */
export function accountTrust(isTrusted: boolean, wasUntrusted: boolean): AccountTrust {
  if (isTrusted) return 'trusted';
  return wasUntrusted ? 'refused' : 'unknown';
}

/**
 * What the word changes of a publisher; null: it was said before, and nothing is logged or sent. Only good news are sent. That
 * a new publisher is not trusted is a word, too: from then on no payment makes them trusted.
 * @throws ServiceError `conflict` for a word about a trust that is another by now
 */
export function decideAccountTrust(trust: AccountTrust, isTrusted: boolean, seen?: AccountTrust) {
  if (trust === (isTrusted ? 'trusted' : 'refused')) return null;
  if (seen !== undefined && seen !== trust)
    throw new ServiceError('conflict', `Another moderator was first: it is ${trust} by now.`);
  return { action: isTrusted ? 'account_trusted' : 'account_untrusted', isNotified: isTrusted } as const;
}

/** What is for moderators throws ServiceError `forbidden` for anybody else; the terminal is null. */
export function createTrust(ports: Pick<Ports, 'store' | 'clock' | 'settings'>) {
  const { store, clock, settings } = ports;
  const decideBot = async (
    botId: number,
    trust: TrustDecision,
    moderator: Operator,
    seenTrust?: BotTrust,
  ): Promise<Bot> => {
    assertModerator(settings, moderator);
    const nowMs = clock.now();
    const notifications = (bot: Bot) => [botNotification(bot, `bot_${trust}`, nowMs)];
    const made = { moderatorId: moderator ?? TERMINAL_ID, notifications };
    const bot = await store.bots.moderate(botId, { trust, seenTrust }, made, nowMs);
    return bot ?? knownBot(store, botId);
  };

  const decideAccount = async (
    accountId: number,
    isTrusted: boolean,
    moderator: Operator,
    seen?: AccountTrust,
  ): Promise<Account> => {
    assertModerator(settings, moderator);
    const nowMs = clock.now();
    const made = {
      moderatorId: moderator ?? TERMINAL_ID,
      notifications: () => [accountNotification(accountId, nowMs)],
      seen,
    };
    const account = await store.trust.decideAccount(accountId, isTrusted, made, nowMs);
    return account ?? knownAccount(store, accountId);
  };

  return {
    ...createTrustCards(ports),
    /**
     * A moderator trusts a bot, or refuses it: then it gets no sponsors, and what it brought and is held goes back to the
     * advertisers. The money follows by `settleHeld`. For moderators.
     * @param seenTrust the trust that the moderator saw; absent: whatever it is
     * @throws ServiceError `forbidden` when there is no such bot; `conflict` where another moderator was first
     */
    bot: decideBot,
    /**
     * The account's earnings wait no longer than others' from now on, or do again; what is held already keeps its time. For
     * moderators.
     * @param seen the trust that the moderator saw; absent: whatever it is
     * @throws ServiceError `forbidden` when there is no such account; `conflict` where another moderator was first
     */
    account: decideAccount,
    /**
     * Refuses a publisher: all bots of the account are refused, archived ones too, and its trust ends. It can add
     * new bots, unless it is blocked. Done again, it goes on where it was interrupted. For moderators.
     * @param seen as of `account`
     * @throws ServiceError `forbidden` when there is no such account; `conflict` where another moderator was first
     */
    refuseAccount: async (accountId: number, moderator: Operator, seen?: AccountTrust) => {
      const account = await decideAccount(accountId, false, moderator, seen);
      const bots = await everyBot(store, settings, accountId);
      const open = bots.filter(({ trust }) => trust !== 'refused');
      for (const { botId } of open) await decideBot(botId, 'refused', moderator);
      return { account, bots: open.length };
    },
    /** What refusing an account now would do. For moderators. @throws ServiceError `forbidden` when there is no such account */
    refusalOfAccount: async (accountId: number, moderator: Operator) => {
      assertModerator(settings, moderator);
      const [account, bots] = await Promise.all([
        knownAccount(store, accountId),
        everyBot(store, settings, accountId),
      ]);
      const returnable = await store.trust.returnableOf(bots.map(({ botId }) => botId));
      return { account, bots: bots.length, returnable };
    },
    /**
     * What is held back of an account's earnings, and why: bots with money that waits for a moderator, and whether earnings wait
     * no longer than others' (`isTrusted`).
     */
    ofPublisher: async (accountId: number) => {
      const nowMs = clock.now();
      const ends = { dayEndMs: nowMs + DAY_MS, weekEndMs: nowMs + 7 * DAY_MS };
      const [{ isTrusted }, held, releases] = await Promise.all([
        knownAccount(store, accountId),
        store.trust.heldOfAccount(accountId),
        store.trust.releasesOf(accountId, ends),
      ]);
      return { isTrusted, held, releases };
    },
    /** What of one bot's earnings waits for a moderator. */
    heldOf: (botId: number) => store.trust.heldOf(botId),
    /** What refusing the bot now would return to advertisers. */
    returnableOf: (botId: number) => store.trust.returnableOf([botId]),
    /** Goes on with the held money of bots that were decided about, in one bounded step; returns how many subscribers. */
    settleHeld: () => {
      const nowMs = clock.now();
      const day = dayNumberOf(nowMs, settings.SERVICE_TIMEZONE);
      return store.trust.settleHeld({ day, nowMs }, holdsOf(settings), SETTLED_AT_ONCE);
    },
  };
}

/** For moderators: what waits for them, and what they know of a bot or an account before they decide. */
function createTrustCards({ store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>) {
  const recordDay = () => dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE) - RECORD_DAYS;
  return {
    /** Bots that wait for a moderator: with held money, or without a token and given lists of late. */
    waitingBots: async (moderator: Operator, page: { offset: number; limit: number }) => {
      assertModerator(settings, moderator);
      return store.trust.waitingBots(recordDay(), page);
    },
    /** New publishers with money on hold. */
    waitingAccounts: async (moderator: Operator, page: { offset: number; limit: number }) => {
      assertModerator(settings, moderator);
      return store.trust.waitingAccounts(page);
    },
    /** How much of each waits for a moderator. */
    waiting: async (moderator: Operator) => {
      assertModerator(settings, moderator);
      const first = { offset: 0, limit: 1 };
      const [orders, bots, publishers] = await Promise.all([
        store.orders.waiting(first),
        store.trust.waitingBots(recordDay(), first),
        store.trust.waitingAccounts(first),
      ]);
      return { orders: orders.total, bots: bots.total, publishers: publishers.total };
    },
    /** @throws ServiceError `forbidden` when there is no such bot */
    botCard: async (moderator: Operator, botId: number): Promise<BotTrustCard> => {
      assertModerator(settings, moderator);
      const bot = await knownBot(store, botId);
      const sinceDay = recordDay();
      const [owner, held, returnable, contacts, unpaid, takenOver] = await Promise.all([
        knownAccount(store, bot.accountId),
        store.trust.heldOf(botId),
        store.trust.returnableOf([botId]),
        store.contacts.record(botId, sinceDay),
        store.trust.unpaid(botId, sinceDay),
        store.trust.takenOver(botId, sinceDay),
      ]);
      return { bot, owner, held, returnable, contacts, unpaid, takenOver };
    },
    /**
     * `held`: its bots with money that waits for a moderator.
     * @throws ServiceError `forbidden` when there is no such account
     */
    accountCard: async (moderator: Operator, accountId: number) => {
      assertModerator(settings, moderator);
      const account = await knownAccount(store, accountId);
      const [trust, balance, bots, held] = await Promise.all([
        store.trust.trustOf(accountId),
        store.ledger.balance(accountId),
        store.bots.ofAccount(accountId, CARD_BOTS),
        store.trust.heldOfAccount(accountId),
      ]);
      return { account, trust, balance, bots, held };
    },
    /**
     * Keeps a note about an account for other moderators; its owner is not notified.
     * @throws ServiceError `forbidden` when there is no such account; `invalid` for a text that is empty or too long
     */
    noteAccount: async (moderator: Operator, accountId: number, text: string) => {
      assertModerator(settings, moderator);
      await knownAccount(store, accountId);
      const note = { accountId, moderatorId: moderator ?? TERMINAL_ID, text: reasonText(text) };
      await store.moderationLog.addNote(note, clock.now());
    },
    /**
     * Bots that took over much of what they were paid for in 30 days, the largest share first; at most 100. For the
     * terminal: it reads the counters of all bots.
     */
    takenOverBots: async (moderator: Operator, limit: number) => {
      assertModerator(settings, moderator);
      return store.trust.takenOverBots({ day: recordDay(), ...takenOverBounds }, limit);
    },
  };
}

function accountNotification(accountId: number, nowMs: number): NewNotification {
  const kind = 'account_trusted';
  return { accountId, kind, facts: {}, dedupeKey: `${kind}:${String(accountId)}:${String(nowMs)}` };
}
