/** Two api processes and the bot on one store: what one of them answered holds in the other from that moment. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../support/service-process.js';
import { faultsIn, openWorld, type World } from './world.js';

let world: World;
let apis: [string, string];

beforeAll(async () => {
  world = await openWorld();
  const { processes } = world;
  const first = (await processes.start('api'))['api'] ?? '';
  const second = (await processes.start('api', { as: 'api-2', environment: { API_PORT: '0' } }))['api'] ?? '';
  await processes.start('bot');
  expect(second).not.toBe(first);
  apis = [first, second];
}, 60_000);
afterAll(() => world.close());

const balance = async (api: string, key: string) => (await call(`${api}/get-balance`, key, {})).http;

/** Requests with a key at an api, one after the other, until told to stop; each with when it began and what it got. */
function hammer(api: string, key: string) {
  const seen: { beganAtMs: number; http: number }[] = [];
  let isOver = false;
  let heard: () => void = () => undefined;
  const run = async () => {
    while (!isOver) {
      const beganAtMs = performance.now();
      seen.push({ beganAtMs, http: await balance(api, key) });
      heard();
    }
  };
  const running = run();
  return {
    seen,
    /** Resolves when one more has been answered. */
    another: () =>
      new Promise<void>((resolve) => {
        heard = resolve;
      }),
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

it('a changed Bot Key is dead in both from the moment the answer leaves, however hard they are hammered', async () => {
  let key = world.bot.key;
  for (let round = 0; round < 8; round += 1) {
    const [here, there] = round % 2 === 0 ? apis : [apis[1], apis[0]];
    const hammers = [hammer(here, key), hammer(there, key), hammer(there, key)];
    await Promise.all(hammers.map((one) => one.another()));
    const changed = await call(`${here}/bots`, world.keys.publisher, {
      action: 'change_api_key',
      bot_id: world.bot.id,
    });
    const changedAtMs = performance.now();
    expect(changed.http).toBe(200);
    const { new_api_key: fresh } = changed.body['response'] as { new_api_key: string };
    expect(await Promise.all([balance(there, fresh), balance(here, fresh)])).toEqual([200, 200]);
    await Promise.all(hammers.map((one) => one.another()));
    await Promise.all(hammers.map((one) => one.stop()));
    const all = hammers.flatMap(({ seen }) => seen);
    const late = all.filter(({ beganAtMs }) => beganAtMs >= changedAtMs);
    expect(late.length).toBeGreaterThan(0);
    expect(late.filter(({ http }) => http !== 401)).toEqual([]);
    expect(all.filter(({ http }) => http === 200).length, 'it was alive before').toBeGreaterThan(0);
    key = fresh;
  }
  world.bot.key = key;
}, 60_000);

it('likewise keys that a third process replaces, and those of a blocked account', async () => {
  const { service, keys } = world;
  const accountId = 13;
  expect(await Promise.all(apis.map((api) => balance(api, keys.advertiserStatistics)))).toEqual([200, 200]);
  const fresh = await service.accounts.replaceKey(accountId, 'statistics');
  expect(await Promise.all(apis.map((api) => balance(api, keys.advertiserStatistics)))).toEqual([401, 401]);
  expect(await Promise.all(apis.map((api) => balance(api, fresh)))).toEqual([200, 200]);
  await service.accounts.block(11, accountId, 'Fraud.');
  expect(await Promise.all(apis.map((api) => balance(api, fresh)))).toEqual([401, 401]);
  await service.accounts.unblock(11, accountId);
  expect(await Promise.all(apis.map((api) => balance(api, fresh)))).toEqual([200, 200]);
  keys.advertiserStatistics = fresh;
});

it('requests for the same users at both, while the bot hears that they join, charge once each', async () => {
  const { client, service, order } = world;
  const before = (await service.orders.info(13, order.id)).quantityNow;
  const users = Array.from({ length: 20 }, (_, index) => 50_000 + index);
  await Promise.all(
    users.map(async (user) => {
      await client.users({ id: user, first_name: 'User', language_code: 'en' });
      await client.say(user, world.bot.id, '/start');
      const request = { chat_id: user, user_id: user, first_name: 'User', language_code: 'en' };
      const ask = (api: string) => call(`${api}/get-sponsors`, world.bot.key, request);
      const shown = await Promise.all([...apis, ...apis].map(ask));
      expect(shown.map(({ body }) => body['status'])).toEqual(Array<string>(4).fill('warning'));
      const links = shown.map(({ body }) => JSON.stringify(body['links']));
      expect(new Set(links).size, 'one pin').toBe(1);
      await client.join(user, order.chat);
      const after = await Promise.all([...apis, ...apis].map(ask));
      expect(after.map(({ http }) => http)).toEqual([200, 200, 200, 200]);
      // The platform takes a moment to report the join; until then they are known to be out.
      const isIn = async () => (await ask(apis[0])).body['status'];
      await expect.poll(isIn, { timeout: 15_000 }).toBe('ok');
    }),
  );
  const counted = async () => (await service.orders.info(13, order.id)).quantityNow;
  await expect.poll(counted, { timeout: 15_000 }).toBe(before + users.length);
  expect(await faultsIn(world)).toEqual([]);
}, 60_000);
