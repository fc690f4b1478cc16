/**
 * How many subscribers a second are settled over PostgreSQL, each in a commit that has reached the disk, by several stores
 * at once, as the processes of a service are: of many orders in many bots; of many orders in one bot; of one order. Starts a
 * server of its own, with STORE=citus a coordinator and two workers.
 *
 *     [STORE=citus] node --import tsx tools/bench/settling.ts [--stores 6] [--at-once 64] [--subscribers 12000]
 */
import { parseArgs } from 'node:util';
import type { Store } from '../../core/ports.js';
import { migrate, openStore } from '../../db/index.js';
import { present } from '../../db/work/values.js';
import {
  addBot,
  addOrder,
  BALANCED,
  deposit,
  openAccount,
  PRICE,
  settle,
  show,
} from '../../test/contract/makers.js';
import { sqlOver } from '../../test/support/database.js';
import { startDurableServers } from '../../test/support/durable-servers.js';
import { atShare } from './table.js';

const { values: options } = parseArgs({
  options: {
    stores: { type: 'string', default: '6' },
    // In each store.
    'at-once': { type: 'string', default: '64' },
    subscribers: { type: 'string', default: '12000' },
  },
});
const atOnce = Number(options['at-once']);
const storeCount = Number(options.stores);
const subscribers = Number(options.subscribers);
const PEOPLE = 48;
const FIRST_PERSON = 10_000;
const FIRST_BOT = 700_000;

/** Each person advertises one order and publishes one bot. */
async function inhabit(store: Store): Promise<number[]> {
  const orderIds: number[] = [];
  for (let index = 0; index < PEOPLE; index += 1) {
    const accountId = FIRST_PERSON + index;
    await openAccount(store, accountId);
    await addBot(store, FIRST_BOT + index, accountId);
    await deposit(store, accountId, 1_000_000n * PRICE);
    const link = `https://t.me/order${String(index)}`;
    orderIds.push((await addOrder(store, { link, quantityAll: 1_000_000 }, accountId)).orderId);
  }
  return orderIds;
}

type Choice = (userId: number) => { orderId: number; botId: number };

let nextUser = 1;

/** Does `work` for each user, so many at once in each store. */
async function eachUser(
  stores: readonly Store[],
  users: readonly number[],
  work: (store: Store, userId: number) => Promise<void>,
): Promise<void> {
  const waiting = users.values();
  const lane = async (store: Store) => {
    for (const userId of waiting) await work(store, userId);
  };
  await Promise.all(stores.flatMap((store) => Array.from({ length: atOnce }, () => lane(store))));
}

/** Shows all of them their order, then settles all; returns settlements a second, p50 and p99. */
async function measure(stores: readonly Store[], choose: Choice): Promise<string> {
  const users = Array.from({ length: subscribers }, () => nextUser++);
  await eachUser(stores, users, async (store, userId) => {
    const { orderId, botId } = choose(userId);
    await show(store, userId, orderId, botId);
  });
  const tookMs: number[] = [];
  const beganMs = performance.now();
  await eachUser(stores, users, async (store, userId) => {
    const sinceMs = performance.now();
    const { settlement } = await settle(store, choose(userId).orderId, userId);
    if (settlement.kind !== 'counted') throw new Error(`not counted: ${settlement.kind}`);
    tookMs.push(performance.now() - sinceMs);
  });
  const perSecond = (tookMs.length * 1_000) / (performance.now() - beganMs);
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => atShare(tookMs, share).toFixed(0);
  return `${perSecond.toFixed(0)} a second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

const servers = await startDurableServers();
try {
  const { url } = servers;
  await migrate(url);
  const stores = await Promise.all(
    Array.from({ length: storeCount }, () => openStore({ DATABASE_URL: url })),
  );
  const store = present(stores[0], 'a store');
  const orderIds = await inhabit(store);
  const orderOf = (userId: number) => orderIds[userId % PEOPLE] ?? 0;
  const botOf = (userId: number) => FIRST_BOT + ((userId * 7 + 1) % PEOPLE);
  const parts: [string, Choice][] = [
    ['many orders, many bots', (userId) => ({ orderId: orderOf(userId), botId: botOf(userId) })],
    ['many orders, one bot', (userId) => ({ orderId: orderOf(userId), botId: FIRST_BOT })],
    ['one order, many bots', (userId) => ({ orderId: orderOf(0), botId: botOf(userId) })],
  ];
  for (const [name, choose] of parts) process.stdout.write(`${name}: ${await measure(stores, choose)}\n`);
  const check = await store.ledger.check();
  const isSound = Object.entries(BALANCED).every(([name, value]) =>
    Object.entries(check).some(([key, found]) => key === name && found === value),
  );
  const [crossed] = await sqlOver<{ deadlocks: number }>(
    url,
    'SELECT sum(deadlocks) AS deadlocks FROM pg_stat_database',
  );
  process.stdout.write(`sound: ${String(isSound)}; deadlocks: ${String(crossed?.deadlocks)}\n`);
  for (const each of stores) await each.close();
} finally {
  await servers.close();
}
