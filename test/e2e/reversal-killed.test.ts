/** `admin reverse` as a process of its own, killed on its way: said again it finishes the rest, and books nothing twice. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../core/ports.js';
import { openStore } from '../../db/index.js';
import {
  ADVERTISER,
  BALANCED,
  BOT,
  chargeShown,
  populate,
  PRICE,
  PUBLISHER,
  settle,
  show,
} from '../contract/makers.js';
import { runAdmin } from '../support/admin.js';
import { createDatabase, reaching, type TestDatabase } from '../support/database.js';

const JOINS = 2_000;
const AT_ONCE = 50;
const MONEY = BigInt(JOINS + 1) * PRICE;
const script = path.resolve(import.meta.dirname, '../../dist/scripts/admin.js');
const words = ['reverse', '--bot', String(BOT), '--reason', 'Bought users', '--yes'];

let folder: string;
let database: TestDatabase;
let store: Store;
let settings: Record<string, string>;
let orderId: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sponsorgate-reversal-'));
  database = await createDatabase({ folder });
  store = await openStore(reaching(database.url));
  settings = {
    DATABASE_URL: database.url,
    BOT_TOKEN: '800:token-of-an-operator-bot-in-a-test',
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  ({ orderId } = await populate(store, { quantityAll: JOINS + 1 }, MONEY));
  // Makers seal nothing really, and the command would find that its secret is another.
  await database.sql('DELETE FROM keys');
  await database.sql('UPDATE bots SET token_cipher = NULL');
  for (let first = 1; first <= JOINS; first += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => joinAndPay(first + index)));
}, 120_000);

afterAll(async () => {
  await store.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function joinAndPay(userId: number): Promise<void> {
  await show(store, userId, orderId);
  await settle(store, orderId, userId, { decide: chargeShown() });
}

const quantityNow = async () => (await store.orders.find(orderId))?.quantityNow ?? 0;

async function expectSound(): Promise<void> {
  expect(await store.ledger.check()).toEqual(BALANCED);
  expect((await store.checks.compare()).differences).toEqual([]);
}

it('finishes when it is said again', async () => {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, ...settings };
  const command = spawn(process.execPath, [script, ...words], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(command, 'exit');
  await expect.poll(quantityNow, { interval: 1, timeout: 30_000 }).toBeLessThan(JOINS);
  command.kill('SIGKILL');
  await ended;
  const left = await quantityNow();
  await expectSound();
  const said = await runAdmin(folder, words, settings);
  expect(said).toContain(left === 0 ? 'fraud' : `${String(left)} joins of 1 orders`);
  expect(await quantityNow()).toBe(0);
  await expectSound();
  expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n });
  expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: MONEY });
  const notifications = await store.notifications.claim('w', 10, 60_000, Date.now() + 60_000);
  expect(notifications.map(({ facts }) => facts['joins'])).toEqual([JOINS, JOINS]);
}, 60_000);
