/** What tells whether a request context would be read the same again, over either database. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import { openConnection } from '../../db/sqlite/connection.js';
import { createExecutor } from '../../db/sqlite/executor.js';
import { createInvalidationLog } from '../../db/sqlite/invalidation-log.js';
import { BOT, leave, listed, populate, rejoin, requestRecord, settle, show } from './makers.js';
import { storeKind } from '../support/database.js';
import { openStage, type Stage, START_MS } from './run.js';

const USER = 42;
const OTHER = 43;

let stage: Stage;
/** Another process. */
let elsewhere: Store;

beforeEach(async () => {
  stage = await openStage();
  elsewhere = await stage.open();
});
afterEach(async () => {
  await stage.close();
});

const mark = (userId = USER) => stage.store.sponsors.contextMark(userId);

/** A join as an update tells it. */
const join = (store: Store, userId: number, updateId = 1) =>
  store.memberships.observe([{ userId, resourceId: '-1001', state: 'in', updateId, atMs: START_MS }]);

/** Somebody whose address is known for a crowd. */
async function suspectCrowd(store: Store, userId: number): Promise<void> {
  await store.audience.noteVisit({ userId, fingerprint: 'f', address: 'a' }, 0, START_MS);
  expect(await store.audience.markSuspicious({ fingerprint: null, address: 'a' }, 0, START_MS + 9)).toBe(1);
}

describe('the mark of a user', () => {
  test.each([
    ['here', () => stage.store],
    ['in another process', () => elsewhere],
  ])('moves with what is written of them %s, and with nothing else', async (_, writer) => {
    const { orderId } = await populate(stage.store);
    const before = [await mark(), await mark(OTHER)];
    await join(writer(), USER);
    const after = [await mark(), await mark(OTHER)];
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    expect(await mark()).toBe(after[0]);

    await writer().sponsors.record(OTHER, requestRecord({ impressions: [listed(orderId)] }));
    expect(await mark()).toBe(after[0]);
    expect(await mark(OTHER)).not.toBe(before[1]);
    await writer().leases.take('bot', 'somebody', null);
    expect(await mark()).toBe(after[0]);
  });

  const contact = { botId: BOT, userId: USER, chatId: USER };
  test.each<[what: string, write: (store: Store) => Promise<unknown>]>([
    ['what is learnt of them', (store) => store.audience.learn(USER, { languageCode: 'de' }, START_MS)],
    ['what a bot says of them', (store) => store.audience.claim(BOT, USER, { firstName: 'Ann' }, START_MS)],
    ['the suspicion of a crowd', (store) => suspectCrowd(store, USER)],
    ['the word of their contact', (store) => store.contacts.answer(contact, 'yes', START_MS)],
    ['the silence of their contact', (store) => store.contacts.lapse(contact, START_MS)],
  ])('moves with %s, and that of others does not', async (_, write) => {
    await populate(stage.store);
    await elsewhere.audience.learn(USER, {}, START_MS);
    const before = [await mark(), await mark(OTHER)];
    await write(elsewhere);
    expect(await mark()).not.toBe(before[0]);
    expect(await mark(OTHER)).toBe(before[1]);
  });

  test('moves with their settlement, their leaving and their coming back', async () => {
    const { orderId } = await populate(stage.store);
    const steps: [what: string, step: () => Promise<unknown>][] = [
      ['a settlement', () => settle(elsewhere, orderId, USER)],
      ['a leaving', () => leave(elsewhere, orderId, USER)],
      ['coming back', () => rejoin(elsewhere, orderId, USER, START_MS)],
    ];
    await show(stage.store, USER, orderId);
    for (const [what, step] of steps) {
      const before = [await mark(), await mark(OTHER)];
      await step();
      expect(await mark(), what).not.toBe(before[0]);
      expect(await mark(OTHER), what).toBe(before[1]);
    }
  });

  test('moves with a pin that is taken away', async () => {
    const { orderId } = await populate(stage.store);
    const pin = {
      mode: 'task' as const,
      slots: [{ kind: 'order' as const, orderId }],
      pinnedAtMs: START_MS,
      expiresAtMs: START_MS + 60_000,
    };
    await stage.store.sponsors.record(USER, requestRecord({ pin }));
    const before = await mark();
    await stage.store.sponsors.record(USER, requestRecord({ unpin: true }));
    expect(await mark()).not.toBe(before);
    expect((await stage.store.sponsors.requestContext(BOT, USER, 0, START_MS)).pin).toBeNull();
  });

  test('moves for everybody when so much happened that it is no longer known whom it touched', async () => {
    const before = [await mark(), await mark(OTHER)];
    const users = Array.from({ length: 1_001 }, (_, index) => 1_000 + index);
    await elsewhere.memberships.observe(
      users.map((userId) => ({ userId, resourceId: '-1001', state: 'in', updateId: 1, atMs: START_MS })),
    );
    expect(await mark()).not.toBe(before[0]);
    expect(await mark(OTHER)).not.toBe(before[1]);
  });

  test('moves with a command whose neighbour in the same commit failed', async () => {
    const { orderId } = await populate(stage.store);
    const before = await mark();
    const [failed, done] = await Promise.allSettled([
      stage.store.sponsors.record(OTHER, requestRecord({ impressions: [listed(orderId, -1n)] })),
      join(stage.store, USER),
    ]);
    expect([failed.status, done.status]).toEqual(['rejected', 'fulfilled']);
    expect(await mark()).not.toBe(before);
  });
});

// Over PostgreSQL it is skipped: there rows are dropped by their age (`invalidation-log.test.ts`).
describe.runIf(storeKind === 'sqlite')('the marks of SQLite', () => {
  test('moves for everybody when rows were dropped before they were read, and only so many are kept', async () => {
    const connection = openConnection(stage.url.slice('file:'.length));
    const executor = createExecutor(connection);
    const marks = createInvalidationLog(connection, executor);
    const before = await mark();
    for (let index = 0; index < 4_200; index++)
      await executor.run('touch', () => {
        marks.note(OTHER);
      });
    expect(await mark()).not.toBe(before);
    expect(connection.prepare('SELECT count(*) AS rows FROM invalidation_log').get()).toEqual({
      rows: 4_096,
    });
    const after = await mark();
    await executor.run('touch', () => {
      marks.note(OTHER);
    });
    expect(await mark()).toBe(after);
    connection.close();
  });
});
