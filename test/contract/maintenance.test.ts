import { expect, test } from 'vitest';
import { queuedNames } from '../../core/ports/job-store.js';
import {
  addOrder,
  ADVERTISER,
  BOT,
  chargeShown,
  deposit,
  populate,
  PUBLISHER,
  settle,
  show,
} from './makers.js';
import { storeKind } from '../support/database.js';
import { contract, START_MS } from './run.js';

const OTHER = 503;
const DAY_MS = 86_400_000;

contract('limits', (stage) => {
  const take = (nowMs: number, max = 2, key = 'report:5') =>
    stage().store.limits.take(key, max, 60_000, nowMs);

  test('so many in any window, wherever that begins', async () => {
    const allowed = { allowed: true, retryAfterMs: 0 };
    expect(await take(START_MS)).toEqual(allowed);
    expect(await take(START_MS + 40_000)).toEqual(allowed);
    expect(await take(START_MS + 59_999)).toEqual({ allowed: false, retryAfterMs: 1 });
    expect(await take(START_MS + 59_999, 2, 'report:6')).toEqual(allowed);
    expect(await take(START_MS + 60_000)).toEqual(allowed);
    expect(await take(START_MS + 60_001)).toEqual({ allowed: false, retryAfterMs: 39_999 });
    expect(await take(START_MS + 100_000)).toEqual(allowed);
  });

  test('across connections at once, and after a restart', async () => {
    const { store, open } = stage();
    const stores = [store, await open(), await open()];
    const taken = await Promise.all(stores.map((each) => each.limits.take('key', 1, 60_000, START_MS)));
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(1);
    const later = await open();
    expect(await later.limits.take('key', 1, 60_000, START_MS + 1)).toEqual({
      allowed: false,
      retryAfterMs: 59_999,
    });
  });

  test('at once under many keys while what ended is purged: exact', async () => {
    const { store, open, setNow } = stage();
    const stores = [store, await open(), await open()];
    for (let key = 0; key < 10; key += 1) await store.limits.take(`key ${String(key)}`, 3, 60_000, START_MS);
    const nowMs = START_MS + 60_000;
    setNow(nowMs);
    const takes = Array.from({ length: 120 }, (_, index) =>
      (stores[index % 3] ?? store).limits.take(`key ${String(index % 10)}`, 3, 60_000, nowMs),
    );
    const purges = stores.map((each) => each.sponsors.purge(0, 500));
    const allowed = (await Promise.all(takes)).filter((taken) => taken.allowed);
    await Promise.all(purges);
    expect(allowed).toHaveLength(30);
  });

  test('a clock that was set back shuts nobody out for longer than a window', async () => {
    expect((await take(START_MS + 10_000_000, 1)).allowed).toBe(true);
    expect((await take(START_MS, 1)).allowed).toBe(true);
    // By less than a window nothing is forgotten.
    expect(await take(START_MS - 30_000, 1)).toEqual({ allowed: false, retryAfterMs: 60_000 });
  });

  test('what has ended is purged', async () => {
    const { store, setNow, sql } = stage();
    await take(START_MS);
    await take(START_MS, 2, 'other');
    setNow(START_MS + 60_000);
    expect((await store.sponsors.purge(0, 10)).gone).toBeGreaterThanOrEqual(2);
    expect(await sql('SELECT * FROM limit_takes')).toEqual([]);
  });
});

contract('exclusions', (stage) => {
  test('of both sides, local and for all bots, idempotent, and seen everywhere', async () => {
    const { store, open } = stage();
    const other = await open();
    const ofBot = async () => [...(await other.exclusions.ofBot(BOT, PUBLISHER))].sort();
    let version = await other.exclusions.version();
    const moved = async () => {
      const now = await other.exclusions.version();
      const hasMoved = now > version;
      version = now;
      return hasMoved;
    };
    expect(await ofBot()).toEqual([]);
    await store.exclusions.setForAdvertiser(1, BOT, true, START_MS);
    await store.exclusions.setForAdvertiser(1, BOT, true, START_MS);
    expect(await moved()).toBe(true);
    await store.exclusions.setForPublisher(PUBLISHER, BOT, 2, true, START_MS);
    await store.exclusions.setForPublisher(PUBLISHER, 0, 3, true, START_MS);
    await store.exclusions.setForPublisher(PUBLISHER, BOT + 1, 4, true, START_MS);
    await store.exclusions.setForPublisher(OTHER, BOT, 5, true, START_MS);
    await store.exclusions.setForAdvertiser(6, BOT + 1, true, START_MS);
    expect(await ofBot()).toEqual([1, 2, 3]);
    expect([...(await store.exclusions.botsOfOrder(1))]).toEqual([BOT]);
    expect([...(await store.exclusions.ordersOfPublisher(PUBLISHER, BOT))].sort()).toEqual([2, 3]);
    expect([...(await store.exclusions.ordersOfPublisher(PUBLISHER, 0))]).toEqual([3]);
    expect(await moved()).toBe(true);
    await store.exclusions.setForAdvertiser(1, BOT, false, START_MS);
    await store.exclusions.setForPublisher(PUBLISHER, 0, 3, false, START_MS);
    await store.exclusions.setForPublisher(PUBLISHER, 0, 3, false, START_MS);
    expect(await ofBot()).toEqual([2]);
    expect(await moved()).toBe(true);
    expect(await moved()).toBe(false);
  });

  test('of more orders than are looked at, those of the newest hold', async () => {
    const { store, sql } = stage();
    await sql(
      `INSERT INTO advertiser_exclusions (bot_id, order_id, at_ms)
       WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 10001)
       SELECT ${String(BOT)}, id, 0 FROM ids`,
    );
    const excluded = await store.exclusions.ofBot(BOT, PUBLISHER);
    expect([excluded.size, excluded.has(1), excluded.has(10_001)]).toEqual([10_000, false, true]);
  });
});

