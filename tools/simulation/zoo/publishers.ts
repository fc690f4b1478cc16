/** Rogues who own bots, and want to earn what they did not bring. */
import { oldRules } from './old-rules.js';
import {
  askAfterOthers,
  beyond,
  eachOwnUser,
  earned,
  every,
  HOUR_MS,
  INVENTED,
  MINUTE_MS,
  oneBot,
  ROGUE,
  type Rogue,
} from './rogue.js';
import type { TownBot } from './town.js';

const AN_ADDRESS = '203.0.113.7';
const PHONES = 60;
const OWN_USERS = 60n;
const THREE_AN_HOUR = { stepMs: 20 * MINUTE_MS, untilMs: 20 * HOUR_MS };

/** An address that opens a link as a person would. */
const browser = { address: AN_ADDRESS, runsScripts: true };

export const roguePublishers: readonly Rogue[] = [
  {
    name: 'made-up clicks',
    does: 'adds a bot without a token, asks for users it made up and opens their links by a program',
    done: { number: 1, took: '21,478 paid clicks in a minute' },
    old: oldRules.clicks,
    plan: async (day) => {
      const bot = await oneBot(day, { token: false });
      await day.town.orderFor(601, 'https://example.com/shop', 'resource');
      let userId = INVENTED;
      every(day, 5 * MINUTE_MS, 0, 20 * HOUR_MS, async () => {
        for (let count = 0; count < 5; count++) {
          const user = userId++;
          for (const link of await day.town.ask(bot, user))
            await day.town.open({ bot, userId: user, link }, { address: AN_ADDRESS, runsScripts: false });
        }
      });
    },
  },
  {
    name: 'one phone',
    does: 'opens links with a browser that runs scripts, for many accounts of its own at one address',
    old: oldRules.address,
    plan: async (day) => {
      const bot = await oneBot(day);
      await day.town.orderFor(601, 'https://example.com/shop', 'resource');
      for (let user = INVENTED; user < INVENTED + PHONES; user++) bot.started.add(user);
      let userId = INVENTED;
      // Within one day, since so many openings of an address are paid for a day.
      every(day, 10 * MINUTE_MS, 0, PHONES * 10 * MINUTE_MS, async () => {
        const user = userId++;
        for (const link of await day.town.ask(bot, user))
          await day.town.open({ bot, userId: user, link }, browser);
      });
      // So many openings of an address are paid for, since a household has one.
      const paid = BigInt(day.town.settings.CLICKS_PER_ADDRESS_DAY);
      return { gain: () => beyond(day, paid * earned(day)) };
    },
  },
  {
    name: 'second asker',
    does: 'asks about other bots’ users a second after they did, in a bot that those never started',
    done: { number: 2, took: 'the pay for the join' },
    old: oldRules.contact,
    plan: async (day) => {
      const bot = await oneBot(day);
      askAfterOthers(day, bot);
    },
  },
  {
    name: 'second asker, without a token',
    does: 'the same, in a bot added without a token',
    old: oldRules.trust,
    plan: async (day) => {
      const bot = await oneBot(day, { token: false });
      askAfterOthers(day, bot);
    },
  },
  {
    name: 'never started',
    does: 'asks all day about every user there is, none of whom ever started its bot',
    done: { number: 3, took: 'the pay for users of other bots' },
    old: oldRules.wordAllDay,
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
    done: { number: 4, took: 'the pay for blocks that never arrived' },
    old: oldRules.block,
    plan: async (day) => {
      const bot = await oneBot(day, { turnkey: true });
      for (const userId of day.users) bot.blocked.add(userId);
      askAfterOthers(day, bot);
    },
  },
  {
    name: 'one join, two orders',
    does: 'asks for its own users without an order that they have joined by, where another leads to the same chat',
    done: { number: 5, took: 'two payments for a join' },
    old: oldRules.once,
    plan: async (day) => {
      const bot = await oneBot(day);
      const [chat] = day.chats;
      const [first = 0] = day.orderIds;
      if (chat === undefined) return;
      const { orders, sponsors } = day.town.service;
      const { orderId: copyId } = await orders.duplicate(601, first);
      await orders.update(601, copyId, { isOn: true });
      eachOwnUser(day, bot, THREE_AN_HOUR, async (userId) => {
        await day.town.ask(bot, userId, { action: 'newtask', excludeOrderIds: [copyId] });
        await day.town.ask(bot, userId, { action: 'newtask', excludeOrderIds: [first] });
        await day.town.join(chat, userId);
        await day.town.ask(bot, userId, { action: 'newtask', excludeOrderIds: [first] });
        await sponsors.subscriptions(bot.botId, { userId, links: [], orderIds: [] });
      });
      // Its users are real, so that one join each is earned honestly: what is beyond that is the gain.
      return { gain: () => beyond(day, OWN_USERS * earned(day)) };
    },
  },
  {
    name: 'rival pushed off',
    does: 'asks for thousands of users it made up, so that an order counts as promised and is shown to nobody',
    done: { number: 12, took: 'the order was off all lists, and its owner saw no reason' },
    old: oldRules.promised,
    harmlessBeyond: {
      users: 200,
      why: 'Impressions without joins lower the rate of an order, and at a low rate more are shown it.',
    },
    plan: async (day) => {
      const bot = await oneBot(day);
      const [orderId = 0] = day.orderIds;
      const [chat] = day.chats;
      // It wants as many as there are users: so it is not full before the evening.
      await day.town.service.orders.update(601, orderId, { quantityAll: Math.max(10, day.users.length) });
      let missed = 0n;
      day.onAsked.push((_, __, links) => {
        if (!links.some((link) => day.town.chatOfLink(link) === chat)) missed += 1n;
        return Promise.resolve();
      });
      let userId = INVENTED;
      every(day, 5 * MINUTE_MS, 0, 20 * HOUR_MS, async () => {
        for (let count = 0; count < 50; count++) await day.town.ask(bot, userId++);
      });
      // Lists of honest bots on which the order was missing, at its price.
      return { gain: () => missed * 2_000_000n };
    },
  },
  {
    name: 'reader of traits',
    does: 'reads what is known of everybody through a bot it invented, and overwrites names',
    done: { number: 13, took: 'address, device, gender and age of any user' },
    old: oldRules.strangers,
    plan: async (day) => {
      const bot = await oneBot(day, { token: false });
      let read = 0n;
      day.onAsked.push(async (userId) => {
        await day.town.store.audience.learn(userId, { gender: 'female', city: 'Riga' }, day.town.nowMs);
        const user = { userId, firstName: 'Overwritten' };
        await day.town.ask(bot, userId, { user });
        const told = await day.town.service.audience.info(bot.botId, userId);
        const known = await day.town.store.audience.find(userId);
        const isRead = told.gender !== null || told.city !== '';
        if (isRead || known?.firstName === 'Overwritten') read += 1n;
      });
      // Each user with a read or overwritten value counts as one.
      return { gain: () => read * 1_000_000n };
    },
  },
  {
    name: 'foreign group',
    does: 'asks with the id of a public group that its bot is not in, about the people in it',
    old: oldRules.group,
    plan: async (day) => {
      // Its blocks would not reach a group that it is not in.
      const bot = await oneBot(day);
      const group = day.town.chat('public_group', { isGroup: true });
      for (const userId of day.users) group.members.add(userId);
      askAfterOthers(day, bot, { chatId: group.chatId });
    },
  },
  {
    name: 'revoked token',
    does: 'adds a bot with a token, revokes it, and asks about everybody, so that joins wait for its answer',
    old: oldRules.contact,
    plan: async (day) => {
      const bot = await oneBot(day);
      bot.token = null;
      day.onAsked.push(async (userId) => {
        await day.town.ask(bot, userId, { user: { userId, firstName: 'Somebody' } });
      });
    },
  },
  {
    name: 'requests over and over',
    does: 'has its users ask to be let in, take that back and ask again',
    harmlessOnHold: 'who takes it back is paid back',
    environment: { HOLD_HOURS: '0' },
    old: oldRules.again,
    plan: async (day) => {
      const bot = await oneBot(day);
      const chat = day.town.chat('by_request', { takesRequests: true });
      day.deserving.push({ chat, priceMicros: 4_000_000n });
      await day.town.order(602, chat, { priceMicros: 4_000_000n });
      eachOwnUser(day, bot, THREE_AN_HOUR, async (userId) => {
        for (let count = 0; count < 4; count++) {
          await day.town.ask(bot, userId, { action: 'newtask' });
          await day.town.request(chat, userId);
          await day.town.takeBack(chat, userId);
        }
      });
      return { gain: () => beyond(day, OWN_USERS * 2n * earned(day)) };
    },
  },
  {
    name: 'come and go',
    does: 'has its users leave and join the same chats over and over, in bots that they did start',
    harmlessOnHold: 'who leaves is paid back',
    environment: { HOLD_HOURS: '0' },
    old: oldRules.again,
    plan: async (day) => {
      const bot = await oneBot(day);
      const user = INVENTED;
      bot.started.add(user);
      const chats = [...day.chats];
      every(day, 20 * MINUTE_MS, 0, 20 * HOUR_MS, async () => {
        await day.town.ask(bot, user, { action: 'newtask' });
        for (const chat of chats) await day.town.join(chat, user);
        await day.town.ask(bot, user, { action: 'newtask' });
        for (const chat of chats) await day.town.leave(chat, user);
      });
      // One user, one join a chat: three are earned.
      return { gain: () => beyond(day, 3n * earned(day)) };
    },
  },
  {
    name: 'many bots of one owner',
    does: 'has three of its ten bots ask about other bots’ users, in turn and without a list that is pinned',
    old: oldRules.contact,
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
    name: 'posted link',
    does: 'has an invite link made for its bot, and posts it where other bots’ users meet it',
    old: oldRules.contact,
    plan: async (day) => {
      const bot = await oneBot(day);
      const [chat] = day.chats;
      const [orderId = 0] = day.orderIds;
      await day.town.service.orders.update(601, orderId, { ownLinks: true });
      bot.started.add(INVENTED);
      every(day, MINUTE_MS, 0, 3 * MINUTE_MS, async () => {
        const links = await day.town.ask(bot, INVENTED, { action: 'newtask' });
        const own = links.find((link) => link.includes('/+'));
        if (own !== undefined && chat !== undefined) day.postedLinks.set(chat, own);
        await day.town.makeOwnLinks();
      });
      askAfterOthers(day, bot);
    },
  },
  {
    name: 'all-day asker',
    does: 'has a bot that all users did start, and asks about all of them every half hour of the day',
    old: oldRules.newer,
    plan: async (day) => {
      const bot = await oneBot(day);
      for (const userId of day.users) bot.started.add(userId);
      every(day, 30 * MINUTE_MS, 0, 23 * HOUR_MS, async () => {
        for (const userId of day.users) await day.town.ask(bot, userId);
      });
    },
  },
];
