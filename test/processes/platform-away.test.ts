/**
 * The platform is away when the processes start, comes later, and leaves and comes again. The api answers all the time,
 * /readyz says what is wrong, the log names host and cause once, and what waited is done when the platform is there.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasButton } from '../support/people.js';
import { call } from '../support/service-process.js';
import { openWorld, operatorName, publisherBot, type World } from './world.js';

const DEADLINE_MS = 800;
const BACK_WITHIN = { timeout: 20_000 };
const [visitor, member] = [50_001, 50_002];

let world: World;
let api: string;
let comeBack: () => Promise<void>;

beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'info', SPONSORS_DEADLINE_MS: String(DEADLINE_MS) });
  for (const id of [visitor, member]) {
    await world.client.users({ id, first_name: 'User', language_code: 'en' });
    await world.client.say(id, publisherBot.username, '/start');
  }
  comeBack = await world.platformLeaves();
  api = (await world.processes.start('api'))['api'] ?? '';
}, 60_000);
afterAll(() => world.close());

const readiness = async () => {
  const response = await fetch(`${api}/readyz`);
  return { http: response.status, ...((await response.json()) as object) };
};
const degraded = () => ({
  http: 200,
  status: 'ok',
  state: 'degraded',
  checks: {
    store: 'ok',
    bot: 'ok',
    platform: expect.stringMatching(
      new RegExp(`^${world.platformHost} cannot be reached \\(ECONNREFUSED\\), for \\d+ s$`),
    ) as string,
  },
});
const complaints = () =>
  world.processes
    .said()
    .split('\n')
    .filter((line) => line.includes('the platform does not answer as it should'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function ask(user: number, getLinks: 0 | 1) {
  const body = { chat_id: user, user_id: user, first_name: 'User', language_code: 'en', get_links: getLinks };
  const startedAtMs = performance.now();
  const answer = await call(`${api}/get-sponsors`, world.bot.key, body);
  return { ...answer, tookMs: performance.now() - startedAtMs };
}

it('nobody stays down with the platform, and what waited for it is done once', async () => {
  await awayAtTheStart();
  await comesLater();
  await leavesAndComesAgain();
}, 120_000);

/** Both processes run, and what is asked for is answered in time. */
async function awayAtTheStart(): Promise<void> {
  expect(await world.processes.start('bot'), 'its name is not known yet').toMatchObject({ bot: '' });
  await expect.poll(readiness, BACK_WITHIN).toMatchObject(degraded());
  expect((await fetch(`${api}/healthz`)).status).toBe(200);
  for (const [user, getLinks] of [
    [visitor, 0],
    [member, 1],
  ] as const) {
    const { http, body, tookMs } = await ask(user, getLinks);
    expect([http, body['status']]).toEqual([200, 'warning']);
    expect(tookMs).toBeLessThan(DEADLINE_MS + 1_000);
  }
  const [first, ...more] = complaints();
  expect(first).toMatchObject({ level: 40, host: world.platformHost, cause: 'ECONNREFUSED' });
  expect(more, 'once a minute').toEqual([]);
  expect(world.processes.said()).not.toContain('token-of-the');
}

async function comesLater(): Promise<void> {
  await comeBack();
  await expect.poll(readiness, BACK_WITHIN).toMatchObject({ state: 'ready', checks: { platform: 'ok' } });
  expect(world.processes.said()).toContain('the platform answers again');
  await world.client.waitForMessage(visitor, publisherBot.username, hasButton('subgram-op'));
  await world.client.members({ chat: world.order.chat, user: member, status: 'member' });
  const joined = async () => (await ask(member, 1)).body['status'];
  await expect.poll(joined, BACK_WITHIN).toBe('ok');
  const said = await world.client.say(visitor, operatorName, '/start');
  await world.client.waitForMessage(visitor, operatorName, () => true, { after: said });
}

async function leavesAndComesAgain(): Promise<void> {
  comeBack = await world.platformLeaves();
  await expect.poll(readiness, BACK_WITHIN).toMatchObject(degraded());
  await comeBack();
  const said = await world.client.say(visitor, operatorName, '/start');
  await world.client.waitForMessage(visitor, operatorName, () => true, { after: said });
  await expect.poll(readiness, BACK_WITHIN).toMatchObject({ state: 'ready' });
  expect(complaints()).toHaveLength(2);
  const blocks = (await world.client.messages(visitor, publisherBot.username)).filter(
    hasButton('subgram-op'),
  );
  expect(blocks, 'shown once').toHaveLength(1);
}
