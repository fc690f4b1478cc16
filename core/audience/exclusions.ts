/**
 * Blacklists of both sides (`interface.md`, POST /toggle-exclusion; `decisions.md`, Statistics, filters, exclusions): an
 * advertiser keeps an order out of a bot, a publisher keeps a sponsor out of one bot or all of theirs.
 */
import { knownBot, ownedBot, ownedOrder } from '../accounts/index.js';
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';

/** Bots that an order is kept out of, or orders that are kept out of a publisher's bot (absent: of all of them at once). */
interface Excluded {
  context: 'advertiser' | 'publisher';
  orderId?: number | undefined;
  botId?: number | undefined;
}

export interface ExclusionChange extends Excluded {
  isExcluded: boolean;
  orderId: number;
}

/** `isInAll`: a publisher keeps the sponsor out of all their bots. */
export interface ExclusionState {
  isExcluded: boolean;
  isInAll: boolean;
}

const missing = (field: string) =>
  new ServiceError('invalid', `${field}: is required when context is advertiser.`, { topic: 'required' });

/** In a publisher's exclusion: all of the account's bots. */
const ALL_BOTS = 0;
const LISTED_MAX = 500;

export function createExclusions({ store, clock }: Pick<Ports, 'store' | 'clock'>) {
  const forAdvertiser = async (
    accountId: number,
    { orderId, botId, isExcluded }: ExclusionChange,
  ): Promise<ExclusionState> => {
    if (botId === undefined) throw missing('bot_id');
    await ownedOrder(store, accountId, orderId);
    await knownBot(store, botId);
    await store.exclusions.setForAdvertiser(orderId, botId, isExcluded, clock.now());
    return { isExcluded, isInAll: false };
  };

  const forPublisher = async (
    accountId: number,
    { orderId, botId, isExcluded }: ExclusionChange,
  ): Promise<ExclusionState> => {
    if (botId !== undefined) await ownedBot(store, accountId, botId);
    if ((await store.orders.find(orderId)) === null) {
      throw new ServiceError('forbidden_or_not_foundorder', `There is no order ${String(orderId)}.`);
    }
    await store.exclusions.setForPublisher(accountId, botId ?? ALL_BOTS, orderId, isExcluded, clock.now());
    const isInAll = (await everywhere(accountId)).has(orderId);
    return { isExcluded: isExcluded || isInAll, isInAll };
  };

  const everywhere = (accountId: number) => store.exclusions.ordersOfPublisher(accountId, ALL_BOTS);

  return {
    /**
     * Idempotent; answers what holds now: a sponsor that is out of all bots stays out of one that it is let into.
     * @throws ServiceError `invalid` when an advertiser names no bot; `forbidden` and `forbidden_or_not_foundorder` for what
     *   is not the caller's or not there
     */
    toggle: (accountId: number, change: ExclusionChange): Promise<ExclusionState> =>
      (change.context === 'advertiser' ? forAdvertiser : forPublisher)(accountId, change),
    /** What is excluded, at most 500, each with a name to know it by. @throws ServiceError as `toggle` */
    list: async (accountId: number, { context, orderId, botId }: Excluded) => {
      if (context === 'publisher') {
        if (botId !== undefined) await ownedBot(store, accountId, botId);
        const ids = await store.exclusions.ordersOfPublisher(accountId, botId ?? ALL_BOTS);
        const orders = await store.orders.findMany([...ids].slice(0, LISTED_MAX));
        return orders.map((order) => ({ id: order.orderId, name: order.resource.name || order.link }));
      }
      if (orderId === undefined) throw missing('ads_id');
      await ownedOrder(store, accountId, orderId);
      const ids = [...(await store.exclusions.botsOfOrder(orderId))].slice(0, LISTED_MAX);
      const bots = await Promise.all(ids.map((id) => store.bots.find(id)));
      return bots.flatMap((bot) => (bot === null ? [] : [{ id: bot.botId, name: `@${bot.nickname}` }]));
    },
    /** Orders that a publisher keeps out of all their bots, present and future, in one exclusion. */
    everywhere,
  };
}
