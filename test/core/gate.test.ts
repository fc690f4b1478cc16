/** What holds back the calls of one token (`core/adapters/platform/gate.ts`), by a clock of the test's own. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Gate } from '../../core/adapters/platform/gate.js';
import { createPaceRules, usualBounds } from '../../core/adapters/platform/pace-rules.js';
import { steadyMs } from '../../core/adapters/platform/steady.js';

const PAUSE_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A gate that the platform asked for a pause, and calls that wait for its end; from then on its pace is 50 a second. */
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
  expect(passed).toHaveLength(25);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(passed.length).toBeGreaterThanOrEqual(70);
  expect(passed.length).toBeLessThanOrEqual(76);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(passed).toHaveLength(200);
});

it('lets what waited through a second pause go by its pace, too', async () => {
  const { passed, pause } = pausedGate(300);
  await vi.advanceTimersByTimeAsync(PAUSE_MS + 100);
  const before = passed.length;
  pause();
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  expect(passed).toHaveLength(before);
  // A quarter of the rate that it began with: half a second's calls at once.
  await vi.advanceTimersByTimeAsync(1);
  expect(passed.length - before).toBeLessThanOrEqual(13);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(passed).toHaveLength(300);
});
