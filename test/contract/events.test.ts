import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { ClaimedEvents, EventStore } from '../../core/ports/event-store.js';
import {
  AT_MS,
  claimAll,
  claimOne,
  DAY_MS,
  LEASE_MS,
  subscribers,
  usersOf,
  withAddress,
} from './event-claims.js';
import {
  addBot,
  addOrder,
  ADVERTISER,
  BOT,
  leave,
  openAccount,
  populate,
  PUBLISHER,
  rejoin,
  settle,
  show,
} from './makers.js';
import { contract, START_DAY, START_MS } from './run.js';

const failure = (retryAtMs: number, giveUpBeforeMs = 0) => ({ reason: 'timeout', retryAtMs, giveUpBeforeMs });

const fail = (
  store: Store,
  claimed: ClaimedEvents,
  how: ReturnType<typeof failure>,
  notifications: Parameters<EventStore['failed']>[3] = () => [],
) => store.events.failed(claimed, how, AT_MS, notifications);

contract('events', (stage) => {
  test('a change of a standing and its event are one step, in the order of what happened', async () => {
    const { store, commits } = stage();
    const { orderId, link } = await withAddress(store);
    await show(store, 1, orderId);
    commits.length = 0;
    await settle(store, orderId, 1);
    expect(commits).toEqual([{ names: ['subscriptions.settle'], isDurable: true }]);
    await settle(store, orderId, 1);
    await leave(store, orderId, 1);
    await leave(store, orderId, 1);
    await rejoin(store, orderId, 1, START_MS + 70_000);
    await rejoin(store, orderId, 1, START_MS + 70_000);
    const { events, botId, failures } = await claimOne(store, START_MS + DAY_MS);
    expect({ botId, failures }).toEqual({ botId: BOT, failures: 0 });
    expect(events.map(({ status }) => status)).toEqual(['subscribed', 'unsubscribed', 'notgetted']);
    const ids = events.map(({ webhookId }) => webhookId);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(events[1]).toEqual({
      webhookId: ids[1],
      accountId: PUBLISHER,
      botId: BOT,
      userId: 1,
      adsId: orderId,
      link,
      network: null,
      status: 'unsubscribed',
      subscribeDay: START_DAY,
      atMs: START_MS + 60_000,
      state: 'waiting',
      endedAtMs: null,
      deadReason: null,
    });
  });

  test('a settlement that fails leaves no event', async () => {
    const { store } = stage();
    const { orderId } = await withAddress(store);
    await show(store, 1, orderId);
    const broken = () => {
      throw new Error('broken');
    };
    await expect(settle(store, orderId, 1, { notifications: broken })).rejects.toThrow('broken');
    expect(await store.events.backlog(AT_MS)).toEqual({ waiting: 0, oldestMs: 0, dead: 0 });
  });

  test('nothing is queued without an address, nor for a member that no bot brought', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await openAccount(store, 999);
    await store.events.setWebhook(999, 0, 'of another', START_MS);
    await store.events.setWebhook(PUBLISHER, BOT + 1, 'of another bot', START_MS);
    await subscribers(store, orderId, [1]);
    await store.events.setWebhook(PUBLISHER, BOT, 'sealed', START_MS);
    const decide = () => ({ kind: 'free', state: 'subscribed', reason: 'member_before', botId: 0 }) as const;
    await settle(store, orderId, 2, { decide });
    expect(await claimAll(store)).toEqual([]);
    await store.events.clearWebhook(PUBLISHER, BOT);
    expect(await store.events.webhook(PUBLISHER, BOT)).toBeNull();
    await subscribers(store, orderId, [3]);
    expect(await claimAll(store)).toEqual([]);
    await store.events.setWebhook(PUBLISHER, 0, 'of the account', START_MS + 5);
    expect(await store.events.webhook(PUBLISHER, 0)).toBe('of the account');
    await subscribers(store, orderId, [4]);
    expect(usersOf(await claimOne(store))).toEqual([4]);
  });

  test('a bot’s events are one worker’s at a time, in their order, and gone once delivered', async () => {
    const { store, open } = stage();
    const other = await open();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [5, 6, 7]);
    const claims = await Promise.all([
      claimAll(store, AT_MS, { events: 2 }, 'a'),
      claimAll(other, AT_MS, { events: 2 }, 'b'),
    ]);
    const [claimed, ...more] = claims.flat();
    expect(more).toEqual([]);
    if (claimed === undefined) throw new Error('nobody claimed');
    expect(usersOf(claimed)).toEqual([5, 6]);
    await subscribers(store, orderId, [8]);
    expect(await claimAll(other)).toEqual([]);
    await other.events.delivered(claimed, AT_MS);
    const rest = await claimOne(store);
    expect(usersOf(rest)).toEqual([7, 8]);
    await store.events.delivered(rest, AT_MS);
    expect(await claimAll(store)).toEqual([]);
    await subscribers(store, orderId, [9]);
    expect(usersOf(await claimOne(store))).toEqual([9]);
  });

  test('a failure holds all of a bot’s events until its time, in smaller batches', async () => {
    const { store } = stage();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [1, 2, 3, 4, 5]);
    const expected = [5, 4, 2, 1, 1];
    let atMs = AT_MS;
    for (const [failures, size] of expected.entries()) {
      const claimed = await claimOne(store, atMs);
      expect({ failures: claimed.failures, size: claimed.events.length }).toEqual({ failures, size });
      expect(await fail(store, claimed, failure(atMs + 500))).toBe(0);
      await subscribers(store, orderId, [1]);
      expect(await claimAll(store, atMs + 499)).toEqual([]);
      atMs += 500;
    }
    expect(await store.events.queue(PUBLISHER, BOT)).toEqual({
      botId: BOT,
      accountId: PUBLISHER,
      waiting: 5,
      dead: 0,
      failures: 5,
      failingSinceMs: AT_MS,
      lastAtMs: AT_MS,
      lastReason: 'timeout',
      dueAtMs: atMs,
    });
    expect(await store.events.failing(5)).toMatchObject([{ botId: BOT }]);
    await store.events.delivered(await claimOne(store, atMs), atMs);
    const after = { waiting: 4, failures: 0, failingSinceMs: null, lastReason: null };
    expect(await store.events.queue(PUBLISHER, BOT)).toMatchObject(after);
    expect((await claimOne(store, atMs)).events).toHaveLength(4);
    expect(await store.events.failing(5)).toEqual([]);
  });

  test('what waits is known of a bot and of its account, and nothing fails where all was given up', async () => {
    const { store } = stage();
    const { orderId } = await withAddress(store, 0);
    await addBot(store, 7002);
    await subscribers(store, orderId, [1]);
    await fail(store, await claimOne(store), failure(AT_MS + 500));
    await subscribers(store, orderId, [2], 7002);
    const failing = { failingSinceMs: AT_MS, lastReason: 'timeout', dueAtMs: AT_MS + 500 };
    expect(await store.events.queue(PUBLISHER, BOT)).toMatchObject({ waiting: 1, ...failing });
    expect(await store.events.queue(PUBLISHER, 7002)).toMatchObject({ waiting: 1, failingSinceMs: null });
    expect(await store.events.queue(PUBLISHER, 0)).toMatchObject({ waiting: 2, ...failing });
    expect(await store.events.queue(ADVERTISER, 0)).toBeNull();
    for (const claimed of await claimAll(store, AT_MS + 500))
      await store.events.refused(claimed, 'no_address', AT_MS + 500);
    expect(await store.events.failing(5)).toEqual([]);
    expect(await store.events.queue(PUBLISHER, 0)).toMatchObject({
      waiting: 0,
      failures: 0,
      lastReason: null,
    });
  });

  test('a lease that ran out gives the events to the next, and the first cannot end their claim', async () => {
    const { store } = stage();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [1]);
    const first = await claimOne(store);
    expect(await claimAll(store, AT_MS + LEASE_MS - 1)).toEqual([]);
    const second = await claimOne(store, AT_MS + LEASE_MS);
    expect(await fail(store, first, failure(AT_MS + 9_999_999, AT_MS))).toBe(0);
    await store.events.refused(first, 'no_address', AT_MS);
    expect(await store.events.backlog(AT_MS)).toMatchObject({ waiting: 1, dead: 0 });
    // What the first did deliver is delivered all the same.
    await store.events.delivered(first, AT_MS);
    expect(await store.events.backlog(AT_MS)).toMatchObject({ waiting: 0 });
    await store.events.delivered(second, AT_MS);
    expect(await claimAll(store, AT_MS + 99_999)).toEqual([]);
  });

  test('what the first delivered after its lease is not dead when the next cannot deliver it', async () => {
    const { store } = stage();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [1]);
    const first = await claimOne(store);
    const second = await claimOne(store, AT_MS + LEASE_MS);
    await store.events.delivered(first, AT_MS + LEASE_MS);
    await store.events.refused(second, 'no_address', AT_MS + LEASE_MS);
    expect(await store.events.backlog(AT_MS)).toMatchObject({ waiting: 0, dead: 0 });
    expect(await claimAll(store, AT_MS + 99_999)).toEqual([]);
  });

  test('a worker that stops gives back what it holds, at once', async () => {
    const { store, open } = stage();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [1]);
    const held = await claimOne(store);
    const other = await open();
    await other.events.release('somebody else', AT_MS);
    expect(await claimAll(other)).toEqual([]);
    await other.events.release('w', AT_MS + 1);
    expect(usersOf(await claimOne(other, AT_MS + 1))).toEqual([1]);
    expect(await fail(store, { ...held, claim: held.claim }, failure(AT_MS + 5_000))).toBe(0);
  });

  test('one account’s bots leave room for others', async () => {
    const { store } = stage();
    const { orderId } = await withAddress(store, 0);
    await openAccount(store, 999);
    await store.events.setWebhook(999, 0, 'sealed', START_MS);
    const many = [BOT + 1, BOT + 2, BOT + 3, BOT + 4];
    for (const botId of many) {
      await addBot(store, botId);
      await subscribers(store, orderId, [botId], botId);
    }
    await addBot(store, 8_000, 999);
    await subscribers(store, orderId, [8_000], 8_000);
    const claimed = await claimAll(store, AT_MS, { perAccount: 2 });
    expect(claimed.map(({ botId }) => botId).sort()).toEqual([BOT + 1, BOT + 2, 8_000]);
    expect(await claimAll(store, AT_MS, { perAccount: 2 })).toEqual([]);
    const [one] = claimed;
    if (one === undefined) return;
    await store.events.delivered(one, AT_MS);
    expect(await claimAll(store, AT_MS, { perAccount: 2 })).toHaveLength(1);
  });

  test('what waited too long dies with a failure, is told once, listed, and sent again in its order', async () => {
    const { store, setNow } = stage();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [1, 2]);
    await show(store, 3, orderId);
    await settle(store, orderId, 3, { nowMs: AT_MS + DAY_MS });
    const notification = () => [
      { accountId: PUBLISHER, kind: 'webhook_dead' as const, facts: { botId: BOT }, dedupeKey: 'once' },
    ];
    const late = AT_MS + DAY_MS;
    setNow(late);
    expect(await fail(store, await claimOne(store, late), failure(late + 500, AT_MS), notification)).toBe(2);
    expect(await store.notifications.claim('w', 5, 1, START_MS * 2)).toMatchObject([{ dedupeKey: 'once' }]);
    expect(await store.events.backlog(late)).toEqual({ waiting: 1, oldestMs: 0, dead: 2 });
    const { events, total } = await store.events.dead(PUBLISHER, 0, { offset: 0, limit: 1 });
    expect({ total, events }).toMatchObject({
      total: 2,
      events: [{ userId: 1, state: 'dead', deadReason: 'timeout' }],
    });
    expect((await store.events.dead(PUBLISHER, BOT, { offset: 1, limit: 5 })).events).toMatchObject([
      { userId: 2 },
    ]);
    expect(await store.events.dead(999, BOT, { offset: 0, limit: 5 })).toEqual({ events: [], total: 0 });

    const webhookId = events[0]?.webhookId ?? 0;
    expect(await store.events.resend(999, { webhookId }, late, 10), 'not theirs').toBe(0);
    expect(await store.events.resend(PUBLISHER, { webhookId }, late, 10)).toBe(1);
    expect(await store.events.resend(PUBLISHER, { webhookId }, late, 10), 'a second press').toBe(0);
    const claimed = await claimOne(store, late);
    expect(usersOf(claimed)).toEqual([1, 3]);
    await store.events.delivered(claimed, late);
    expect(await store.events.resend(PUBLISHER, { botId: BOT }, late, 10)).toBe(1);
    expect(usersOf(await claimOne(store, late))).toEqual([2]);
    const recent = await store.events.recent(PUBLISHER, BOT, 2);
    expect(recent.map(({ userId, state }) => [userId, state])).toEqual([
      [3, 'delivered'],
      [2, 'waiting'],
    ]);
    expect(await store.events.recent(999, BOT, 2)).toEqual([]);
  });

  test('what cannot be delivered at all dies at once, and the rest goes on', async () => {
    const { store } = stage();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [1, 2]);
    await store.events.refused(await claimOne(store, AT_MS, { events: 1 }), 'no_address', AT_MS);
    expect(usersOf(await claimOne(store))).toEqual([2]);
    expect((await store.events.dead(PUBLISHER, BOT, { offset: 0, limit: 9 })).events).toMatchObject([
      { userId: 1, deadReason: 'no_address' },
    ]);
  });

  test('what waits can be hurried by its owner', async () => {
    const { store } = stage();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [1]);
    await fail(store, await claimOne(store), failure(AT_MS + 60_000));
    await store.events.hurry(999, BOT, AT_MS);
    expect(await claimAll(store)).toEqual([]);
    await store.events.hurry(PUBLISHER, BOT, AT_MS);
    expect(usersOf(await claimOne(store))).toEqual([1]);
  });

  test('what waits for any bot of an account can be hurried at once', async () => {
    const { store } = stage();
    const { orderId } = await withAddress(store, 0);
    await addBot(store, BOT + 1, PUBLISHER);
    await subscribers(store, orderId, [1]);
    await subscribers(store, orderId, [2], BOT + 1);
    for (const claimed of await claimAll(store)) await fail(store, claimed, failure(AT_MS + 60_000));
    await store.events.hurry(999, 0, AT_MS);
    expect(await claimAll(store)).toEqual([]);
    await store.events.hurry(PUBLISHER, 0, AT_MS);
    expect((await claimAll(store)).map(usersOf)).toEqual([[1], [2]]);
  });

  test('delivered events go after three days, dead ones after thirty, and no id comes twice', async () => {
    const { store, setNow } = stage();
    const { orderId } = await withAddress(store);
    await subscribers(store, orderId, [1, 2]);
    const first = await claimOne(store, AT_MS, { events: 1 });
    await store.events.delivered(first, AT_MS);
    const second = await claimOne(store);
    await store.events.refused(second, 'no_address', AT_MS);
    const left = async () => (await store.events.recent(PUBLISHER, BOT, 9)).map(({ userId }) => userId);
    const purgeAt = async (ms: number) => {
      setNow(ms);
      await store.sponsors.purge(0, 100);
      return left();
    };
    expect(await purgeAt(AT_MS + 3 * DAY_MS - 1)).toEqual([2, 1]);
    expect(await purgeAt(AT_MS + 3 * DAY_MS)).toEqual([2]);
    expect(await purgeAt(AT_MS + 30 * DAY_MS)).toEqual([]);
    const other = await addOrder(store, {
      linkKey: 'other',
      resource: {
        resourceId: '-2',
        name: '',
        logoFileId: '',
        takesJoinRequests: false,
        checkerBotId: null,
        inviteLink: '',
      },
    });
    await subscribers(store, other.orderId, [3]);
    const [third] = (await claimOne(store, START_MS * 2)).events;
    expect(third?.webhookId).toBeGreaterThan(second.events[0]?.webhookId ?? Infinity);
  });
});
