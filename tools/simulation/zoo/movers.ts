/** Rogue advertisers who move something while people join: the link, the kind, the price, their own subscribers, our rights. */
import { ServiceError } from '../../../core/errors.js';
import type { Day } from './honest.js';
import { settlingRules } from './settling-rules.js';
import {
  ACCOMPLICE,
  every,
  HOUR_MS,
  MINUTE_MS,
  OFFERED,
  PURSE,
  richOrder,
  ROGUE,
  type Rogue,
  unpaidWins,
  waitingPayouts,
  watchWins,
  type Win,
} from './rogue.js';
import { type Chat, MODERATOR, START_MS } from './town.js';

/** After so many impressions an order is changed: mostly before anybody has joined. */
const CHANGED_AFTER = 2;
const ASKED_AFTER_MS = 8 * HOUR_MS;
const BOTH = { accounts: [ROGUE, ACCOMPLICE], deposit: 2n * PURSE };
async function changeOrder(day: Day, accountId: number, orderId: number, fields: object): Promise<void> {
  const { orders, moderation } = day.town.service;
  // Refused once somebody has joined.
  await orders.update(accountId, orderId, fields).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
  });
  const { revision = 0 } = (await day.town.store.orders.find(orderId)) ?? {};
  await moderation.approve(MODERATOR, orderId, revision, undefined).catch(() => undefined);
}

