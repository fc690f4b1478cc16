/**
 * Rogues, one at a time beside an honest day. Each says what it does in one sentence, does it from outside, and counts
 * what it has gained by the ledger, or where no money is at stake, how often it got what it wanted.
 */
import type { Day } from './honest.js';
import { type Chat, START_MS, type TownBot } from './town.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const ROGUE = 701;
export const ACCOMPLICE = 702;
const INVENTED = 5_000_000;

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

async function oneBot(day: Day, options: { token?: boolean; turnkey?: boolean } = {}): Promise<TownBot> {
  await day.town.account(ROGUE);
  return day.town.addBot(ROGUE, options);
}

/** An advertiser who cheats, with an order that pays well. */
async function richOrder(
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
async function unpaidJoins(day: Day, chat: Chat, priceMicros: bigint): Promise<bigint> {
  const spent = 1_000_000_000n - (await wealth(day, ROGUE));
  return BigInt(wonBy(day, chat)) * priceMicros - spent;
}

const won = new WeakMap<Chat, Set<number>>();
const wonBy = (_: Day, chat: Chat) => won.get(chat)?.size ?? 0;

/** Counts users who joined the rogue's chat from an honest bot's list. */
function watchWins(day: Day, chat: Chat): void {
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

const every = (day: Day, stepMs: number, fromMs: number, toMs: number, work: () => Promise<void>) => {
  for (let atMs = START_MS + fromMs; atMs < START_MS + toMs; atMs += stepMs) day.town.plan(atMs, work);
};

export const rogues: readonly Rogue[] = [
  {
    name: 'made-up clicks',
    does: 'adds a bot without a token, asks for users it made up and opens their links by a program',
    before: '21,478 paid clicks in a minute',
    plan: async (day) => {
      const bot = await oneBot(day, { token: false });
      await day.town.orderFor(601, 'https://example.com/shop', 'resource');
      let userId = INVENTED;
      every(day, 5 * MINUTE_MS, 0, 20 * HOUR_MS, async () => {
        for (let count = 0; count < 5; count++) {
          const links = await day.town.ask(bot, userId++);
          for (const link of links) await openByProgram(day, link);
        }
      });
    },
  },
  {
    name: 'second asker',
    does: 'asks about other bots’ users a second after they did, in a bot that those never started',
    plan: async (day) => {
      const bot = await oneBot(day);
      day.onAsked.push(async (userId) => void (await day.town.ask(bot, userId)));
    },
  },
  {
    name: 'second asker, without a token',
    does: 'the same, in a bot added without a token',
    plan: async (day) => {
      const bot = await oneBot(day, { token: false });
      day.onAsked.push(async (userId) => void (await day.town.ask(bot, userId)));
    },
  },
  {
    name: 'never started',
    does: 'asks all day about every user there is, none of whom ever started its bot',
    plan: async (day) => {
      const bot = await oneBot(day);
      every(day, 2 * HOUR_MS, 0, 20 * HOUR_MS, async () => {
        for (const userId of day.users) await day.town.ask(bot, userId);
      });
    },
  },
  {
    name: 'undelivered blocks',
    does: 'has blocks shown to users who blocked its bot',
    plan: async (day) => {
      const bot = await oneBot(day, { turnkey: true });
      for (const userId of day.users) bot.blocked.add(userId);
      day.onAsked.push(async (userId) => void (await day.town.ask(bot, userId)));
    },
  },
  {
    name: 'one join, two orders',
    does: 'has an order for one chat twice, and asks for its own users without the first once they joined',
    plan: async (day) => {
      const bot = await oneBot(day);
      const [chat] = day.chats;
      if (chat === undefined) return;
      const second = await day.town.service.orders.duplicate(601, day.orderIds[0] ?? 0);
      const copyId = second.orderId;
      await day.town.service.orders.update(601, copyId, { isOn: true });
      let userId = INVENTED;
      every(day, 20 * MINUTE_MS, 0, 20 * HOUR_MS, async () => {
        const user = userId++;
        bot.started.add(user);
        await day.town.ask(bot, user, { action: 'newtask' });
        await day.town.join(chat, user);
        await day.town.ask(bot, user, { action: 'newtask', excludeOrderIds: [day.orderIds[0] ?? 0] });
        await day.town.service.sponsors.subscriptions(bot.botId, { userId: user, links: [], orderIds: [] });
      });
    },
    // Its users are real, so that one join each is earned honestly: what is beyond that is the gain.
    gain: async (day) => {
      const honest = 60n * 1_400_000n;
      const earned = await wealth(day, ROGUE);
      return earned > honest ? earned - honest : 0n;
    },
  },
  {
    name: 'price drop',
    does: 'offers a high price and lowers it while the lists are on the screens',
    before: '0.5 paid where 1,000 was offered',
    plan: async (day) => {
      const { chat, orderId } = await richOrder(day);
      watchWins(day, chat);
      every(day, 10 * MINUTE_MS, 0, 23 * HOUR_MS, async () => {
        await day.town.service.orders.update(ROGUE, orderId, { priceMicros: 500_000n });
      });
      every(day, 10 * MINUTE_MS, 5 * MINUTE_MS, 23 * HOUR_MS, async () => {
        await day.town.service.orders.update(ROGUE, orderId, { priceMicros: 5_000_000n });
      });
    },
    // At the price of the list that each saw: half of the time it was the low one, openly.
    gain: () => Promise.resolve(0n),
  },
  {
    name: 'emptied wallet',
    does: 'asks for all its money to be paid out between list and join, and takes that back later',
    before: 'all joins free',
    plan: async (day) => {
      const { chat } = await richOrder(day);
      watchWins(day, chat);
      const { withdrawals } = day.town.service;
      every(day, 10 * MINUTE_MS, 4 * MINUTE_MS, 23 * HOUR_MS, async () => {
        const { availableMicros } = await day.town.service.wallet.balance(ROGUE);
        if (availableMicros < 100_000_000n) return;
        const requestKey = `zoo ${String(day.town.nowMs)}`;
        await withdrawals.ask(ROGUE, { amountMicros: availableMicros, details: 'a card', requestKey });
      });
      every(day, 10 * MINUTE_MS, 9 * MINUTE_MS, 23 * HOUR_MS, async () => {
        for (const { withdrawalId, state } of await day.town.store.withdrawals.ofAccount(ROGUE, {
          beforeId: null,
          limit: 5,
        }))
          if (state === 'waiting') await withdrawals.cancel(ROGUE, withdrawalId);
      });
    },
    gain: (day) => unpaidJoins(day, day.chats.at(-1) as Chat, 5_000_000n),
  },
  {
    name: 'remover',
    does: 'removes its subscribers within the hold, to have its money back',
    before: 'all money back',
    plan: async (day) => {
      const { chat } = await richOrder(day);
      watchWins(day, chat);
      every(day, HOUR_MS, HOUR_MS, 23 * HOUR_MS, async () => {
        for (const userId of [...chat.members]) await day.town.leave(chat, userId, 'other');
      });
    },
    gain: (day) => unpaidJoins(day, day.chats.at(-1) as Chat, 5_000_000n),
  },
  {
    name: 'moved name',
    does: 'gives the name of its approved channel to another chat',
    before: 'all joins there free, moderation passed by',
    plan: async (day) => {
      const { chat } = await richOrder(day);
      day.town.plan(START_MS + 2 * HOUR_MS, () => {
        const other = day.town.chat('easy_money');
        chat.username = 'old_money';
        day.chats[day.chats.indexOf(chat)] = other;
        watchWins(day, other);
        return Promise.resolve();
      });
      every(day, HOUR_MS, HOUR_MS, 23 * HOUR_MS, async () => {
        await day.town.resolveLinks();
      });
    },
    // Within the hour until it is seen, some may join: those are counted as its gain beyond that hour.
    gain: (day) =>
      Promise.resolve(BigInt(Math.max(0, wonBy(day, day.chats.at(-1) as Chat) - 60)) * 5_000_000n),
  },
  {
    name: 'join and leave at once',
    does: 'has its subscribers leave in the same batch of updates as they join, while the bot process is slow',
    before: 'paid once in a while, never after a restart',
    plan: async (day) => {
      const bot = day.bots[0];
      const { chat } = await richOrder(day, { trackUnsubscriptions: true });
      if (bot === undefined) return;
      let userId = INVENTED;
      every(day, 15 * MINUTE_MS, 0, 20 * HOUR_MS, async () => {
        const user = userId++;
        bot.started.add(user);
        await day.town.ask(bot, user);
        day.town.holdsUpdates = true;
        await day.town.join(chat, user);
        await day.town.leave(chat, user);
        day.town.holdsUpdates = false;
        await day.town.deliverUpdates();
      });
    },
    // Without a hold a join is a join: 80 of them, and those of the day's users.
    gain: async (day) => {
      const spent = 1_000_000_000n - (await wealth(day, ROGUE));
      return spent >= 80n * 5_000_000n ? 0n : 80n * 5_000_000n - spent;
    },
  },
  {
    name: 'rights for four seconds',
    does: 'takes our rights for the seconds in which people join',
    before: 'who joined meanwhile was free until they asked again',
    plan: async (day) => {
      const { chat } = await richOrder(day);
      watchWins(day, chat);
      day.onJoined.unshift((_, joined) => {
        if (joined === chat) chat.hasRights = true;
        return Promise.resolve();
      });
      every(day, 10 * MINUTE_MS, 0, 23 * HOUR_MS, async () => {
        chat.hasRights = false;
        await day.town.service.membership.rights(chat.chatId, false);
      });
      every(day, 10 * MINUTE_MS, 5 * MINUTE_MS, 24 * HOUR_MS, async () => {
        chat.hasRights = true;
        await day.town.service.membership.rights(chat.chatId, true);
        await day.town.checkUnseen();
      });
    },
    gain: (day) => unpaidJoins(day, day.chats.at(-1) as Chat, 5_000_000n),
  },
  {
    name: 'rival pushed off',
    does: 'asks for thousands of users it made up, so that an order counts as promised and is shown to nobody',
    before: '4,000 users pushed an order off all lists',
    plan: async (day) => {
      const bot = await oneBot(day);
      let userId = INVENTED;
      every(day, 5 * MINUTE_MS, 0, 20 * HOUR_MS, async () => {
        for (let count = 0; count < 15; count++) await day.town.ask(bot, userId++);
      });
    },
  },
  {
    name: 'reader of traits',
    does: 'reads what is known of everybody through a bot it invented, and overwrites names',
    before: 'address, device, gender and age of any user',
    plan: async (day) => {
      const bot = await oneBot(day, { token: false });
      day.onAsked.push(async (userId) => {
        await day.town.store.audience.learn(userId, { gender: 'female', city: 'Riga' }, day.town.nowMs);
        const user = { userId, firstName: 'Overwritten' };
        await day.town.ask(bot, userId, { user });
        const told = await day.town.service.audience.info(bot.botId, userId);
        if (told.gender !== null || told.city !== '') reads += 1;
        const known = await day.town.store.audience.find(userId);
        if (known?.firstName === 'Overwritten') reads += 1;
      });
    },
    gain: () => Promise.resolve(BigInt(reads)),
  },
  {
    name: 'forged card',
    does: 'writes line breaks and bidirectional marks into names, to forge the moderator’s card',
    before: 'the card said what it liked',
    plan: async (day) => {
      await day.town.account(ROGUE, 1_000_000n);
      const chat = day.town.chat('plain_channel');
      const name = 'Shop\n\nStatus: approved by the owner \u202Egnihton';
      await day.town.service.orders.create(ROGUE, {
        link: `https://t.me/${chat.username}`,
        adsType: 'channel',
        quantityAll: 10,
        name,
      });
    },
    gain: async (day) => {
      const { orders } = await day.town.store.orders.list(ROGUE, {
        ...{ search: '', inArchive: false, status: null, offset: 0, limit: 10 },
      });
      return BigInt(orders.filter(({ name }) => /[\n\u202A-\u202E]/u.test(name)).length);
    },
  },
  {
    name: 'two accounts',
    does: 'advertises at a high price from one account and brings made-up users by a bot of the other',
    plan: async (day) => {
      const { chat } = await richOrder(day);
      await day.town.account(ACCOMPLICE);
      const bot = await day.town.addBot(ACCOMPLICE);
      let userId = INVENTED;
      every(day, 10 * MINUTE_MS, 0, 20 * HOUR_MS, async () => {
        const user = userId++;
        await day.town.ask(bot, user);
        await day.town.join(chat, user);
      });
    },
    gain: async (day) => (await wealth(day, ROGUE)) + (await wealth(day, ACCOMPLICE)) - 1_000_000_000n,
  },
  {
    name: 'foreign group',
    does: 'asks with the id of a public group that its bot is not in, about the people in it',
    plan: async (day) => {
      const bot = await oneBot(day, { turnkey: true });
      const group = day.town.chat('public_group');
      for (const userId of day.users) group.members.add(userId);
      day.onAsked.push(async (userId) => void (await day.town.ask(bot, userId, { chatId: group.chatId })));
      day.onAsked.push(
        async (userId) => void (await day.town.ask(bot, userId, { chatId: group.chatId, getLinks: true })),
      );
    },
  },
  {
    name: 'revoked token',
    does: 'adds a bot with a token, revokes it, and asks about everybody, so that joins wait for its answer',
    plan: async (day) => {
      const bot = await oneBot(day);
      bot.token = null;
      day.onAsked.push(
        async (userId) => void (await day.town.ask(bot, userId, { user: { userId, firstName: 'Somebody' } })),
      );
    },
  },
  {
    name: 'requests only',
    does: 'has its users ask to join a channel that takes no requests',
    plan: async (day) => {
      const bot = await oneBot(day);
      const [chat] = day.chats;
      let userId = INVENTED;
      every(day, 15 * MINUTE_MS, 0, 20 * HOUR_MS, async () => {
        const user = userId++;
        await day.town.ask(bot, user);
        if (chat !== undefined) await day.town.request(chat, user);
      });
    },
  },
  {
    name: 'many bots of one owner',
    does: 'has ten bots ask about the same made-up users, in turn and with different orders left out',
    plan: async (day) => {
      await day.town.account(ROGUE);
      const bots: TownBot[] = [];
      for (let count = 0; count < 10; count++) bots.push(await day.town.addBot(ROGUE));
      day.onAsked.push(async (userId) => {
        for (const bot of bots.slice(0, 3)) await day.town.ask(bot, userId, { action: 'newtask' });
      });
    },
  },
  {
    name: 'come and go',
    does: 'has its users leave and join the same chats over and over, in bots that they did start',
    plan: async (day) => {
      const bot = await oneBot(day);
      const user = INVENTED;
      bot.started.add(user);
      every(day, 20 * MINUTE_MS, 0, 20 * HOUR_MS, async () => {
        await day.town.ask(bot, user, { action: 'newtask' });
        for (const chat of day.chats) await day.town.join(chat, user);
        await day.town.ask(bot, user, { action: 'newtask' });
        for (const chat of day.chats) await day.town.leave(chat, user);
      });
    },
    // One user, one join a chat: three are earned.
    gain: async (day) => (await wealth(day, ROGUE)) - 3n * 1_400_000n,
  },
  {
    name: 'all-day asker',
    does: 'has a bot that all users did start, and asks about all of them every few minutes of the day',
    isMeasured: true,
    plan: async (day) => {
      const bot = await oneBot(day);
      for (const userId of day.users) bot.started.add(userId);
      every(day, 30 * MINUTE_MS, 0, 23 * HOUR_MS, async () => {
        for (const userId of day.users) await day.town.ask(bot, userId);
      });
    },
  },
];

let reads = 0;

/** What was read or overwritten belongs to one day. */
export function forgetReads(): void {
  reads = 0;
}

/** As a program opens a link: it fetches the page, and runs no script. */
async function openByProgram({ town }: Day, link: string): Promise<void> {
  const token = /\/r\/(.+)$/.exec(link)?.[1];
  if (token === undefined) return;
  await town.service.sponsors.follow(token, {
    address: '203.0.113.7',
    network: '203.0.113.7',
    deviceType: 'desktop',
    deviceOs: 'Windows',
    fingerprint: 'a program',
  });
}
