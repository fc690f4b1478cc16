/**
 * Who may touch what: the one place where it is checked. What is not there and what is somebody else's get the same
 * answer, so that ids cannot be probed (`decisions.md`, The wire).
 */
import type { Settings } from '../config.js';
import type { Bot, Order, Store } from '../ports.js';
import { ServiceError } from '../errors.js';

/** Who acts for the operator: an administrator's id, or null at the terminal, where everything is in reach anyway. */
export type Operator = number | null;

/** @throws ServiceError `forbidden` unless they are among `ADMIN_IDS`, or at the terminal */
export function assertAdministrator({ ADMIN_IDS }: Pick<Settings, 'ADMIN_IDS'>, operator: Operator): void {
  if (operator === null || ADMIN_IDS.includes(operator)) return;
  throw new ServiceError('forbidden', 'Only an administrator may do this.');
}

/** @throws ServiceError `forbidden` unless the bot is this account's */
export async function ownedBot(store: Pick<Store, 'bots'>, accountId: number, botId: number): Promise<Bot> {
  const bot = await store.bots.find(botId);
  if (bot?.accountId !== accountId)
    throw new ServiceError('forbidden', `Bot ${String(botId)} is not one of your bots.`);
  return bot;
}

/** @throws ServiceError `forbidden_or_not_foundorder` unless the order is this account's */
export async function ownedOrder(
  store: Pick<Store, 'orders'>,
  accountId: number,
  orderId: number,
): Promise<Order> {
  const order = await store.orders.find(orderId);
  if (order?.accountId !== accountId) {
    throw new ServiceError(
      'forbidden_or_not_foundorder',
      `Order ${String(orderId)} is not one of your orders.`,
    );
  }
  return order;
}
