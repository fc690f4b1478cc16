/**
 * SIGKILL over PostgreSQL under load: one of two apis, the server itself with all its processes, and the bot process
 * that works while another stands by, again and again at moments drawn by the seed. Whatever was acknowledged is there
 * afterwards, once, and nothing has to be started by hand but what was killed. With STORE=citus the server is a coordinator,
 * and one of its two workers is killed in turn as well, which refuses its users alone.
 * KILL_CYCLES says how often; `npm run kills:postgres` does it thirty times, through PgBouncer where PGBOUNCER names it.
 */
import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../db/index.js';
import { isSpread, sqlOver, storeKind } from '../support/database.js';
import { type DurableServers, startDurableServers } from '../support/durable-servers.js';
import { hasButton } from '../support/people.js';
import { BY_TRANSACTION, FOR_THE_ROLE, pgbouncer, type Pooler, startPooler } from '../support/pgbouncer.js';
import type { PostgresServer } from '../support/postgres-server.js';
import { secondsSince, table, writesDocs, writeSection } from '../support/promises-page.js';
import { call } from '../support/service-process.js';
import { Acknowledged, expectAllThere, expectKeys, Load, seededRandom } from './load.js';
import { openWorld, publisherBot, type World } from './world.js';

const CYCLES = Number(process.env['KILL_CYCLES'] ?? 3);
/** What is said of a server that is gone; a pooler is there still, and ends what it was asked. */
const goneWords =
  pgbouncer === undefined
    ? /The database cannot be used: (it does not answer|it is stop)/
    : /The database cannot be used: (it does not answer|it is stop|the connection broke)/;
/** What is said of users whose server is gone. */
const workerGoneWords =
  /The database cannot be used: (one of the servers that it is spread|the connection broke)/;
/** Subscribers of the other worker that are settled while one is away. */
const OTHERS_SETTLED = 10;
const TAKEOVER_MS = 15_000;
const BLOCKS = 24;
/**
 * Where it may, one bot process has numbers of processes of its own, as on another machine: neither can tell that the other
 * has ended, but by its lease.
 */
const APART = ['unshare', '--pid', '--fork', '--kill-child'] as const;
const isApart = spawnSync(APART[0], [...APART.slice(1), 'true']).status === 0;

