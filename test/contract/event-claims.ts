/** A bot with an address for events and people who make some, and a worker that claims them. */
import { expect } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { ClaimedEvents } from '../../core/ports/event-store.js';
import { BOT, populate, PUBLISHER, settle, show } from './makers.js';
import { START_MS } from './run.js';

export const LEASE_MS = 1_000;
export const DAY_MS = 86_400_000;
const LIMITS = { queues: 10, events: 8, perAccount: 4 };
export const AT_MS = START_MS + 1_000;

export async function withAddress(store: Store, botId = BOT) {
  const order = await populate(store);
  await store.events.setWebhook(PUBLISHER, botId, 'sealed', START_MS);
  return order;
}

export async function subscribers(store: Store, orderId: number, userIds: readonly number[], botId = BOT) {
  for (const userId of userIds) {
    await show(store, userId, orderId, botId);
    await settle(store, orderId, userId);
  }
}

export const claimAll = (store: Store, nowMs = AT_MS, limits: Partial<typeof LIMITS> = {}, worker = 'w') =>
  store.events.claim(worker, { ...LIMITS, ...limits }, LEASE_MS, nowMs);

export async function claimOne(
  store: Store,
  nowMs = AT_MS,
  limits: Partial<typeof LIMITS> = {},
): Promise<ClaimedEvents> {
  const [claimed, ...more] = await claimAll(store, nowMs, limits);
  expect(more).toEqual([]);
  if (claimed === undefined) throw new Error('there is nothing to claim');
  return claimed;
}

export const usersOf = ({ events }: ClaimedEvents) => events.map((event) => event.userId);
