/** An account as moderators and administrators see it: in lists, and as its page with money, bots, orders, holds and days. */
import { z } from 'zod';
import { botTrusts } from '../../core/ports/bot-store.js';
import type { Service } from '../../core/service.js';
import { named } from '../encode.js';
import { heldBots, heldBotsSchema, listedBot, listedBotSchema } from './bot-wire.js';
import { day, moment, money, whole } from './wire.js';
import { listedOrder, reasonedOrderSchema } from './orders/order-wire.js';

export const accountSchema = z.strictObject({
  account_id: whole,
  first_name: z.string(),
  username: z.string(),
  is_blocked: z.boolean(),
  is_trusted: z.boolean(),
  created_at: moment,
});

/** With what moderators have said of it. */
export const trustedAccountSchema = accountSchema.extend({ trust: z.enum(botTrusts) });

export const balances = { balance: named('availableMicros', money), held: money, reserved: money };

const ORDERS = 50;
const DAYS = 14;

export const accountCardSchema = z.strictObject({
  account: trustedAccountSchema,
  ...balances,
  bots: z.array(listedBotSchema),
  held_bots: heldBotsSchema,
  orders: z.array(reasonedOrderSchema),
  orders_total: whole,
  days: z
    .array(
      z.strictObject({ date: named('day', day), balance: money, entries: whole, amount: money, held: money }),
    )
    .describe('The last days on which something happened in the wallet.'),
});

export async function accountCard(service: Service, moderatorId: number, accountId: number) {
  const zone = service.settings.SERVICE_TIMEZONE;
  const card = await service.trust.accountCard(moderatorId, accountId);
  const page = { search: '', inArchive: null, status: null, offset: 0, limit: ORDERS };
  const [orders, wallet] = await Promise.all([
    service.orders.list(accountId, page),
    service.wallet.days(accountId, { fromDay: null, toDay: null, limit: DAYS }),
  ]);
  return {
    account: { ...card.account, trust: card.trust },
    ...card.balance,
    bots: card.bots.map(listedBot),
    heldBots: heldBots(card.held),
    orders: orders.orders.map((each) => listedOrder(each, zone)),
    ordersTotal: orders.total,
    days: wallet.days.map(({ turnover, ...about }) => ({
      ...about,
      entries: turnover.reduce((sum, { entries }) => sum + entries, 0),
      amountMicros: turnover.reduce((sum, { amountMicros }) => sum + amountMicros, 0n),
      heldMicros: turnover.reduce((sum, { heldMicros }) => sum + heldMicros, 0n),
    })),
  };
}
