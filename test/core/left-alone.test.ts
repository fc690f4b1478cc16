/** What a user left alone, over a real store (`core/sponsors/request-contexts.ts`). */
import { expect, it } from 'vitest';
import { leftAlone } from '../../core/sponsors/request-contexts.js';

const at = (orderId: number, firstShownAtMs: number, shownAtMs = firstShownAtMs) => ({
  orderId,
  firstShownAtMs,
  shownAtMs,
});

it('counts an order once for each bot, and twice where a bot listed it again', () => {
  const times = leftAlone([at(1, 5), at(1, 9), at(2, 5, 20), at(3, 5)], new Set([3]));
  expect([...times]).toEqual([
    [1, 2],
    [2, 2],
  ]);
});
