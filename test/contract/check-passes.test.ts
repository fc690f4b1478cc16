/** Passes of the daily check: what is new is looked at each day, everything by a full pass, which can be taken up again. */
import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { CheckOutcome, CheckSubject } from '../../core/ports/check-store.js';
import { storeKind } from '../support/database.js';
import { deposit, PUBLISHER } from './makers.js';
import { contract, openStage, START_DAY, START_MS, type Stage } from './run.js';
import { eventsOf, inhabit, live, simple, stories } from './stories.js';

const LAST_DAYS = 8;

/** A pass in one go. */
async function pass(store: Store, before: CheckOutcome | null, day: number): Promise<CheckOutcome> {
  const { outcome } = await store.checks.advance(await store.checks.begin(before, START_DAY + day), Infinity);
  return outcome;
}

const subjectsOf = ({ differences }: CheckOutcome): CheckSubject[] =>
  [...new Set(differences.map(({ subject }) => subject))].sort();

test('finds nothing on any day of any history, and each day looks at what is new', async () => {
  await fc.assert(
    fc.asyncProperty(stories, fc.boolean(), async (history, isOver) => {
      const { store, close } = await openStage();
      try {
        const orders = await inhabit(store);
        const events = history.flatMap((story, index) => eventsOf(orders, story, index + 1));
        let before = await pass(store, null, -1);
        let looked = before.entries;
        for (let day = 0; day <= LAST_DAYS; day++) {
          for (const event of events) if (event.day === day) await event.happens(store);
          const over = isOver ? day : day - 1;
          before = await pass(store, before, over);
          expect(before).toMatchObject({ differing: 0, checked: { day: START_DAY + over } });
          looked += before.entries;
        }
        const whole = await store.checks.compare();
        expect(whole.differing).toBe(0);
        // What comes on a day that is not over is looked at once more.
        if (isOver) expect(looked).toBe(whole.entries + FIRST_ENTRIES);
        else expect(looked).toBeGreaterThan(whole.entries);
      } finally {
        await close();
      }
    }),
    { numRuns: 15 },
  );
  // Each history has a database of its own.
}, 120_000);

/** The deposit of `inhabit`, on the first day. */
const FIRST_ENTRIES = 1;

/** One user on the first day, who was in a full pass; another on the second, which is over. */
async function twoDays(stage: Stage): Promise<CheckOutcome> {
  const { store } = stage;
  const orders = await inhabit(store);
  await live(store, orders, { ...simple, language: 'en' }, 1);
  const full = await pass(store, null, 0);
  expect(full).toMatchObject({ differing: 0, checked: { day: START_DAY, entryId: 2 } });
  await live(store, orders, { ...simple, joinsOn: 1, bot: simple.bot + 1, order: 1, language: 'en' }, 2);
  return full;
}

