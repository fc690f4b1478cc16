/** What impressions and subscribers brought on average (`core/statistics/figures.ts`). */
import { expect, it } from 'vitest';
import { pricesOf } from '../../core/statistics/index.js';

it('are earnings by impression and by subscriber, and the lists with a sponsor', () => {
  const total = { subscribers: 3, valueMicros: 4_200_001n };
  expect(pricesOf(total, 40, { sponsors: 30, noSponsors: 10 })).toEqual({
    // 105,000.025 and 1,400,000.33
    perImpressionMicros: 105_000n,
    perSubscriberMicros: 1_400_000n,
    filled: 0.75,
  });
});

it('are unknown where nothing was shown, nobody came, and nothing was asked for', () => {
  const nothing = { subscribers: 0, valueMicros: 0n };
  expect(pricesOf(nothing, 0, { sponsors: 0, noSponsors: 0 })).toEqual({
    perImpressionMicros: null,
    perSubscriberMicros: null,
    filled: null,
  });
  expect(pricesOf(nothing, 5, { sponsors: 0, noSponsors: 2 })).toEqual({
    perImpressionMicros: 0n,
    perSubscriberMicros: null,
    filled: 0,
  });
});
