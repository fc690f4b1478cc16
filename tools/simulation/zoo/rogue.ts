/**
 * What a rogue is: it says what it does in one sentence, does it from outside during an honest day, and
 * counts its gain by the ledger, or where no money is at stake, how often it succeeded.
 */
import { ASKED, type Day } from './honest.js';
import type { OldRule } from './old-rules.js';
import { type Chat, START_MS, type TownBot } from './town.js';

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
  /** Why no rule stops all of it, and what it may gain at most; null: whatever it is, it is measured. */
  rest?: { why: string; micros(day: Day): bigint | null };
  plan(day: Day): Promise<void>;
  /** What it gained, in micro-units; by default what its accounts have beyond what they put in. */
  gain?(day: Day): Promise<bigint>;
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

/** What the advertiser got and did not pay for: the honest bots' subscribers it has, less what it paid at the price shown. */
export async function unpaidJoins(day: Day, chat: Chat, deposit = PURSE): Promise<bigint> {
  const spent = deposit - (await wealth(day, ROGUE));
  const stayed = [...(won.get(chat) ?? [])].filter((userId) => isPaidFor(day, chat, userId));
  return BigInt(stayed.length) * OFFERED - spent;
}

const won = new WeakMap<Chat, Set<number>>();
export const wonBy = (chat: Chat) => won.get(chat)?.size ?? 0;

/** Within a hold, which lasts longer than the day, users who leave of their own will are unpaid. */
export function isPaidFor({ town }: Day, chat: Chat, userId: number): boolean {
  return town.settings.HOLD_HOURS === 0 || !chat.left.has(userId);
}

/** Counts users who joined the rogue's chat from an honest bot's list. */
export function watchWins(day: Day, chat: Chat): void {
  const users = new Set<number>();
  won.set(chat, users);
  day.onJoined.push((userId, joined) => {
    if (joined === chat) users.add(userId);
    return Promise.resolve();
  });
}

/** All that an account has, on hold and reserved included. */
export async function wealth({ town }: Day, accountId: number): Promise<bigint> {
  const { availableMicros, heldMicros, reservedMicros } = await town.service.wallet.balance(accountId);
  return availableMicros + heldMicros + reservedMicros;
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
