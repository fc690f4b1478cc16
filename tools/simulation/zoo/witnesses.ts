/** Rogue publishers who want joins that other bots brought, or other bots' users free of charge for a friend. */
import type { Day } from './honest.js';
import { oldRules } from './old-rules.js';
import { settlingRules } from './settling-rules.js';
import {
  ACCOMPLICE,
  every,
  HOUR_MS,
  MINUTE_MS,
  PURSE,
  richOrder,
  ROGUE,
  type Rogue,
  together,
  unpaidWins,
  watchWins,
} from './rogue.js';
import { START_MS, type TownBot } from './town.js';

const ONE_ADDRESS = '203.0.113.8';

/** A bot for each of two accounts; each user belongs to one of them, by turns. */
async function twoBots(
  { town }: Day,
  options: { token?: boolean; turnkey?: boolean } = {},
): Promise<[TownBot, TownBot]> {
  await town.account(ROGUE);
  await town.account(ACCOMPLICE);
  return [await town.addBot(ROGUE, options), await town.addBot(ACCOMPLICE, options)];
}

const botFor = (bots: readonly [TownBot, TownBot], userId: number) => bots[userId % 2 === 0 ? 0 : 1];

const bothEarned = (day: Day) => together(day, [ROGUE, ACCOMPLICE]);

/** What both have earned by orders of honest advertisers is all that they gain. */
export const rogueWitnesses: readonly Rogue[] = [
  {
    name: 'scripted visitor',
    does: 'opens its accomplice’s links for everybody who was just shown its own order, by a script at one address',
    old: settlingRules.witness,
    plan: async (day) => {
      const { chat, orderId } = await richOrder(day);
      const wins = watchWins(day, (joined) => joined === chat);
      await day.town.account(ACCOMPLICE, PURSE);
      const bot = await day.town.addBot(ACCOMPLICE);
      await day.town.orderFor(ACCOMPLICE, 'https://example.com/shop', 'resource');
      const others = [...day.orderIds, orderId];
      day.onAsked.push(async (userId) => {
        bot.started.add(userId);
        const links = await day.town.ask(bot, userId, { action: 'newtask', excludeOrderIds: others });
        for (const link of links)
          await day.town.open({ bot, userId, link }, { address: ONE_ADDRESS, runsScripts: true });
      });
      return { gain: () => unpaidWins(day, wins) };
    },
  },
  {
    name: 'block in an empty group',
    does: 'has blocks for users of its bots shown in groups where only those bots are, before other bots list the same sponsors',
    old: settlingRules.group,
    plan: async (day) => {
      const bots = await twoBots(day, { turnkey: true });
      const groups = bots.map((bot, index) => {
        const group = day.town.chat(`empty_group_${String(index)}`, { isGroup: true });
        group.members.add(bot.botId);
        return group;
      });
      day.town.plan(START_MS, async () => {
        for (const userId of day.users) {
          const bot = botFor(bots, userId);
          bot.started.add(userId);
          // One sponsor in a list makes the contact known; the block has the others.
          const first = { action: 'newtask', getLinks: true, excludeOrderIds: day.orderIds.slice(1) };
          await day.town.ask(bot, userId, first);
          const block = {
            chatId: groups[bots.indexOf(bot)]?.chatId,
            excludeOrderIds: day.orderIds.slice(0, 1),
          };
          await day.town.ask(bot, userId, { action: 'newtask', ...block });
        }
      });
      return { gain: () => bothEarned(day) };
    },
  },
  {
    name: 'asker before the start',
    does: 'asks about everybody who uses its bots at the moment in which an order starts, before other bots can',
    old: settlingRules.first,
    plan: async (day) => {
      const bots = await twoBots(day);
      for (const userId of day.users) botFor(bots, userId).started.add(userId);
      day.town.plan(START_MS, async () => {
        for (const userId of day.users)
          await day.town.ask(botFor(bots, userId), userId, { action: 'newtask' });
      });
      return { gain: () => bothEarned(day) };
    },
  },
  {
    name: 'token back and forth',
    does: 'revokes the tokens of its bots while it asks about other bots’ users, and sends them again when those join',
    old: oldRules.contact,
    plan: async (day) => {
      const bots = await twoBots(day);
      const tokens = bots.map(({ token }) => token);
      const turn = (isOn: boolean) =>
        bots.forEach((bot, index) => (bot.token = isOn ? (tokens[index] ?? null) : null));
      day.onAsked.push(async (userId) => {
        turn(false);
        for (const bot of bots)
          await day.town.ask(bot, userId, { user: { userId, firstName: 'Somebody' }, action: 'newtask' });
        turn(true);
      });
      every(day, 5 * MINUTE_MS, 0, 24 * HOUR_MS, () => {
        turn(true);
        return Promise.resolve();
      });
      return { gain: () => bothEarned(day) };
    },
  },
  {
    name: 'bot that was left',
    does: 'asks about other bots’ users, who started its bots a month ago at most and blocked them at once',
    old: oldRules.lastingContact,
    plan: async (day) => {
      const bots = await twoBots(day);
      // A list of less than a day ago would not become newer.
      day.town.nowMs -= 26 * HOUR_MS;
      for (const userId of day.users) {
        const bot = botFor(bots, userId);
        bot.started.add(userId);
        await day.town.ask(bot, userId, { action: 'newtask' });
        bot.started.delete(userId);
        bot.blocked.add(userId);
      }
      day.town.nowMs += 26 * HOUR_MS;
      day.onAsked.push(async (userId) => {
        await day.town.ask(botFor(bots, userId), userId, { action: 'newtask' });
      });
      return { gain: () => bothEarned(day) };
    },
  },
  {
    name: 'crowded group',
    does: 'brings its bots into a group that other bots’ users are in, and asks about them with its id',
    old: oldRules.groupList,
    plan: async (day) => {
      const bots = await twoBots(day);
      const group = day.town.chat('crowded_group', { isGroup: true });
      for (const id of [...day.users, ...bots.map(({ botId }) => botId)]) group.members.add(id);
      day.onAsked.push(async (userId) => {
        const asked = { action: 'newtask', chatId: group.chatId, getLinks: true };
        await day.town.ask(botFor(bots, userId), userId, asked);
      });
      return { gain: () => bothEarned(day) };
    },
  },
];
