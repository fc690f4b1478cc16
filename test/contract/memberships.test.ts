import { expect, test } from 'vitest';
import type { Join } from '../../core/ports/sponsor-store.js';
import type { Observation, Observed } from '../../core/ports/subscription-store.js';
import { membershipCases } from '../cases/memberships.js';
import { BOT } from './makers.js';
import { contract, START_MS } from './run.js';

/** What was observed, in short: by an update with this id, or by an answer. */
type Seen = [
  state: Observation['state'],
  by: number | 'answer',
  atMs: number,
  more?: boolean | Pick<Observation, 'wasIn' | 'isRemoved' | 'byBotId'>,
];

const join = (atMs: number, byBotId: number | null = null): Join => ({ atMs, isAgain: false, byBotId });

contract('memberships', (stage) => {
  /** Returns what the last of them answers. What a request reads of the user is what is known then. */
  const observe = async (seen: readonly Seen[]): Promise<Observed | undefined> => {
    let observed: Observed[] = [];
    for (const [state, by, atMs, more = {}] of seen) {
      const details = typeof more === 'boolean' ? { wasIn: more } : more;
      const updateId = by === 'answer' ? null : by;
      const observation = { userId: 1, resourceId: '-1001', state, updateId, atMs, ...details };
      observed = await stage().store.memberships.observe([observation]);
    }
    const known = await stage().store.memberships.known(1, ['-1001']);
    const { memberships } = await stage().store.sponsors.requestContext(BOT, 1, 0, START_MS);
    expect(memberships).toEqual([...known.values()]);
    return observed[0];
  };

  // What `test/core/memberships.test.ts` holds core's function to, the store keeps.
  test.each(membershipCases)('$name', async ({ seen, then }) => {
    const { store } = stage();
    const observed = await observe(
      seen.map(({ state, updateId, atMs, ...more }) => [state, updateId ?? 'answer', atMs, more]),
    );
    const known = await store.memberships.known(1, ['-1001', '-1002']);
    expect(known.get('-1001')).toMatchObject({ resourceId: '-1001', ...then });
    expect(observed?.membership).toMatchObject(then);
    expect(known.size).toBe(1);
  });

  test('removed by somebody else, left, and gone for an answer are three things', async () => {
    const wasRemoved = async (...seen: Seen[]) => (await observe(seen))?.membership.wasRemoved;
    expect(await wasRemoved(['in', 1, 10], ['out', 2, 20, { isRemoved: true }])).toBe(true);
    expect(await wasRemoved(['out', 'answer', 25]), 'an answer says no more').toBe(true);
    expect(await wasRemoved(['in', 3, 30])).toBe(false);
    expect(await wasRemoved(['out', 4, 40])).toBe(false);
  });

  test('an update that a later one overtook says so; the same update reported twice does not', async () => {
    expect(await observe([['in', 5, 50]])).toMatchObject({ isOutdated: false });
    expect(await observe([['out', 4, 40, true]])).toMatchObject({
      isOutdated: true,
      membership: { state: 'in', join: join(50) },
    });
    // Its first telling may have been cut short before all of it was settled.
    expect(await observe([['in', 5, 50]])).toMatchObject({ isOutdated: false });
  });

  test('resources keep their names, whole numbers and others, apart', async () => {
    const { store } = stage();
    const names = [
      '-1001234567890',
      '6123456789',
      'order:7',
      '007',
      '7',
      '-0',
      '1e3',
      '99999999999999999999',
    ];
    const observations = names.map((resourceId, index) => ({
      userId: 1,
      resourceId,
      state: index % 2 === 0 ? ('in' as const) : ('out' as const),
      updateId: 1,
      atMs: START_MS,
    }));
    await store.memberships.observe(observations);
    const known = await store.memberships.known(1, names);
    expect([...known.keys()]).toEqual(names);
    expect([...known.values()].map(({ state }) => state)).toEqual(observations.map(({ state }) => state));
  });

  test('an answer that confirms what is known is not written, an update always is, durably', async () => {
    const { store, commits } = stage();
    const seen = { userId: 1, resourceId: '-1001', state: 'out', updateId: null } as const;
    await store.memberships.observe([{ ...seen, atMs: 10 }]);
    expect(commits).toEqual([{ names: ['memberships.observe'], isDurable: false }]);
    expect(await store.memberships.observe([{ ...seen, atMs: 30 }])).toMatchObject([
      { membership: { checkedAtMs: 30, sinceMs: 10 }, isOutdated: false },
    ]);
    expect(commits).toHaveLength(1);
    await store.memberships.observe([{ ...seen, updateId: 4, atMs: 40 }]);
    expect(commits).toHaveLength(2);
    expect(commits[1]).toEqual({ names: ['memberships.observe'], isDurable: true });
  });

  test('updates that come late, twice and at once from two processes end as the latest says', async () => {
    const { store, open } = stage();
    const other = await open();
    const either = (index: number) => (index % 2 === 0 ? store : other);
    const [first, ...others] = [
      { state: 'in', updateId: 1, atMs: 10, wasIn: false },
      { state: 'out', updateId: 2, atMs: 20, wasIn: true },
      { state: 'requested', updateId: 3, atMs: 30, wasIn: false },
      { state: 'in', updateId: 4, atMs: 40, wasIn: false },
      { state: 'out', updateId: 5, atMs: 50, wasIn: true },
    ] as const;
    for (let userId = 1; userId <= 10; userId++) {
      const seen = { userId, resourceId: '-1001' };
      await store.memberships.observe([{ ...seen, ...first }]);
      // Each order is another: turned by the user's number, the updates reported twice.
      const reported = [...others, ...others, ...others.toReversed()];
      const turned = reported.map((_, index) => reported[(index * 7 + userId) % reported.length] ?? first);
      await Promise.all(
        turned.map((update, index) => either(index).memberships.observe([{ ...seen, ...update }])),
      );
      expect((await store.memberships.known(userId, ['-1001'])).get('-1001')).toEqual({
        resourceId: '-1001',
        state: 'out',
        hadLeft: true,
        sinceMs: expect.any(Number) as number,
        checkedAtMs: 50,
        join: expect.any(Object) as object,
        wasRemoved: false,
        isBarred: false,
        isUnreported: false,
      });
      await Promise.all([store, other].map((each) => each.memberships.observe([{ ...seen, ...first }])));
      expect((await store.memberships.known(userId, ['-1001'])).get('-1001')?.state).toBe('out');
    }
  });

  test('of answers and an update at once about somebody unknown the update stands', async () => {
    const { store, open } = stage();
    const other = await open();
    const either = (index: number) => (index % 2 === 0 ? store : other);
    const seen = { userId: 1, resourceId: '-1001' };
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const isReported = index === 6;
        const observation = isReported
          ? { ...seen, state: 'in' as const, updateId: 9, atMs: 30, wasIn: false }
          : { ...seen, state: 'out' as const, updateId: null, atMs: 20 };
        return either(index).memberships.observe([observation]);
      }),
    );
    expect((await store.memberships.known(1, ['-1001'])).get('-1001')).toMatchObject({
      state: 'in',
      sinceMs: 30,
      checkedAtMs: 30,
    });
  });
});
