/** Rogues who own bots, and want to earn what they did not bring. */
import type { Day } from './honest.js';
import {
  ACCOMPLICE,
  every,
  HOUR_MS,
  INVENTED,
  MINUTE_MS,
  oneBot,
  richOrder,
  ROGUE,
  type Rogue,
  wealth,
} from './rogue.js';
import type { TownBot } from './town.js';

/** What was read or overwritten on a day. */
const reads = new WeakMap<Day, bigint>();

export const roguePublishers: readonly Rogue[] = [
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
      day.onAsked.push(async (userId) => {
        await day.town.ask(bot, userId);
      });
    },
  },
  {
    name: 'second asker, without a token',
    does: 'the same, in a bot added without a token',
    plan: async (day) => {
      const bot = await oneBot(day, { token: false });
      day.onAsked.push(async (userId) => {
        await day.town.ask(bot, userId);
      });
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
      day.onAsked.push(async (userId) => {
        await day.town.ask(bot, userId);
      });
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
        const known = await day.town.store.audience.find(userId);
        const isRead = told.gender !== null || told.city !== '';
        if (isRead || known?.firstName === 'Overwritten') reads.set(day, (reads.get(day) ?? 0n) + 1n);
      });
    },
    gain: (day) => Promise.resolve(reads.get(day) ?? 0n),
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
      day.onAsked.push(async (userId) => {
        await day.town.ask(bot, userId, { chatId: group.chatId });
      });
      day.onAsked.push(async (userId) => {
        await day.town.ask(bot, userId, { chatId: group.chatId, getLinks: true });
      });
    },
  },
  {
    name: 'revoked token',
    does: 'adds a bot with a token, revokes it, and asks about everybody, so that joins wait for its answer',
    plan: async (day) => {
      const bot = await oneBot(day);
      bot.token = null;
      day.onAsked.push(async (userId) => {
        await day.town.ask(bot, userId, { user: { userId, firstName: 'Somebody' } });
      });
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
