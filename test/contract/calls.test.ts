/** What the store keeps of spending the platform's calls: odds of chats, and paces that processes share. */
import { expect, test } from 'vitest';
import type { PaceReport, PaceRules } from '../../core/ports/pace-store.js';
import { contract, START_MS } from './run.js';

const CHAT = '-1001234567890';

contract('odds', (stage) => {
  test('nothing is known of a chat before it is asked about', async () => {
    expect(await stage().store.odds.read([CHAT, '-2'])).toEqual(new Map());
  });

  test('sizes and answers are kept, and add up over processes', async () => {
    const { store, open } = stage();
    const other = await open();
    store.odds.count(CHAT, true);
    store.odds.count(CHAT, false);
    other.odds.count(CHAT, false);
    await store.odds.noteSize(CHAT, 5_000, START_MS);
    await other.close();
    await store.close();
    const found = await (await open()).odds.read([CHAT]);
    expect(found.get(CHAT)).toEqual({
      resourceId: CHAT,
      members: 5_000,
      countedAtMs: START_MS,
      asked: 3,
      found: 1,
    });
  });

  test('old answers fade: beyond 400 both sums are halved', async () => {
    const { store, open } = stage();
    for (let count = 0; count < 402; count += 1) store.odds.count(CHAT, count % 2 === 0);
    await store.close();
    expect((await (await open()).odds.read([CHAT])).get(CHAT)).toMatchObject({ asked: 201, found: 100 });
  });

  test('users are counted', async () => {
    const { store } = stage();
    expect(await store.odds.audience()).toBe(0);
    await store.audience.learn(1, { firstName: 'Ann' }, START_MS);
    await store.audience.learn(2, { firstName: 'Ben' }, START_MS);
    expect(await store.odds.audience()).toBe(2);
  });
});

/** Plain rules, to see what they are given. */
const rules: PaceRules = {
  learn: (before, { botId, lane, grown, limited }) => ({
    botId,
    lane,
    perSecond: (before?.perSecond ?? 100) * grown * (limited === null ? 1 : 0.5),
    ceiling: limited?.perSecond ?? before?.ceiling ?? null,
    limitedAtMs: limited?.atMs ?? before?.limitedAtMs ?? 0,
    restUntilMs: limited?.untilMs ?? before?.restUntilMs ?? 0,
  }),
  share: (_, wanted, others) => wanted / others.reduce((sum, other) => sum + other, wanted),
  presentMs: 10_000,
};

const report = (more: Partial<PaceReport> = {}): PaceReport => ({
  botId: 100,
  lane: 'membership',
  wanted: 10,
  grown: 1,
  limited: null,
  ...more,
});

contract('paces', (stage) => {
  test('what one process learns holds for the others, and stays', async () => {
    const { store, open } = stage();
    const other = await open();
    const limited = { atMs: START_MS, untilMs: START_MS + 3_000, perSecond: 100 };
    await store.paces.exchange('a', [report({ limited })], rules, START_MS);
    const [seen] = await other.paces.exchange('b', [report({ grown: 1.1 })], rules, START_MS + 1);
    expect(seen?.perSecond).toBeCloseTo(55);
    expect(seen).toMatchObject({ ceiling: 100, limitedAtMs: START_MS, restUntilMs: START_MS + 3_000 });
    const [kept] = await (await open()).paces.read([100, 200]);
    expect(kept?.perSecond).toBeCloseTo(55);
  });

  test('is shared by the processes that use it just now, each token and kind of call by itself', async () => {
    const { store } = stage();
    const { paces } = store;
    await paces.exchange('a', [report({ wanted: 30 })], rules, START_MS);
    const [mine] = await paces.exchange('b', [report({ wanted: 10 })], rules, START_MS);
    expect(mine).toMatchObject({ share: 0.25, wantedElsewhere: 30 });
    const alone = await paces.exchange(
      'b',
      [report({ lane: 'messages' }), report({ botId: 101 })],
      rules,
      START_MS,
    );
    expect(alone.map(({ share }) => share)).toEqual([1, 1]);
    const [later] = await paces.exchange('b', [report()], rules, START_MS + 10_000);
    expect(later?.share, 'the other has been gone for long').toBe(1);
  });

  test('of many reports at once none is lost', async () => {
    const { store, open } = stage();
    const stores = [store, await open(), await open()];
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        stores[index % 3]!.paces.exchange(
          `p${String(index)}`,
          [report({ grown: 2 }), report({ grown: 2, botId: 99 })],
          rules,
          START_MS,
        ),
      ),
    );
    const learnt = await store.paces.read([99, 100]);
    expect(learnt.map(({ perSecond }) => perSecond)).toEqual([100 * 2 ** 12, 100 * 2 ** 12]);
  });
});
