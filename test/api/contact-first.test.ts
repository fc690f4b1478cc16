/** The contact is checked before the first list is chosen (`evidence.md`, Contact), and strangers pass (Strangers). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';

const DEADLINE_MS = 800;

let emulator: Emulator;
let stage: Stage;
let scene: Scene;
let userId = 80_000;

beforeAll(async () => {
  emulator = await openEmulator();
});
afterAll(() => emulator.close());
beforeEach(async () => {
  stage = await openStage(emulator, { SPONSORS_DEADLINE_MS: String(DEADLINE_MS) });
  scene = new Scene(stage);
  await scene.open();
  for (const happening of [
    { balance: '1000', of: 'advertiser' },
    { publisher_bot: 'recipes_bot' },
    ...['garden', 'attic'].map((channel) => ({ channel })),
  ])
    await scene.happen(happening);
  userId += 1;
  await stage.platform.users({ id: userId, first_name: 'Ivan' });
  scene.names.set('ivan', { id: userId });
  await order('for_all', 'garden', {});
  await order('for_premium', 'attic', { only_premium: 1 });
  await stage.store.audience.learn(id('ivan'), { isPremium: true }, stage.clock.now());
  return async () => {
    await stage.platform.clearFaults();
    await stage.close();
  };
});

const id = (name: string) => Number(scene.names.get(name, 'id'));
const orderId = (name: string) => Number(scene.names.get(name));
const start = () => stage.platform.say(id('ivan'), 'recipes_bot', '/start');

function order(name: string, channel: string, more: Record<string, unknown>): Promise<void> {
  const create = { link: `https://t.me/${channel}`, price: 5, user_parameters: { languages: null, ...more } };
  return scene.happen({ order: name, create, then: 'approves' });
}

interface Shown {
  ads_id: string;
  status: string;
  available_now: boolean;
}

/** With names and language, as a bot sends them that wants no profile to be asked for. */
async function ask(more: object = {}, bot = 'recipes_bot') {
  const profile = { first_name: 'Ivan', language_code: 'en', is_premium: false };
  const response = await fetch(`${stage.url}/get-sponsors`, {
    method: 'POST',
    headers: { Auth: String(scene.names.get(bot, 'key')) },
    body: JSON.stringify({ user_id: id('ivan'), chat_id: id('ivan'), get_links: 1, ...profile, ...more }),
  });
  const body = (await response.json()) as { status: string; additional?: { sponsors?: Shown[] } };
  const sponsors = body.additional?.sponsors ?? [];
  return { status: body.status, sponsors, shown: sponsors.map(({ ads_id }) => Number(ads_id)).sort() };
}

async function questions(): Promise<number> {
  await stage.service.contacts.idle();
  return (await stage.platform.calls({ bot: 'recipes_bot', method: 'sendChatAction' })).length;
}

/** In all bots, latest first. */
async function impressions() {
  const now = stage.clock.now();
  return (await stage.store.sponsors.requestContext(id('recipes_bot'), id('ivan'), 0, now)).impressions();
}

async function proofs(): Promise<string[]> {
  return [...new Set((await impressions()).map(({ proof }) => proof))];
}

describe('the first list', () => {
  it('of a user who uses the bot has what is known elsewhere, and is proven', async () => {
    await start();
    expect((await ask()).shown).toEqual([orderId('for_all'), orderId('for_premium')]);
    expect(await proofs()).toEqual(['contact']);
  });

  it('of a user who does not has none of it', async () => {
    expect((await ask()).shown).toEqual([orderId('for_all')]);
    expect(await stage.store.contacts.find(id('recipes_bot'), id('ivan'))).toMatchObject({ state: 'no' });
    expect(await proofs()).toEqual(['list']);
  });

  it('waits for half of the deadline; a later answer proves it, and serves the next', async () => {
    await start();
    await stage.platform.faults({ method: 'sendChatAction', kind: 'latency', latency_ms: 1_500, times: 1 });
    const begunAtMs = performance.now();
    expect((await ask()).shown).toEqual([orderId('for_all')]);
    expect(performance.now() - begunAtMs).toBeLessThan(1_400);
    expect(await proofs()).toEqual(['list']);
    expect(await questions()).toBe(1);
    expect(await proofs()).toEqual(['contact']);
    expect((await ask({ action: 'newtask' })).shown).toEqual([orderId('for_all'), orderId('for_premium')]);
    expect(await questions()).toBe(1);
  });

  it('costs one question of the bot’s own token, however often and at once it is asked for', async () => {
    await start();
    await Promise.all([ask(), ask(), ask({ action: 'newtask' })]);
    await ask();
    await ask({ action: 'newtask' });
    expect(await questions()).toBe(1);
  });

  it('asks again about a user whose contact is older than CONTACT_DAYS, and waits for the answer', async () => {
    await start();
    await ask();
    await scene.happen({ wait: '31 days' });
    expect((await ask()).shown).toEqual([orderId('for_all'), orderId('for_premium')]);
    expect(await questions()).toBe(2);
  });

  it('is asked for by a turnkey bot, too', async () => {
    await start();
    expect((await ask({ get_links: 0 })).status).toBe('warning');
    expect(await questions()).toBe(1);
    const block = (await stage.store.blocks.claim('test', 1, 1_000, stage.clock.now()))[0];
    expect(JSON.stringify(block?.content)).toContain('attic');
  });
});

