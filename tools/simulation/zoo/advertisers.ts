/** Rogues who place orders, and want subscribers that they do not pay for. */
import { name } from '../../../api/fields.js';
import type { Day } from './honest.js';
import { oldRules } from './old-rules.js';
import {
  eachOwnUser,
  every,
  HOUR_MS,
  isPaidFor,
  MINUTE_MS,
  OFFERED,
  PURSE,
  richOrder,
  ROGUE,
  type Rogue,
  unpaidWins,
  watchWins,
  wealth,
} from './rogue.js';
import { type Chat, START_MS } from './town.js';

const FORGED = 'Shop\n\nStatus: approved by the owner \u202Egnihton';
const JOIN_AND_LEAVE = 80n;

/** The prices that users saw, of those who joined. */
function watchPrices(day: Day, chat: Chat, orderId: number): Map<number, bigint> {
  const seen = new Map<number, bigint>();
  const owed = new Map<number, bigint>();
  day.onShown.push(async (userId) => {
    const order = await day.town.store.orders.find(orderId);
    seen.set(userId, order?.realPriceMicros ?? 0n);
  });
  day.onJoined.push((userId, joined) => {
    if (joined === chat) owed.set(userId, seen.get(userId) ?? 0n);
    return Promise.resolve();
  });
  return owed;
}

async function takeBackPayouts(day: Day): Promise<void> {
  const page = { beforeId: null, limit: 5 };
  for (const { withdrawalId, state } of await day.town.store.withdrawals.ofAccount(ROGUE, page))
    if (state === 'waiting') await day.town.service.withdrawals.cancel(ROGUE, withdrawalId);
}

