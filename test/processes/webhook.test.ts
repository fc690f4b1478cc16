/**
 * Updates by webhook, through real processes: the platform brings them to the api, the bot process works them off. The api
 * is killed while people join and leave, the bot process while somebody writes: everything is done, once and in its order.
 */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlOver } from '../support/database.js';
import { call } from '../support/service-process.js';
import { openWorld, operatorName, type World } from './world.js';

/** As `db/work/memberships.ts` keeps it. */
const IN = 0;
const BACK_WITHIN = { timeout: 20_000 };
const [writer, member] = [60_001, 60_002];

let world: World;
let api: string;

beforeAll(async () => {
  const port = await freePort();
  api = `http://127.0.0.1:${String(port)}`;
  world = await openWorld({
    UPDATES: 'webhook',
    API_PORT: String(port),
    PUBLIC_URL: api,
    SPONSORS_DEADLINE_MS: '800',
    LOG_LEVEL: 'info',
  });
  for (const id of [writer, member]) {
    await world.client.users({ id, first_name: 'User', language_code: 'en' });
    await world.client.say(id, 'TestShopBot', '/start');
  }
  await world.processes.start('api');
  await world.processes.start('bot');
}, 60_000);
afterAll(() => world.close());

/** Listened to by nobody, a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const sql = <T>(text: string) => sqlOver<T>(world.processes.environment['DATABASE_URL'] ?? '', text);

async function writeAndWait(): Promise<void> {
  const said = await world.client.say(writer, operatorName, '/start');
  await world.client.waitForMessage(writer, operatorName, () => true, { after: said });
}

async function doneUpdates(): Promise<number> {
  const done = await sql('SELECT update_id FROM platform_updates WHERE done_at_ms IS NOT NULL');
  return done.length;
}

const paid = async () => (await world.service.orders.info(13, world.order.id)).quantityNow;

async function subscriber() {
  const [row] = await sql<{ state: number; charge: number }>(
    `SELECT state, charge FROM subscriptions WHERE user_id = ${String(member)}`,
  );
  return row;
}

it('what the platform brings is done once and in its order, whichever process dies meanwhile', async () => {
  await writeAndWait();
  const body = { chat_id: member, user_id: member, first_name: 'User', language_code: 'en', get_links: 1 };
  expect((await call(`${api}/get-sponsors`, world.bot.key, body)).body).toMatchObject({ status: 'warning' });
  // That they use the bot is asked in the background, by the api that is killed next.
  const contact = () => sql(`SELECT state FROM contacts WHERE user_id = ${String(member)} AND state = 1`);
  await expect.poll(contact, BACK_WITHIN).toHaveLength(1);
  await apiAway();
  await botAway();
  await broughtAgain();
  await polledAgain();
}, 120_000);

/** The platform tries again until the api is back, and tells what happened in its order. */
async function apiAway(): Promise<void> {
  const { processes, client, order } = world;
  await processes.kill('api');
  const before = await doneUpdates();
  for (const status of ['member', 'left', 'member'] as const)
    await client.members({ chat: order.chat, user: member, status });
  await processes.start('api');
  await expect.poll(doneUpdates, BACK_WITHIN).toBe(before + 3);
  const [{ state } = { state: -1 }] = await sql<{ state: number }>(
    `SELECT state FROM memberships WHERE user_id = ${String(member)}`,
  );
  expect(state, 'in, as the last of them says').toBe(IN);
  await expect.poll(paid, BACK_WITHIN).toBe(1);
}

/** What came while no bot process ran waits in the store. */
async function botAway(): Promise<void> {
  const { processes, client } = world;
  await processes.kill('bot');
  const said = await client.say(writer, operatorName, '/start');
  const waiting = async () => (await world.service.updates.waiting(10)).length;
  await expect.poll(waiting, BACK_WITHIN).toBe(1);
  await processes.start('bot');
  await client.waitForMessage(writer, operatorName, () => true, { after: said });
}

/** The platform may bring an update twice. */
async function broughtAgain(): Promise<void> {
  const before = await subscriber();
  const updates = await sql<{ id: number }>(
    'SELECT update_id AS id FROM platform_updates ORDER BY update_id',
  );
  expect(updates.length).toBeGreaterThan(4);
  const messages = (await world.client.messages(writer, operatorName)).length;
  for (const { id } of updates) await world.client.redeliver(operatorName, id);
  await writeAndWait();
  expect(await subscriber()).toEqual(before);
  expect(await paid()).toBe(1);
  const [now] = await sql<{ count: number }>('SELECT count(*) AS count FROM platform_updates');
  expect(now?.count).toBe(updates.length + 1);
  expect(
    (await world.client.messages(writer, operatorName)).length - messages,
    'one more is answered',
  ).toBeLessThanOrEqual(2);
}

/** What the webhook brought before the change is done first; then updates are asked for. */
async function polledAgain(): Promise<void> {
  const { processes, client } = world;
  await processes.kill('bot');
  const said = await client.say(writer, operatorName, '/start');
  await expect.poll(async () => (await world.service.updates.waiting(10)).length, BACK_WITHIN).toBe(1);
  await processes.stop('api');
  const environment = { UPDATES: 'polling' };
  await processes.start('api', { environment });
  await processes.start('bot', { environment });
  await client.waitForMessage(writer, operatorName, () => true, { after: said });
  await writeAndWait();
  expect((await fetch(`${api}/platform/updates`, { method: 'POST' })).status).toBe(404);
}
