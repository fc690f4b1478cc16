/** The daily check: sound after any history, and each kind of damage has its name. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckOutcome, CheckSubject } from '../../core/ports/check-store.js';
import { ADVERTISER, BOT, deposit, leave, openAccount, PRICE, PUBLISHER, rejoin } from './makers.js';
import { contract, openStage, START_DAY, START_MS } from './run.js';
import { DAY_MS, inhabit, live, simple, stories } from './stories.js';

const sound = { differences: [], differing: 0 };

contract('the daily check', (stage) => {
  test('finds nothing in a new database, nor after a deposit', async () => {
    const { store } = stage();
    expect(await store.checks.compare()).toMatchObject({ ...sound, entries: 0, orders: 0 });
    await openAccount(store, PUBLISHER);
    await deposit(store, PUBLISHER, 5n);
    expect(await store.checks.compare()).toMatchObject({ ...sound, entries: 1 });
  });

  test('is made once a day over all processes, and again when the process that made it died', async () => {
    const { store, open } = stage();
    const other = await open();
    const claims = [store, other, store].map((each) => each.checks.claim(START_DAY, START_MS, 1_000));
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
    expect(await other.checks.claim(START_DAY, START_MS + 999, 1_000)).toBe(false);
    expect(await other.checks.claim(START_DAY, START_MS + 1_000, 1_000)).toBe(true);
    expect(await store.checks.last()).toBeNull();
    const outcome: CheckOutcome = {
      differences: [
        {
          subject: 'order_day_value',
          place: { orderId: 3, day: START_DAY },
          expected: 2n ** 60n,
          found: -1n,
        },
      ],
      differing: 7,
      differingMoney: 0,
      entries: 1,
      subscribers: 2,
      orders: 3,
      bots: 4,
      checked: { entryId: 1, day: START_DAY - 1 },
      fullDay: START_DAY - 3,
    };
    const record = { day: START_DAY, endedAtMs: START_MS + 5, tookMs: 5, outcome };
    await other.checks.save(record);
    expect(await store.checks.last()).toEqual(record);
    expect(await store.checks.claim(START_DAY, START_MS + 9_000, 1_000)).toBe(false);
    expect(await store.checks.claim(START_DAY + 1, START_MS + 9_000, 1_000)).toBe(true);
    const repaired = { ...record, outcome: { ...outcome, differences: [], differing: 0 } };
    await store.checks.save(repaired);
    expect(await store.checks.last()).toEqual(repaired);
  });

  test('what others write meanwhile does not disturb it', async () => {
    const { store, open } = stage();
    const orders = await inhabit(store);
    const other = await open();
    for (let userId = 1; userId <= 5; userId++) await live(store, orders, simple, userId);
    const writing = Array.from({ length: 10 }, (_, index) =>
      live(other, orders, { ...simple, language: 'en' }, 100 + index),
    );
    const outcome = await store.checks.compare();
    await Promise.all(writing);
    expect(outcome).toMatchObject(sound);
    expect(await store.checks.compare()).toMatchObject({ ...sound, subscribers: 15 });
  });
});

test('finds nothing after any history', async () => {
  await fc.assert(
    fc.asyncProperty(stories, async (history) => {
      const { store, close } = await openStage();
      try {
        const orders = await inhabit(store);
        for (const [index, story] of history.entries()) await live(store, orders, story, index + 1);
        await store.subscriptions.releaseHolds(START_MS + 2 * DAY_MS, 100);
        expect(await store.checks.compare()).toMatchObject(sound);
      } finally {
        await close();
      }
    }),
    { numRuns: 15 },
  );
  // Each history has a database of its own.
}, 120_000);

const damages: [sql: string, subjects: CheckSubject[]][] = [
  ['UPDATE orders SET quantity_now = quantity_now + 1 WHERE order_id = 1', ['order_quantity']],
  ['UPDATE order_days SET value_micros = value_micros + 1 WHERE order_id = 1', ['order_day_value']],
  ['UPDATE order_days SET subscribers = subscribers - 1 WHERE order_id = 1', ['order_day_subscribers']],
  ['UPDATE order_days SET day = day + 1 WHERE order_id = 1', ['order_day_subscribers', 'order_day_value']],
  ['DELETE FROM language_days', ['language_day_subscribers']],
  ['UPDATE pair_days SET paid_micros = paid_micros - 1 WHERE order_id = 1', ['pair_day_paid']],
  [
    'UPDATE pair_days SET earned_micros = earned_micros - 1 WHERE order_id = 1',
    ['bot_day_value', 'pair_day_earned'],
  ],
  [
    'DELETE FROM pair_days',
    ['bot_day_subscribers', 'bot_day_value', 'pair_day_earned', 'pair_day_paid', 'pair_day_subscribers'],
  ],
  ['UPDATE bot_days SET value_micros = value_micros + 1', ['bot_day_value', 'bot_profit']],
  ['UPDATE bot_days SET subscribers = subscribers + 1', ['bot_day_subscribers', 'bot_followers']],
  ['UPDATE bots SET profit_own_orders_micros = 1', ['bot_profit_own']],
  [
    'UPDATE subscriptions SET price_micros = price_micros + 1',
    ['charge', 'order_day_value', 'pair_day_earned', 'pair_day_paid'],
  ],
  ['UPDATE subscriptions SET charge = 2', ['order_quantity', 'reversal']],
  [
    'UPDATE ledger_accounts SET balance_micros = balance_micros + 1 WHERE ledger_account_id = 1',
    ['account', 'balances'],
  ],
  [
    'UPDATE postings SET amount_micros = amount_micros + 1 WHERE entry_id = 2 AND amount_micros < 0',
    ['account', 'charge', 'entry'],
  ],
  [
    'DELETE FROM subscriptions',
    [
      'charges',
      'language_day_subscribers',
      'order_day_subscribers',
      'order_day_value',
      'order_quantity',
      'pair_day_earned',
      'pair_day_paid',
      'pair_day_subscribers',
    ],
  ],
];

test.each([
  ['UPDATE unpaid_days SET joins = joins + 1', 1n, 2n],
  ['DELETE FROM unpaid_days', 1n, 0n],
  ["UPDATE subscriptions SET charge = 1 WHERE reason = 'paid_elsewhere'", 0n, 1n],
])('names unpaid joins that do not add up after %s', async (sql, expected, found) => {
  const { store, damage, close } = await openStage();
  const orders = await inhabit(store);
  // Both orders lead to one chat: the second join is paid for by the first.
  for (const order of [0, 1] as const) await live(store, orders, { ...simple, order, joinsOn: 1 }, 1);
  expect(await store.checks.compare()).toMatchObject(sound);
  expect(await damage(sql)).toBe(1);
  const { differences } = await store.checks.compare();
  const place = { orderId: orders[1], botId: BOT, day: START_DAY + 1, reason: 'paid_elsewhere' };
  expect(differences).toContainEqual({ subject: 'unpaid_joins', place, expected, found });
  await close();
});

test('a subscriber who comes back and is not paid for is no difference, however often', async () => {
  const { store, damage, close } = await openStage();
  const [orderId = 0] = await inhabit(store);
  await live(store, [orderId], { ...simple, isHeld: true, leavesAfter: 0 }, 1);
  await store.ledger.adjust(
    ADVERTISER,
    -20n * PRICE,
    { reference: 'spent', note: '', bookedBy: 9 },
    [],
    START_MS,
  );
  for (let times = 1; times <= 2; times += 1) {
    expect(await rejoin(store, orderId, 1, START_MS, START_DAY)).toMatchObject({ state: 'notgetted' });
    await leave(store, orderId, 1, START_DAY);
  }
  expect(await store.checks.compare()).toMatchObject(sound);
  // Who never was paid for is looked for all the same.
  await live(store, [orderId], simple, 2);
  expect(await store.checks.compare()).toMatchObject(sound);
  await damage("DELETE FROM unpaid_days WHERE reason = 'no_money'");
  const place = { orderId, botId: BOT, day: START_DAY, reason: 'no_money' };
  const lost = { subject: 'unpaid_joins', place, expected: 1n, found: 0n };
  expect((await store.checks.compare()).differences).toEqual([lost]);
  await close();
});

test.each(damages)('names the damage of %s', async (sql, subjects) => {
  const { store, damage, close } = await openStage();
  const orders = await inhabit(store);
  await live(store, orders, { ...simple, language: 'en' }, 1);
  expect(await damage(sql)).toBeGreaterThan(0);
  const { differences, differing } = await store.checks.compare();
  const found = [...new Set(differences.map((difference) => difference.subject))].sort();
  expect(found).toEqual(subjects);
  expect(differing).toBeGreaterThan(0);
  await close();
});
