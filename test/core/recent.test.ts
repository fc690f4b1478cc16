/** What was set last is kept, and no more than the limit. */
import { expect, test } from 'vitest';
import { createRecent } from '../../core/recent.js';

const LIMIT = 10;

test('at least half of the limit is kept, of what was set last, and never more than it', () => {
  const recent = createRecent<number, string>(LIMIT);
  for (let last = 0; last < 5 * LIMIT; last++) {
    recent.set(last, `value ${String(last)}`);
    const kept = Array.from({ length: last + 1 }, (_, key) => key).filter(
      (key) => recent.get(key) !== undefined,
    );
    expect(kept).toEqual(kept.map((_, index) => last + 1 - kept.length + index));
    expect(kept.length).toBeLessThanOrEqual(LIMIT);
    expect(kept.length).toBeGreaterThanOrEqual(Math.min(last + 1, LIMIT / 2));
  }
});

test('the last value of a key counts, wherever an earlier one is kept', () => {
  const recent = createRecent<number, string>(LIMIT);
  recent.set(0, 'early');
  for (let key = 1; key <= LIMIT / 2; key++) recent.set(key, 'other');
  recent.set(0, 'late');
  expect(recent.get(0)).toBe('late');
  for (let key = 1; key < LIMIT / 2; key++) recent.set(key, 'other');
  expect(recent.get(0)).toBe('late');
});
