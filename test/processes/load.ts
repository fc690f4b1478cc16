/**
 * What callers ask for while processes are killed: orders and bots are made, keys changed, subscribers settled. Whatever
 * was acknowledged is remembered, and looked up again afterwards.
 */
import { expect } from 'vitest';
import { dumpRows } from '../support/dump.js';
import { call } from '../support/service-process.js';
import { faultsIn, type World } from './world.js';

/** What callers were told was done; and what they asked for without learning what became of it. */
export class Acknowledged {
  readonly orders = new Map<number, string>();
  readonly botKeys = new Map<number, string>();
  readonly settled = new Set<number>();
  readonly deadKeys: string[] = [];
  count = 0;
  readonly joined = new Set<number>();
  /** Orders without an answer, by their `Idempotency-Key`. */
  readonly unanswered = new Map<string, object>();
  /** Bots whose last change of key nobody answered. */
  readonly uncertain = new Set<number>();
  #next = 1;

  /** A number that no other command of the load has. */
  next(): number {
    this.#next += 1;
    return this.#next;
  }

  /** Of a run in which nothing was lost or doubled: any that was ends the test before. */
  figures(seconds: string): [string, string][] {
    const rows: [string, number | string][] = [
      ['acknowledged writes, all looked up after each restart', this.count],
      ['orders among them', this.orders.size],
      ['bots among them', this.botKeys.size],
      ['changed keys among them', this.deadKeys.length],
      ['settled subscribers among them', this.settled.size],
      ['lost', 0],
      ['doubled', 0],
      ['seconds', seconds],
      ['seed', process.env['FC_SEED'] ?? ''],
    ];
    return rows.map(([name, figure]) => [name, String(figure)]);
  }

  summary(): string {
    return (
      `${String(this.count)} acknowledged writes (${String(this.orders.size)} orders, ${String(this.botKeys.size)} bots, ` +
      `${String(this.deadKeys.length)} changed keys, ${String(this.settled.size)} subscribers), 0 lost, 0 doubled`
    );
  }
}

/** An answer of 500 or 503, in the documented envelope, with these words. */
class Refused extends Error {}

interface LoadOptions {
  world: World;
  acknowledged: Acknowledged;
  /** Where the apis are; each has lanes of its own. */
  apis: readonly string[];
  /** Given the words of an answer of 500 or 503; its lane goes on when that resolves. Default: it is a failure. */
  onRefused?: (words: string) => Promise<void>;
}

export class Load {
  #isOver = false;
  #done = 0;
  readonly #waiting: { done: number; settled: number; resolve: () => void }[] = [];
  readonly #options: LoadOptions;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  /** Every lane goes on until its api is gone, or `end` is called. */
  async run(): Promise<void> {
    await Promise.all(
      this.#options.apis.flatMap((api) => [
        this.#orders(api),
        this.#bots(api),
        ...[1, 2, 3].map(() => this.#settle(api)),
      ]),
    );
  }

  /** Resolves when so many more writes are acknowledged, and two joins among them: those wait for the platform. */
  more(writes: number): Promise<void> {
    const settled = this.#options.acknowledged.settled.size + 2;
    return new Promise((resolve) => this.#waiting.push({ done: this.#done + writes, settled, resolve }));
  }

  end(): void {
    this.#isOver = true;
  }

  #acknowledge(): void {
    this.#options.acknowledged.count += 1;
    this.#done += 1;
    const { size } = this.#options.acknowledged.settled;
    for (const { done, settled, resolve } of this.#waiting)
      if (done <= this.#done && settled <= size) resolve();
  }

  async #lane(command: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      try {
        await command();
      } catch (error) {
        const { onRefused } = this.#options;
        // The connection broke, as it does when the other side is killed.
        if (error instanceof TypeError) return;
        if (!(error instanceof Refused) || onRefused === undefined) throw error;
        await onRefused(error.message);
      }
    }
  }

  async #ask(url: string, key: string, body: object, headers = {}): Promise<Record<string, unknown>> {
    const answer = await call(url, key, body, headers);
    if (answer.http >= 500) {
      expect(answer.body).toMatchObject({
        status: 'error',
        code: answer.http,
        message: expect.any(String) as string,
      });
      throw new Refused(String(answer.body['message']));
    }
    expect(answer.http, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  }

  #orders(api: string): Promise<void> {
    const { world, acknowledged } = this.#options;
    return this.#lane(async () => {
      const link = `https://example.org/page-${String(acknowledged.next())}`;
      const body = { action: 'create', link, ads_type: 'resource', quantity_all: 10, price: 1 };
      acknowledged.unanswered.set(link, body);
      const named = { 'Idempotency-Key': link };
      const { response } = await this.#ask(`${api}/orders`, world.keys.advertiser, body, named);
      acknowledged.unanswered.delete(link);
      acknowledged.orders.set((response as { order_id: number }).order_id, link);
      this.#acknowledge();
    });
  }

  #bots(api: string): Promise<void> {
    const { world, acknowledged } = this.#options;
    return this.#lane(async () => {
      const id = 900_000 + acknowledged.next();
      const identity = { bot_id: id, bot_name: `Bot ${String(id)}`, bot_nickname: `bot_${String(id)}` };
      const manage = (body: object) => this.#ask(`${api}/bots`, world.keys.publisher, body);
      const { result } = await manage({ action: 'add', ...identity });
      const first = (result as { api_key: string }).api_key;
      acknowledged.botKeys.set(id, first);
      this.#acknowledge();
      acknowledged.uncertain.add(id);
      const { response } = await manage({ action: 'change_api_key', bot_id: id });
      acknowledged.uncertain.delete(id);
      acknowledged.deadKeys.push(first);
      acknowledged.botKeys.set(id, (response as { new_api_key: string }).new_api_key);
      this.#acknowledge();
    });
  }

  #settle(api: string): Promise<void> {
    const { world, acknowledged } = this.#options;
    return this.#lane(async () => {
      const user = 100_000 + acknowledged.next();
      await world.client.users({ id: user, first_name: 'User', language_code: 'en' });
      await world.client.say(user, world.bot.id, '/start');
      const request = { chat_id: user, user_id: user, first_name: 'User', language_code: 'en' };
      const ask = () => this.#ask(`${api}/get-sponsors`, world.bot.key, request);
      expect((await ask())['status']).toBe('warning');
      acknowledged.joined.add(user);
      await world.client.join(user, world.order.chat);
      const { sponsors } = (await ask())['additional'] as { sponsors: { status: string }[] };
      if (sponsors[0]?.status !== 'subscribed') return;
      acknowledged.settled.add(user);
      this.#acknowledge();
    });
  }
}

