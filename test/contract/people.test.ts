/** Erasing a person: nothing of them is left in any table, nothing of anybody else changes, and the books stay as they are. */
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Holding } from '../../db/work/holdings.js';
import { holdings } from '../../db/work/holdings.js';
import { canonicalDump } from '../support/canonical-dump.js';
import { storeKind } from '../support/database.js';
import { heldColumns } from '../support/privacy-page.js';
import { addRow, tableOf, type Values } from '../support/row.js';
import {
  addOrder,
  ADVERTISER,
  BALANCED,
  BOT,
  chargeShown,
  deposit,
  openAccount,
  populate,
  PUBLISHER,
  settle,
  show,
} from './makers.js';
import { contract, type Stage, START_MS } from './run.js';

const ANN = 700_000_001;
const BEN = 700_000_002;
const KEY = Buffer.alloc(32, 7);
const DAY_MS = 86_400_000;

/** What others refer to comes first. */
const inOrder = [...holdings].sort((a, b) => Number(b.table === 'accounts') - Number(a.table === 'accounts'));

const marked = (id: number, column: string) => `mark-${String(id)}x-${column}`;

/** Values of columns that decide what may be erased. */
const decided: Readonly<Record<string, Values>> = {
  accounts: { is_blocked: 0 },
  orders: { decision: 'approved', is_on: 0 },
  withdrawals: { state: 'paid' },
  star_payments: { refund_state: 'none' },
  ledger_accounts: { balance_micros: 0 },
  sessions: { at_ms: START_MS },
};

/** Columns whose words go: those of rows that go, and those that are blanked. */
const goes = ({ erased, blank = {} }: Holding, column: string) => erased === 'deleted' || column in blank;

function valuesOf(holding: Holding, id: number): Values {
  const { table, ids, by = {}, mentions = [], facts } = holding;
  const personal = heldColumns.get(table) ?? [];
  const own = { bots: id + 10, orders: id + 20, entries: id + 30 };
  const texts = tableOf(table).columns.filter(
    ({ name, type }) => type !== 'integer' && personal.includes(name) && goes(holding, name),
  );
  return {
    ...Object.fromEntries(texts.map(({ name }) => [name, marked(id, name)])),
    ...Object.fromEntries(mentions.map((name) => [name, `some:${String(id)}:${table}`])),
    ...Object.fromEntries(
      Object.entries(by).map(([what, column]) => [column, own[what as keyof typeof own]]),
    ),
    ...(facts === undefined
      ? {}
      : { [facts]: JSON.stringify({ orderId: own.orders, name: marked(id, 'name') }) }),
    ...(table === 'bots' ? { bot_id: own.bots } : {}),
    ...(table === 'orders' ? { order_id: own.orders } : {}),
    ...(table === 'ledger_accounts' ? { ledger_account_id: id + 40 } : {}),
    ...decided[table],
    ...Object.fromEntries(ids.map((name) => [name, id])),
  };
}

/** A row of everything that may be held of a person, and a second of what names them in each further column alone. */
async function fill({ sql }: Stage, id: number): Promise<void> {
  for (const holding of inOrder) await addRow(sql, holding.table, valuesOf(holding, id));
  await addRow(sql, 'postings', { entry_id: id + 30, ledger_account_id: id + 40, amount_micros: 0 });
}

const isOf = (id: number) => (line: string) =>
  line.includes(String(id)) || line.includes(`mark-${String(id)}x`);

/** The ledger comes after the subscribers: so an erasure is cut short between them. */
const refusingChanges = {
  sqlite: [
    "CREATE TRIGGER not_now BEFORE UPDATE ON ledger_entries BEGIN SELECT RAISE(ABORT, 'not now'); END",
  ],
  postgres: [
    `CREATE FUNCTION not_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$`,
    'CREATE TRIGGER not_now BEFORE UPDATE ON ledger_entries EXECUTE FUNCTION not_now()',
  ],
} as const;