export const rogueMovers: readonly Rogue[] = [
  {
    name: 'moved link',
    does: 'changes where its orders lead, or their kind, while lists with them are on the screens and nobody has joined yet, and makes new ones',
    old: settlingRules.target,
    plan: async (day) => {
      const { town } = day;
      await town.account(ROGUE, PURSE);
      await town.account(ACCOMPLICE, PURSE);
      const theirs = new Set<Chat>();
      const newChat = (name: string) => {
        const chat = town.chat(name);
        theirs.add(chat);
        day.chats.push(chat);
        return chat;
      };
      const orderOf = async (accountId: number, name: string) => ({
        accountId,
        orderId: await town.order(accountId, newChat(name), { priceMicros: OFFERED }),
      });
      const wins = watchWins(day, (chat) => theirs.has(chat));
      let current = await orderOf(ROGUE, 'easy_0');
      let shown = 0;
      // What an order leads to cannot be changed once it has subscribers: so each is changed early, and a new one made.
      day.onShown.push(async () => {
        if (++shown % CHANGED_AFTER !== 0) return;
        const { accountId, orderId } = current;
        const isTurned = accountId === ACCOMPLICE;
        const moved = isTurned
          ? { link: 'https://example.com/shop', adsType: 'resource' }
          : { link: `https://t.me/${newChat(`other_${String(shown)}`).username}` };
        await changeOrder(day, accountId, orderId, moved);
        await town.service.orders.update(accountId, orderId, { isOn: false });
        current = await orderOf(isTurned ? ROGUE : ACCOMPLICE, `easy_${String(shown)}`);
      });
      return { gain: () => unpaidWins(day, wins, BOTH) };
    },
  },
  {
    name: 'second cheap order',
    does: 'has its accomplice’s bot show a cheap order for the chat to which its dear order leads, before honest bots show that one',
    old: settlingRules.orders,
    plan: async (day) => {
      const { town } = day;
      await town.account(ACCOMPLICE, PURSE);
      const chat = town.chat('easy_money');
      day.chats.push(chat);
      const cheapId = await town.order(ACCOMPLICE, chat, { priceMicros: 500_000n });
      await town.account(ROGUE, PURSE);
      const dearId = await town.order(ROGUE, chat, { priceMicros: OFFERED });
      const wins = watchWins(day, (joined) => joined === chat);
      const bot = await town.addBot(ACCOMPLICE);
      const others = [...day.orderIds, dearId];
      town.plan(START_MS, async () => {
        for (const userId of day.users) {
          bot.started.add(userId);
          await town.ask(bot, userId, { action: 'newtask', excludeOrderIds: others });
        }
        await town.service.orders.update(ACCOMPLICE, cheapId, { isOn: false });
      });
      return { gain: () => unpaidWins(day, wins, BOTH) };
    },
  },
  {
    name: 'blind half hours',
    does: 'takes our rights in two accounts’ chats for half an hour of each hour, in which those join who were shown them unasked',
    old: settlingRules.blindness,
    plan: async (day) => {
      const { town } = day;
      town.hearsUpdates = true;
      const { membership } = town.service;
      const chats = ['easy_money', 'quick_money'].map((name) => town.chat(name));
      for (const [index, chat] of chats.entries()) {
        const accountId = [ROGUE, ACCOMPLICE][index] ?? ROGUE;
        await town.account(accountId, PURSE);
        await town.order(accountId, chat, { priceMicros: OFFERED });
        day.chats.push(chat);
      }
      const wins = watchWins(day, (chat) => chats.includes(chat));
      const turn = async (hasRights: boolean) => {
        for (const chat of chats) {
          chat.hasRights = hasRights;
          await membership.rights(chat.chatId, hasRights);
        }
        if (hasRights) await town.checkUnseen();
      };
      every(day, HOUR_MS, 30 * MINUTE_MS, 24 * HOUR_MS, () => turn(false));
      every(day, HOUR_MS, HOUR_MS, 25 * HOUR_MS, () => turn(true));
      return { gain: () => unpaidWins(day, wins, BOTH) };
    },
  },
  {
    name: 'out and back',
    does: 'has its subscribers leave within the hold, takes the money back, and has its accomplice’s bot bring them back',
    old: settlingRules.returning,
    environment: { HOLD_HOURS: '24' },
    plan: async (day) => {
      const { chat, orderId } = await richOrder(day);
      await day.town.account(ACCOMPLICE);
      const wins = watchWins(day, (joined) => joined === chat);
      const bot = await day.town.addBot(ACCOMPLICE);
      day.onJoined.push((userId, joined) => {
        if (joined !== chat) return Promise.resolve();
        day.town.plan(day.town.nowMs + HOUR_MS, () => day.town.leave(chat, userId));
        day.town.plan(day.town.nowMs + 2 * HOUR_MS, async () => {
          bot.started.add(userId);
          const action = { action: 'newtask', excludeOrderIds: day.orderIds };
          await day.town.ask(bot, userId, action);
          await day.town.join(chat, userId);
        });
        return Promise.resolve();
      });
      day.orderIds.push(orderId);
      const counts = (_: unknown, { members }: Chat, userId: number) => members.has(userId);
      return { gain: () => unpaidWins(day, wins, { ...BOTH, deposit: PURSE, counts }) };
    },
  },
  {
    name: 'copy of a paused order',
    does: 'removes its subscribers, and runs a copy of the order that is paused for that, from two accounts’ orders for one chat',
    old: settlingRules.copies,
    plan: async (day) => {
      const { town } = day;
      const { chat, orderId } = await richOrder(day);
      await town.account(ACCOMPLICE, PURSE);
      const secondId = await town.order(ACCOMPLICE, chat, { priceMicros: OFFERED });
      const orders = [
        { accountId: ROGUE, orderId },
        { accountId: ACCOMPLICE, orderId: secondId },
      ];
      // Joins that followed a pause.
      let escaped = 0n;
      const paused = new Set<number>();
      // Who has a list from before the pause on the screen joins by that, and is paid for.
      const shownBefore = new Set<number>();
      day.onAsked.push((userId) => {
        if (paused.size < 2) shownBefore.add(userId);
        return Promise.resolve();
      });
      day.onJoined.push((userId, joined) => {
        if (joined === chat && paused.size === 2 && !shownBefore.has(userId)) escaped += 1n;
        return Promise.resolve();
      });
      every(day, 30 * MINUTE_MS, HOUR_MS, 24 * HOUR_MS, async () => {
        for (const userId of [...chat.members]) await town.leave(chat, userId, 'other');
        for (const one of orders) {
          const found = await town.store.orders.find(one.orderId);
          if (found?.pauseReason !== 'removes_subscribers') continue;
          paused.add(one.accountId);
          one.orderId = (await town.service.orders.duplicate(one.accountId, one.orderId)).orderId;
          await town.service.orders.update(one.accountId, one.orderId, { isOn: true });
        }
      });
      // At their price, once both orders were paused: each of them was removed as well.
      return { gain: () => escaped * OFFERED };
    },
  },
  {
    name: 'payment in a race',
    does: 'asks for all its money, and has the amount transferred that an administrator saw before charges took of it',
    old: settlingRules.payout,
    plan: async (day) => {
      const { town } = day;
      const { withdrawals, wallet } = town.service;
      await richOrder(day);
      await town.account(ACCOMPLICE, PURSE);
      const accounts = [ROGUE, ACCOMPLICE];
      const second = town.chat('quick_money');
      day.chats.push(second);
      await town.order(ACCOMPLICE, second, { priceMicros: OFFERED });
      // Between list and join, so that charges for those who join then take of the withdrawal.
      town.plan(START_MS + ASKED_AFTER_MS, async () => {
        for (const accountId of accounts) {
          const { availableMicros: amountMicros } = await wallet.balance(accountId);
          const requestKey = `all of ${String(accountId)}`;
          await withdrawals.ask(accountId, { amountMicros, details: 'a card', requestKey });
        }
      });
      // What was transferred beyond what was booked.
      let lost = 0n;
      // The administrator sees the amount at once, transfers it, and says so a day later.
      const seen = new Map<number, bigint>();
      town.plan(START_MS + ASKED_AFTER_MS + 1_000, async () => {
        for (const one of await waitingPayouts(town)) seen.set(one.withdrawalId, one.amountMicros);
      });
      town.plan(START_MS + ASKED_AFTER_MS + 25 * HOUR_MS, async () => {
        for (const { withdrawalId, amountMicros } of await waitingPayouts(town)) {
          const transferred = seen.get(withdrawalId) ?? 0n;
          const payment = { seenMicros: transferred, note: '' };
          const outcome = await withdrawals.pay(MODERATOR, withdrawalId, payment).catch(() => null);
          if (outcome?.kind === 'decided') lost += transferred - amountMicros;
        }
      });
      return { gain: () => lost };
    },
  },
  {
    name: 'requests let in late',
    does: 'takes join requests while lists are on the screens, takes none later, and lets everybody in a day after',
    old: settlingRules.requests,
    plan: async (day) => {
      const { town } = day;
      const { chat } = await richOrder(day);
      await town.account(ACCOMPLICE, PURSE);
      const second = town.chat('quick_money', { takesRequests: true });
      chat.takesRequests = true;
      await town.order(ACCOMPLICE, second, { priceMicros: OFFERED });
      const chats = [chat, second];
      day.chats.pop();
      const wins: Win[] = [];
      // They ask to be let in as others join.
      day.onAsked.push((userId, _bot, links) => {
        for (const wanted of chats) {
          if (!links.some((link) => town.chatOfLink(link) === wanted)) continue;
          town.plan(town.nowMs + 5 * MINUTE_MS, async () => {
            await town.request(wanted, userId);
            wins.push({ userId, chat: wanted });
          });
        }
        return Promise.resolve();
      });
      every(day, HOUR_MS, 59 * MINUTE_MS, 24 * HOUR_MS, () => town.resolveLinks());
      town.plan(START_MS + 30 * HOUR_MS, async () => {
        for (const wanted of chats) wanted.takesRequests = false;
        await town.resolveLinks();
        for (const { userId, chat: wanted } of wins) await town.join(wanted, userId);
      });
      return { gain: () => unpaidWins(day, wins, BOTH) };
    },
  },
];
