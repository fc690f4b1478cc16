/** Whether users use the bots that showed them something: questions that wait, answers that come, impressions that count. */
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { Settlement } from '../../core/ports/subscription-store.js';
import { BOT, listed, populate, settle, show, requestRecord } from './makers.js';
import { storeKind } from '../support/database.js';
import { contract, START_DAY, START_MS } from './run.js';

const USER = 42;
const LEASE_MS = 1_000;
const UNTIL_MS = START_MS + 86_400_000;
const DUE_MS = START_MS + 10_000;
const asked = { botId: BOT, userId: USER, chatId: USER };
const question = { chatId: USER, dueAtMs: DUE_MS, untilMs: UNTIL_MS, staleAtMs: 0 };
const waiting = { proof: 'list', counts: false, contact: question } as const;

const waits = (staleAtMs = 0, againAtMs = UNTIL_MS): Settlement => ({
  kind: 'waits',
  botIds: [BOT],
  untilMs: UNTIL_MS,
  staleAtMs,
  againAtMs,
});

contract('contacts', (stage) => {
  /** A list given to a bot of whose user nothing is known yet. */
  const list = (orderId: number, nowMs = START_MS, userId = USER) =>
    show(stage().store, userId, orderId, BOT, nowMs, waiting);
  const proofs = async () => {
    const { impressions } = await stage().store.sponsors.requestContext(BOT, USER, 0, START_MS);
    return (await impressions()).map((each) => each.proof);
  };
  const claimAt = (nowMs: number, store: Store = stage().store) => store.contacts.claim(10, LEASE_MS, nowMs);
  const dayOf = async () => {
    const rows = await stage().sql<Record<string, number>>(
      `SELECT unproven_impressions, contacts_yes, contacts_no FROM bot_days WHERE bot_id = ${String(BOT)}`,
    );
    return rows.map((row) => [row.contacts_yes, row.contacts_no, row.unproven_impressions].map(Number));
  };
  /** Impressions counted for an order, once a store that counts them a moment later has closed. */
  const counted = async (orderId: number, command: (store: Store) => Promise<unknown>): Promise<number> => {
    const other = await stage().open();
    await command(other);
    await other.close();
    // A store remembers an order's figures for a moment: another one reads them anew.
    const reader = await stage().open();
    const counters = await reader.catalog.counters([orderId], START_DAY, START_MS);
    return counters.get(orderId)?.impressions ?? 0;
  };

  test('a question waits for the process that put it, then it is one worker’s at a time', async () => {
    const { store, open } = stage();
    const other = await open();
    await list(1);
    expect(await store.contacts.find(BOT, USER)).toEqual({
      state: 'unknown',
      atMs: START_MS,
      untilMs: UNTIL_MS,
    });
    expect(await claimAt(DUE_MS - 1)).toEqual([]);
    const claims = (await Promise.all([store, other].map((each) => claimAt(DUE_MS, each)))).flat();
    expect(claims).toEqual([{ ...asked, state: 'unknown', attempts: 1, untilMs: UNTIL_MS }]);
    expect(await claimAt(DUE_MS + LEASE_MS - 1)).toEqual([]);
    expect(await claimAt(DUE_MS + LEASE_MS)).toMatchObject([{ attempts: 2 }]);
    await store.contacts.retry(asked, DUE_MS + 60_000);
    expect(await claimAt(DUE_MS + 59_999)).toEqual([]);
    expect(await claimAt(DUE_MS + 60_000)).toMatchObject([{ attempts: 3 }]);
  });

  test('the oldest come first, as many as are wanted', async () => {
    const { store } = stage();
    for (const [userId, dueAtMs] of [
      [1, 30],
      [2, 10],
      [3, 20],
    ] as const) {
      const contact = { chatId: userId, dueAtMs: START_MS + dueAtMs, untilMs: UNTIL_MS, staleAtMs: 0 };
      await store.sponsors.record(userId, requestRecord({ contact }));
    }
    expect((await store.contacts.claim(2, LEASE_MS, START_MS + 50)).map((due) => due.userId)).toEqual([2, 3]);
    expect((await store.contacts.claim(2, LEASE_MS, START_MS + 50)).map((due) => due.userId)).toEqual([1]);
  });

  test('an answer whose joins were not settled yet is due again, and is not when they were', async () => {
    const { store } = stage();
    await list(1);
    await claimAt(DUE_MS);
    await store.contacts.answer(asked, 'yes', DUE_MS + 5);
    expect(await store.contacts.find(BOT, USER)).toMatchObject({ state: 'yes', atMs: DUE_MS + 5 });
    // The process ends here: what it took comes back, answered.
    expect(await claimAt(DUE_MS + LEASE_MS)).toMatchObject([{ state: 'yes', attempts: 2 }]);
    await store.contacts.settled(asked);
    expect(await claimAt(UNTIL_MS)).toEqual([]);
    expect(await store.contacts.find(BOT, USER)).toMatchObject({ state: 'yes' });
  });

  test('an answer that nobody had put a question for is kept, and due until it is settled', async () => {
    const { store } = stage();
    expect(await store.contacts.find(BOT, USER)).toBeNull();
    await store.contacts.answer(asked, 'yes', START_MS);
    expect(await claimAt(START_MS)).toMatchObject([{ ...asked, state: 'yes' }]);
  });

  test('a user who is known to use the bot is not asked about again, one who does not is', async () => {
    const { store } = stage();
    await list(1);
    await store.contacts.answer(asked, 'no', START_MS);
    await store.contacts.settled(asked);
    await list(1, START_MS + 20_000);
    expect(await store.contacts.find(BOT, USER)).toMatchObject({ state: 'unknown' });
    expect(await claimAt(DUE_MS)).toMatchObject([{ state: 'unknown', attempts: 1 }]);
    await store.contacts.answer(asked, 'yes', START_MS);
    await store.contacts.settled(asked);
    await list(1, START_MS + 40_000);
    expect(await store.contacts.find(BOT, USER)).toMatchObject({ state: 'yes' });
    expect(await claimAt(UNTIL_MS)).toEqual([]);
  });

  test('a yes is asked about again once it is too old, and a fresh one is never', async () => {
    const { store } = stage();
    await list(1);
    await store.contacts.answer(asked, 'yes', START_MS);
    await store.contacts.settled(asked);
    const laterMs = START_MS + 30 * 86_400_000;
    const again = { ...question, dueAtMs: laterMs, untilMs: laterMs + 86_400_000 };
    const request = (orderId: number, staleAtMs: number) =>
      show(store, USER, orderId, BOT, laterMs, { ...waiting, contact: { ...again, staleAtMs } });
    await request(77, START_MS - 1);
    expect(await store.contacts.find(BOT, USER)).toMatchObject({ state: 'yes', atMs: START_MS });
    expect(await claimAt(laterMs)).toEqual([]);
    await request(78, START_MS);
    expect(await store.contacts.find(BOT, USER)).toEqual({
      state: 'unknown',
      atMs: START_MS,
      untilMs: again.untilMs,
    });
    expect(await claimAt(laterMs)).toMatchObject([{ ...asked, state: 'unknown', attempts: 1 }]);
    // What was shown since waits for the answer, what was proven before stays so.
    expect((await proofs()).sort()).toEqual(['contact', 'contact', 'list']);
    await store.contacts.answer(asked, 'yes', laterMs);
    expect(await proofs()).toEqual(['contact', 'contact', 'contact']);
  });

  test('a join that waits puts its question, and a second one changes nothing', async () => {
    const { store, commits } = stage();
    const { orderId } = await populate(store);
    await show(store, USER, orderId, BOT, START_MS, { proof: 'list', counts: false });
    commits.length = 0;
    expect(await settle(store, orderId, USER, { decide: () => waits() })).toEqual({
      settlement: waits(),
      subscriptionStatus: null,
    });
    // Over PostgreSQL two: with others, which finds out that it waits, and then alone.
    const settled = () => commits.filter(({ names }) => names.includes('subscriptions.settle')).length;
    const commitsBefore = settled();
    expect(commitsBefore).toBeGreaterThan(0);
    expect(await claimAt(START_MS + 1_000)).toEqual([
      { ...asked, state: 'unknown', attempts: 1, untilMs: UNTIL_MS },
    ]);
    await settle(store, orderId, USER, { decide: () => waits() });
    expect(settled()).toBe(commitsBefore);
  });

  test('a join that waits for a block puts the question when it is settled again', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const contact = { ...question, dueAtMs: UNTIL_MS };
    await show(store, USER, orderId, BOT, START_MS, { proof: 'block', counts: false, contact });
    for (const againAtMs of [START_MS + 60_000, START_MS + 30_000, START_MS + 40_000]) {
      await settle(store, orderId, USER, { decide: () => waits(0, againAtMs) });
    }
    expect(await claimAt(START_MS + 29_999)).toEqual([]);
    expect(await claimAt(START_MS + 30_000)).toMatchObject([{ ...asked, state: 'unknown' }]);
  });

  test('a join that waits already writes nothing, even where it is expected', async () => {
    const { store, sql } = stage();
    const { orderId } = await populate(store);
    await show(store, USER, orderId, BOT, START_MS, { proof: 'list', counts: false });
    await settle(store, orderId, USER, { decide: () => waits(), isExpected: true });
    expect(await claimAt(START_MS + 1_000)).toHaveLength(1);
    // Each row of PostgreSQL has the number of the transaction that wrote it; SQLite can refuse the writing.
    const writer = () => (storeKind === 'sqlite' ? [] : sql('SELECT xmin::text FROM contacts'));
    if (storeKind === 'sqlite')
      await sql("CREATE TRIGGER kept BEFORE UPDATE ON contacts BEGIN SELECT RAISE(ABORT, 'written'); END");
    const before = await writer();
    expect(await settle(store, orderId, USER, { decide: () => waits(), isExpected: true })).toEqual({
      settlement: waits(),
      subscriptionStatus: null,
    });
    expect(await writer()).toEqual(before);
  });

  test.each([
    { what: 'asks again about a yes of then', staleAtMs: START_MS, state: 'unknown', untilMs: UNTIL_MS },
    { what: 'leaves a yes of later alone', staleAtMs: START_MS - 1, state: 'yes', untilMs: START_MS },
  ])('a join that waits $what', async ({ staleAtMs, state, untilMs }) => {
    const { store } = stage();
    const { orderId } = await populate(store);
    await show(store, USER, orderId, BOT, START_MS, { proof: 'contact', counts: true });
    await store.contacts.answer(asked, 'yes', START_MS);
    await store.contacts.settled(asked);
    for (let times = 0; times < 2; times++)
      await settle(store, orderId, USER, { decide: () => waits(staleAtMs) });
    expect(await claimAt(START_MS + 1_000)).toEqual([{ ...asked, attempts: 1, state, untilMs }]);
  });

  test('an impression counts once it is proven, and once only', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    expect(await counted(orderId, (other) => show(other, USER, orderId, BOT, START_MS, waiting))).toBe(0);
    expect(await proofs()).toEqual(['list']);
    expect(await counted(orderId, (other) => other.contacts.answer(asked, 'yes', START_MS + 5))).toBe(1);
    expect(await proofs()).toEqual(['contact']);
    expect(await counted(orderId, (other) => other.contacts.answer(asked, 'yes', START_MS + 9))).toBe(1);
    expect(await dayOf()).toEqual([[1, 0, 0]]);
    expect(await store.contacts.record(BOT, START_DAY)).toEqual({ yes: 1, no: 0 });
    expect(await store.contacts.record(BOT, START_DAY + 1)).toEqual({ yes: 0, no: 0 });
  });

  test.each(['list', 'block'] as const)(
    'of a %s whose contact was confirmed while the request was under way, impressions count at once',
    async (proof) => {
      const { store } = stage();
      const { orderId } = await populate(store);
      await store.contacts.answer(asked, 'yes', START_MS);
      await store.contacts.settled(asked);
      const request = { ...waiting, proof };
      expect(await counted(orderId, (other) => show(other, USER, orderId, BOT, START_MS, request))).toBe(1);
      expect(await proofs()).toEqual([proof === 'list' ? 'contact' : 'block']);
      const known = { proof: 'contact', counts: true } as const;
      expect(await counted(orderId, (other) => show(other, USER, orderId, BOT, START_MS + 5, known))).toBe(1);
      expect(await counted(orderId, (other) => show(other, USER, orderId, BOT, START_MS + 9, request))).toBe(
        1,
      );
    },
  );

  test('an impression on somebody who does not use the bot counts in a figure of its own alone', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const record = requestRecord({ ...waiting, impressions: [listed(orderId), listed(77)] });
    expect(await counted(orderId, (other) => other.sponsors.record(USER, record))).toBe(0);
    expect(await counted(orderId, (other) => other.contacts.answer(asked, 'no', START_MS + 5))).toBe(0);
    await store.contacts.answer(asked, 'no', START_MS + 9);
    expect(await proofs()).toEqual(['list', 'list']);
    expect(await dayOf()).toEqual([[0, 1, 2]]);
    expect(await store.contacts.record(BOT, START_DAY)).toEqual({ yes: 0, no: 1 });
  });

  test('every impression without contact is counted as unproven, each once', async () => {
    const { store } = stage();
    const block = { content: { kind: 'sponsors', language: 'en', buttons: [] }, chatId: USER } as const;
    const unproven = async () =>
      (await dayOf()).reduce((sum, [, , impressions]) => sum + (impressions ?? 0), 0);
    const deny = (nowMs: number) => store.contacts.answer(asked, 'no', nowMs);
    await list(1);
    await store.sponsors.record(
      USER,
      requestRecord({
        impressions: [listed(2)],
        proof: 'block',
        counts: false,
        contact: question,
        block: { ...block, content: { ...block.content, buttons: [] } },
      }),
    );
    await deny(START_MS + 5);
    expect(await unproven()).toBe(2);
    // A no that is told again counts no user and no impression again, but what was shown since.
    await list(1, START_MS + 20_000);
    await list(3, START_MS + 20_000);
    await deny(START_MS + 20_005);
    expect(await unproven()).toBe(3);
    expect(await dayOf()).toEqual([[0, 1, 3]]);
    // Shown while the no stands: nobody asks, so it is counted as it is written.
    await show(store, USER, 4, BOT, START_MS + 21_000, { proof: 'list', counts: false, isDenied: true });
    expect(await unproven()).toBe(4);
    expect((await proofs()).sort()).toEqual(['block', 'list', 'list', 'list']);
    // Who comes to the bot after all proves the lists, and the block when it arrives.
    await store.contacts.answer(asked, 'yes', START_MS + 22_000);
    expect((await proofs()).sort()).toEqual(['block', 'contact', 'contact', 'contact']);
    const [claimed] = await store.blocks.claim('w', 1, LEASE_MS, START_MS + 22_000);
    const shown = { chatId: USER, messageId: 5, contentHash: 'a', isPhoto: false, sentAtMs: START_MS };
    await store.blocks.fulfilled(claimed!, shown, START_MS + 22_050);
    expect((await proofs()).sort()).toEqual(['contact', 'contact', 'contact', 'delivered']);
    await deny(START_MS + 30_000);
    expect(await unproven()).toBe(4);
  });

  test('what nobody could say in time is unproven, once', async () => {
    const { store } = stage();
    await list(1);
    await store.contacts.lapse(asked, UNTIL_MS);
    await store.contacts.lapse(asked, UNTIL_MS);
    expect((await dayOf()).map(([yes, no, impressions]) => [yes, no, impressions])).toEqual([[0, 0, 1]]);
    expect(await proofs()).toEqual(['list']);
    await store.contacts.answer(asked, 'no', UNTIL_MS + 5);
    expect((await dayOf()).reduce((sum, [, , impressions]) => sum + (impressions ?? 0), 0)).toBe(1);
  });

  test('a block that arrived proves what it shows and the contact, and settles what waited at once', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const content = { kind: 'sponsors', language: 'en', buttons: [] } as const;
    const record = requestRecord({
      impressions: [listed(orderId)],
      proof: 'block',
      counts: false,
      contact: { ...question, dueAtMs: UNTIL_MS },
      block: { chatId: USER, content: { ...content, buttons: [] } },
    });
    expect(await counted(orderId, (other) => other.sponsors.record(USER, record))).toBe(0);
    expect(await proofs()).toEqual(['block']);
    const [claimed] = await store.blocks.claim('w', 1, LEASE_MS, START_MS);
    if (claimed === undefined) throw new Error('there is no block to show');
    expect(await claimAt(UNTIL_MS - 1)).toEqual([]);
    const shown = { chatId: USER, messageId: 5, contentHash: 'a', isPhoto: false, sentAtMs: START_MS };
    expect(await counted(orderId, (other) => other.blocks.fulfilled(claimed, shown, START_MS + 50))).toBe(1);
    expect(await proofs()).toEqual(['delivered']);
    expect(await store.contacts.find(BOT, USER)).toMatchObject({ state: 'yes', atMs: START_MS + 50 });
    expect(await claimAt(START_MS + 50)).toMatchObject([{ ...asked, state: 'yes' }]);
    expect(await dayOf()).toEqual([[1, 0, 0]]);
    await store.contacts.answer(asked, 'yes', START_MS + 60);
    expect(await proofs()).toEqual(['delivered']);
  });

  test('a block that arrives after the contact was known settles what waits for it', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const content = { kind: 'sponsors', language: 'en', buttons: [] } as const;
    const block = { chatId: USER, content: { ...content, buttons: [] } };
    const shown = { chatId: USER, messageId: 5, contentHash: 'a', isPhoto: false, sentAtMs: START_MS };
    const deliver = async (nowMs: number) => {
      await store.sponsors.record(
        USER,
        requestRecord({ impressions: [listed(orderId)], proof: 'block', counts: true, block }),
      );
      const [claimed] = await store.blocks.claim('w', 1, LEASE_MS, nowMs);
      await store.blocks.fulfilled(claimed!, shown, nowMs);
    };
    await list(1);
    await store.contacts.answer(asked, 'yes', START_MS);
    await store.contacts.settled(asked);
    await deliver(START_MS + 10);
    expect(await claimAt(UNTIL_MS + DUE_MS), 'nothing waits').toEqual([]);
    await store.contacts.retry(asked, UNTIL_MS);
    await deliver(START_MS + 20);
    expect(await claimAt(START_MS + 20)).toMatchObject([{ ...asked, state: 'yes' }]);
  });

  test('a block that never arrived proves nothing', async () => {
    const { store } = stage();
    const { orderId } = await populate(store);
    const content = { kind: 'sponsors', language: 'en', buttons: [] } as const;
    const block = { chatId: USER, content: { ...content, buttons: [] } };
    await store.sponsors.record(
      USER,
      requestRecord({ impressions: [listed(orderId)], proof: 'block', counts: false, block }),
    );
    const [claimed] = await store.blocks.claim('w', 1, LEASE_MS, START_MS);
    if (claimed === undefined) throw new Error('there is no block to show');
    await store.blocks.failed(claimed, { reason: 'blocked', retryAtMs: null, shown: null });
    expect(await proofs()).toEqual(['block']);
    await store.blocks.fulfilled(claimed, null, START_MS);
    expect(await proofs()).toEqual(['block']);
    expect(await store.contacts.find(BOT, USER)).toBeNull();
  });

  test('what was proven stays so when it is shown again', async () => {
    const { store } = stage();
    await populate(store);
    await show(store, USER, 1, BOT, START_MS);
    await list(1, START_MS + 5);
    expect(await proofs()).toEqual(['contact']);
  });
});
