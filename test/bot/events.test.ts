/** Events on their way to a publisher's server, over a real store and real HTTP; only the clock is ours. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWebhookSender } from '../../core/adapters/outgoing/webhook-sender.js';
import { createService, type Service } from '../../core/service.js';
import { startEventWorker } from '../../bot/events.js';
import { leave, settle, show } from '../contract/makers.js';
import { START_MS } from '../contract/run.js';
import { openReceiver, type Receiver, type Reply } from '../support/receiver.js';
import { takeAll } from '../support/whole-worker.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  publisherId,
  type Scene,
  type ServiceStage,
  setScene,
} from './service-stage.js';

const HOUR_MS = 3_600_000;

let stage: ServiceStage;
let scene: Scene;
let receiver: Receiver;
let service: Service;
let orderId: number;
let link: string;
let nowMs: number;

beforeEach(async () => {
  stage = await openServiceStage({
    OUTGOING_PRIVATE: '1',
    OUTGOING_SCHEMES: 'https,http',
    OUTGOING_PORTS: '*',
  });
  scene = await setScene(stage);
  receiver = await openReceiver();
  ({ orderId, link } = await addOrder(stage, 'gardens'));
  nowMs = START_MS + 1_000;
  const webhookSender = createWebhookSender({
    rules: { schemes: ['http'], ports: null, allowPrivate: true },
    // A busy machine takes a while to answer; only one test waits for it in vain.
    answeredWithinMs: 1_000,
  });
  const { store, settings, infrastructure } = stage;
  service = createService({ store, settings, ...infrastructure, webhookSender, clock: { now: () => nowMs } });
});

afterEach(async () => {
  await receiver.close();
  await stage.close();
});

async function subscribe(...userIds: number[]): Promise<void> {
  for (const userId of userIds) {
    await show(stage.store, userId, orderId, scene.botId, nowMs);
    await settle(stage.store, orderId, userId, { nowMs });
  }
}

/** One round of the worker: whatever is due is tried once. */
async function round(): Promise<void> {
  for (const claimed of await service.delivery.claim('events', 10)) await service.delivery.deliver(claimed);
}

const users = () => receiver.received.map(({ events }) => events.map((event) => event.user_id));
const listen = (botId = scene.botId) => service.webhooks.set(publisherId, botId, receiver.url);
const queue = () => stage.store.events.queue(publisherId, scene.botId);
const key = async () => (await service.bots.info(publisherId, scene.botId)).apiKey;

