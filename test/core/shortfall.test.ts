/** Which orders ask nothing of their owner's wallet. */
import { expect, it } from 'vitest';
import { costsNothing } from '../../core/orders/index.js';

it('an order costs nothing where it is free and in own bots alone', () => {
  const places = [0, 1, 2] as const;
  expect(places.map((place) => costsNothing({ isFree: true, places: place }))).toEqual([true, false, false]);
  expect(places.map((place) => costsNothing({ isFree: false, places: place }))).toEqual([
    false,
    false,
    false,
  ]);
});