// Over SQLite it is skipped (`kills.test.ts`): this needs a server to kill.
describe.runIf(storeKind === 'postgres')('PostgreSQL', () => {
  let servers: DurableServers;
  let server: PostgresServer;
  let workers: readonly PostgresServer[];
  let pooler: Pooler | undefined;
  let world: World;
  const apis: [string, string] = ['', ''];
  const acknowledged = new Acknowledged();
  const random = seededRandom();
  const figures = { api: 0, server: 0, worker: 0, bot: 0 };

  beforeAll(async () => {
    servers = await startDurableServers();
    [server, ...workers] = servers.all;
    await migrate(servers.url);
    // The load has nobody to moderate its orders.
    const unlimited = { ORDERS_WAITING_MAX: '100000', BOTS_MAX: '100000', BOTS_PER_HOUR: '100000' };
    const settings = { ...(await reachingServer()), ...unlimited };
    world = await openWorld(settings);
    await startAll();
  }, 60_000);
  afterAll(async () => {
    await world.processes.kill('bot-2');
    await world.close();
    await pooler?.close();
    await servers.close();
  }, 60_000);

  async function reachingServer(): Promise<Record<string, string>> {
    const { url } = servers;
    if (pgbouncer === undefined) return { DATABASE_URL: url };
    await sqlOver(server.urlOf('postgres'), FOR_THE_ROLE);
    pooler = await startPooler(url, BY_TRANSACTION);
    return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url };
  }

  /** Those that run are left alone. */
  async function startAll(): Promise<void> {
    const { processes } = world;
    const own = { API_PORT: '0' };
    apis[0] = (await processes.start('api'))['api'] ?? apis[0];
    apis[1] = (await processes.start('api', { as: 'api-2', environment: own }))['api'] ?? apis[1];
    await processes.start('bot', isApart ? { shell: `exec ${APART.join(' ')} -- "$@";` } : {});
    await processes.start('bot', { as: 'bot-2' });
  }

  const sql = <T>(text: string) => sqlOver<T>(servers.url, text);
  const ready = async (api: string) => {
    const response = await fetch(`${api}/readyz`);
    return { http: response.status, body: JSON.stringify(await response.json()) };
  };
  const names = ['api', 'api-2', 'bot', 'bot-2'] as const;
  const pids = () => names.map((name) => world.processes.pid(name));

  async function killApi(): Promise<void> {
    const [dies, lives] = random(2) === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const load = new Load({ world, acknowledged, apis });
    const enough = load.more(10 + random(60));
    const running = load.run();
    await enough;
    await world.processes.kill(dies === 0 ? 'api' : 'api-2');
    // The other goes on as if nothing had happened: not one of its requests is refused.
    await load.more(20);
    expect((await ready(apis[lives])).http).toBe(200);
    load.end();
    await running;
  }

  async function killServer(): Promise<void> {
    const before = pids();
    const words = new Set<string>();
    let comeBack = (): void => undefined;
    const isBack = new Promise<void>((resolve) => {
      comeBack = resolve;
    });
    let tell = (): void => undefined;
    const refused = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const onRefused = async (said: string) => {
      words.add(said);
      tell();
      await isBack;
    };
    const load = new Load({ world, acknowledged, apis, onRefused });
    const enough = load.more(10 + random(60));
    const running = load.run();
    await enough;
    await server.kill();
    await refused;
    for (const api of apis) {
      await expect.poll(() => ready(api)).toMatchObject({ http: 503 });
      expect((await ready(api)).body).toMatch(/"store":"The database cannot be used: [^"]+; see the log"/);
    }
    await expect.poll(() => world.processes.said()).toMatch(goneWords);
    await server.start();
    comeBack();
    await load.more(20);
    load.end();
    await running;
    for (const said of words) expect(said).toMatch(goneWords);
    for (const api of apis)
      await expect.poll(() => ready(api), { timeout: TAKEOVER_MS }).toMatchObject({ http: 200 });
    expect(pids(), 'nobody had to be started again').toEqual(before);
    const [user] = await queueBlocks(1);
    await world.client.waitForMessage(user ?? 0, publisherBot.username, hasButton('subgram-op'));
  }

  /** Its users are refused and those of the other settled, until it is back. */
  async function killWorker(): Promise<void> {
    const victim = workers[random(workers.length)];
    if (victim === undefined) throw new Error('there are two');
    const before = pids();
    const words: string[] = [];
    const onRefused = (said: string) => {
      words.push(said);
      return Promise.resolve();
    };
    const load = new Load({ world, acknowledged, apis, onRefused });
    const enough = load.more(10 + random(60));
    const running = load.run();
    await enough;
    await victim.kill();
    await expect.poll(() => words.length).toBeGreaterThan(0);
    const settled = acknowledged.settled.size;
    await expect
      .poll(() => acknowledged.settled.size, { timeout: TAKEOVER_MS })
      .toBeGreaterThan(settled + OTHERS_SETTLED);
    for (const api of apis) expect(await ready(api)).toMatchObject({ http: 200 });
    await victim.start();
    await load.more(20);
    load.end();
    await running;
    for (const said of words) expect(said).toMatch(workerGoneWords);
    expect(pids(), 'nobody had to be started again').toEqual(before);
  }

  async function killBot(): Promise<void> {
    const load = new Load({ world, acknowledged, apis });
    const running = load.run();
    const leading = await leader();
    const rest = random(BLOCKS);
    const users = await queueBlocks(BLOCKS - rest);
    const more = queueBlocks(rest);
    await world.processes.kill(leading);
    await expect.poll(leader, { timeout: TAKEOVER_MS }).not.toBe(leading);
    users.push(...(await more));
    load.end();
    await running;
    await expect.poll(waitingBlocks, { timeout: TAKEOVER_MS }).toBe(0);
    await expectShownOnce(users);
  }

  /** Which of the two bot processes works. */
  async function leader(): Promise<'bot' | 'bot-2'> {
    const [lease] = await sql<{ holder: string }>(`SELECT holder FROM leases WHERE name = 'bot'`);
    const [, place, pid] = lease?.holder.split(' ') ?? [];
    if (isApart) return place === readlinkSync('/proc/self/ns/pid') ? 'bot-2' : 'bot';
    return Number(pid) === world.processes.pid('bot') ? 'bot' : 'bot-2';
  }

  async function waitingBlocks(): Promise<number | undefined> {
    const rows = await sql<{ count: number }>(
      'SELECT count(*) AS count FROM blocks WHERE due_at_ms IS NOT NULL',
    );
    return rows[0]?.count;
  }

  /** People who are owed a block: their request was answered. */
  async function queueBlocks(count: number): Promise<number[]> {
    const users = Array.from({ length: count }, () => 5_000_000 + acknowledged.next());
    for (const [index, user] of users.entries()) {
      await world.client.users({ id: user, first_name: 'User', language_code: 'en' });
      await world.client.say(user, publisherBot.username, '/start');
      const body = { chat_id: user, user_id: user, first_name: 'User', language_code: 'en', get_links: 0 };
      const answer = await call(`${apis[index % 2] ?? ''}/get-sponsors`, world.bot.key, body);
      expect(answer.body).toMatchObject({ status: 'warning' });
    }
    return users;
  }

  async function expectShownOnce(users: readonly number[]): Promise<void> {
    const dead = await sql<{ user_id: number; dead_reason: string }>(
      'SELECT user_id, dead_reason FROM blocks WHERE dead_reason IS NOT NULL',
    );
    // Between its mark and its answer nobody can know: told, rather than shown twice.
    for (const { dead_reason: reason } of dead) expect(reason).toContain('it may have been shown');
    const uncertain = new Set(dead.map((row) => row.user_id));
    for (const user of users) {
      const messages = await world.client.messages(user, publisherBot.username);
      const shown = messages.filter(hasButton('subgram-op')).length;
      if (uncertain.has(user)) expect(shown).toBeLessThanOrEqual(1);
      else expect(shown, `user ${String(user)}`).toBe(1);
    }
  }

  const kills = { api: killApi, server: killServer, worker: killWorker, bot: killBot };
  const order = isSpread
    ? (['worker', 'server', 'api', 'bot'] as const)
    : (['api', 'server', 'bot'] as const);

  it(
    `${String(CYCLES)} kills under load lose nothing that was acknowledged, and double nothing`,
    async () => {
      const startMs = performance.now();
      for (let cycle = 0; cycle < CYCLES; cycle += 1) {
        const name = order[cycle % order.length] ?? 'api';
        const since = { bots: acknowledged.botKeys.size, dead: acknowledged.deadKeys.length };
        await kills[name]();
        figures[name] += 1;
        await startAll();
        await expectAllThere(world, acknowledged);
        await expectKeys(world, acknowledged, apis[cycle % 2] ?? '', since);
      }
      expect(acknowledged.settled.size).toBeGreaterThan(CYCLES);
      expect(acknowledged.orders.size).toBeGreaterThan(CYCLES);
      const { api, server: ofServer, worker, bot } = figures;
      const counts = `${String(api)} of an api, ${String(ofServer)} of the server, ${String(worker)} of a worker, ${String(bot)} of a bot process`;
      process.stderr.write(`${String(CYCLES)} kills (${counts}): ${acknowledged.summary()}\n`);
      if (!writesDocs) return;
      const rows = [
        ['kills of one of two apis', String(api)],
        [isSpread ? 'kills of the coordinator' : 'kills of the server', String(ofServer)],
        ...(isSpread ? [['kills of one of two workers', String(worker)]] : []),
        ['kills of the bot process that works', String(bot)],
        ...acknowledged.figures(secondsSince(startMs)),
      ];
      writeSection(isSpread ? 'kills-citus' : 'kills-postgres', table(['of one run', 'figure'], rows));
    },
    60_000 + CYCLES * 40_000,
  );
});