const IS_NEW = 'entry_id > 2';
const IS_OLD = 'entry_id <= 2';
const FIRST = String(START_DAY);
const SECOND = String(START_DAY + 1);
const charge = ['account', 'charge', 'entry'] as const;
const faults: [fault: string, sql: string, daily: readonly CheckSubject[], full: readonly CheckSubject[]][] =
  [
    [
      'an entry out of balance',
      `UPDATE postings SET amount_micros = amount_micros - 1 WHERE amount_micros < 0 AND ${IS_NEW}`,
      charge,
      charge,
    ],
    [
      'a changed posting of last week',
      `UPDATE postings SET amount_micros = amount_micros - 1 WHERE amount_micros < 0 AND ${IS_OLD}`,
      [],
      charge,
    ],
    [
      'a changed balance after a posting of last week',
      `UPDATE postings SET balance_micros = balance_micros + 1 WHERE amount_micros > 0 AND entry_id = 1`,
      [],
      ['account'],
    ],
    [
      'a lost posting',
      `DELETE FROM postings WHERE amount_micros < 0 AND ${IS_NEW}`,
      ['account', 'charge', 'entry'],
      ['account', 'charge', 'entry'],
    ],
    [
      'a lost posting of last week, after which its account was used',
      'DELETE FROM postings WHERE amount_micros < 0 AND entry_id = 2',
      ['account'],
      ['account', 'charge', 'entry'],
    ],
    [
      'a changed balance of an account, whenever it was used',
      'UPDATE ledger_accounts SET balance_micros = balance_micros + 1',
      ['account', 'balances'],
      ['account', 'balances'],
    ],
    [
      'a lost subscriber',
      'DELETE FROM subscriptions WHERE user_id = 2',
      [
        ...(['charges', 'language_day_subscribers', 'order_day_subscribers', 'order_day_value'] as const),
        ...(['pair_day_earned', 'pair_day_paid', 'pair_day_subscribers'] as const),
      ],
      [
        ...(['charges', 'language_day_subscribers', 'order_day_subscribers', 'order_day_value'] as const),
        ...(['order_quantity', 'pair_day_earned', 'pair_day_paid', 'pair_day_subscribers'] as const),
      ],
    ],
    [
      'a subscriber with another price',
      'UPDATE subscriptions SET price_micros = price_micros + 1 WHERE user_id = 1',
      [],
      ['charge', 'order_day_value', 'pair_day_earned', 'pair_day_paid'],
    ],
    [
      'a subscriber who is no longer counted',
      'UPDATE subscriptions SET charge = 2 WHERE user_id = 2',
      ['reversal'],
      ['order_quantity', 'reversal'],
    ],
    [
      'counters of a day that is new',
      `UPDATE order_days SET value_micros = value_micros + 1 WHERE day = ${SECOND}`,
      ['order_day_value'],
      ['order_day_value'],
    ],
    [
      'counters of a day that was looked at',
      `UPDATE order_days SET value_micros = value_micros + 1 WHERE day = ${FIRST}`,
      [],
      ['order_day_value'],
    ],
    [
      'languages of a day',
      `DELETE FROM language_days WHERE day = ${SECOND}`,
      ['language_day_subscribers'],
      ['language_day_subscribers'],
    ],
    [
      'pairs of a day',
      `DELETE FROM pair_days WHERE day = ${SECOND}`,
      [
        ...(['bot_day_subscribers', 'bot_day_value', 'pair_day_earned'] as const),
        ...(['pair_day_paid', 'pair_day_subscribers'] as const),
      ],
      [
        ...(['bot_day_subscribers', 'bot_day_value', 'pair_day_earned'] as const),
        ...(['pair_day_paid', 'pair_day_subscribers'] as const),
      ],
    ],
    [
      'counters of a bot',
      `UPDATE bot_days SET value_micros = value_micros + 1 WHERE day = ${SECOND}`,
      ['bot_day_value'],
      ['bot_day_value', 'bot_profit'],
    ],
    [
      'what is reserved',
      "INSERT INTO ledger_accounts (owner_id, kind, balance_micros) VALUES (77, 'reserve', 3)",
      ['account', 'balances', 'reserve'],
      ['account', 'balances', 'reserve'],
    ],
  ];