contract('sessions', (stage) => {
  test('a conversation survives until it is deleted', async () => {
    const { store, open } = stage();
    expect(await store.sessions.read('a')).toBeNull();
    await store.sessions.write('a', '{"step":1}', START_MS);
    await store.sessions.write('a', '{"step":2}', START_MS);
    expect(await (await open()).sessions.read('a')).toBe('{"step":2}');
    await store.sessions.delete('a');
    expect(await store.sessions.read('a')).toBeNull();
  });

  test('a value is replaced where it stands as it was read, and nowhere else', async () => {
    const { store } = stage();
    expect(await store.sessions.replace('a', 'none', 'new', START_MS)).toBe(false);
    await store.sessions.write('a', 'old', START_MS);
    expect(await store.sessions.replace('a', 'other', 'new', START_MS)).toBe(false);
    expect(await store.sessions.replace('a', 'old', 'new', START_MS)).toBe(true);
    expect(await store.sessions.replace('a', 'old', 'newer', START_MS)).toBe(false);
    expect(await store.sessions.read('a')).toBe('new');
  });

  test('those that begin alike are listed in their order, up to a limit', async () => {
    const { store } = stage();
    for (const key of ['report:b', 'report:a', 'report', 'reports:x', 'repor', 'report:Ж'])
      await store.sessions.write(key, 'value', START_MS);
    expect(await store.sessions.keys('report:', 10)).toEqual(['report:a', 'report:b', 'report:Ж']);
    expect(await store.sessions.keys('report:', 2)).toEqual(['report:a', 'report:b']);
    expect(await store.sessions.keys('search:', 10)).toEqual([]);
  });

  test('one that nobody has gone on with for 30 days is purged', async () => {
    const { store, setNow } = stage();
    await store.sessions.write('left', 'sealed', START_MS);
    await store.sessions.write('gone on with', 'sealed', START_MS);
    await store.sessions.write('gone on with', 'sealed again', START_MS + DAY_MS);
    setNow(START_MS + 30 * DAY_MS - 1);
    expect((await store.sponsors.purge(0, 10)).gone).toBe(0);
    setNow(START_MS + 30 * DAY_MS);
    expect((await store.sponsors.purge(0, 10)).gone).toBe(1);
    expect(await store.sessions.read('left')).toBeNull();
    expect(await store.sessions.read('gone on with')).toBe('sealed again');
  });
});

