/**
 * `admin reverse` as a process of its own, killed on its way: said again it finishes the rest, and books nothing twice. So do
 * processes that book the shares of a referrer, and take them back after the reversal.
 */
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
  openAccount,
  populate,
  PRICE,
  PUBLISHER,
  settle,
  show,
} from '../contract/makers.js';
import { START_MS } from '../contract/run.js';
import { runAdmin } from '../support/admin.js';
import { createDatabase, reaching, type TestDatabase } from '../support/database.js';

const JOINS = 2_000;
const AT_ONCE = 50;
const MONEY = BigInt(JOINS + 1) * PRICE;
const REFERRER = 601;
const PERCENT = 20;
const SHARES = (BigInt(JOINS) * (PRICE - (PRICE * 7n) / 10n) * BigInt(PERCENT)) / 100n;
/** Processes that book shares and die, of the twenty commits that there are. */
const KILLED = 2;
const script = path.resolve(import.meta.dirname, '../../dist/scripts/admin.js');
const booking = path.resolve(import.meta.dirname, 'referral-booking.mjs');
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
  await openAccount(store, REFERRER);
  await store.referrals.code(REFERRER, 'link', START_MS);
  const invitation = { code: 'link', percent: PERCENT, untilMs: START_MS + 86_400_000 };
  await openAccount(store, PUBLISHER, 'Pat', invitation);
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

async function dues(): Promise<number> {
  const text = 'SELECT count(*) AS count FROM referral_dues WHERE entry_id > 0';
  const [row] = await database.sql<{ count: number | string }>(text);
  return Number(row?.count);
}

/** Books all shares that are due; the first processes are killed while they do. */
async function bookShares(): Promise<void> {
  for (let killed = 0; (await dues()) > 0; killed += 1) {
    const left = await dues();
    const { child, ended } = start(booking, []);
    if (killed < KILLED) {
      await expect.poll(dues, { interval: 1, timeout: 30_000 }).toBeLessThan(left);
      child.kill('SIGKILL');
    }
    await ended;
  }
}

async function expectShares(micros: bigint, entries: Record<string, number>): Promise<void> {
  await expectSound();
  expect((await store.ledger.balance(REFERRER)).availableMicros).toBe(micros);
  const { earnedMicros } = await store.referrals.ofReferrer(REFERRER, { offset: 0, limit: 1 });
  expect(earnedMicros).toBe(micros);
  const rows = await database.sql<{ kind: string; count: number | string }>(
    "SELECT kind, count(*) AS count FROM ledger_entries WHERE kind LIKE 'referral%' GROUP BY kind",
  );
  expect(Object.fromEntries(rows.map(({ kind, count }) => [kind, Number(count)]))).toEqual(entries);
}

/** A process in the folder, with the settings of the service. */
function start(file: string, args: readonly string[]) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [file, ...args], {
    cwd: folder,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { child, ended: once(child, 'exit') };
}

async function expectSound(): Promise<void> {
  expect(await store.ledger.check()).toEqual(BALANCED);
  expect((await store.checks.compare()).differences).toEqual([]);
}

it('finishes when it is said again', async () => {
  await bookShares();
  await expectShares(SHARES, { referral: JOINS });
  const { child: command, ended } = start(script, words);
  await expect.poll(quantityNow, { interval: 1, timeout: 30_000 }).toBeLessThan(JOINS);
  command.kill('SIGKILL');
  await ended;
  const left = await quantityNow();
  await expectSound();
  const said = await runAdmin(folder, words, settings);
  expect(said).toContain(
    left === 0 ? 'fraud' : `${String(left)} ${left === 1 ? 'join' : 'joins'} of 1 order,`,
  );
  expect(await quantityNow()).toBe(0);
  await expectSound();
  expect(await store.ledger.balance(PUBLISHER)).toMatchObject({ availableMicros: 0n });
  expect(await store.ledger.balance(ADVERTISER)).toMatchObject({ availableMicros: MONEY });
  const notifications = await store.notifications.claim('w', 10, 60_000, Date.now() + 60_000);
  expect(notifications.map(({ facts }) => facts['joins'])).toEqual([JOINS, JOINS]);
  await bookShares();
  await expectShares(0n, { referral: JOINS, referral_reversal: JOINS });
}, 120_000);
