/** What updates and answers make of a membership, as a table anybody can check, and what holds of all of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyObservation, type KnownMembership } from '../../core/subscriptions/index.js';
import type { Observation } from '../../core/ports/subscription-store.js';
import { updateOrder } from '../../core/subscriptions/update-order.js';
import { type MembershipCase, membershipCases } from '../cases/memberships.js';
import { afterSeeing, type Member } from '../../tools/simulation/members.js';

type Seen = MembershipCase['seen'][number];

const START_MS = Date.UTC(2026, 0, 1);

const whose = { userId: 1, resourceId: '-1001' };
const apply = (known: KnownMembership | null, seen: Seen) => applyObservation({ ...whose, ...seen }, known);
/** What the last of them tells, and what is kept after it: a change alone is. */
function follow(seen: readonly Seen[]) {
  let kept: KnownMembership | null = null;
  let observed = null;
  for (const each of seen) {
    observed = apply(kept, each);
    if (observed.isChanged) kept = observed;
  }
  return { observed, kept };
}

describe('what is known of a membership', () => {
  it.each(membershipCases)('$name', ({ seen, then }) => {
    expect(follow(seen).observed?.membership).toMatchObject(then);
  });

  /** Half seconds: what lies within the margin of the clocks, and what does not. */
  const seen: fc.Arbitrary<Seen> = fc
    .record(
      {
        state: fc.constantFrom<Observation['state'][]>('in', 'out', 'requested'),
        updateId: fc.option(fc.integer({ min: 1, max: 9 })),
        atMs: fc.integer({ min: 1, max: 240 }).map((halves) => START_MS + halves * 500),
        wasIn: fc.boolean(),
        isRemoved: fc.boolean(),
        isBarred: fc.boolean(),
      },
      { requiredKeys: ['state', 'updateId', 'atMs'] },
    )
    // A request is reported by an update alone: no question is answered so.
    .filter(({ state, updateId }) => state !== 'requested' || updateId !== null)
    .map((each) =>
      each.updateId === null ? each : { ...each, updateId: updateOrder(each.atMs, each.updateId, 0) },
    );

  it('is what the slow model of the simulation makes of it', () => {
    fc.assert(
      fc.property(fc.array(seen, { minLength: 1, maxLength: 8 }), (all) => {
        const { kept: found } = follow(all);
        const slow = all.reduce<Member | null>(
          (known, { wasIn, isRemoved = false, isBarred = false, ...each }) =>
            afterSeeing(known, { ...each, wasIn, isRemoved, isBarred }),
          null,
        );
        const { state, hadLeft, sinceMs, join, wasRemoved, isBarred } = found?.membership ?? {};
        const kept = join === null || join === undefined ? null : { atMs: join.atMs, isAgain: join.isAgain };
        const fast = { state, hadLeft, sinceMs, join: kept, wasRemoved, isBarred };
        expect({ ...fast, updateId: found?.lastUpdateId }).toEqual({
          state: slow?.state,
          hadLeft: slow?.hadLeft,
          sinceMs: slow?.sinceMs,
          join: slow?.join ?? null,
          wasRemoved: slow?.wasRemoved,
          isBarred: slow?.isBarred,
          updateId: slow?.updateId,
        });
      }),
    );
  });

  it('stays when the same is reported again, but for when it was checked', () => {
    fc.assert(
      fc.property(fc.array(seen, { minLength: 1, maxLength: 8 }), (all) => {
        const { kept: known } = follow(all);
        const [last] = all.slice(-1);
        if (known === null || last === undefined) throw new TypeError('there is one at least');
        const again = apply(known, last);
        expect(again.isChanged).toBe(false);
        expect({ ...again.membership, checkedAtMs: 0 }).toEqual({ ...known.membership, checkedAtMs: 0 });
      }),
    );
  });

  it('tells that an answer which confirms was checked then, without a change', () => {
    const joined: Seen = { state: 'in', updateId: 1, atMs: 20 };
    const checked = (atMs: number) => follow([joined, { state: 'in', updateId: null, atMs }]).observed;
    expect(checked(30)).toMatchObject({ isChanged: false, membership: { checkedAtMs: 30 } });
    expect(checked(10)).toMatchObject({ isChanged: false, membership: { checkedAtMs: 20 } });
  });

  it('follows two of our bots that hear of one second, in either order', () => {
    const atMs = Date.UTC(2026, 0, 1);
    const [one, other] = [updateOrder(atMs, 7, 0), updateOrder(atMs, 3, 1)];
    const joined: Seen = { state: 'in', updateId: one, atMs, wasIn: false };
    const left: Seen = { state: 'out', updateId: other, atMs, wasIn: true };
    expect(follow([joined, left]).observed).toMatchObject({
      isOutdated: false,
      membership: { state: 'out' },
    });
    const later: Seen = { ...left, updateId: updateOrder(atMs + 1_000, 3, 1), atMs: atMs + 1_000 };
    expect(follow([later, joined]).observed).toMatchObject({
      isOutdated: true,
      isChanged: false,
      membership: { state: 'out' },
    });
  });
});
