/**
 * SIGKILL under load, again and again: api, bot, or both die at a moment drawn by the seed while orders and bots are
 * made, keys changed and subscribers settled. Whatever was acknowledged before is there after the restart, once.
 * KILL_CYCLES says how often; `npm run kills` does it a hundred times.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { secondsSince, table, writesDocs, writeSection } from '../support/promises-page.js';
import { dumpRows } from '../support/dump.js';
import { call } from '../support/service-process.js';
import { faultsIn, openWorld, type World } from './world.js';

const CYCLES = Number(process.env['KILL_CYCLES'] ?? 4);
const targets = [['api'], ['bot'], ['api', 'bot']] as const;

let world: World;
let api: string;

beforeAll(async () => {
  // The load has nobody to moderate its orders.
  world = await openWorld({ ORDERS_WAITING_MAX: '100000' });
  api = (await world.processes.start('api'))['api'] ?? '';
  await world.processes.start('bot');
}, 60_000);
afterAll(() => world.close());

/** What callers were told was done; and what they asked for without learning what became of it. */
const acknowledged = {
  orders: new Map<number, string>(),
  botKeys: new Map<number, string>(),
  settled: new Set<number>(),
  count: 0,
};
const joined = new Set<number>();
/** Bots whose last change of key nobody answered. */
const uncertain = new Set<number>();
const deadKeys: string[] = [];
let next = 1;

class Load {
  #isOver = false;
  readonly #killAfter: number;
  readonly #onEnough: () => void;
  #done = 0;

  constructor(killAfter: number, onEnough: () => void) {
    this.#killAfter = killAfter;
    this.#onEnough = onEnough;
  }

  /** Every lane goes on until the api is gone, or `end` is called. */
  async run(): Promise<void> {
    await Promise.all([this.#orders(), this.#bots(), this.#settle(), this.#settle(), this.#settle()]);
  }

  end(): void {
    this.#isOver = true;
  }

  #acknowledge(): void {
    acknowledged.count += 1;
    this.#done += 1;
    if (this.#done === this.#killAfter) this.#onEnough();
  }

  async #lane(deed: () => Promise<void>): Promise<void> {
    try {
      while (!this.#isOver) await deed();
    } catch (error) {
      // The connection broke, as it does when the other side is killed; everything else is a failure of the test.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  #orders(): Promise<void> {
    return this.#lane(async () => {
      const link = `https://example.org/page-${String(next++)}`;
      const body = { action: 'create', link, ads_type: 'resource', quantity_all: 10, price: 1 };
      const answer = await call(`${api}/orders`, world.keys.advertiser, body);
      expect(answer.http).toBe(200);
      acknowledged.orders.set((answer.body['response'] as { order_id: number }).order_id, link);
      this.#acknowledge();
    });
  }

  #bots(): Promise<void> {
    return this.#lane(async () => {
      const id = 900_000 + next++;
      const identity = { bot_id: id, bot_name: `Bot ${String(id)}`, bot_nickname: `bot_${String(id)}` };
      const added = await call(`${api}/bots`, world.keys.publisher, { action: 'add', ...identity });
      expect(added.http).toBe(200);
      const first = (added.body['result'] as { api_key: string }).api_key;
      acknowledged.botKeys.set(id, first);
      this.#acknowledge();
      uncertain.add(id);
      const changed = await call(`${api}/bots`, world.keys.publisher, {
        action: 'change_api_key',
        bot_id: id,
      });
      expect(changed.http).toBe(200);
      uncertain.delete(id);
      deadKeys.push(first);
      acknowledged.botKeys.set(id, (changed.body['response'] as { new_api_key: string }).new_api_key);
      this.#acknowledge();
    });
  }

  #settle(): Promise<void> {
    return this.#lane(async () => {
      const user = 100_000 + next++;
      await world.client.users({ id: user, first_name: 'User', language_code: 'en' });
      const request = { chat_id: user, user_id: user, first_name: 'User', language_code: 'en' };
      const shown = await call(`${api}/get-sponsors`, world.bot.key, request);
      expect(shown.body['status']).toBe('warning');
      joined.add(user);
      await world.client.join(user, world.order.chat);
      const answer = await call(`${api}/get-sponsors`, world.bot.key, request);
      const { sponsors } = answer.body['additional'] as { sponsors: { status: string }[] };
      if (sponsors[0]?.status !== 'subscribed') return;
      acknowledged.settled.add(user);
      this.#acknowledge();
    });
  }
}

