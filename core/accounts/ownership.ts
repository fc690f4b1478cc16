/**
 * Who may touch what: the one place where it is checked. What is not there and what is somebody else's get the same
 * answer, so that ids cannot be probed (`decisions.md`, The wire).
 */
import type { Settings } from '../config.js';
import type { Store } from '../ports.js';
import type { Account } from '../ports/account-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { Order } from '../ports/order-store.js';
import { ServiceError } from '../errors.js';

/** Who acts for the operator: their id, or null at the terminal, where everything is in reach anyway. */
export type Operator = number | null;

/** Stands in the log of decisions for those that were made at the terminal. */
export const TERMINAL_ID = 0;

/** @throws ServiceError `forbidden` unless they are among `MODERATOR_IDS`, or at the terminal */
export function assertModerator(
  { MODERATOR_IDS }: Pick<Settings, 'MODERATOR_IDS'>,
  operator: Operator,
): void {
  if (operator === null || MODERATOR_IDS.includes(operator)) return;
  throw new ServiceError('forbidden', 'Only a moderator may do this.');
}

/** @throws ServiceError `forbidden` unless they are among `ADMIN_IDS`, or at the terminal */
export function assertAdministrator({ ADMIN_IDS }: Pick<Settings, 'ADMIN_IDS'>, operator: Operator): void {
  if (operator === null || ADMIN_IDS.includes(operator)) return;
  throw new ServiceError('forbidden', 'Only an administrator may do this.');
}

/** @throws ServiceError `forbidden` for blocking oneself, or an administrator without being one */
export function assertMayBlock(
  { ADMIN_IDS }: Pick<Settings, 'ADMIN_IDS'>,
  moderator: Operator,
  accountId: number,
): void {
  if (moderator === null) return;
  if (moderator === accountId)
    throw new ServiceError('forbidden', 'You cannot block yourself.', { topic: 'block_self' });
  if (ADMIN_IDS.includes(accountId) && !ADMIN_IDS.includes(moderator))
    throw new ServiceError('forbidden', 'Only an administrator may block an administrator.', {
      topic: 'block_administrator',
    });
}

/**
 * What was looked for, if it is there and this account's.
 * @param name how the refusal calls it, such as `Bot 7`; the same whether it is there or not
 * @throws ServiceError of the kind given
 */
export function owned<Thing extends { accountId: number }>(
  thing: Thing | null,
  accountId: number,
  refusal: { kind: 'forbidden' | 'forbidden_or_not_foundorder'; name: string; among: string },
): Thing {
  if (thing?.accountId === accountId) return thing;
  throw new ServiceError(refusal.kind, `${refusal.name} is not one of your ${refusal.among}.`);
}

/** @throws ServiceError `forbidden` when there is no such account */
export async function knownAccount(store: Pick<Store, 'accounts'>, accountId: number): Promise<Account> {
  const account = await store.accounts.find(accountId);
  if (account !== null) return account;
  throw new ServiceError('forbidden', 'No account has this id.', { topic: 'account_unknown' });
}

/** @throws ServiceError `forbidden` when there is no such bot */
export async function knownBot(store: Pick<Store, 'bots'>, botId: number): Promise<Bot> {
  const bot = await store.bots.find(botId);
  if (bot !== null) return bot;
  throw new ServiceError('forbidden', `There is no bot ${String(botId)}.`);
}

/** @throws ServiceError `forbidden` unless the bot is there and this account's */
export function ownBot(bot: Bot | null, accountId: number, botId: number): Bot {
  return owned(bot, accountId, { kind: 'forbidden', name: `Bot ${String(botId)}`, among: 'bots' });
}

/** @throws ServiceError `forbidden` unless the bot is this account's */
export async function ownedBot(store: Pick<Store, 'bots'>, accountId: number, botId: number): Promise<Bot> {
  return ownBot(await store.bots.find(botId), accountId, botId);
}

/** Accounts had so many before `BOTS_MAX` was lowered. */
const BOTS_LEAST = 1_000;

/** All bots of an account, archived ones too, for what concerns every one of them. */
export function everyBot(
  store: Pick<Store, 'bots'>,
  { BOTS_MAX }: Pick<Settings, 'BOTS_MAX'>,
  accountId: number,
): Promise<Bot[]> {
  return store.bots.ofAccount(accountId, Math.max(BOTS_LEAST, BOTS_MAX));
}

/** @throws ServiceError `forbidden_or_not_foundorder` unless the order is this account's */
export async function ownedOrder(
  store: Pick<Store, 'orders'>,
  accountId: number,
  orderId: number,
): Promise<Order> {
  const name = `Order ${String(orderId)}`;
  const refusal = { kind: 'forbidden_or_not_foundorder', name, among: 'orders' } as const;
  return owned(await store.orders.find(orderId), accountId, refusal);
}
