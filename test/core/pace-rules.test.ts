/** How the pace of calls is learnt and shared: pure rules. */
import { describe, expect, it } from 'vitest';
import { createPaceRules, usualBounds } from '../../core/adapters/platform/pace-rules.js';
import { growthOf } from '../../core/adapters/platform/pace.js';
import type { LearntPace, PaceReport } from '../../core/ports/pace-store.js';

const rules = createPaceRules(usualBounds);

const paceWith = (more: Partial<LearntPace> = {}): LearntPace => ({
  botId: 1,
  lane: 'membership',
  perSecond: 100,
  ceiling: null,
  limitedAtMs: 0,
  restUntilMs: 0,
  ...more,
});

const reportWith = (more: Partial<PaceReport> = {}): PaceReport => ({
  botId: 1,
  lane: 'membership',
  wanted: 10,
  grown: 1,
  limited: null,
  ...more,
});

const refusedAt = (atMs: number, perSecond = 100) => ({ atMs, untilMs: atMs + 3_000, perSecond });

describe('a pace', () => {
  it('begins where it always has, within its bounds', () => {
    expect(rules.learn(null, reportWith(), 0).perSecond).toBe(100);
    const narrow = createPaceRules({ ...usualBounds, membership: { min: 5, max: 40 } });
    expect(narrow.learn(null, reportWith(), 0).perSecond).toBe(40);
  });

  it('is halved by a refusal, and rests as long as the platform says', () => {
    const learnt = rules.learn(paceWith(), reportWith({ limited: refusedAt(1_000) }), 1_000);
    expect(learnt).toMatchObject({ perSecond: 50, ceiling: 85, limitedAtMs: 1_000, restUntilMs: 4_000 });
  });

  it('is halved once for all calls that were under way, and again by one that came after the rest', () => {
    const once = rules.learn(paceWith(), reportWith({ limited: refusedAt(1_000) }), 1_000);
    const same = rules.learn(once, reportWith({ limited: refusedAt(1_500) }), 1_500);
    expect(same).toMatchObject({ perSecond: 50, restUntilMs: 4_500 });
    const again = rules.learn(same, reportWith({ limited: refusedAt(4_600, 50) }), 4_600);
    expect(again).toMatchObject({ perSecond: 25, ceiling: 42.5 });
  });

  it('falls below what was called with, where that was less than half of what it may', () => {
    const learnt = rules.learn(paceWith(), reportWith({ limited: refusedAt(1_000, 40) }), 1_000);
    expect(learnt).toMatchObject({ perSecond: 28, ceiling: 34 });
  });

  it('does not take one refusal of a few calls for a limit', () => {
    const learnt = rules.learn(paceWith(), reportWith({ limited: refusedAt(1_000, 1) }), 1_000);
    expect(learnt).toMatchObject({ perSecond: 17.5, ceiling: 21.25 });
  });

  it('stays within its bounds', () => {
    expect(rules.learn(paceWith({ perSecond: 990 }), reportWith({ grown: 2 }), 0).perSecond).toBe(1_000);
    const slow = paceWith({ perSecond: 6 });
    expect(rules.learn(slow, reportWith({ limited: refusedAt(1) }), 1).perSecond).toBe(5);
  });

  it('grows back to a limit with some thousand calls, so that fewer than one in a thousand is refused', () => {
    let [perSecond, calls] = [50, 0];
    // Twice what is remembered as the ceiling was refused, at most, before the halving.
    for (; perSecond < 100; calls += 1) perSecond *= growthOf({ perSecond, ceiling: 85 });
    expect(calls).toBeGreaterThan(3_000);
  });

  it('forgets a ceiling that has moved', () => {
    const pace = paceWith({ perSecond: 104, ceiling: 85 });
    expect(rules.learn(pace, reportWith({ grown: 1.05 }), 0).ceiling).toBeNull();
    expect(rules.learn(pace, reportWith(), 0).ceiling).toBe(85);
  });
});

describe('processes that use one token', () => {
  const pace = paceWith({ perSecond: 100 });
  const parts = (...wants: number[]) =>
    wants.map((wanted, index) => rules.share(pace, wanted, wants.toSpliced(index, 1)) * 100);

  it('share it equally when each wants more than there is', () => {
    expect(parts(400, 400)).toEqual([50, 50]);
    expect(parts(400, 90, 120, 300)).toEqual([25, 25, 25, 25]);
  });

  it('get what they want where that is little, and the others the rest', () => {
    const [little = 0, much = 0] = parts(8, 500);
    expect(little).toBeCloseTo(10);
    expect(much).toBeCloseTo(90);
  });

  it('never have more than all of it together, and each has some', () => {
    for (const wants of [[0, 0, 0], [1, 2, 300], [50, 50, 1], [1000, 0], [7]]) {
      const all = parts(...wants);
      expect(all.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(100 + 10);
      expect(Math.min(...all)).toBeGreaterThanOrEqual(10 / wants.length);
    }
  });
});
