/** A rogue who brings itself: three accounts, of which one has the link that the others came by. */
import type { Day } from './honest.js';
import { oldRules } from './old-rules.js';
import {
  ACCOMPLICE,
  bringOwnUsers,
  every,
  HOUR_MS,
  OFFERED,
  PURSE,
  ROGUE,
  type Rogue,
  together,
  watchWins,
} from './rogue.js';

/** Advertises; the accomplice has the bot. */
const PAYER = 703;
/** Of what the payer pays for a subscriber, in thousandths: the service's fee, of which a referrer has half. */
const [FEE_PER_MILLE, REFERRAL_PERCENT] = [300n, '50'];

async function openByLink({ town }: Day, accountId: number, code: string): Promise<void> {
  const name = `person${String(accountId)}`;
  await town.service.accounts.open({ accountId, firstName: name, username: name, language: 'en' }, code);
}

/** Subscribers that bots of others brought and were paid for. */
async function bought(day: Day, orderId: number, botId: number): Promise<bigint> {
  const [order, bot] = [await day.town.store.orders.find(orderId), await day.town.store.bots.find(botId)];
  return BigInt((order?.quantityNow ?? 0) - (bot?.followers ?? 0));
}

export const rogueReferrers: readonly Rogue[] = [
  {
    name: 'self-referral',
    does: 'opens an account that advertises and one that has a bot by the link of a third, and brings users who were made up',
    environment: { REFERRAL_PERCENT, HOLD_HOURS: '0', NEW_PUBLISHER_HOLD_HOURS: '0' },
    old: oldRules.wholeFee,
    rest: 'half of its own fee for what it bought of honest publishers',
    plan: async (day) => {
      const { town } = day;
      const { referrals } = town.service;
      await town.account(ROGUE);
      const code = (await referrals.links(ROGUE))?.web.split('/').at(-1) ?? '';
      for (const accountId of [ACCOMPLICE, PAYER]) await openByLink(day, accountId, code);
      await town.deposit(PAYER, PURSE, 'the purse');
      const chat = town.chat('easy_money');
      day.chats.push(chat);
      const wins = watchWins(day, (joined) => joined === chat);
      const orderId = await town.order(PAYER, chat, { priceMicros: OFFERED });
      const bot = await town.addBot(ACCOMPLICE);
      bringOwnUsers(day, bot, chat);
      every(day, HOUR_MS, HOUR_MS, 40 * HOUR_MS, async () => {
        while ((await referrals.book()) > 0);
      });
      return {
        // What it paid to honest publishers bought subscribers at their price.
        gain: async () => {
          const all = await together(day, [ROGUE, ACCOMPLICE, PAYER]);
          return all + (await bought(day, orderId, bot.botId)) * OFFERED - PURSE;
        },
        rest: () => (BigInt(wins.length) * OFFERED * FEE_PER_MILLE) / 2_000n,
      };
    },
  },
];
