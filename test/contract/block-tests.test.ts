/** Tests of blocks: when they begin and end, who counts, and what came of each half. */
import { expect, test } from 'vitest';
import { TEST_COUNTED_MS } from '../../core/bots/index.js';
import type { Store } from '../../core/ports.js';
import type { BlockContent } from '../../core/ports/block-store.js';
import type { TestedBlock } from '../../core/ports/block-test-store.js';
import type { BotSettings } from '../../core/terms/bot-settings.js';
import { addBot, BOT, openAccount, populate, PUBLISHER, requestRecord } from './makers.js';
import { contract, START_MS } from './run.js';

const DAY_MS = 86_400_000;
const OTHER = 503;
const content: BlockContent = { kind: 'sponsors', language: 'ru', buttons: [] };
const A = { test: 1, variant: 'a' } as const;
const B = { test: 1, variant: 'b' } as const;
const nobody = { shown: 0, passed: 0, subscribers: 0 };

let messages = 0;

/** A block on its way to a user arrives (or the message is not sent), at a moment. */
async function arrive(
  store: Store,
  userId: number,
  tested: TestedBlock | null,
  { nowMs = START_MS, isShown = true, botId = BOT } = {},
): Promise<void> {
  await store.sponsors.record(userId, requestRecord({ botId, nowMs, block: { chatId: userId, content } }));
  const [claimed] = await store.blocks.claim('worker', 1, 1_000, nowMs);
  messages += 1;
  const shown = { chatId: userId, messageId: messages, contentHash: 'x', isPhoto: false, sentAtMs: nowMs };
  await store.blocks.fulfilled(claimed!, isShown ? shown : null, nowMs, tested);
}

const set = async (store: Store, settings: Partial<BotSettings>, nowMs: number) =>
  (await store.bots.update(BOT, { settings }, nowMs))?.blockTest;

contract('block tests', (stage) => {
  test('a test begins anew with each text, ends without a second one, and goes on with what else changes', async () => {
    const { store } = stage();
    await populate(store);
    expect(await set(store, { text: 'One' }, START_MS + 1)).toEqual({ number: 0, sinceMs: null });
    expect(await set(store, { textB: 'Two' }, START_MS + 2)).toEqual({ number: 1, sinceMs: START_MS + 2 });
    expect(await set(store, { maxSponsors: 2 }, START_MS + 3)).toEqual({ number: 1, sinceMs: START_MS + 2 });
    expect(await set(store, { imageB: 'https://b' }, START_MS + 4)).toEqual({
      number: 2,
      sinceMs: START_MS + 4,
    });
    const bot = await store.bots.find(BOT);
    expect(bot?.settings).toMatchObject({ text: 'One', textB: 'Two', image: null, imageB: 'https://b' });
    expect(bot?.blockTest).toEqual({ number: 2, sinceMs: START_MS + 4 });
    const ended = { text: 'Two', textB: null, imageB: null };
    expect(await set(store, ended, START_MS + 5)).toEqual({ number: 2, sinceMs: null });
  });

  test('a bot that another account takes over counts its tests on', async () => {
    const { store } = stage();
    await openAccount(store, PUBLISHER);
    await openAccount(store, OTHER);
    const { botId, nickname, settings } = await addBot(store, BOT, PUBLISHER, { tokenCipher: null });
    await set(store, { textB: 'Two' }, START_MS);
    const wanted = { botId, nickname, accountId: OTHER, name: 'Mine', tokenCipher: 'sealed', settings };
    const key = { hash: 'other', cipher: 'sealed' };
    const plain = await store.bots.takeOver(wanted, key, START_MS + 1);
    expect(plain).toMatchObject({ bot: { blockTest: { number: 1, sinceMs: null } } });
    const tested = await store.bots.add(
      { ...wanted, botId: BOT + 1, settings: { ...settings, imageB: 'https://b' } },
      { hash: 'new', cipher: 'sealed' },
      START_MS + 2,
    );
    expect(tested).toMatchObject({ bot: { blockTest: { number: 1, sinceMs: START_MS + 2 } } });
  });

  test('each user to whom a block came counts once a test', async () => {
    const { store } = stage();
    await populate(store);
    for (const userId of [41, 42, 41]) await arrive(store, userId, A);
    await arrive(store, 43, B);
    await arrive(store, 44, B, { isShown: false });
    await arrive(store, 45, null);
    await arrive(store, 43, B, { botId: BOT + 1 });
    expect(await store.blockTests.figures(BOT, 1)).toEqual({
      a: { ...nobody, shown: 2 },
      b: { ...nobody, shown: 1 },
    });
    expect(await store.blockTests.figures(BOT, 2)).toEqual({ a: nobody, b: nobody });
    await arrive(store, 41, { test: 2, variant: 'b' });
    // What was on its way since before the second test began.
    await arrive(store, 41, A);
    expect(await store.blockTests.figures(BOT, 2)).toEqual({ a: nobody, b: { ...nobody, shown: 1 } });
    expect((await store.blockTests.figures(BOT, 1)).a).toEqual({ ...nobody, shown: 2 });
    expect(await store.blockTests.figures(BOT + 1, 1)).toEqual({ a: nobody, b: { ...nobody, shown: 1 } });
  });

  test('users pass once, subscribers count each, of all processes, and of users who were shown the block', async () => {
    const { store, open } = stage();
    await populate(store);
    const other = await open();
    for (const userId of [41, 42]) await arrive(store, userId, A);
    for (const userId of [43, 44, 45]) await arrive(store, userId, B);
    const pass = (by: Store, userId: number, number = 1) => {
      by.blockTests.countPassed({ botId: BOT, userId, test: number });
    };
    const bring = (by: Store, userId: number) => {
      by.blockTests.countSubscriber({ botId: BOT, userId });
    };
    for (const userId of [41, 43, 44, 99]) pass(store, userId);
    // Of another test: the one that the user was shown.
    pass(store, 45, 2);
    for (const userId of [41, 41, 43, 45, 99]) bring(store, userId);
    store.blockTests.countSubscriber({ botId: BOT + 1, userId: 41 });
    pass(other, 41);
    bring(other, 42);
    await other.flush();
    await store.flush();
    pass(store, 43);
    expect(await store.blockTests.figures(BOT, 1)).toEqual({
      a: { shown: 2, passed: 1, subscribers: 3 },
      b: { shown: 3, passed: 2, subscribers: 2 },
    });
  });

  test('who was shown what is purged once nobody new counts, and figures 400 days after the last', async () => {
    const { store, setNow, sql } = stage();
    await populate(store);
    await arrive(store, 41, A);
    await arrive(store, 42, B, { nowMs: START_MS + DAY_MS });
    const left = async (ms: number) => {
      setNow(ms);
      await store.sponsors.purge(0, 10);
      const [viewers, tests] = [
        await sql('SELECT * FROM block_viewers'),
        await sql('SELECT * FROM block_tests'),
      ];
      return [viewers.length, tests.length];
    };
    const keptMs = TEST_COUNTED_MS + DAY_MS;
    expect(await left(START_MS + keptMs - 1)).toEqual([2, 1]);
    expect(await left(START_MS + keptMs)).toEqual([1, 1]);
    expect(await left(START_MS + 401 * DAY_MS - 1)).toEqual([0, 1]);
    expect(await left(START_MS + 401 * DAY_MS)).toEqual([0, 0]);
  });
});
