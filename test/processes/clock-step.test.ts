/**
 * The machine's clock is set back by an hour under running processes: requests are answered, subscribers are charged once,
 * keys and limits go on, and the books stay in balance.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../support/service-process.js';
import { createSteppedClock, type SteppedClock } from '../support/stepped-clock.js';
import { faultsIn, openWorld, type World } from './world.js';

let world: World;
let api: string;
let clock: SteppedClock;

beforeAll(async () => {
  world = await openWorld();
  clock = createSteppedClock(world.processes.folder);
  const { nodeOptions } = clock;
  api = (await world.processes.start('api', { nodeOptions }))['api'] ?? '';
  await world.processes.start('bot', { nodeOptions });
}, 60_000);
afterAll(() => world.close());

async function subscribe(user: number): Promise<void> {
  await world.client.users({ id: user, first_name: 'User', language_code: 'en' });
  await world.client.say(user, world.bot.id, '/start');
  const request = { chat_id: user, user_id: user, first_name: 'User', language_code: 'en' };
  const shown = await call(`${api}/get-sponsors`, world.bot.key, request);
  expect(shown.body['status']).toBe('warning');
  await world.client.join(user, world.order.chat);
  expect((await call(`${api}/get-sponsors`, world.bot.key, request)).body['status']).toBe('ok');
}

it('nothing is lost, doubled or shut', async () => {
  const { service, order, keys, bot } = world;
  await subscribe(60_001);
  // Shown before the step, joined after it.
  const between = { chat_id: 60_002, user_id: 60_002, first_name: 'User', language_code: 'en' };
  await world.client.users({ id: 60_002, first_name: 'User', language_code: 'en' });
  await world.client.say(60_002, bot.id, '/start');
  expect((await call(`${api}/get-sponsors`, bot.key, between)).body['status']).toBe('warning');
  const report = { action: 'report', order_id: order.id };
  expect((await call(`${api}/orders`, keys.advertiser, report)).http).toBe(200);

  clock.set(-3_600_000);

  await world.client.join(60_002, order.chat);
  // What our own clock dates before what is known is not believed: the platform's update, dated by its clock, is.
  await expect
    .poll(async () => (await call(`${api}/get-sponsors`, bot.key, between)).body['status'], {
      timeout: 10_000,
    })
    .toBe('ok');
  await subscribe(60_003);
  expect((await call(`${api}/get-sponsors`, bot.key, between)).body['status']).toBe('ok');
  // What was taken an hour ahead shuts out no longer; what is taken now counts.
  expect((await call(`${api}/orders`, keys.advertiser, report)).http).toBe(200);
  const limited = await fetch(`${api}/orders`, {
    method: 'POST',
    headers: { Auth: keys.advertiser },
    body: JSON.stringify(report),
  });
  expect(limited.status).toBe(429);
  expect(
    Number(limited.headers.get('retry-after')),
    'nobody is shut out for longer than the window',
  ).toBeLessThanOrEqual(60);
  const change = { action: 'change_api_key', bot_id: bot.id };
  const changed = await call(`${api}/bots`, keys.publisher, change);
  const { new_api_key: fresh } = changed.body['response'] as { new_api_key: string };
  expect((await call(`${api}/get-balance`, bot.key, {})).http).toBe(401);
  expect((await call(`${api}/get-balance`, fresh, {})).http).toBe(200);
  const { quantityNow } = await service.orders.info(13, order.id);
  // Who joined by the stepped clock before they were shown it may be free; nobody is charged twice.
  expect([2, 3]).toContain(quantityNow);
  expect(await faultsIn(world)).toEqual([]);
}, 60_000);
