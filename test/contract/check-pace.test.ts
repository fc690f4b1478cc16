/** The daily check over SQLite: a little at a time, and whatever the pages are it finds the same. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CheckOutcome } from '../../core/ports/check-store.js';
import { createCheckPasses } from '../../db/check/passes.js';
import type { Pace } from '../../db/check/walking.js';
import { type Connection, openConnection } from '../../db/sqlite/connection.js';
import { createPatientPerform } from '../../db/sqlite/check.js';
import { mark, Query, statement } from '../../db/work/statement.js';
import type { Doable } from '../../db/work/database.js';
import {
  addBot,
  addOrder,
  ADVERTISER,
  BOT,
  chargeShown,
  ownChat,
  populate,
  PRICE,
  settle,
  show,
} from './makers.js';
import { sqliteStage, type SqliteStage, START_DAY, START_MS } from './run.js';

const DAY_MS = 86_400_000;

let stage: SqliteStage;
let connection: Connection;

beforeEach(async () => {
  stage = await sqliteStage();
  connection = openConnection(stage.path);
});

afterEach(async () => {
  connection.close();
  await stage.close();
});

const dayOf = (atMs: number) => Math.floor(atMs / DAY_MS);
async function check(pace: Pace): Promise<CheckOutcome> {
  const perform = createPatientPerform(connection);
  const read = <T>(work: Doable<T>) => perform(work instanceof Query ? work : work());
  const open = () => ({ ledger: { read }, figures: { read }, close: () => undefined });
  const lastEntry = () => Promise.resolve(1_000);
  return createCheckPasses(dayOf, { pace, lastEntry, open }).compare();
}

const least: Pace = { entries: 1, orders: 1, subscribers: 1, unpaid: 1, bots: 1, botDays: 1, ofDay: 1 };
const most: Pace = {
  entries: 1_000,
  orders: 100,
  subscribers: 1_000,
  unpaid: 1_000,
  bots: 100,
  botDays: 1_000,
  ofDay: 100,
};

/** Three users join the chats of three orders, two of which are one chat, through two bots on three days. */
async function inhabit(): Promise<void> {
  const { store } = stage;
  const { orderId: first } = await populate(store, { quantityAll: 20 }, 50n * PRICE);
  const { orderId: second } = await addOrder(store, { link: 'https://t.me/second' });
  const { orderId: third } = await addOrder(store, ownChat(3));
  await addBot(store, BOT + 1, ADVERTISER);
  for (const userId of [1, 2, 3])
    for (const orderId of [first, second, third]) {
      const nowMs = START_MS + userId * DAY_MS;
      await show(store, userId, orderId, BOT + (orderId % 2), nowMs - 1_000);
      await settle(store, orderId, userId, { day: START_DAY + userId, nowMs, decide: chargeShown() });
    }
}

test('finds the same however little it reads at once', async () => {
  await inhabit();
  const sound = await check(most);
  expect(sound).toMatchObject({ differing: 0, orders: 3, bots: 2 });
  expect(sound.subscribers).toBeGreaterThan(3);
  expect(await check(least)).toEqual(sound);
  const damages = [
    'UPDATE bot_days SET value_micros = value_micros + day - 20000',
    'DELETE FROM pair_days WHERE order_id = 3',
    'UPDATE subscriptions SET price_micros = price_micros + user_id WHERE charge > 0',
    'UPDATE unpaid_days SET joins = joins + 1',
    'UPDATE ledger_accounts SET balance_micros = balance_micros + ledger_account_id',
    'UPDATE orders SET quantity_now = quantity_now + order_id',
    'UPDATE bots SET followers = 0',
  ];
  for (const sql of damages) expect(await stage.damage(sql), sql).toBeGreaterThan(0);
  const bySubject = ({ differences }: CheckOutcome) =>
    differences
      .map(({ subject, place, expected, found }) => JSON.stringify([subject, place, `${expected} ${found}`]))
      .sort();
  const damaged = await check(most);
  expect(damaged.differences.length).toBeGreaterThan(20);
  expect(damaged.differing).toBe(damaged.differences.length);
  expect(bySubject(await check(least))).toEqual(bySubject(damaged));
});

test('has others take their turn while it reads', async () => {
  let turns = 0;
  const count = statement<[], { count: number }>('SELECT count(*) AS count FROM accounts');
  const perform = createPatientPerform(connection);
  const done = new AbortController();
  const takeTurns = () => {
    turns += 1;
    if (!done.signal.aborted) setImmediate(takeTurns);
  };
  setImmediate(takeTurns);
  await perform({
    *[Symbol.iterator]() {
      for (let step = 0; step < 5; step++) {
        yield* count.get();
        // What is done with the rows takes its time too.
        for (const fromMs = performance.now(); performance.now() - fromMs < 3;);
      }
    },
  });
  done.abort();
  expect(turns).toBeGreaterThanOrEqual(4);
});

test('refuses work that does more than read', async () => {
  await expect(createPatientPerform(connection)(mark('outbox'))).rejects.toThrow(/only reads/);
});