contract('erasing a person', (stage) => {
  test('leaves nothing of them in any table, and everything of somebody else as it is', async () => {
    const { store, url } = stage();
    for (const id of [ANN, BEN]) await fill(stage(), id);
    store.people.useKey(KEY);
    const before = await canonicalDump(url);
    const found = await store.people.held(ANN);
    expect(found.map(({ table }) => table).sort()).toEqual(holdings.map(({ table }) => table).sort());

    await store.people.erase(ANN);
    expect(await store.people.held(ANN)).toEqual([]);
    await store.people.endErasing(ANN);
    const after = (await canonicalDump(url)).filter((line) => !line.startsWith('audience_shares'));
    expect(after.filter(isOf(ANN))).toEqual([]);
    expect(after.filter(isOf(BEN))).toEqual(before.filter(isOf(BEN)));
    // What others need stays, under a pseudonym: bots, orders, the ledger, and what was paid for.
    const kept = (lines: readonly string[], table: string) =>
      lines.filter((line) => line.startsWith(`${table} `)).length;
    for (const { table } of holdings.filter(({ erased }) => erased === 'renamed'))
      expect(kept(after, table), table).toBe(kept(before, table));
    expect(after.filter((line) => line.includes(String(store.people.pseudonymOf(ANN))))).toHaveLength(1);
  });

  test('nor anything in what the check that is under way has found', async () => {
    const { store, sql } = stage();
    store.people.useKey(KEY);
    const found = { outcome: { differences: [{ subject: 'charge', place: { userId: ANN } }] } };
    await sql(
      'INSERT INTO daily_checks (day, lease_until_ms, outcome) VALUES (-1, 0, ?)',
      JSON.stringify(found),
    );
    expect(await store.people.held(ANN)).toHaveLength(1);
    await store.people.erase(ANN);
    expect(await sql('SELECT outcome FROM daily_checks')).toEqual([{ outcome: null }]);
  });

  test('who only decided takes nothing along but their name', async () => {
    const { store, sql } = stage();
    store.people.useKey(KEY);
    await openAccount(store, ADVERTISER);
    await addRow(sql, 'ledger_entries', { entry_id: 5, user_id: BEN, booked_by: ANN, note: 'by bank' });
    await addRow(sql, 'moderation_log', {
      moderation_id: 6,
      moderator_id: ANN,
      account_id: BEN,
      reason: 'why',
    });
    await addRow(sql, 'withdrawals', {
      withdrawal_id: 7,
      account_id: ADVERTISER,
      decided_by: ANN,
      details_cipher: 'sealed',
      note: 'paid',
    });
    // Nor does a copy of what is kept of them say anything of who it was about.
    expect(await store.people.held(ANN)).toMatchObject([
      { rows: [{ moderation_id: 6, moderator_id: ANN }] },
      { rows: [{ entry_id: 5, booked_by: ANN }] },
      { rows: [{ withdrawal_id: 7, decided_by: ANN }] },
    ]);
    expect(JSON.stringify(await store.people.held(ANN))).not.toMatch(/why|by bank|sealed|700000002/);
    await store.people.erase(ANN);
    expect(await sql('SELECT user_id, note FROM ledger_entries')).toEqual([
      { user_id: BEN, note: 'by bank' },
    ]);
    expect(await sql('SELECT account_id, reason FROM moderation_log')).toEqual([
      { account_id: BEN, reason: 'why' },
    ]);
    expect(await sql('SELECT account_id, details_cipher, note FROM withdrawals')).toEqual([
      { account_id: ADVERTISER, details_cipher: 'sealed', note: 'paid' },
    ]);
    expect(await store.people.held(ANN)).toEqual([]);
  });

  test('who comes back is not paid for again, in any process; the books balance, and counts stay', async () => {
    const { store, open, sql } = stage();
    const stores = [store, await open()] as const;
    for (const each of stores) each.people.useKey(KEY);
    const order = await populate(store);
    await show(store, ANN, order.orderId);
    expect((await settle(store, order.orderId, ANN)).settlement.kind).toBe('counted');
    const counts = await sql('SELECT order_id, day, subscribers, value_micros FROM order_days');
    await store.people.erase(ANN);
    expect((await sql(`SELECT user_id FROM ledger_entries WHERE user_id = ${String(ANN)}`)).length).toBe(0);
    expect(await store.ledger.check()).toEqual(BALANCED);
    expect((await store.checks.compare()).differences).toEqual([]);
    expect(await sql('SELECT order_id, day, subscribers, value_micros FROM order_days')).toEqual(counts);

    for (const [index, each] of stores.entries()) {
      const nowMs = START_MS + (index + 1) * DAY_MS;
      await show(each, ANN, order.orderId, BOT, nowMs - 1);
      const again = await settle(each, order.orderId, ANN, { nowMs });
      expect(again.settlement).toMatchObject({ kind: 'free', reason: 'paid_elsewhere' });
      await sql('DELETE FROM subscriptions WHERE user_id = ?', ANN);
      await show(each, BEN + index, order.orderId, BOT, nowMs - 1);
      expect((await settle(each, order.orderId, BEN + index, { nowMs })).settlement.kind).toBe('counted');
    }
  });

  test('is one person in the books where it was cut short and is gone on with', async () => {
    const { store, sql } = stage();
    store.people.useKey(KEY);
    const order = await populate(store);
    await show(store, ANN, order.orderId);
    expect((await settle(store, order.orderId, ANN)).settlement.kind).toBe('counted');
    for (const statement of refusingChanges[storeKind]) await sql(statement);
    await expect(store.people.erase(ANN)).rejects.toThrow();
    await sql(`DROP TRIGGER not_now${storeKind === 'postgres' ? ' ON ledger_entries' : ''}`);
    // They come back meanwhile.
    await show(store, ANN, order.orderId);
    expect((await settle(store, order.orderId, ANN)).settlement.kind).toBe('free');
    await store.people.erase(ANN);
    expect(await store.people.held(ANN)).toEqual([]);
    expect((await store.checks.compare()).differences).toEqual([]);
    await store.people.endErasing(ANN);
    expect(await sql("SELECT key FROM sessions WHERE key LIKE 'installation:erasing:%'")).toEqual([]);
  });

  test('the ledger is guarded again afterwards', async () => {
    const { store, sql } = stage();
    store.people.useKey(KEY);
    await addRow(sql, 'ledger_entries', { entry_id: 5, user_id: ANN });
    await store.people.erase(ANN);
    const change = async () => sql("UPDATE ledger_entries SET note = 'x'");
    await expect(change()).rejects.toThrow('never changed');
  });

  // Over SQLite it is skipped: no one else holds a table there.
  test.runIf(storeKind === 'postgres')(
    'does not hold up the money for as long as a vacuum lasts',
    async () => {
      const { store, sql, url } = stage();
      store.people.useKey(KEY);
      await openAccount(store, ADVERTISER);
      await addRow(sql, 'ledger_entries', { entry_id: 5, user_id: ANN });
      const vacuum = new pg.Client({ connectionString: url });
      await vacuum.connect();
      await vacuum.query('BEGIN; LOCK TABLE ledger_entries IN SHARE UPDATE EXCLUSIVE MODE');
      const erasing = expect(store.people.erase(ANN)).rejects.toThrow(/VACUUM/);
      await expect
        .poll(() => sql("SELECT 1 FROM pg_locks WHERE NOT granted AND mode = 'ShareRowExclusiveLock'"))
        .toHaveLength(1);
      const startMs = performance.now();
      await deposit(store, ADVERTISER, 1n);
      expect(performance.now() - startMs).toBeLessThan(5_000);
      await erasing;
      await vacuum.end();
      await store.people.erase(ANN);
      expect(await store.people.held(ANN)).toEqual([]);
    },
  );

  test('the audience counts them no more', async () => {
    const { store, sql } = stage();
    store.people.useKey(KEY);
    const audience = () =>
      sql('SELECT trait, value, users FROM audience_shares WHERE users <> 0 ORDER BY trait, value');
    await store.audience.learn(BEN, { languageCode: 'ru' }, START_MS);
    const before = await audience();
    await store.audience.learn(ANN, { languageCode: 'ru', gender: 'female' }, START_MS);
    expect(await audience()).not.toEqual(before);
    await store.people.erase(ANN);
    expect(await audience()).toEqual(before);
  });

  test('says what has to be done first', async () => {
    const { store, sql } = stage();
    store.people.useKey(KEY);
    const order = await populate(store);
    expect((await store.people.hindrances(ADVERTISER)).sort()).toEqual(['money', 'orders']);
    expect(await store.people.hindrances(PUBLISHER)).toEqual([]);
    await show(store, ANN, order.orderId);
    await settle(store, order.orderId, ANN, { decide: chargeShown({ holdUntilMs: START_MS + DAY_MS }) });
    expect(await store.people.hindrances(ANN)).toEqual(['holds']);
    expect((await store.people.hindrances(ADVERTISER)).sort()).toEqual(['holds', 'money', 'orders']);
    expect(await store.people.hindrances(PUBLISHER)).toEqual(['money']);
    await openAccount(store, BEN);
    await addRow(sql, 'withdrawals', { account_id: BEN, state: 'waiting' });
    await addRow(sql, 'star_payments', { account_id: BEN, refund_state: 'waiting' });
    expect((await store.people.hindrances(BEN)).sort()).toEqual(['refunds', 'withdrawals']);
    const second = await addOrder(store, { linkKey: 't.me/b', link: 'https://t.me/b' }, BEN);
    expect(second.decision).toBe('approved');
    await sql('UPDATE accounts SET is_blocked = 1 WHERE account_id = ?', BEN);
    const all = ['blocked', 'orders', 'refunds', 'withdrawals'];
    expect((await store.people.hindrances(BEN)).sort()).toEqual(all);
  });

  test('every id that the store knows is named', async () => {
    const { store } = stage();
    await fill(stage(), ANN);
    const ids = new Set<number>();
    for await (const page of store.people.everybody()) for (const id of page) ids.add(id);
    expect(ids).toEqual(new Set([ANN]));
  });
});
