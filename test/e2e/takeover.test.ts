/**
 * Two bot processes over one store: one works, the other stands by. The one that works is killed while blocks are being
 * sent: the other takes over, and every block is shown once, or given up as uncertain where it was on its way.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlOver } from '../support/database.js';
import { call } from '../support/service-process.js';
import { openWorld, publisherBot, type World } from '../processes/world.js';
import { hasButton } from '../support/people.js';

const FIRST_USER = 40_000;
const BEFORE = 25;
const USERS = 60;
const TAKEOVER_MS = 15_000;

let world: World;
let api: string;

beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'info' });
  api = (await world.processes.start('api'))['api'] ?? '';
}, 60_000);
afterAll(async () => {
  await world.processes.kill('bot-2');
  await world.close();
});

async function wish(user: number): Promise<void> {
  await world.client.users({ id: user, first_name: 'User', language_code: 'en' });
  await world.client.say(user, publisherBot.username, '/start');
  const body = { chat_id: user, user_id: user, first_name: 'User', language_code: 'en', get_links: 0 };
  expect((await call(`${api}/get-sponsors`, world.bot.key, body)).body).toMatchObject({ status: 'warning' });
}

const until = (said: string) =>
  expect.poll(() => world.processes.said().includes(said), { timeout: TAKEOVER_MS }).toBe(true);

async function shownTo(user: number): Promise<number> {
  const messages = await world.client.messages(user, publisherBot.username);
  return messages.filter(hasButton('subgram-op')).length;
}

it('a killed bot process is replaced by the one that stands by, and no block is lost or shown twice', async () => {
  await world.processes.start('bot');
  await world.processes.start('bot', { as: 'bot-2' });
  await until('this one stands by');
  const users = Array.from({ length: USERS }, (_, index) => FIRST_USER + index);
  for (const user of users.slice(0, BEFORE)) await wish(user);
  const rest = Promise.all(users.slice(BEFORE).map(wish));
  await world.processes.kill('bot');
  const killedAtMs = performance.now();
  await rest;
  const waiting = async () => {
    const [row] = await sqlOver<{ count: number }>(
      world.processes.environment['DATABASE_URL'] ?? '',
      'SELECT count(*) AS count FROM blocks WHERE due_at_ms IS NOT NULL',
    );
    return row?.count;
  };
  await expect.poll(waiting, { timeout: TAKEOVER_MS }).toBe(0);
  expect(performance.now() - killedAtMs).toBeLessThan(TAKEOVER_MS);
  const dead = await sqlOver<{ user_id: number; dead_reason: string }>(
    world.processes.environment['DATABASE_URL'] ?? '',
    'SELECT user_id, dead_reason FROM blocks WHERE dead_reason IS NOT NULL',
  );
  // Between its mark and its answer nobody can know: told, rather than shown twice.
  for (const { dead_reason: reason } of dead) expect(reason).toContain('it may have been shown');
  const uncertain = new Set(dead.map((row) => row.user_id));
  for (const user of users) {
    const shown = await shownTo(user);
    if (uncertain.has(user)) expect(shown).toBeLessThanOrEqual(1);
    else expect(shown, `user ${String(user)}`).toBe(1);
  }
}, 90_000);