async function restart(): Promise<void> {
  api = (await world.processes.start('api'))['api'] ?? api;
  await world.processes.start('bot');
}

/** Everything acknowledged so far, looked up again. */
async function expectAllThere(): Promise<void> {
  const rows = await dumpRows(world.processes.environment['DATABASE_URL'] ?? '');
  const of = (table: string) =>
    rows
      .filter((row) => row.startsWith(`${table} `))
      .map((row) => JSON.parse(row.slice(table.length)) as Row);
  type Row = Record<string, string>;
  const orders = new Map(of('orders').map((row) => [Number(row['order_id']), row['link']]));
  for (const [id, link] of acknowledged.orders) expect(orders.get(id), `order ${String(id)}`).toBe(link);
  const links = of('orders').map((row) => row['link']);
  expect(new Set(links).size, 'no order twice').toBe(links.length);

  const users = of('subscriptions').map((row) => Number(row['user_id']));
  expect(new Set(users).size, 'no subscription twice').toBe(users.length);
  const known = new Set(users);
  for (const user of acknowledged.settled) expect(known.has(user), `user ${String(user)}`).toBe(true);
  for (const user of users) expect(joined.has(user)).toBe(true);
  expect(await faultsIn(world)).toEqual([]);
}

/** The keys of this cycle: the new ones open, the old ones do not. */
async function expectKeys(bots: readonly number[], dead: readonly string[]): Promise<void> {
  for (const id of bots) {
    const info = await call(`${api}/bots`, world.keys.publisher, { action: 'info', bot_id: id });
    const { api_key: key } = info.body['result'] as { api_key: string };
    if (!uncertain.has(id)) expect(key, `the key of bot ${String(id)}`).toBe(acknowledged.botKeys.get(id));
    expect((await call(`${api}/get-balance`, key, {})).http).toBe(200);
  }
  for (const key of dead) expect((await call(`${api}/get-balance`, key, {})).http).toBe(401);
}

/** Of a run in which nothing was lost or doubled: any that was ends the test before. */
function killFigures(seconds: string): string {
  const { orders, botKeys, settled, count } = acknowledged;
  const kills = (name: string) =>
    Array.from({ length: CYCLES }, (_, cycle) =>
      (targets[cycle % targets.length] ?? []).join(' and '),
    ).filter((dies) => dies === name).length;
  const rows: [string, number | string][] = [
    ['kills of the api', kills('api')],
    ['kills of the bot process', kills('bot')],
    ['kills of both at once', kills('api and bot')],
    ['acknowledged writes, all looked up after each restart', count],
    ['orders among them', orders.size],
    ['bots among them', botKeys.size],
    ['changed keys among them', deadKeys.length],
    ['settled subscribers among them', settled.size],
    ['lost', 0],
    ['doubled', 0],
    ['seconds', seconds],
    ['seed', process.env['FC_SEED'] ?? ''],
  ];
  return table(
    ['of one run', 'figure'],
    rows.map(([name, figure]) => [name, String(figure)]),
  );
}

it(
  `${String(CYCLES)} kills under load lose nothing that was acknowledged, and double nothing`,
  async () => {
    const startMs = performance.now();
    let state = Number(process.env['FC_SEED'] ?? 1) >>> 0;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const dies = targets[cycle % targets.length] ?? targets[0];
      const [botsBefore, deadBefore] = [acknowledged.botKeys.size, deadKeys.length];
      const enough = { call: (): void => undefined };
      const moment = new Promise<void>((resolve) => {
        enough.call = resolve;
      });
      const load = new Load(5 + random(40), () => {
        enough.call();
      });
      const running = load.run();
      await moment;
      await Promise.all(dies.map((name) => world.processes.kill(name)));
      load.end();
      await running;
      await restart();
      await expectAllThere();
      await expectKeys([...acknowledged.botKeys.keys()].slice(botsBefore), deadKeys.slice(deadBefore));
    }
    expect(acknowledged.settled.size).toBeGreaterThan(CYCLES);
    expect(acknowledged.orders.size).toBeGreaterThan(CYCLES);
    const { orders, botKeys, settled } = acknowledged;
    process.stderr.write(
      `${String(CYCLES)} kills: ${String(acknowledged.count)} acknowledged writes (${String(orders.size)} orders, ` +
        `${String(botKeys.size)} bots, ${String(deadKeys.length)} changed keys, ${String(settled.size)} subscribers), 0 lost, 0 doubled\n`,
    );
    if (writesDocs) writeSection('kills', killFigures(secondsSince(startMs)));
  },
  60_000 + CYCLES * 20_000,
);
