/**
 * What a rogue is: it says what it does in one sentence, does it from outside beside an honest day, and counts what it has
 * gained by the ledger, or where no money is at stake, how often it got what it wanted.
 */
import type { Day } from './honest.js';
import { type Chat, START_MS, type TownBot } from './town.js';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const ROGUE = 701;
export const ACCOMPLICE = 702;
/** From here on ids of users who were made up. */
export const INVENTED = 5_000_000;

export interface Rogue {
  name: string;
  /** What it does. */
  does: string;
  /** What it took before these rules, as found on the running service; absent: the old rule is played. */
  before?: string;
  /** It cannot be stopped by a rule: it is measured, and told to moderators. */
  isMeasured?: true;
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
  more: Record<string, unknown> = {},
): Promise<{ chat: Chat; orderId: number }> {
  await day.town.account(ROGUE, 1_000_000_000n);
  const chat = day.town.chat('easy_money');
  day.chats.push(chat);
  const orderId = await day.town.order(ROGUE, chat, { priceMicros: 5_000_000n, ...more });
  return { chat, orderId };
}

/** What the advertiser got and did not pay for: the honest bots' subscribers it has, less what it paid at the price shown. */
export async function unpaidJoins(day: Day, chat: Chat, priceMicros: bigint): Promise<bigint> {
  const spent = 1_000_000_000n - (await wealth(day, ROGUE));
  return BigInt(wonBy(day, chat)) * priceMicros - spent;
}

const won = new WeakMap<Chat, Set<number>>();
export const wonBy = (_: Day, chat: Chat) => won.get(chat)?.size ?? 0;

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

export const every = (day: Day, stepMs: number, fromMs: number, toMs: number, work: () => Promise<void>) => {
  for (let atMs = START_MS + fromMs; atMs < START_MS + toMs; atMs += stepMs) day.town.plan(atMs, work);
};
