/** How many of something are allowed in a window, and how long others wait. */
import { expect, it } from 'vitest';
import { decideTake } from '../../core/rate-limit.js';

const NOW_MS = 1_000_000;
const WINDOW_MS = 60_000;

it.each([
  { name: 'nothing was taken', count: 0, max: 1, oldestMs: null, waitMs: null },
  { name: 'one less than may be', count: 1, max: 2, oldestMs: NOW_MS - 5, waitMs: null },
  { name: 'as many as may be', count: 2, max: 2, oldestMs: NOW_MS - 20_000, waitMs: 40_000 },
  {
    name: 'more than may be, since the limit was lowered',
    count: 5,
    max: 2,
    oldestMs: NOW_MS,
    waitMs: 60_000,
  },
  { name: 'the oldest just counts', count: 2, max: 2, oldestMs: NOW_MS - 59_999, waitMs: 1 },
  { name: 'a clock was set back', count: 1, max: 1, oldestMs: NOW_MS + 9_000_000, waitMs: WINDOW_MS },
  { name: 'nothing is allowed at all', count: 0, max: 0, oldestMs: null, waitMs: WINDOW_MS },
  { name: 'what was taken counts no more', count: 2, max: 2, oldestMs: NOW_MS - 70_000, waitMs: 1 },
])('$name: $count of $max wait $waitMs', ({ count, max, oldestMs, waitMs }) => {
  const expected =
    waitMs === null ? { allowed: true, retryAfterMs: 0 } : { allowed: false, retryAfterMs: waitMs };
  expect(decideTake({ count, oldestMs }, max, WINDOW_MS, NOW_MS)).toEqual(expected);
});