contract('passes of the daily check', (stage) => {
  test.each(faults)('find %s', async (_, sql, daily, full) => {
    const before = await twoDays(stage());
    const { store, damage } = stage();
    expect(await pass(store, before, 1)).toMatchObject({ differing: 0, entries: 1, orders: 2, bots: 2 });
    expect(await damage(sql)).toBeGreaterThan(0);
    expect(subjectsOf(await pass(store, before, 1))).toEqual(daily);
    expect(subjectsOf(await pass(store, null, 1))).toEqual(full);
  });

  // It is skipped over SQLite, where one writes at a time.
  test.runIf(storeKind === 'postgres')(
    'wait for an entry that is committed after one with a higher number',
    async () => {
      const { store, url, sql } = stage();
      await inhabit(store);
      const before = await pass(store, null, 0);
      const late = new pg.Client({ connectionString: url });
      await late.connect();
      await late.query('BEGIN');
      const entry = `INSERT INTO ledger_entries (kind, at_ms) VALUES ('adjustment', ${String(START_MS)}) RETURNING entry_id`;
      const { rows } = await late.query<{ entry_id: string }>(entry);
      const entryId = Number(rows[0]?.entry_id);
      await late.query(
        `INSERT INTO postings (entry_id, ledger_account_id, amount_micros, balance_micros) VALUES (${String(entryId)}, 99, 5, 5)`,
      );
      await deposit(store, PUBLISHER, 5n);
      const order: string[] = [];
      const beginning = store.checks.begin(before, START_DAY).finally(() => order.push('begun'));
      // Many times as long as it would take without the wait.
      for (let trips = 0; trips < 20; trips++) await sql('SELECT 1');
      order.push('committed');
      await late.query('COMMIT');
      await late.end();
      const { outcome, to } = await store.checks.advance(await beginning, Infinity);
      expect(order).toEqual(['committed', 'begun']);
      expect(to.entryId).toBeGreaterThan(entryId);
      expect(outcome.differences).toContainEqual({
        subject: 'entry',
        place: { entryId },
        expected: 0n,
        found: 5n,
      });
    },
  );

  test('keep what was found until a full pass does not find it', async () => {
    const before = await twoDays(stage());
    const { store, damage } = stage();
    await damage(`UPDATE order_days SET value_micros = value_micros + 1 WHERE day = ${SECOND}`);
    const found = await pass(store, before, 1);
    expect(found).toMatchObject({ differing: 1, differingMoney: 0 });
    await damage(
      'UPDATE ledger_accounts SET balance_micros = balance_micros + 1 WHERE ledger_account_id = 1',
    );
    const more = await pass(store, found, 2);
    expect(more).toMatchObject({ differing: 3, differingMoney: 2 });
    // The same again is the same.
    expect(await pass(store, more, 3)).toMatchObject({ differing: 3, differingMoney: 2 });
    await damage(`UPDATE order_days SET value_micros = value_micros - 1 WHERE day = ${SECOND}`);
    await damage(
      'UPDATE ledger_accounts SET balance_micros = balance_micros - 1 WHERE ledger_account_id = 1',
    );
    expect(await pass(store, more, 4)).toMatchObject({ differing: 3 });
    expect(await pass(store, null, 4)).toMatchObject({ differing: 0, differences: [] });
  });

  test('go on, when they are full, where another process was when it died', async () => {
    const { store, open, damage } = stage();
    const orders = await inhabit(store);
    // Both orders lead to one chat: the second join is paid for by the first.
    for (let userId = 1; userId <= 6; userId++)
      for (const order of [0, 1] as const) await live(store, orders, { ...simple, order }, userId);
    await damage('UPDATE orders SET quantity_now = quantity_now + 1');
    await damage(
      'UPDATE ledger_accounts SET balance_micros = balance_micros + 1 WHERE ledger_account_id = 1',
    );
    const whole = await pass(store, null, 0);
    expect(whole.differing).toBe(4);

    expect(await store.checks.claimFull(0, 1_000)).toBe(true);
    expect(await store.checks.full()).toBeNull();
    let now = await store.checks.begin(null, START_DAY);
    const places = new Set<string>();
    for (let slices = 0; now.part !== null; slices++) {
      const place = `${now.part} ${String(now.place)}`;
      // What was added up of unpaid joins died with the process: that part begins again, and is not cut short twice.
      const forMs = now.part === 'unpaid' && places.has(place) ? Infinity : 0;
      places.add(place);
      await store.checks.keepFull(now, slices + 1_000);
      // Each slice by another process than the last.
      const other = await open();
      expect(await other.checks.claimFull(slices + 999, 1_000)).toBe(false);
      expect(await other.checks.claimFull(slices + 1_000, 1_000)).toBe(true);
      now = await other.checks.advance((await other.checks.full())!, forMs);
      await other.close();
    }
    expect(places.size).toBeGreaterThan(6);
    expect(now.outcome).toEqual(whole);

    const record = { day: START_DAY + 1, endedAtMs: 5, tookMs: 5 };
    await store.checks.save({ ...record, outcome: { ...now.outcome, fullDay: START_DAY } });
    expect(await store.checks.full()).not.toBeNull();
    await store.checks.save({ ...record, outcome: { ...now.outcome, fullDay: START_DAY + 1 } });
    expect(await store.checks.full()).toBeNull();
  });
});
