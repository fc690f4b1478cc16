/** A rogue who brings itself: three accounts, of which one has the link that the others came by. */
import type { Day } from './honest.js';
import { oldRules } from './old-rules.js';
import {
  ACCOMPLICE,
  every,
  HOUR_MS,
  INVENTED,
  MINUTE_MS,
  OFFERED,
  PURSE,
  ROGUE,
  type Rogue,
  watchWins,
  wealth,
  wonBy,
} from './rogue.js';

/** Advertises; the accomplice has the bot. */
const PAYER = 703;
/** Of what the payer pays for a subscriber, in thousandths: the service's fee, of which a referrer has half. */
const [FEE_PER_MILLE, REFERRAL_PERCENT] = [300n, '50'];

const own = new WeakMap<Day, { orderId: number; botId: number }>();

async function openByLink({ town }: Day, accountId: number, code: string): Promise<void> {
  const name = `person${String(accountId)}`;
  await town.service.accounts.open({ accountId, firstName: name, username: name, language: 'en' }, code);
}

/** Subscribers that bots of others brought and were paid for. */
async function bought(day: Day): Promise<bigint> {
  const { orderId = 0, botId = 0 } = own.get(day) ?? {};
  const [order, bot] = [await day.town.store.orders.find(orderId), await day.town.store.bots.find(botId)];
  return BigInt((order?.quantityNow ?? 0) - (bot?.followers ?? 0));
}

export const rogueReferrers: readonly Rogue[] = [
  {
    name: 'self-referral',
    does: 'opens an account that advertises and one that has a bot by the link of a third, and brings users who were made up',
    environment: { REFERRAL_PERCENT, HOLD_HOURS: '0', NEW_PUBLISHER_HOLD_HOURS: '0' },
    old: oldRules.wholeFee,
    rest: {
      why: 'half of its own fee for what it bought of honest publishers',
      micros: (day) => (BigInt(wonBy(day.chats.at(-1)!)) * OFFERED * FEE_PER_MILLE) / 2_000n,
    },
    plan: async (day) => {
      const { town } = day;
      const { referrals, maintenance } = town.service;
      await town.account(ROGUE);
      const code = (await referrals.links(ROGUE))?.web.split('/').at(-1) ?? '';
      for (const accountId of [ACCOMPLICE, PAYER]) await openByLink(day, accountId, code);
      await town.deposit(PAYER, PURSE, 'the purse');
      const chat = town.chat('easy_money');
      day.chats.push(chat);
      watchWins(day, chat);
      const orderId = await town.order(PAYER, chat, { priceMicros: OFFERED });
      const bot = await town.addBot(ACCOMPLICE);
      own.set(day, { orderId, botId: bot.botId });
      let userId = INVENTED;
      every(day, 6 * MINUTE_MS, 0, 10 * HOUR_MS, async () => {
        const user = userId++;
        bot.started.add(user);
        await town.ask(bot, user);
        await town.join(chat, user);
      });
      every(day, HOUR_MS, HOUR_MS, 40 * HOUR_MS, async () => {
        while ((await maintenance.bookReferrals()) > 0);
      });
    },
    // What it paid to honest publishers bought subscribers at their price.
    gain: async (day) => {
      const accounts = [ROGUE, ACCOMPLICE, PAYER];
      const amounts = await Promise.all(accounts.map((accountId) => wealth(day, accountId)));
      const all = amounts.reduce((sum, amount) => sum + amount, 0n);
      return all + (await bought(day)) * OFFERED - PURSE;
    },
  },
];