contract('health', (stage) => {
  test('the size of the data, and of the write-ahead log where that is our own', async () => {
    const { dataBytes, logBytes } = await stage().store.health.sizes();
    expect(dataBytes).toBeGreaterThan(100_000);
    if (storeKind === 'sqlite') expect(logBytes).toBeGreaterThanOrEqual(0);
    else expect(logBytes).toBeNull();
  });

  test('a beat is seen by the others', async () => {
    const { store, open } = stage();
    const other = await open();
    expect(await other.health.lastBeatMs('bot')).toBeNull();
    await store.health.beat('bot', START_MS);
    expect(await other.health.lastBeatMs('bot')).toBe(START_MS);
    await expect(store.health.check()).resolves.toBeUndefined();
  });

  test('a change by another process wakes each that waits, and what came meanwhile wakes at once', async () => {
    const { store, open } = stage();
    const other = await open();
    const [one, two] = [new AbortController().signal, new AbortController().signal];
    const waiting = [other.health.changed(one), other.health.changed(two)];
    await store.sessions.write('a', '1', START_MS);
    await Promise.all(waiting);
    await store.sessions.write('a', '2', START_MS);
    await other.health.changed(one);
    await other.health.changed(two);
    let isWoken = false;
    const stopping = new AbortController();
    const next = other.health.changed(stopping.signal).then(() => {
      isWoken = true;
    });
    await other.sessions.write('a', '3', START_MS);
    expect(isWoken, 'its own commit that queues nothing').toBe(false);
    await other.notifications.queue([{ accountId: 1, kind: 'deposit', facts: {}, dedupeKey: 'a' }], START_MS);
    await next;
  });

  test('what waits is counted, with the age of the oldest, and what was given up', async () => {
    const { store } = stage();
    const none = { waiting: 0, oldestMs: 0, dead: 0 };
    expect(await store.health.backlogs(START_MS)).toEqual({
      outboxes: { blocks: none, notifications: none, reports: none, updates: none },
      holds: none,
      ordersRunning: 0,
      ordersWaiting: 0,
      withdrawals: none,
      refunds: none,
    });
    const { orderId } = await populate(store);
    await addOrder(store, { link: 'https://t.me/second', decision: 'waiting' });
    await show(store, 1, orderId);
    const decide = chargeShown({ holdUntilMs: START_MS + 3_000 });
    await settle(store, orderId, 1, { decide });
    const notification = (key: string) =>
      ({ accountId: 1, kind: 'deposit', facts: {}, dedupeKey: key }) as const;
    await store.notifications.queue([notification('a'), notification('b'), notification('c')], START_MS);
    const [first, second] = await store.notifications.claim('w', 2, 1_000, START_MS);
    await store.notifications.failed(first!, 'gone', null);
    await store.notifications.failed(second!, 'busy', START_MS + 60_000);
    const job = { accountId: 1, includePrice: false, timeRange: 'all', expiresAtMs: START_MS * 2 } as const;
    for (const taskId of ['x', 'y'])
      await store.jobs.queue({ ...job, taskId, orderId, createdAtMs: START_MS + 1_000 });
    await store.jobs.failed('x', 'broken', null);
    const update = { updateId: 1, body: '{}', queue: '-1:1', happenedAtMs: START_MS };
    await store.updates.defer(1, update, START_MS + 3_500);
    await deposit(store, ADVERTISER, 2_000_000n);
    const wanted = { amountMicros: 1_000_000n, detailsCipher: 'sealed', requestKey: 'a' };
    await store.withdrawals.ask(ADVERTISER, wanted, 1, () => [], START_MS + 2_000);
    const then = await store.health.backlogs(START_MS + 5_000);
    expect(then).toEqual({
      outboxes: {
        blocks: none,
        notifications: { waiting: 2, oldestMs: 5_000, dead: 1 },
        reports: { waiting: 1, oldestMs: 4_000, dead: 1 },
        updates: { waiting: 1, oldestMs: 1_500, dead: 0 },
      },
      holds: { waiting: 1, oldestMs: 2_000, dead: 0 },
      ordersRunning: 1,
      ordersWaiting: 1,
      withdrawals: { waiting: 1, oldestMs: 3_000, dead: 0 },
      refunds: none,
    });
    expect((await store.health.backlogs(START_MS + 2_999)).holds).toEqual(none);
    // Each figure has its list.
    const page = { offset: 0, limit: 100 };
    const lists = await Promise.all(
      queuedNames.map(async (name) => [name, await store.health.queued(name, page)] as const),
    );
    const named = lists.flatMap(([name, lines]) =>
      lines.map(({ accountId, orderId: ofOrder, kind, reason }) => [name, accountId, ofOrder, kind, reason]),
    );
    expect(named).toEqual([
      ['running', ADVERTISER, orderId, 'An order', ''],
      ['notices', 1, null, 'deposit', ''],
      ['notices', 1, null, 'deposit', ''],
      ['reports', 1, orderId, '', ''],
      ['updates', null, null, '', ''],
      ['notices_failed', 1, null, 'deposit', 'gone'],
      ['reports_failed', 1, orderId, '', 'broken'],
    ]);
    const next = await store.health.queued('notices', { offset: 1, limit: 1 });
    expect(next).toEqual(lists[2]?.[1].slice(1));
  });

  test('an abort, or closing the store, lets waiting callers go', async () => {
    const { open } = stage();
    const other = await open();
    const stopping = new AbortController();
    const waiting = other.health.changed(stopping.signal);
    stopping.abort();
    await waiting;
    await expect(other.health.changed(stopping.signal)).resolves.toBeUndefined();
    const last = other.health.changed(new AbortController().signal);
    await other.close();
    await last;
    await expect(other.sessions.read('a')).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(other.sessions.write('a', 'b', START_MS)).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