describe('a contact of a day ago', () => {
  beforeEach(async () => {
    await scene.happen({ publisher_bot: 'weather_bot' });
    await start();
    await ask();
    await scene.happen({ wait: '25 hours' });
  });
  const latest = async () => (await impressions())[0]?.botId;
  const askElsewhere = async () => {
    await stage.platform.say(id('ivan'), 'weather_bot', '/start');
    await ask({}, 'weather_bot');
    stage.clock.pass(60_000);
  };

  it('holds where no other bot has shown the user a sponsor', async () => {
    await ask({ action: 'newtask' });
    expect(await questions()).toBe(1);
  });

  it.each(['subscribe', 'newtask'])('is asked about again where another bot has (%s)', async (action) => {
    await askElsewhere();
    expect((await ask({ action })).shown).toEqual([orderId('for_all'), orderId('for_premium')]);
    expect(await questions()).toBe(2);
    expect(await latest()).toBe(id('recipes_bot'));
    await ask({ action });
    expect(await questions()).toBe(2);
  });

  it.each([
    ['in time', 0, {}],
    ['late', 1_500, {}],
    ['late, about a block', 1_500, { get_links: 0 }],
    ['in time, about a block', 0, { get_links: 0 }],
  ])('that is over makes no list the latest, when the platform says so %s', async (_, latencyMs, more) => {
    await askElsewhere();
    await stage.platform.block(id('ivan'), 'recipes_bot');
    if (latencyMs > 0)
      await stage.platform.faults({
        method: 'sendChatAction',
        kind: 'latency',
        latency_ms: latencyMs,
        times: 1,
      });
    for (const action of ['newtask', 'subscribe']) {
      await ask({ ...more, action });
      expect(await latest()).toBe(id('weather_bot'));
    }
    await stage.service.contacts.idle();
    expect(await stage.store.contacts.find(id('recipes_bot'), id('ivan'))).toMatchObject({ state: 'no' });
    expect(await latest()).toBe(id('weather_bot'));
  });
});

describe('a sponsor that a stranger has not joined', () => {
  const bots = ['denied', 'refused', 'tokenless', 'silent'] as const;

  const prepare = async (kind: (typeof bots)[number]): Promise<string> => {
    if (kind === 'denied') return 'recipes_bot';
    if (kind === 'tokenless') {
      const identity = { botId: 7_903, name: 'Tokenless', nickname: 'tokenless_bot', settings: {} };
      const { apiKey } = await stage.service.bots.add(id('publisher'), identity);
      scene.names.set('tokenless_bot', { id: 7_903, key: apiKey });
      return 'tokenless_bot';
    }
    await start();
    if (kind === 'refused') await stage.platform.revoke('recipes_bot');
    else await stage.platform.faults({ method: 'sendChatAction', kind: '500', times: 1_000 });
    return 'recipes_bot';
  };

  it.each(bots)('holds up nobody for more than 60 s, wherever they are: %s', async (kind) => {
    const bot = await prepare(kind);
    // A member from before looks like everybody else.
    if (kind !== 'silent') await stage.platform.join(id('ivan'), '@garden');
    expect(await ask({}, bot)).toMatchObject({ status: 'warning', shown: [orderId('for_all')] });
    stage.clock.pass(58_000);
    expect(await ask({}, bot)).toMatchObject({
      status: 'warning',
      sponsors: [{ status: 'unsubscribed', available_now: true }],
    });
    stage.clock.pass(2_500);
    expect(await ask({}, bot)).toMatchObject({
      status: 'ok',
      sponsors: [{ status: 'unsubscribed', available_now: false }],
    });
  });

  it.each(bots)('is subscribed once an update reports the join: %s', async (kind) => {
    const bot = await prepare(kind);
    await ask({}, bot);
    stage.clock.pass(3_000);
    await stage.service.membership.observe({
      userId,
      resourceId: String(scene.names.get('garden', 'id')),
      state: 'in',
      wasIn: false,
      updateId: userId,
      atMs: Math.floor(stage.clock.now() / 1_000) * 1_000,
      chat: { title: 'Garden' },
    });
    expect(await ask({}, bot)).toMatchObject({ status: 'ok', sponsors: [{ status: 'subscribed' }] });
  });

  it('does not pass by what an answer to another bot found', async () => {
    const bot = await prepare('denied');
    await ask({}, bot);
    stage.clock.pass(3_000);
    const resourceId = String(scene.names.get('garden', 'id'));
    const found = { userId: id('ivan'), resourceId, updateId: null };
    await stage.store.memberships.observe([{ ...found, state: 'out', atMs: stage.clock.now() }]);
    stage.clock.pass(5_000);
    await stage.store.memberships.observe([{ ...found, state: 'in', atMs: stage.clock.now() }]);
    expect(await ask({}, bot)).toMatchObject({ status: 'warning', sponsors: [{ status: 'unsubscribed' }] });
  });
});