describe('delivery', () => {
  it('posts what happened as documented, signed under the Bot Key', async () => {
    await listen();
    await subscribe(11, 12);
    await leave(stage.store, orderId, 11);
    await round();
    await round();
    const [post, ...more] = receiver.received;
    expect(more).toEqual([]);
    expect(post).toMatchObject({ path: '/events', key: await key(), isSigned: true });
    const about = { ads_id: String(orderId), link, bot_id: scene.botId, subscribe_date: '2026-01-15' };
    const [first, second, third] = post?.events ?? [];
    expect(first).toEqual({ ...about, user_id: 11, status: 'subscribed', webhook_id: first?.webhook_id });
    expect(second).toMatchObject({ user_id: 12, status: 'subscribed' });
    expect(third).toMatchObject({ user_id: 11, status: 'unsubscribed', subscribe_date: '2026-01-15' });
    expect(second?.webhook_id).toBeGreaterThan(first?.webhook_id ?? Infinity);
    expect(third?.webhook_id).toBeGreaterThan(second?.webhook_id ?? Infinity);
  });

  it('posts what another network reports with its name, next to what happened to orders', async () => {
    await listen();
    const pending = {
      offerId: '7',
      chat: '',
      link: 'https://t.me/foreign',
      title: 'Foreign',
      priceMicros: null,
      adsId: -77,
      networkId: 1,
      listedAtMs: START_MS,
      smartLink: null,
      network: 'flyer',
      state: 'pending' as const,
    };
    await stage.store.networks.keep(scene.botId, 11, [pending], START_MS);
    await stage.store.networks.keep(scene.botId, 11, [{ ...pending, state: 'done' }], nowMs);
    await subscribe(12);
    await round();
    const [post] = receiver.received;
    expect(post).toMatchObject({ isSigned: true });
    const [foreign, own] = post?.events ?? [];
    expect(foreign).toEqual({
      webhook_id: foreign?.webhook_id,
      ads_id: '-77',
      link: 'https://t.me/foreign',
      user_id: 11,
      bot_id: scene.botId,
      status: 'subscribed',
      subscribe_date: '2026-01-15',
      network: 'flyer',
    });
    expect(own).toMatchObject({ ads_id: String(orderId), link, user_id: 12 });
    expect(own).not.toHaveProperty('network');
  });

  it('finds the one event that is refused, sets it apart with its own delays, and goes on with the rest', async () => {
    await listen();
    await subscribe(11, 12, 13, 14);
    await leave(stage.store, orderId, 12);
    receiver.answer(422, 422, 400, 200, 422, 422, 200);
    for (let rounds = 0; rounds < 10; rounds++) await round();
    const tried = [[11, 12, 13, 14, 12], [11, 12, 13], [11, 12], [11], [12, 13], [12], [13], [14]];
    expect(users()).toEqual(tried);
    expect(await queue()).toMatchObject({ waiting: 2, failures: 0, dueAtMs: nowMs + 5_000 });
    receiver.answer(422);
    nowMs += 5_000;
    await round();
    expect(await queue()).toMatchObject({ waiting: 2, dueAtMs: nowMs + 10_000 });
    await subscribe(15);
    receiver.answer(200);
    await round();
    expect(users().at(-1)).toEqual([15]);
    nowMs += 10_000;
    await round();
    await round();
    expect(users().slice(-2)).toEqual([[12], [12]]);
    expect(await queue()).toMatchObject({ waiting: 0, failures: 0 });
  });

  it.each<{ reply: Reply; reason: string }>([
    { reply: 500, reason: 'status:500' },
    { reply: 429, reason: 'status:429' },
    { reply: 408, reason: 'status:408' },
    { reply: 'hang_up', reason: 'not_connected' },
    { reply: 'silence', reason: 'timeout' },
    { reply: 'garbage', reason: 'not_http' },
    { reply: { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, reason: 'redirect' },
  ])('comes again after $reason, the same events under the same ids', async ({ reply, reason }) => {
    await listen();
    await subscribe(11);
    receiver.answer(reply, 200);
    await round();
    expect(await queue()).toMatchObject({ failures: 1, lastReason: reason, dueAtMs: nowMs + 5_000 });
    nowMs += 4_999;
    await round();
    expect(receiver.received).toHaveLength(1);
    nowMs += 1;
    await round();
    expect(receiver.received[1]).toEqual(receiver.received[0]);
    expect(await queue()).toMatchObject({ failures: 0, waiting: 0, failingSinceMs: null });
    await round();
    expect(receiver.received).toHaveLength(2);
  });

  it('waits longer with every failure, an hour at most, and as long as the server asks', async () => {
    await listen();
    await subscribe(11);
    receiver.answer(503);
    const delays: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      await round();
      const dueAtMs = (await queue())?.dueAtMs ?? 0;
      delays.push((dueAtMs - nowMs) / 1_000);
      nowMs = dueAtMs;
    }
    expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]);
    receiver.answer(200);
    await round();
    await subscribe(12);
    receiver.answer({ status: 429, headers: { 'Retry-After': '90' } });
    await round();
    expect(await queue()).toMatchObject({ failures: 1, dueAtMs: nowMs + 90_000 });
  });

  it('keeps the order: what happens later waits behind what fails', async () => {
    await listen();
    await subscribe(11);
    receiver.answer(500, 200);
    await round();
    await subscribe(12);
    nowMs += 5_000;
    await round();
    expect(users()).toEqual([[11], [11, 12]]);
  });

  it('after a day gives up, tells the owner once, and sends again when asked to', async () => {
    await listen();
    await subscribe(11, 12);
    receiver.answer(500);
    const endMs = nowMs + 24 * HOUR_MS;
    while ((await queue())?.waiting === 2) {
      await round();
      expect(nowMs).toBeLessThan(endMs + HOUR_MS);
      nowMs = (await queue())?.dueAtMs ?? nowMs;
    }
    expect(nowMs).toBeGreaterThanOrEqual(endMs);
    expect(await queue()).toMatchObject({ dead: 2, waiting: 0, dueAtMs: null });
    const notifications = await stage.store.notifications.claim('test', 50, 1, Date.now() * 2);
    expect(notifications.filter(({ kind }) => kind === 'webhook_dead')).toMatchObject([
      { accountId: publisherId, facts: { botId: scene.botId, nickname: 'petras_bot' } },
    ]);
    const posts = receiver.received.length;
    await subscribe(13);
    receiver.answer(200);
    await round();
    expect(await service.webhooks.resend(publisherId, { botId: scene.botId })).toBe(2);
    await round();
    expect(users().slice(posts)).toEqual([[13], [11, 12]]);
    expect(await service.webhooks.view(publisherId, scene.botId)).toMatchObject({ dead: 0 });
  });

  it('signs with the key that holds when it is sent, not when it happened', async () => {
    await listen();
    await subscribe(11);
    const old = await key();
    const changed = await service.bots.changeKey(publisherId, scene.botId);
    await round();
    expect(changed).not.toBe(old);
    expect(receiver.received).toMatchObject([{ key: changed, isSigned: true }]);
  });

  it('goes to the bot’s own address, else to the account’s; without either it is kept as dead', async () => {
    await listen(0);
    await subscribe(11);
    await round();
    const own = await openReceiver();
    await service.webhooks.set(publisherId, scene.botId, own.url);
    await subscribe(12);
    await round();
    await own.close();
    expect(own.received).toMatchObject([{ events: [{ user_id: 12 }] }]);
    await subscribe(13);
    await service.webhooks.clear(publisherId, scene.botId);
    await service.webhooks.clear(publisherId, 0);
    await round();
    expect(users()).toEqual([[11]]);
    const { events } = await service.webhooks.dead(publisherId, 0, { offset: 0, limit: 5 });
    expect(events).toMatchObject([{ userId: 13, deadReason: 'no_address' }]);
  });

  it('never goes to an owner whom it does not concern', async () => {
    const plain = { botId: 556, name: 'Plain', nickname: 'plain_bot', settings: {} };
    await service.bots.add(publisherId, plain);
    await service.webhooks.set(publisherId, 556, receiver.url);
    await show(stage.store, 11, orderId, 556, nowMs);
    await settle(stage.store, orderId, 11, { nowMs });
    await service.webhooks.set(advertiserId, 0, receiver.url);
    await stage.client.bots({
      token: '556:proof-proof-proof-proof-proof',
      username: 'plain_bot',
      first_name: 'P',
    });
    await stage.service.bots.add(advertiserId, { token: '556:proof-proof-proof-proof-proof', settings: {} });
    await round();
    expect(receiver.received).toEqual([]);
    const { events } = await stage.store.events.dead(publisherId, 556, { offset: 0, limit: 5 });
    expect(events).toMatchObject([{ deadReason: 'other_owner' }]);
    await expect(service.webhooks.view(publisherId, 556)).rejects.toThrow('not one of your bots');
  });

  it('a worker that died gives its events back to the next, which sends them again', async () => {
    await listen();
    await subscribe(11);
    const [claimed] = await service.delivery.claim('events', 10);
    expect(claimed?.events).toHaveLength(1);
    await round();
    expect(receiver.received).toEqual([]);
    await service.delivery.release('events');
    await round();
    expect(users()).toEqual([[11]]);
  });
});

