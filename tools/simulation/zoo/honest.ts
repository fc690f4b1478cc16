/** Honest people for a day: two publishers, two advertisers with three orders, and users who mostly do what they are asked. */
import { seededRandom } from '../../../test/core/choosing-world.js';
import { type Chat, START_MS, type Town, type TownBot } from './town.js';

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const FIRST_USER = 100_000;

export const PUBLISHERS = [501, 502] as const;
export const ADVERTISERS = [601, 602] as const;
/** What each advertiser puts in, and what it offers for a subscriber. */
export const DEPOSIT = 1_000_000_000_000n;
export const ASKED = 2_000_000n;

export interface Day {
  town: Town;
  users: number[];
  /** One gives links, one lets the service show the block. */
  bots: TownBot[];
  chats: Chat[];
  orderIds: number[];
  /** Chats of honest advertisers, who may have to pay for joins there. */
  deserving: { chat: Chat; priceMicros: bigint }[];
  /** Receives every user that an honest bot has just asked about, a second later. */
  /** Heard at once when a list was shown to somebody. */
  onShown: ((userId: number) => Promise<void>)[];
  /** Heard a second later. */
  onAsked: ((userId: number, bot: TownBot, links: readonly string[]) => Promise<void>)[];
  /** Links that somebody has posted where people meet them; they come by these rather than by those of their bots. */
  postedLinks: Map<Chat, string>;
  /** Receives every join of an honest sponsor. */
  onJoined: ((userId: number, chat: Chat) => Promise<void>)[];
}

export async function openDay(town: Town, size: number, seed: number): Promise<Day> {
  for (const accountId of PUBLISHERS) {
    await town.account(accountId);
    await town.service.trust.account(accountId, true, 9_001);
  }
  for (const accountId of ADVERTISERS) await town.account(accountId, DEPOSIT);
  const bots = [await town.addBot(PUBLISHERS[0]), await town.addBot(PUBLISHERS[1], { turnkey: true })];
  const chats = ['garden_news', 'city_life', 'good_deals'].map((name) => town.chat(name));
  const orderIds: number[] = [];
  for (const [index, chat] of chats.entries())
    orderIds.push(await town.order(ADVERTISERS[index % 2] ?? ADVERTISERS[0], chat));
  const users = Array.from({ length: size }, (_, index) => FIRST_USER + index);
  const day: Day = {
    town,
    users,
    bots,
    chats,
    orderIds,
    deserving: chats.map((chat) => ({ chat, priceMicros: ASKED })),
    onShown: [],
    onAsked: [],
    postedLinks: new Map(),
    onJoined: [],
  };
  const next = seededRandom(seed);
  for (const userId of users) {
    const atMs = START_MS + Math.floor(next() * DAY_MS * 0.8);
    const bot = bots[next() < 0.5 ? 0 : 1];
    if (bot !== undefined) planUser(day, userId, bot, atMs, seed);
  }
  return day;
}

/** A user starts the bot, sees the sponsors, joins most of them after a while by what is on the screen, and presses the button. */
function planUser(day: Day, userId: number, bot: TownBot, atMs: number, seed: number): void {
  const { town } = day;
  // What a user does is of the seed and the user, whatever else happens: so that days can be compared.
  const next = seededRandom(Math.imul(seed, 7_919) + userId);
  const joins = (index: number) => seededRandom(Math.imul(seed, 104_729) + userId * 31 + index)() < 0.7;
  const waitMs = Math.floor((1 + next() * 10) * MINUTE_MS);
  const leaves = next() < 0.05;
  let links: string[] = [];
  town.plan(atMs, async () => {
    bot.started.add(userId);
    links = await town.ask(bot, userId);
    for (const hear of day.onShown) await hear(userId);
  });
  town.plan(atMs + 1_000, async () => {
    for (const hear of day.onAsked) await hear(userId, bot, links);
  });
  town.plan(atMs + waitMs, async () => {
    for (const [index, chat] of day.chats.entries()) {
      const shown = links.find((link) => town.chatOfLink(link) === chat);
      if (!joins(index) || shown === undefined) continue;
      await town.join(chat, userId, day.postedLinks.get(chat) ?? shown);
      for (const hear of day.onJoined) await hear(userId, chat);
    }
  });
  town.plan(atMs + waitMs + MINUTE_MS, async () => {
    await town.ask(bot, userId);
  });
  if (!leaves) return;
  town.plan(atMs + waitMs + 120 * MINUTE_MS, async () => {
    for (const chat of day.chats) await town.leave(chat, userId);
  });
}
