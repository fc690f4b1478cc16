/** What holds back the calls of one token (`core/adapters/platform/gate.ts`), by a clock of the test's own. */
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { perform } from '../../core/adapters/platform/calls.js';
import { Gate } from '../../core/adapters/platform/gate.js';
import { createPaceRules, usualBounds } from '../../core/adapters/platform/pace-rules.js';
import { steadyMs } from '../../core/adapters/platform/pace.js';
import type { PaceShare } from '../../core/ports/pace-store.js';

const PAUSE_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A gate that the platform asked for a pause, and calls that wait for its end; from then on its pace is 17.5 a second. */
function pausedGate(calls: number) {
  const gate = new Gate({ botId: 1, rules: createPaceRules(usualBounds) });
  const nowMs = steadyMs();
  gate.limited('membership', nowMs, nowMs + PAUSE_MS);
  const passed: number[] = [];
  for (let call = 0; call < calls; call += 1)
    void gate.enter('membership', null, 60_000).then(({ kind }) => {
      if (kind === 'go') passed.push(steadyMs() - nowMs);
    });
  return {
    passed,
    pause: () => {
      gate.limited('membership', steadyMs(), steadyMs() + PAUSE_MS);
    },
  };
}

it('lets what waited for the end of a pause go by its pace, not all at once', async () => {
  const { passed } = pausedGate(200);
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  expect(passed).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  // Half a second's calls.
  expect(passed).toHaveLength(8);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(passed.length).toBeGreaterThanOrEqual(76);
  expect(passed.length).toBeLessThanOrEqual(80);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(passed).toHaveLength(200);
});

it('lets what waited through a second pause go by its pace, too', async () => {
  const { passed, pause } = pausedGate(300);
  await vi.advanceTimersByTimeAsync(PAUSE_MS + 100);
  const before = passed.length;
  pause();
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  expect(passed).toHaveLength(before);
  // The eight that had gone were too much: some three at once, at 5.6 a second.
  await vi.advanceTimersByTimeAsync(1);
  expect(passed.length - before).toBeLessThanOrEqual(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(passed).toHaveLength(300);
});

it('falls below what was called with lately, however much more it might have', async () => {
  const gate = new Gate({ botId: 1, rules: createPaceRules(usualBounds) });
  const paceOf = () => gate.figures().find(({ lane }) => lane === 'membership');
  for (let call = 0; call < 400; call += 1) {
    await gate.enter('membership', null, 0);
    await vi.advanceTimersByTimeAsync(25);
  }
  gate.limited('membership', steadyMs(), steadyMs() + PAUSE_MS);
  expect(paceOf()?.perSecond).toBeCloseTo(0.7 * 40, 0);
  expect(paceOf()?.ceiling).toBeCloseTo(0.85 * 40, 0);
});

it('counts what other processes want of the same token as called with, too', async () => {
  const gate = new Gate({ botId: 1, rules: createPaceRules(usualBounds) });
  const learnt = {
    botId: 1,
    lane: 'membership',
    perSecond: 100,
    ceiling: null,
    limitedAtMs: 0,
    restUntilMs: 0,
  };
  const shared: PaceShare = { ...learnt, share: 0.5, wantedElsewhere: 30 };
  gate.adopt([shared]);
  for (let call = 0; call < 10; call += 1) {
    await gate.enter('membership', null, 0);
    await vi.advanceTimersByTimeAsync(100);
  }
  gate.limited('membership', steadyMs(), steadyMs() + PAUSE_MS);
  expect(gate.figures()[1]?.perSecond).toBeCloseTo(0.7 * 40, 0);
});

it('takes calls that were under way at a refusal for no further one', async () => {
  const gate = new Gate({ botId: 1, rules: createPaceRules(usualBounds) });
  for (let call = 0; call < 40; call += 1) await gate.enter('membership', null, 0);
  await vi.advanceTimersByTimeAsync(1_000);
  const begunMs = steadyMs();
  for (const afterMs of [20, 40, 60]) gate.limited('membership', begunMs, begunMs + afterMs + PAUSE_MS);
  expect(gate.figures()[1]?.perSecond).toBeCloseTo(0.7 * 40, 0);
  const [report] = gate.reports();
  expect(report?.limited?.perSecond).toBeCloseTo(40, 0);
});

it('does not take the time of a rest for one of few calls', async () => {
  const gate = new Gate({ botId: 1, rules: createPaceRules(usualBounds) });
  for (let call = 0; call < 40; call += 1) await gate.enter('membership', null, 0);
  gate.limited('membership', steadyMs(), steadyMs() + 4 * PAUSE_MS);
  await vi.advanceTimersByTimeAsync(4 * PAUSE_MS);
  // 14 at once, and the others in the second after them.
  for (let call = 0; call < 40; call += 1) void gate.enter('membership', null, 10_000);
  await vi.advanceTimersByTimeAsync(1_000);
  gate.limited('membership', steadyMs(), steadyMs() + PAUSE_MS);
  expect(gate.figures()[1]?.perSecond).toBe(14);
});

it('lets calls that no answer waits for have a fifth of the pace, and the others the rest at once', async () => {
  const gate = new Gate({ botId: 1, rules: createPaceRules(usualBounds) });
  const passed = { background: 0, awaited: 0 };
  const call = (kind: keyof typeof passed, patienceMs: number) =>
    void gate.enter('other', null, patienceMs, kind === 'background').then((admission) => {
      if (admission.kind === 'go') passed[kind] += 1;
    });
  for (let made = 0; made < 500; made += 1) call('background', 60_000);
  await vi.advanceTimersByTimeAsync(10_000);
  // Six a second of thirty.
  expect(passed.background).toBeGreaterThanOrEqual(58);
  expect(passed.background).toBeLessThanOrEqual(62);
  for (let made = 0; made < 25; made += 1) call('awaited', 0);
  await vi.advanceTimersByTimeAsync(0);
  expect(passed.awaited).toBe(25);
});

it('takes a caller’s hurry for no answer: a platform that is silent to the others stays left alone', async () => {
  vi.useRealTimers();
  const gate = new Gate({ botId: 1, rules: createPaceRules(usualBounds) });
  const silence = async () => {
    expect(await gate.enter('other', null, 0)).toMatchObject({ kind: 'go' });
    gate.ended('silent', steadyMs());
  };
  for (let call = 0; call < 4; call += 1) await silence();
  const hurried = await perform(gate, {
    method: 'getMe',
    payload: null,
    isOnce: true,
    deadlineMs: Date.now() + 100,
    attempt: async (signal) => {
      if (!signal.aborted) await once(signal, 'abort');
      return { kind: 'silent', error: signal.reason as unknown };
    },
  });
  expect(hurried).toMatchObject({ kind: 'failed', failure: { kind: 'uncertain' } });
  await silence();
  expect(await gate.enter('other', null, 0)).toMatchObject({ kind: 'broken' });
});
