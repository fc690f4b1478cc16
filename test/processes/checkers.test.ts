/**
 * A checker's stream of updates among three bot processes: the one that has it is killed while people join the chat of an
 * order that is the checker's. Another process takes the stream over, and every join is counted once. Nothing that the
 * processes log holds a token, also not of a checker whose token the platform refuses.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlOver } from '../support/database.js';
import { call } from '../support/service-process.js';
import { openWorld, operatorName, type World } from './world.js';

const checker = { token: '810:token-of-a-checker-of-a-test', username: 'TestCheckerBot' };
const refused = { token: '820:token-that-the-platform-refuses', username: 'TestRefusedBot' };
const NAMES = ['bot', 'bot-2', 'bot-3'] as const;
const TAKEOVER = { timeout: 15_000 };
const PART = 'updates 810';

let world: World;
let api: string;
let order: { id: number; chat: number };

beforeAll(async () => {
  const tokens = `${checker.token}, ${refused.token}`;
  world = await openWorld({ LOG_LEVEL: 'info', CHECKER_TOKENS: tokens });
  await world.client.bots({ ...checker, first_name: 'Checker' });
  await world.client.bots({ ...refused, first_name: 'Refused' });
  await world.client.revoke(refused.username);
  api = (await world.processes.start('api'))['api'] ?? '';
  for (const name of NAMES) await world.processes.start('bot', { as: name });
  order = await addOrder();
}, 120_000);
afterAll(async () => {
  for (const name of NAMES) await world.processes.kill(name);
  await world.close();
});

const sql = <T>(text: string) => sqlOver<T>(world.processes.environment['DATABASE_URL'] ?? '', text);

/** Of the checker, which is administrator there. */
async function addOrder() {
  const { client, service } = world;
  const { id: chat } = await client.chats({ type: 'channel', title: 'Checked', username: 'checked_garden' });
  await client.members({ chat, user: `@${checker.username}`, status: 'administrator' });
  const made = await service.orders.create(13, {
    link: 'https://t.me/checked_garden',
    adsType: 'channel',
    quantityAll: 1_000,
    targeting: { languages: null },
  });
  const { revision } = await service.orders.info(13, made.orderId);
  expect((await service.moderation.approve(11, made.orderId, revision)).kind).toBe('decided');
  return { id: made.orderId, chat };
}

async function holderOf(part: string): Promise<(typeof NAMES)[number] | undefined> {
  const [lease] = await sql<{ holder: string }>(`SELECT holder FROM leases WHERE name = '${part}'`);
  const pid = Number(lease?.holder.split(' ')[2]);
  return NAMES.find((each) => world.processes.pid(each) === pid);
}

async function showTo(users: readonly number[]): Promise<void> {
  for (const user of users) {
    await world.client.users({ id: user, first_name: 'User', language_code: 'en' });
    await world.client.say(user, 'TestShopBot', '/start');
    const body = { chat_id: user, user_id: user, first_name: 'User', language_code: 'en', get_links: 1 };
    const { body: answer } = await call(`${api}/get-sponsors`, world.bot.key, body);
    const shown = (answer as { additional: { sponsors: { ads_id: string }[] } }).additional.sponsors;
    expect(shown.map((sponsor) => sponsor.ads_id)).toContain(String(order.id));
  }
  const contacts = () => sql(`SELECT 1 FROM contacts WHERE state = 1 AND user_id IN (${users.join(', ')})`);
  await expect.poll(contacts, TAKEOVER).toHaveLength(users.length);
}

const counted = async () => (await world.service.orders.info(13, order.id)).quantityNow;
const join = (user: number) => world.client.members({ chat: order.chat, user, status: 'member' });

it('is taken over when its process is killed, and counts every join once', async () => {
  await expect.poll(() => holderOf(PART), TAKEOVER).toBeDefined();
  const users = [80_001, 80_002, 80_003, 80_004];
  await showTo(users);
  await join(80_001);
  await expect.poll(counted, TAKEOVER).toBe(1);
  const killed = await holderOf(PART);
  if (killed === undefined) throw new Error('nobody has the stream');
  await join(80_002);
  await world.processes.kill(killed);
  await join(80_003);
  await expect.poll(counted, TAKEOVER).toBe(3);
  expect(await holderOf(PART)).not.toBe(killed);
  await join(80_004);
  await expect.poll(counted, TAKEOVER).toBe(4);
  const polls = await world.client.calls({ token: checker.token, method: 'getUpdates' });
  expect(polls.length).toBeGreaterThan(1);
  const asked = await world.client.calls({ method: 'getChatMember', token: checker.token });
  const aboutUsers = asked.filter(({ payload }) => users.includes(Number(payload['user_id'])));
  expect(new Set(aboutUsers.map(({ payload }) => payload['chat_id']))).toEqual(new Set([order.chat]));
}, 90_000);

it('a checker whose token is refused is said loudly, without the token, and keeps nothing down', async () => {
  const said = world.processes.said();
  expect(said).toContain('the platform refuses the token of a checker');
  for (const { token } of [checker, refused]) expect(said).not.toContain(token.split(':')[1]);
  expect((await fetch(`${api}/readyz`)).status).toBe(200);
  expect(said).toContain(operatorName);
});
