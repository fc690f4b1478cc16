/** What maps are kept short by. */
import { expect, test } from 'vitest';
import { dropOldest } from '../../core/collections.js';

const mapOf = (...keys: number[]) => new Map(keys.map((key) => [key, true]));

test.each([
  ['none', 0, [3, 1, 2]],
  ['what was put in first', 2, [2]],
  ['all, and no more', 9, []],
])('of the oldest, %s goes', (_, count, left) => {
  const map = mapOf(3, 1, 2);
  dropOldest(map, count);
  expect([...map.keys()]).toEqual(left);
});
