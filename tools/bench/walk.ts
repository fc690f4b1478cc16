/**
 * What a get-sponsors request goes through, for a pinned and for a fresh list in links mode, and an update that brings a paid
 * join: the source files of api, core and db of which a function runs meanwhile, and how many functions. V8 counts the calls
 * (`Profiler.startPreciseCoverage`), without the start. Reports the median of several, since a timer may run during one.
 * `--files` lists them.
 */
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from '../../api/app.js';
import type { Order } from '../../core/ports/order-store.js';
import { serveHere, serviceHere } from './in-process.js';
import { quietPlatform } from './servers.js';
import { alignedTable } from './table.js';
import { bodyOf, createBenchWorld, userAt } from './world.js';

const ORDERS = 200;
const REQUESTS = 8;
const ROOT = path.resolve(import.meta.dirname, '../..');

const platform = await quietPlatform();
const world = await createBenchWorld(platform, { orders: ORDERS });
const users = Array.from({ length: 2 * REQUESTS }, (_, index) => userAt(index));
await world.know(users);
const bot = await world.bot();

const { store, logger, service } = await serviceHere(world.environment);
const server = await serveHere(createApp(service, { logger }));

async function ask(userId: number): Promise<void> {
  const headers = { Auth: bot.key, 'Content-Type': 'application/json' };
  const response = await fetch(`${server.url}/get-sponsors`, {
    method: 'POST',
    headers,
    body: JSON.stringify(bodyOf(userId)),
  });
  const { status, links } = (await response.json()) as { status: string; links?: string[] };
  if (status !== 'warning' || links?.length !== 4) throw new Error('A list of four links was expected.');
}

/** As while a bot process runs: updates of a moment ago have been taken, so no known user is asked about again. */
const hear = () => service.membership.heard(Date.now());

/** The order that the user was shown first. */
async function orderOf(userId: number): Promise<Order> {
  const window = { fromMs: 0, toMs: Date.now() + 1_000 };
  const [shown] = await store.sponsors.shownBy(bot.botId, userId, window, 1);
  const order = await store.orders.find(shown?.impression.orderId ?? 0);
  if (order === null) throw new Error('A list was expected.');
  return order;
}

/** What the bot process does with an update that says that the user is in the channel of an order. */
async function join(userId: number, { resource: { resourceId, name } }: Order): Promise<void> {
  const update = { userId, resourceId, state: 'in', wasIn: false, updateId: userId } as const;
  await service.membership.observe({ ...update, atMs: Date.now() + 1_000, chat: { title: name } });
}

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** Functions that ran since the last look, by file. */
async function ran(): Promise<Map<string, number>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = result.flatMap(({ url: at, functions }): [string, number][] => {
    if (!at.startsWith('file:')) return [];
    const file = path.relative(ROOT, fileURLToPath(at.replace(/\?.*/, '')));
    // `__name` is put in by what compiles here.
    const called = functions.filter(
      ({ functionName, ranges }) => functionName !== '__name' && (ranges[0]?.count ?? 0) > 0,
    );
    return /^(?:api|core|db)\//.test(file) && called.length > 0 ? [[file, called.length]] : [];
  });
  return new Map(files.sort(([a], [b]) => a.localeCompare(b)));
}

async function walkOf(acts: readonly (() => Promise<void>)[]): Promise<Map<string, number>> {
  const walks: Map<string, number>[] = [];
  for (const act of acts) {
    await hear();
    await ran();
    await act();
    walks.push(await ran());
  }
  walks.sort((a, b) => sum(a) - sum(b));
  return walks[Math.floor(walks.length / 2)] ?? new Map();
}

const sum = (walk: ReadonlyMap<string, number>) => [...walk.values()].reduce((all, count) => all + count, 0);

const [first, others] = [users.slice(0, REQUESTS), users.slice(REQUESTS)];
const asking = (userIds: readonly number[]) => userIds.map((userId) => () => ask(userId));
await hear();
for (const userId of first) await ask(userId);
const pinned = await walkOf(asking(first));
const fresh = await walkOf(asking(others));
const joins = await Promise.all(others.map(async (userId) => ({ userId, order: await orderOf(userId) })));
const paidJoin = await walkOf(
  joins.map(
    ({ userId, order }) =>
      () =>
        join(userId, order),
  ),
);
for (const { userId } of joins)
  if ((await orderOf(userId)).quantityNow === 0) throw new Error('A paid join was expected.');
const walks = { pinned, fresh, 'paid join': paidJoin };

const rows = Object.entries(walks).map(([name, walk]) => {
  const of = (folder: string) => [...walk.keys()].filter((file) => file.startsWith(folder)).length;
  return [name, walk.size, of('api/'), of('core/'), of('db/'), sum(walk)].map(String);
});
process.stdout.write(`${alignedTable(['way', 'files', 'api', 'core', 'db', 'functions'], rows)}\n`);
if (process.argv.includes('--files')) {
  for (const [name, walk] of Object.entries(walks))
    process.stdout.write(
      `\n${name}:\n${[...walk].map(([file, count]) => `${String(count).padStart(4)} ${file}`).join('\n')}\n`,
    );
}
await world.close();
process.exit(0);
