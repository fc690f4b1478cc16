/** An account as moderators and administrators see it: in lists, and as its page with money, bots, orders, holds and days. */
import { z } from 'zod';
import type { Account } from '../../core/ports/account-store.js';
import type { Wire } from '../route.js';
import { isoTime, whole, moment, date, money } from './wire.js';
import { formatDay } from '../../core/days.js';
import { toNumber } from '../../core/money.js';
import type { Service } from '../../core/service.js';
import { heldBotsSchema, listedBotSchema, toWireHeldBot, toWireListedBot } from './bot-wire.js';
import { listedOrderSchema, toWireListedOrder } from './orders/order-wire.js';

export const accountSchema = z.strictObject({
  account_id: whole,
  first_name: z.string(),
  username: z.string(),
  is_blocked: z.boolean(),
  is_trusted: z.boolean(),
  created_at: moment,
});

export function toWireAccount(account: Account): Wire<z.output<typeof accountSchema>> {
  return {
    account_id: account.accountId,
    first_name: account.firstName,
    username: account.username,
    is_blocked: account.isBlocked,
    is_trusted: account.isTrusted,
    created_at: isoTime(account.createdAtMs),
  };
}

const ORDERS = 50;
const DAYS = 14;

export const accountCardSchema = z.strictObject({
  account: accountSchema,
  balance: money,
  held: money,
  reserved: money,
  bots: z.array(listedBotSchema),
  held_bots: heldBotsSchema,
  orders: z.array(listedOrderSchema.extend({ reason: z.string().describe('Why it was refused or paused.') })),
  orders_total: whole,
  days: z
    .array(z.strictObject({ date, balance: money, entries: whole, amount: money, held: money }))
    .describe('The last days on which something happened in the wallet.'),
});

export async function toWireAccountCard(service: Service, moderatorId: number, accountId: number) {
  const zone = service.settings.SERVICE_TIMEZONE;
  const card = await service.trust.accountCard(moderatorId, accountId);
  const page = { search: '', inArchive: null, status: null, offset: 0, limit: ORDERS };
  const [orders, wallet] = await Promise.all([
    service.orders.list(accountId, page),
    service.wallet.days(accountId, { fromDay: null, toDay: null, limit: DAYS }),
  ]);
  return {
    account: toWireAccount(card.account),
    balance: toNumber(card.balance.availableMicros),
    held: toNumber(card.balance.heldMicros),
    reserved: toNumber(card.balance.reservedMicros),
    bots: card.bots.map(toWireListedBot),
    held_bots: card.held.map(toWireHeldBot),
    orders: orders.orders.map((each) => ({ ...toWireListedOrder(each, zone), reason: each.reason ?? '' })),
    orders_total: orders.total,
    days: wallet.days.map(({ day, balanceMicros, turnover }) => ({
      date: formatDay(day),
      balance: toNumber(balanceMicros),
      entries: turnover.reduce((sum, { entries }) => sum + entries, 0),
      amount: toNumber(turnover.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)),
      held: toNumber(turnover.reduce((sum, { heldMicros }) => sum + heldMicros, 0n)),
    })),
  };
}