/** Asks again for the orders that a kill left unanswered, by their keys: each is made by now, once. Returns how many were made before. */
export async function repeatUnanswered(
  world: World,
  { unanswered, orders }: Acknowledged,
  api: string,
): Promise<number> {
  let madeBefore = 0;
  for (const [link, body] of unanswered) {
    const send = () =>
      fetch(`${api}/orders`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Auth: world.keys.advertiser,
          'Idempotency-Key': link,
        },
        body: JSON.stringify(body),
      });
    const [one, other] = [await send(), await send()];
    expect(one.status, await one.clone().text()).toBe(200);
    expect(other.headers.get('idempotent-replayed')).toBe('true');
    const text = await one.text();
    expect(await other.text()).toBe(text);
    if (one.headers.get('idempotent-replayed') === 'true') madeBefore += 1;
    const { response } = JSON.parse(text) as { response: { order_id: number } };
    orders.set(response.order_id, link);
    unanswered.delete(link);
  }
  return madeBefore;
}

/** Everything acknowledged so far, looked up again. */
export async function expectAllThere(world: World, acknowledged: Acknowledged): Promise<void> {
  type Row = Record<string, string>;
  const dump = () => dumpRows(world.processes.environment['DATABASE_URL'] ?? '');
  const rowsOf = (rows: readonly string[], table: string) =>
    rows
      .filter((row) => row.startsWith(`${table} `))
      .map((row) => JSON.parse(row.slice(table.length)) as Row);
  // A join that waits for the platform's word is settled when that comes, also after a restart.
  const unsettled = async () => {
    const known = new Set(rowsOf(await dump(), 'subscriptions').map((row) => Number(row['user_id'])));
    return [...acknowledged.settled].filter((user) => !known.has(user));
  };
  await expect.poll(unsettled, { timeout: 30_000, interval: 500 }).toEqual([]);
  const rows = await dump();
  const of = (table: string) => rowsOf(rows, table);
  const orders = new Map(of('orders').map((row) => [Number(row['order_id']), row['link']]));
  for (const [id, link] of acknowledged.orders) expect(orders.get(id), `order ${String(id)}`).toBe(link);
  const links = of('orders').map((row) => row['link']);
  expect(new Set(links).size, 'no order twice').toBe(links.length);

  const users = of('subscriptions').map((row) => Number(row['user_id']));
  expect(new Set(users).size, 'no subscription twice').toBe(users.length);
  const known = new Set(users);
  for (const user of acknowledged.settled) expect(known.has(user), `user ${String(user)}`).toBe(true);
  for (const user of users) expect(acknowledged.joined.has(user)).toBe(true);
  expect(await faultsIn(world)).toEqual([]);
}

/** Some of the keys: the new ones open, the old ones do not. */
export async function expectKeys(
  world: World,
  acknowledged: Acknowledged,
  api: string,
  since: { bots: number; dead: number },
): Promise<void> {
  for (const [id, last] of [...acknowledged.botKeys].slice(since.bots)) {
    const info = await call(`${api}/bots`, world.keys.publisher, { action: 'info', bot_id: id });
    const { api_key: key } = info.body['result'] as { api_key: string };
    if (!acknowledged.uncertain.has(id)) expect(key, `the key of bot ${String(id)}`).toBe(last);
    expect((await call(`${api}/get-balance`, key, {})).http).toBe(200);
  }
  for (const key of acknowledged.deadKeys.slice(since.dead))
    expect((await call(`${api}/get-balance`, key, {})).http).toBe(401);
}

/** A random whole number below another, by the seed of the run. */
export function seededRandom(): (below: number) => number {
  let state = Number(process.env['FC_SEED'] ?? 1) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
