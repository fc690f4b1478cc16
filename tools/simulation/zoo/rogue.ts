/**
 * What a rogue is: it says what it does in one sentence, does it from outside during an honest day, and
 * counts its gain by the ledger, or where no money is at stake, how often it succeeded.
 */
import { ASKED, type Day } from './honest.js';
import type { OldRule } from './old-rules.js';
import { type Chat, MODERATOR, START_MS, type Town, type TownBot } from './town.js';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const ROGUE = 701;
export const ACCOMPLICE = 702;
/** From here on ids of users who were made up, or are accounts of the rogue's own. */
export const INVENTED = 5_000_000;
/** What the rogue's own orders offer for a subscriber. */
export const OFFERED = 5_000_000n;
/** What a rogue advertiser puts in. */
export const PURSE = 5_000_000_000n;

export interface Rogue {
  name: string;
  /** What it does. */
  does: string;
  /** The number of the cheat that was done to the running service and led to these rules, and what came of it. */
  done?: { number: number; took: string };
  /** The service without the rule that stops it: there it must gain, or nothing would show that the rule does. */
  old: OldRule;
  /** Of more users than this the old rule loses nothing, and why. */
  harmlessBeyond?: { users: number; why: string };
  /** Where money is on hold for all of the day, the old rule loses nothing, and why. */
  harmlessOnHold?: string;
  environment?: Record<string, string>;
  /** Why no rule stops all of it. */
  rest?: string;
  plan(day: Day): Promise<Takings | undefined>;
}

/** Counted in micro-units when the day is over. */
export interface Takings {
  /** What it gained; by default all that its account has. */
  gain?(): bigint | Promise<bigint>;
  /** What no rule stops of that. */
  rest?(): bigint;
}

export async function oneBot(
  day: Day,
  options: { token?: boolean; turnkey?: boolean } = {},
): Promise<TownBot> {
  await day.town.account(ROGUE);
  return day.town.addBot(ROGUE, options);
}

/** An advertiser who cheats, with an order that pays well. */
export async function richOrder(
  day: Day,
  { deposit = PURSE, ...more }: { deposit?: bigint } & Record<string, unknown> = {},
): Promise<{ chat: Chat; orderId: number }> {
  await day.town.account(ROGUE, deposit);
  const chat = day.town.chat('easy_money');
  day.chats.push(chat);
  const orderId = await day.town.order(ROGUE, chat, { priceMicros: OFFERED, ...more });
  return { chat, orderId };
}

/** A user who joined a rogue's chat from an honest bot's list. */
export interface Win {
  userId: number;
  chat: Chat;
}

export function watchWins(day: Day, isTheirs: (chat: Chat) => boolean): Win[] {
  const wins: Win[] = [];
  day.onJoined.push((userId, chat) => {
    if (isTheirs(chat)) wins.push({ userId, chat });
    return Promise.resolve();
  });
  return wins;
}

/** What was won at the price offered, less what the accounts have paid of their deposit: the rogue's purse, by default. */
export async function unpaidWins(
  day: Day,
  wins: readonly Win[],
  { accounts = [ROGUE], deposit = PURSE, counts = isPaidFor } = {},
): Promise<bigint> {
  const left = await together(day, accounts);
  const due = wins.filter(({ userId, chat }) => counts(day, chat, userId));
  return BigInt(due.length) * OFFERED - (deposit - left);
}

/** Within a hold, which lasts longer than the day, users who leave of their own will are unpaid. */
export function isPaidFor({ town }: Day, chat: Chat, userId: number): boolean {
  return town.settings.HOLD_HOURS === 0 || !chat.left.has(userId);
}

/** All that an account has, on hold and reserved included. */
export async function wealth({ town }: Day, accountId: number): Promise<bigint> {
  const { availableMicros, heldMicros, reservedMicros } = await town.service.wallet.balance(accountId);
  return availableMicros + heldMicros + reservedMicros;
}

export async function together(day: Day, accountIds: readonly number[]): Promise<bigint> {
  const amounts = await Promise.all(accountIds.map((accountId) => wealth(day, accountId)));
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/** Withdrawals that wait for an administrator. */
export async function waitingPayouts({ service }: Town) {
  const page = { state: 'waiting' as const, offset: 0, limit: 20 };
  return (await service.withdrawals.queue(MODERATOR, page)).withdrawals;
}

/** What a publisher gets for a subscriber of an honest order. */
export function earned({ town: { mutation } }: Day): bigint {
  return (ASKED * 7n * BigInt(Math.round(1_000 * (mutation.quality ?? 1)))) / 10_000n;
}

/** What is beyond what was earned honestly. */
export async function beyond(day: Day, honestMicros: bigint): Promise<bigint> {
  const earned = await wealth(day, ROGUE);
  return earned > honestMicros ? earned - honestMicros : 0n;
}

export const every = (day: Day, stepMs: number, fromMs: number, toMs: number, work: () => Promise<void>) => {
  for (let atMs = START_MS + fromMs; atMs < START_MS + toMs; atMs += stepMs) day.town.plan(atMs, work);
};

/** A second after an honest bot has asked about a user, another one does. */
export function askAfterOthers(day: Day, bot: TownBot, more: Record<string, unknown> = {}): void {
  day.onAsked.push(async (userId) => {
    await day.town.ask(bot, userId, more);
  });
}

/** Every so often one more user of the rogue's own, who has started its bot, does something. */
export function eachOwnUser(
  day: Day,
  bot: TownBot,
  { stepMs, untilMs }: { stepMs: number; untilMs: number },
  work: (userId: number) => Promise<void>,
): void {
  let userId = INVENTED;
  every(day, stepMs, 0, untilMs, async () => {
    const user = userId++;
    bot.started.add(user);
    await work(user);
  });
}

/** The bot brings users who were made up into the chat, one every six minutes. */
export function bringOwnUsers(day: Day, bot: TownBot, chat: Chat): void {
  eachOwnUser(day, bot, { stepMs: 6 * MINUTE_MS, untilMs: 10 * HOUR_MS }, async (user) => {
    await day.town.ask(bot, user);
    await day.town.join(chat, user);
  });
}
