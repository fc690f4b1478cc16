/** The open formula of `docs/quality.md`, What it does to the hold. */
import { expect, it } from 'vitest';
import { holdByQuality } from '../../core/quality/index.js';

const HOUR_MS = 3_600_000;

it.each([
  { hours: 24, factor: 0.5, lasts: 72 },
  { hours: 24, factor: 0.8, lasts: 43 },
  { hours: 24, factor: 0.9, lasts: 34 },
  { hours: 24, factor: 0.999, lasts: 24 },
  { hours: 24, factor: 1, lasts: 24 },
  { hours: 24, factor: 1.2, lasts: 24 },
  // In whole hours, the half upwards.
  { hours: 1, factor: 0.876, lasts: 1 },
  { hours: 1, factor: 0.875, lasts: 2 },
  // At most 30 days, unless everybody's is longer.
  { hours: 240, factor: 0.5, lasts: 720 },
  { hours: 360, factor: 0.5, lasts: 720 },
  { hours: 720, factor: 0.5, lasts: 720 },
  { hours: 1_000, factor: 0.5, lasts: 1_000 },
  { hours: 0, factor: 0.5, lasts: 0 },
])('a hold of $hours h at $factor lasts $lasts h', ({ hours, factor, lasts }) => {
  expect(holdByQuality(hours * HOUR_MS, factor) / HOUR_MS).toBe(lasts);
});

it('is never shorter for a worse bot, nor than everybody’s', () => {
  for (let hours = 1; hours <= 8_760; hours += 73) {
    let last = Infinity;
    for (let thousandths = 500; thousandths <= 1_200; thousandths += 1) {
      const holdMs = holdByQuality(hours * HOUR_MS, thousandths / 1_000);
      expect(holdMs).toBeLessThanOrEqual(last);
      expect(holdMs).toBeGreaterThanOrEqual(hours * HOUR_MS);
      last = holdMs;
    }
    expect(last).toBe(hours * HOUR_MS);
  }
});