export const rogueAdvertisers: readonly Rogue[] = [
  {
    name: 'price drop',
    does: 'offers a high price, and lowers it while the lists are on the screens and nobody is shown the low one',
    done: { number: 6, took: '0.5 paid where 1,000 was offered' },
    old: oldRules.price,
    plan: async (day) => {
      const { chat, orderId } = await richOrder(day);
      const owed = watchPrices(day, chat, orderId);
      const { orders } = day.town.service;
      every(day, 10 * MINUTE_MS, 0, 23 * HOUR_MS, async () => {
        await orders.update(ROGUE, orderId, { priceMicros: 500_000n, isOn: false });
      });
      every(day, 10 * MINUTE_MS, 5 * MINUTE_MS, 23 * HOUR_MS, async () => {
        await orders.update(ROGUE, orderId, { priceMicros: OFFERED, isOn: true });
      });
      // Each is to be paid at the price of the list that they saw.
      const gain = async () => {
        const paid = PURSE - (await wealth(day, ROGUE));
        const stayed = [...owed].filter(([userId]) => isPaidFor(day, chat, userId));
        return stayed.reduce((sum, [, micros]) => sum + micros, -paid);
      };
      return { gain };
    },
  },
  {
    name: 'emptied wallet',
    does: 'asks for all its money to be paid out between list and join, and takes that back later',
    done: { number: 7, took: 'all joins free' },
    old: oldRules.withdrawing,
    plan: async (day) => {
      const { chat } = await richOrder(day);
      const wins = watchWins(day, (joined) => joined === chat);
      const { withdrawals, wallet } = day.town.service;
      every(day, 10 * MINUTE_MS, 4 * MINUTE_MS, 24 * HOUR_MS, async () => {
        const { availableMicros } = await wallet.balance(ROGUE);
        if (availableMicros < OFFERED) return;
        const requestKey = `zoo ${String(day.town.nowMs)}`;
        await withdrawals.ask(ROGUE, { amountMicros: availableMicros, details: 'a card', requestKey });
      });
      every(day, 10 * MINUTE_MS, 9 * MINUTE_MS, 24 * HOUR_MS, () => takeBackPayouts(day));
      return { gain: () => unpaidWins(day, wins) };
    },
  },
  {
    name: 'remover',
    does: 'removes its subscribers within the hold, to have its money back',
    done: { number: 8, took: 'all money back' },
    old: oldRules.removal,
    environment: { HOLD_HOURS: '24' },
    plan: async (day) => {
      const { chat } = await richOrder(day);
      const wins = watchWins(day, (joined) => joined === chat);
      const left = new Set<number>();
      // Those who leave by themselves within the hold are not to be paid for.
      every(day, HOUR_MS, HOUR_MS, 24 * HOUR_MS, async () => {
        for (const userId of [...chat.members].filter((one) => !left.has(one))) {
          left.add(userId);
          await day.town.leave(chat, userId, 'other');
        }
      });
      return { gain: () => unpaidWins(day, wins) };
    },
  },
  {
    name: 'moved name',
    does: 'gives the name of its approved channel to another chat',
    done: { number: 9, took: 'all joins there free, moderation passed by' },
    old: oldRules.names,
    rest: 'until its name is looked at again, which is within the hour',
    plan: async (day) => {
      const { chat } = await richOrder(day);
      const movesAtMs = START_MS + 2 * HOUR_MS;
      // Of the other chat: all, and those of the hour before the service must look.
      let [won, wonSoon] = [0n, 0n];
      day.town.plan(movesAtMs, () => {
        const other = day.town.chat('easy_money');
        chat.username = 'old_money';
        day.chats[day.chats.indexOf(chat)] = other;
        day.onJoined.push((_, joined) => {
          if (joined === other) won += 1n;
          if (joined === other && day.town.nowMs - movesAtMs < HOUR_MS) wonSoon += 1n;
          return Promise.resolve();
        });
        return Promise.resolve();
      });
      // The bot process looks every few seconds whose turn it is.
      every(day, MINUTE_MS, 0, 24 * HOUR_MS, () => day.town.resolveLinks());
      return { gain: () => won * OFFERED, rest: () => wonSoon * OFFERED };
    },
  },
  {
    name: 'join and leave at once',
    does: 'has subscribers leave in the same batch of updates as they join, while the bot process is slow',
    done: { number: 10, took: 'paid once in a while, never after a restart' },
    harmlessOnHold: 'who leaves at once is paid back then',
    environment: { HOLD_HOURS: '0' },
    old: oldRules.batch,
    plan: async (day) => {
      const bot = day.bots[0];
      const { chat } = await richOrder(day, { trackUnsubscriptions: true });
      if (bot === undefined) return;
      const wins = watchWins(day, (joined) => joined === chat);
      const times = { stepMs: 15 * MINUTE_MS, untilMs: Number(JOIN_AND_LEAVE) * 15 * MINUTE_MS };
      eachOwnUser(day, bot, times, async (user) => {
        await day.town.ask(bot, user);
        day.town.holdsUpdates = true;
        await day.town.join(chat, user);
        await day.town.leave(chat, user);
        day.town.holdsUpdates = false;
        await day.town.deliverUpdates();
      });
      // Without a hold a join is a join: theirs, and those of the day's users.
      const theirs = day.town.settings.HOLD_HOURS === 0 ? JOIN_AND_LEAVE * OFFERED : 0n;
      return { gain: async () => (await unpaidWins(day, wins)) + theirs };
    },
  },
  {
    name: 'rights for a while',
    does: 'takes our rights for the minutes in which people join, and gives them back',
    done: { number: 11, took: 'who joined meanwhile was free until they asked again' },
    old: oldRules.unseen,
    plan: async (day) => {
      const { chat } = await richOrder(day);
      const wins = watchWins(day, (joined) => joined === chat);
      const { membership } = day.town.service;
      every(day, 20 * MINUTE_MS, 0, 24 * HOUR_MS, async () => {
        chat.hasRights = false;
        await membership.rights(chat.chatId, false);
      });
      every(day, 20 * MINUTE_MS, 5 * MINUTE_MS, 25 * HOUR_MS, async () => {
        chat.hasRights = true;
        await membership.rights(chat.chatId, true);
        await day.town.checkUnseen();
      });
      return { gain: () => unpaidWins(day, wins) };
    },
  },
  {
    name: 'forged card',
    does: 'writes line breaks and bidirectional marks into names, to forge the moderator’s card',
    done: { number: 14, took: 'the card said what it liked' },
    old: oldRules.marks,
    plan: async (day) => {
      await day.town.account(ROGUE, 1_000_000n);
      const chat = day.town.chat('plain_channel');
      // As the api reads it.
      const sent = day.town.mutation.keepsMarks === true ? FORGED : name().parse(FORGED);
      await day.town.service.orders.create(ROGUE, {
        link: `https://t.me/${chat.username}`,
        adsType: 'channel',
        quantityAll: 10,
        name: sent,
      });
      const gain = async () => {
        const page = { search: '', inArchive: false, status: null, offset: 0, limit: 10 };
        const { orders } = await day.town.store.orders.list(ROGUE, page);
        return BigInt(orders.filter((order) => /[\n\u202A-\u202E]/u.test(order.name)).length) * 1_000_000n;
      };
      return { gain };
    },
  },
];
