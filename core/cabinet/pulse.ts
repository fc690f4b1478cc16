/**
 * What an account sees, as a short text that is another when anything of it changed: for pages that ask again only then.
 * Reads a page of each list; what lies beyond changes rarely, and is asked for anyway when somebody turns to it.
 */
import { createHash } from 'node:crypto';
import type { Settings } from '../config.js';
import type { Ports } from '../ports.js';

const LISTED = 100;

/** The text is null for an account that is blocked. */
export function createPulse({ store, settings }: Pick<Ports, 'store' | 'settings'>) {
  return async (accountId: number) => {
    const page = { search: '', inArchive: false, offset: 0, limit: LISTED };
    const [account, balance, bots, { orders, total }, withdrawals, duties] = await Promise.all([
      store.accounts.find(accountId),
      store.ledger.balance(accountId),
      store.bots.ofAccount(accountId, LISTED),
      store.orders.list(accountId, { ...page, status: null }),
      store.withdrawals.ofAccount(accountId, { beforeId: null, limit: 5 }),
      dutiesOf(store, settings, accountId),
    ]);
    if (account?.isBlocked !== false) return null;
    const seen = [
      Object.values(balance),
      bots.map((bot) => [bot.botId, bot.followers, bot.profitMicros, bot.isOn, bot.isBlocked, bot.trust]),
      orders.map((order) => [order.orderId, order.revision, order.quantityNow, order.pauseReason]),
      total,
      withdrawals.map(({ withdrawalId, state }) => [withdrawalId, state]),
      duties,
    ];
    const text = JSON.stringify(seen, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    return createHash('sha256').update(text).digest('base64url').slice(0, 16);
  };
}

/** What waits for a moderator and an administrator: how much, and what is first; and what was decided last. */
async function dutiesOf(store: Ports['store'], settings: Settings, accountId: number): Promise<unknown[]> {
  const first = { offset: 0, limit: 1 };
  const isModerator = settings.MODERATOR_IDS.includes(accountId);
  const isAdministrator = settings.ADMIN_IDS.includes(accountId);
  const payoutsIn = async (state: 'waiting' | 'paying' | 'sending') =>
    isAdministrator ? (await store.withdrawals.inState(state, first)).total : null;
  const [queue, decided, ...payouts] = await Promise.all([
    isModerator ? store.orders.waiting(first) : null,
    isModerator ? store.moderationLog.page({ beforeId: null, limit: 1 }) : null,
    payoutsIn('waiting'),
    payoutsIn('paying'),
    payoutsIn('sending'),
  ]);
  return [queue?.total, queue?.orders[0]?.orderId, decided?.[0]?.moderationId, payouts];
}
