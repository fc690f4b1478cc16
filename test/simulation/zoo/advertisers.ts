/** Rogues who place orders, and want subscribers that they do not pay for. */
import type { Day } from './honest.js';
import {
  every,
  HOUR_MS,
  INVENTED,
  MINUTE_MS,
  richOrder,
  ROGUE,
  type Rogue,
  unpaidJoins,
  watchWins,
  wealth,
  wonBy,
} from './rogue.js';
import { type Chat, START_MS } from './town.js';

/** What the prices that users saw come to, for those who joined. */
const owed = new WeakMap<Day, bigint>();

function watchPrices(day: Day, chat: Chat, orderId: number): void {
  const seen = new Map<number, bigint>();
  day.onAsked.push(async (userId) => {
    const order = await day.town.store.orders.find(orderId);
    seen.set(userId, order?.realPriceMicros ?? 0n);
  });
  day.onJoined.push((userId, joined) => {
    if (joined === chat) owed.set(day, (owed.get(day) ?? 0n) + (seen.get(userId) ?? 0n));
    return Promise.resolve();
  });
}

export const rogueAdvertisers: readonly Rogue[] = [
  {
    name: 'price drop',
    does: 'offers a high price and lowers it while the lists are on the screens',
    before: '0.5 paid where 1,000 was offered',
    plan: async (day) => {
      const { chat, orderId } = await richOrder(day);
      watchPrices(day, chat, orderId);
      every(day, 10 * MINUTE_MS, 0, 23 * HOUR_MS, async () => {
        await day.town.service.orders.update(ROGUE, orderId, { priceMicros: 500_000n });
      });
      every(day, 10 * MINUTE_MS, 5 * MINUTE_MS, 23 * HOUR_MS, async () => {
        await day.town.service.orders.update(ROGUE, orderId, { priceMicros: 5_000_000n });
      });
    },
    // Each is to be paid at the price of the list that they saw.
    gain: async (day) => (owed.get(day) ?? 0n) - (1_000_000_000n - (await wealth(day, ROGUE))),
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
    gain: (day) => unpaidJoins(day, day.chats.at(-1)!, 5_000_000n),
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
    gain: (day) => unpaidJoins(day, day.chats.at(-1)!, 5_000_000n),
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
    gain: (day) => Promise.resolve(BigInt(Math.max(0, wonBy(day, day.chats.at(-1)!) - 60)) * 5_000_000n),
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
    gain: (day) => unpaidJoins(day, day.chats.at(-1)!, 5_000_000n),
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
];
