/** The chance that a user is in a chat already, by its size and by what answers said. */
import { describe, expect, it } from 'vitest';
import type { Ports } from '../../core/ports.js';
import type { ChatOdds } from '../../core/ports/odds-store.js';
import { chanceOf, createOdds } from '../../core/subscriptions/odds.js';
import { orderWith, settingsWith } from './choosing-world.js';

const odds = (more: Partial<ChatOdds> = {}): ChatOdds => ({
  resourceId: '-1001',
  members: 50,
  countedAtMs: 1,
  asked: 0,
  found: 0,
  ...more,
});

/** From here on the platform is asked before a sponsor is shown, by default. */
const ASKED_FROM = 0.01;

describe('the chance that a user is in a chat already', () => {
  it('is its members beside the users whom the service knows, a half at most', () => {
    expect(chanceOf(odds({ members: 50 }), 10_000)).toBeCloseTo(0.005);
    expect(chanceOf(odds({ members: 400 }), 10_000)).toBeCloseTo(0.04);
    expect(chanceOf(odds({ members: 1_000_000 }), 10_000)).toBe(0.5);
    expect(chanceOf(odds({ members: 3 }), 0), 'nobody is known yet').toBe(0.5);
  });

  it('is high while the size is not known', () => {
    expect(chanceOf(null, 1_000_000)).toBe(0.5);
    expect(chanceOf(odds({ members: null }), 1_000_000)).toBe(0.5);
  });

  it('falls with answers: a large chat of other people is asked about a few dozen times', () => {
    const large = { members: 1_000_000 };
    expect(chanceOf(odds({ ...large, asked: 20 }), 10_000)).toBeGreaterThan(ASKED_FROM);
    expect(chanceOf(odds({ ...large, asked: 60 }), 10_000)).toBeLessThan(ASKED_FROM);
  });

  it('rises with answers: a small chat of these very people is found out by the first members', () => {
    const small = { members: 50 };
    expect(chanceOf(odds({ ...small, asked: 100 }), 100_000)).toBeLessThan(ASKED_FROM);
    expect(chanceOf(odds({ ...small, asked: 10, found: 2 }), 100_000)).toBeGreaterThan(ASKED_FROM);
  });

  it('is about what was measured, where much was', () => {
    expect(chanceOf(odds({ members: 1_000, asked: 400, found: 100 }), 100_000)).toBeCloseTo(0.24, 1);
  });
});

it('users that cannot be counted fail no question: they are counted again a minute later', async () => {
  let nowMs = 0;
  let counts = 0;
  const warnings: unknown[] = [];
  const audience = () => {
    counts += 1;
    return counts === 2 ? Promise.reject(new Error('away')) : Promise.resolve(10_000);
  };
  // Of a chat that is small, and whose size was asked a moment ago.
  const read = () => Promise.resolve(new Map([['-1001', odds({ countedAtMs: nowMs })]]));
  const { worthAsking } = createOdds({
    store: { odds: { audience, read } },
    clock: { now: () => nowMs },
    random: { next: () => 0.5 },
    log: { warn: (facts: unknown) => warnings.push(facts) },
    settings: settingsWith(),
  } as unknown as Ports);
  const worthAt = async (atMs: number) => {
    nowMs = atMs;
    return [...(await worthAsking([orderWith(1)])).values()];
  };
  expect(await worthAt(0)).toEqual(['skip']);
  // After an hour they are counted again, which fails: what was counted before stands.
  for (const atMs of [3_600_000, 3_659_000]) expect(await worthAt(atMs)).toEqual(['skip']);
  expect([counts, warnings]).toEqual([2, [{ error: 'Error: away' }]]);
  expect(await worthAt(3_720_000)).toEqual(['skip']);
  expect(counts).toBe(3);
});
