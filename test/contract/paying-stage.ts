/** The service at a moment, with what it reads of bots and settles, for tests of what their quality does to money. */
import { expect } from 'vitest';
import { parseSettings, type Settings } from '../../core/config.js';
import { announceFactors } from '../../core/quality/index.js';
import type { Store } from '../../core/ports.js';
import type { Order } from '../../core/ports/order-store.js';
import type { Membership } from '../../core/ports/sponsor-store.js';
import { createSettler, targetOf } from '../../core/subscriptions/index.js';
import { ADVERTISER, BALANCED, BOT, listed, PUBLISHER, show } from './makers.js';
import { START_MS } from './run.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** The first moment of the day of `START_MS`, in UTC. */
const MIDNIGHT_MS = START_MS - 12 * HOUR_MS;
/** From when on what is announced on that day holds. */
export const FROM_MS = MIDNIGHT_MS + 7 * DAY_MS;

export function settingsOf(more: Record<string, string> = {}): Settings {
  return parseSettings({
    BOT_TOKEN: '1234567:operator-token',
    SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
    HOLD_HOURS: '0',
    NEW_PUBLISHER_HOLD_HOURS: '0',
    ...more,
  });
}

/** The service at a moment: what it reads of bots, and settles. */
export function serviceOf(store: Store, settings: Settings) {
  const at = (nowMs: number) => ({ store, settings, clock: { now: () => nowMs } });
  const settlerAt = (nowMs: number) =>
    createSettler(at(nowMs) as unknown as Parameters<typeof createSettler>[0]);
  return {
    /** @param factors by bot; no cause, where nothing is told of any */
    read: (factors: Readonly<Record<number, number>>, nowMs: number) => {
      const read = Object.entries(factors).map(([botId, factor]) => ({
        botId: Number(botId),
        quality: { factor, causes: [causeOf(factor)] },
      }));
      return announceFactors(at(nowMs), read, { today: Math.floor(nowMs / DAY_MS), nowMs });
    },
    /** Somebody joins a second after the bot showed it, and is settled some time after that. */
    join: async (
      order: Order,
      userId: number,
      { shownMs, botId = BOT, settledMs = shownMs + 2_000, price = order.realPriceMicros }: Join,
    ) => {
      await show(store, userId, order.orderId, botId, shownMs, {
        impressions: [listed(order.orderId, price, targetOf(order))],
      });
      const { resourceId } = order.resource;
      const joined = { userId, resourceId, state: 'in', wasIn: false, updateId: userId } as const;
      await store.memberships.observe([{ ...joined, atMs: shownMs + 1_000 }]);
      return settlerAt(settledMs).settle(order, userId);
    },
    /** They leave of their own will, and the platform tells it at once. */
    leave: (order: Order, userId: number, { joinedMs, leftMs }: { joinedMs: number; leftMs: number }) => {
      const membership: Membership = {
        resourceId: order.resource.resourceId,
        state: 'out',
        hadLeft: true,
        wasRemoved: false,
        isBarred: false,
        isUnreported: false,
        sinceMs: leftMs,
        checkedAtMs: leftMs,
        join: { atMs: joinedMs, isAgain: false, byBotId: null },
      };
      return settlerAt(leftMs).leave(order, userId, membership);
    },
  };
}

interface Join {
  shownMs: number;
  botId?: number;
  settledMs?: number;
  price?: bigint;
}

export function causeOf(factor: number) {
  return { reason: 'leave_within_day', effect: factor - 1, share: 0.6, others: 0.9 } as const;
}

export async function moneyOf(store: Store) {
  const [advertiser, publisher] = [
    await store.ledger.balance(ADVERTISER),
    await store.ledger.balance(PUBLISHER),
  ];
  expect(await store.ledger.check()).toMatchObject(BALANCED);
  expect(await store.checks.compare()).toMatchObject({ differences: [], differing: 0 });
  return {
    advertiser: advertiser.availableMicros,
    publisher: publisher.availableMicros,
    held: publisher.heldMicros,
  };
}

export const START_MICROS = 1_000_000_000n;