describe('the worker', () => {
  it('posts as soon as something happened, and stops without waiting for a server that hangs', async () => {
    const worker = startEventWorker({ service: stage.service, log: stage.infrastructure.log });
    await takeAll(worker);
    await listen();
    await subscribe(11);
    await receiver.count(1);
    await stage.until(async () => (await queue())?.waiting === 0);
    receiver.answer('silence');
    await subscribe(12);
    await receiver.count(2);
    await worker.stop();
    expect(await queue()).toMatchObject({ waiting: 1, failures: 0 });
    receiver.answer(200);
    const next = startEventWorker({ service: stage.service, log: stage.infrastructure.log });
    await takeAll(next);
    await receiver.count(3);
    await stage.until(async () => (await queue())?.waiting === 0);
    await next.stop();
    expect(users()).toEqual([[11], [12], [12]]);
  });
});

describe('an address', () => {
  it('is kept sealed, and can be read, changed and taken away by its owner alone', async () => {
    const secret = `${receiver.url}?secret=swordfish`;
    await service.webhooks.set(publisherId, scene.botId, secret);
    expect(await service.webhooks.view(publisherId, scene.botId)).toMatchObject({ url: secret });
    expect(await stage.store.events.webhook(publisherId, scene.botId)).not.toContain('swordfish');
    const stranger = (command: (service: Service) => Promise<unknown>) =>
      expect(command(service)).rejects.toThrow('not one of your bots');
    await stranger(({ webhooks }) => webhooks.view(advertiserId, scene.botId));
    await stranger(({ webhooks }) => webhooks.set(advertiserId, scene.botId, secret));
    await stranger(({ webhooks }) => webhooks.clear(advertiserId, scene.botId));
    await stranger(({ webhooks }) => webhooks.test(advertiserId, scene.botId));
    await stranger(({ webhooks }) => webhooks.hurry(advertiserId, scene.botId));
    await stranger(({ webhooks }) => webhooks.dead(advertiserId, scene.botId, { offset: 0, limit: 1 }));
    await stranger(({ webhooks }) => webhooks.resend(advertiserId, { botId: scene.botId }));
    expect(await service.webhooks.view(advertiserId, 0)).toMatchObject({ url: null, dead: 0 });
  });

  it('inside is refused, unless the operator lets it through', async () => {
    const strict = createWebhookSender({
      rules: { schemes: ['https'], ports: [443], allowPrivate: false },
    });
    const { store, settings, infrastructure } = stage;
    const guarded = createService({ store, settings, ...infrastructure, webhookSender: strict });
    const set = (url: string) => guarded.webhooks.set(publisherId, 0, url);
    await expect(set('https://127.0.0.1/')).rejects.toThrow('private, local or reserved');
    await expect(set('https://localhost/')).rejects.toThrow('private, local or reserved');
    await expect(set('http://8.8.8.8/')).rejects.toThrow('https://');
    await expect(set('what?')).rejects.toThrow('an address such as');
    // What was let through before is refused when it is sent to.
    await listen();
    await subscribe(11);
    const [claimed] = await guarded.delivery.claim('events', 1);
    if (claimed !== undefined) await guarded.delivery.deliver(claimed);
    expect(receiver.received).toEqual([]);
    expect(await queue()).toMatchObject({ lastReason: 'not_allowed' });
  });

  it('can be tested at once, also while events wait after a failure, which are tried again then', async () => {
    await expect(service.webhooks.test(publisherId, scene.botId)).rejects.toThrow('no address');
    await listen(0);
    await subscribe(11);
    receiver.answer(500, 500, 204);
    await round();
    expect(await service.webhooks.test(publisherId, scene.botId)).toMatchObject({ reason: 'status:500' });
    // However often the button is pressed: one post in five seconds, for all bots and processes.
    const tooSoon = { kind: 'limited', retryAfterSeconds: 5 };
    await expect(service.webhooks.test(publisherId, scene.botId)).rejects.toMatchObject(tooSoon);
    await expect(service.webhooks.test(publisherId, 0)).rejects.toMatchObject(tooSoon);
    nowMs += 5_000;
    expect(await service.webhooks.test(publisherId, scene.botId)).toMatchObject({ ok: true, status: 204 });
    nowMs += 5_000;
    expect(receiver.received.at(-1)).toMatchObject({
      isSigned: true,
      events: [
        {
          ads_id: String(orderId),
          link,
          user_id: publisherId,
          bot_id: scene.botId,
          status: 'subscribed',
          subscribe_date: '2026-01-15',
          test: true,
        },
      ],
    });
    const [real] = receiver.received[0]?.events ?? [];
    const ids = receiver.received.slice(1).map(({ events }) => events[0]?.webhook_id);
    expect(ids.every((id) => id !== undefined && id > (real?.webhook_id ?? Infinity))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(real).not.toHaveProperty('test');
    await round();
    expect(users().at(-1)).toEqual([11]);
    await subscribe(12);
    receiver.answer(500, 200);
    await round();
    expect(await service.webhooks.test(publisherId, 0)).toMatchObject({ ok: true });
    await round();
    expect(users().at(-1), 'also by a test of the address of all bots').toEqual([12]);
    await service.webhooks.set(advertiserId, 0, receiver.url);
    await expect(service.webhooks.test(advertiserId, 0)).rejects.toThrow('no bot to send a test as');
  });
});
