/**
 * Three bot processes over one store: each does a third. One is killed while blocks are being sent and people join: the
 * others take its part over, every block is shown once, or given up as uncertain where it was on its way, and every join is
 * settled once.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SLICES } from '../../core/slices.js';
import { hasButton } from '../support/people.js';
import { sqlOver } from '../support/database.js';
import { call } from '../support/service-process.js';
import { openWorld, operatorName, publisherId, type World } from './world.js';

const NAMES = ['bot', 'bot-2', 'bot-3'] as const;
const TAKEOVER_MS = 15_000;
const USERS_A_BOT = 3;

let world: World;
let api: string;
/** A bot for each slice. */
let bots: { username: string; key: string }[];
let metrics: Record<string, string>;
let nextUser = 70_000;

beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'info', BOTS_PER_HOUR: '100', BOT_METRICS_PORT: '0' });
  bots = [];
  for (let slice = 0; slice < SLICES; slice += 1) {
    const id = 12_000 + slice;
    const [token, username] = [`${String(id)}:token-of-a-bot-in-a-test`, `slice_${String(slice)}_bot`];
    await world.client.bots({ token, username, first_name: 'Bot' });
    const { apiKey } = await world.service.bots.add(publisherId, { token, settings: { getLinks: false } });
    bots.push({ username, key: apiKey });
  }
  api = (await world.processes.start('api'))['api'] ?? '';
  metrics = {};
  for (const name of NAMES)
    metrics[name] = (await world.processes.start('bot', { as: name }))['metrics'] ?? '';
}, 120_000);
afterAll(async () => {
  for (const name of NAMES) await world.processes.kill(name);
  await world.close();
});

const sql = <T>(text: string) => sqlOver<T>(world.processes.environment['DATABASE_URL'] ?? '', text);

/** How many parts of the work each process has, by its number of process, most first. */
async function shares(): Promise<number[]> {
  const leases = await sql<{ name: string; holder: string }>('SELECT name, holder FROM leases');
  const counts = new Map<string, number>();
  for (const { name, holder } of leases)
    counts.set(holder, (counts.get(holder) ?? 0) + (name.startsWith('bot process') ? 0 : 1));
  return [...counts.values()].sort((a, b) => b - a);
}

/** The process that holds a part. */
async function holderOf(part: string): Promise<(typeof NAMES)[number]> {
  const [lease] = await sql<{ holder: string }>(`SELECT holder FROM leases WHERE name = '${part}'`);
  const pid = Number(lease?.holder.split(' ')[2]);
  const name = NAMES.find((each) => world.processes.pid(each) === pid);
  if (name === undefined) throw new Error(`nobody has ${part}`);
  return name;
}

interface QueuedBlock {
  user: number;
  bot: string;
}

/** People of every bot who are owed a block: their request was answered. */
async function queueBlocks(): Promise<QueuedBlock[]> {
  const blocks: QueuedBlock[] = [];
  for (let round = 0; round < USERS_A_BOT; round += 1)
    for (const { username, key } of bots) {
      const user = nextUser;
      nextUser += 1;
      await world.client.users({ id: user, first_name: 'User', language_code: 'en' });
      await world.client.say(user, username, '/start');
      const body = { chat_id: user, user_id: user, first_name: 'User', language_code: 'en' };
      expect((await call(`${api}/get-sponsors`, key, body)).body).toMatchObject({ status: 'warning' });
      blocks.push({ user, bot: username });
    }
  return blocks;
}

const waiting = async () =>
  (await sql<{ count: number }>('SELECT count(*) AS count FROM blocks WHERE due_at_ms IS NOT NULL'))[0]
    ?.count;

async function expectShownOnce(blocks: readonly QueuedBlock[]): Promise<void> {
  await expect.poll(waiting, { timeout: TAKEOVER_MS }).toBe(0);
  const dead = await sql<{ user_id: number; dead_reason: string }>(
    'SELECT user_id, dead_reason FROM blocks WHERE dead_reason IS NOT NULL',
  );
  // Between its mark and its answer nobody can know: told, rather than shown twice.
  for (const { dead_reason: reason } of dead) expect(reason).toContain('it may have been shown');
  const uncertain = new Set(dead.map((row) => row.user_id));
  for (const { user, bot } of blocks) {
    const shown = (await world.client.messages(user, bot)).filter(hasButton('subgram-op')).length;
    if (uncertain.has(user)) expect(shown).toBeLessThanOrEqual(1);
    else expect(shown, `user ${String(user)} of ${bot}`).toBe(1);
  }
}

async function join(blocks: readonly QueuedBlock[]): Promise<void> {
  for (const { user } of blocks)
    await world.client.members({ chat: world.order.chat, user, status: 'member' });
}

/** How many messages a process has sent to the platform. */
async function sentBy(name: string): Promise<number> {
  const text = await (await fetch(`${metrics[name] ?? ''}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith('sponsorgate_block_seconds_count'));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

it('each of three does its share; what a killed one did the others do, and nothing is lost or done twice', async () => {
  await expect.poll(shares, { timeout: TAKEOVER_MS }).toEqual([5, 5, 4]);
  const before = await queueBlocks();
  await expectShownOnce(before);
  for (const name of NAMES) expect(await sentBy(name), name).toBeGreaterThan(0);

  const dies = await holderOf('bot');
  await join(before.slice(0, 6));
  const during = queueBlocks();
  await world.processes.kill(dies);
  const killedAtMs = performance.now();
  await join(before.slice(6));
  const all = [...before, ...(await during)];
  await expect.poll(shares, { timeout: TAKEOVER_MS }).toEqual([7, 7]);
  expect(performance.now() - killedAtMs).toBeLessThan(TAKEOVER_MS);
  await expectShownOnce(all);

  const settled = async () => (await world.service.orders.info(13, world.order.id)).quantityNow;
  await expect.poll(settled, { timeout: 2 * TAKEOVER_MS }).toBe(before.length);
  const said = await world.client.say(before[0]?.user ?? 0, operatorName, '/start');
  await world.client.waitForMessage(before[0]?.user ?? 0, operatorName, () => true, { after: said });

  await world.processes.start('bot', { as: dies });
  await expect.poll(shares, { timeout: TAKEOVER_MS }).toEqual([5, 5, 4]);
  await expectShownOnce(await queueBlocks());
  expect(await settled(), 'nobody is paid for twice').toBe(before.length);
}, 180_000);
