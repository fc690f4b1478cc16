/**
 * Who may touch what: the one place where it is checked. What is not there and what is somebody else's get the same
 * answer, so that ids cannot be probed (`decisions.md`, The wire).
 */
import type { Bot, Order, Store } from '../ports.js';
import { ServiceError } from '../errors.js';

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
