/** The platform does not say whether a user uses a bot: what waits for its word, and for how long. */
import { expect, test } from 'vitest';
import { parseSettings } from '../../core/config.js';
import { createContacts } from '../../core/contacts/index.js';
import type { PlatformAnswer } from '../../core/platform.js';
import type { Ports } from '../../core/ports.js';
import type { Order } from '../../core/ports/order-store.js';
import { createSettler } from '../../core/subscriptions/index.js';
import { addBot, BOT, populate, PUBLISHER, show } from './makers.js';
import { contract, START_MS } from './run.js';

const USER = 42;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const silence: PlatformAnswer<boolean> = {
  ok: false,
  failure: { kind: 'unavailable', description: 'no answer', retryAfterMs: null },
};

contract('a contact that nobody answers for', (stage) => {
  let nowMs = START_MS;

  /** The user joins the order a second after `BOT` showed it without contact; `BOT + 1` showed it before, in contact. */
  const scene = async (others: readonly number[]) => {
    nowMs = START_MS;
    const { store } = stage();
    const order: Order = await populate(store);
    const contact = { chatId: USER, dueAtMs: START_MS, untilMs: START_MS + DAY_MS, staleAtMs: 0 };
    await show(store, USER, order.orderId, BOT, START_MS, { proof: 'list', counts: false, contact });
    for (const botId of others) {
      await addBot(store, botId, PUBLISHER);
      await show(store, USER, order.orderId, botId, START_MS - MINUTE_MS);
    }
    const update = {
      userId: USER,
      resourceId: '-1001',
      state: 'in',
      updateId: 1,
      atMs: START_MS + 1_000,
    } as const;
    await store.memberships.observe([update]);
    const settings = parseSettings({
      BOT_TOKEN: '1234567:operator-token',
      SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    });
    // Contacts and settling ask for nothing else.
    const ports = {
      store,
      settings,
      clock: { now: () => nowMs },
      vault: { open: () => 'token' },
      platform: { hasStarted: () => Promise.resolve(silence) },
      log: { warn: () => undefined },
    } as unknown as Ports;
    const settler = createSettler(ports);
    const contacts = createContacts(ports, settler);
    expect(await settler.settle(order, USER)).toBeNull();
    return {
      subscriptionStatus: async () =>
        (await store.sponsors.requestContext(BOT, USER, 0, nowMs)).subscriptionStatuses[0] ?? null,
      workAt: async (atMs: number) => {
        nowMs = atMs;
        const due = await contacts.claim(10);
        for (const each of due) await contacts.perform(each);
        return due.length;
      },
    };
  };

  test('holds up another bot’s proven impression for ten minutes, whatever the user does', async () => {
    const { subscriptionStatus, workAt } = await scene([BOT + 1]);
    expect(await workAt(START_MS + 9 * MINUTE_MS)).toBe(1);
    expect(await subscriptionStatus()).toBeNull();
    expect(await workAt(START_MS + 11 * MINUTE_MS)).toBe(1);
    expect(await subscriptionStatus()).toMatchObject({ botId: BOT + 1, state: 'subscribed' });
  });

  test('is waited for as long as the attribution lives, and then nobody pays', async () => {
    const { subscriptionStatus, workAt } = await scene([]);
    expect(await workAt(START_MS + DAY_MS - 1)).toBe(1);
    expect(await subscriptionStatus()).toBeNull();
    expect(await workAt(START_MS + DAY_MS)).toBe(1);
    expect(await subscriptionStatus()).toMatchObject({ botId: BOT, state: 'notgetted', priceMicros: 0n });
    expect(await workAt(START_MS + 2 * DAY_MS), 'nothing is due any more').toBe(0);
  });
});
