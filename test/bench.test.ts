/** The bench still runs: it comes in through the same doors as everybody, and those get new locks. */
import { expect, it } from 'vitest';
import { benchStatistic } from '../tools/bench/statistic.js';

it('times every action of the statistics', async () => {
  const figures = await benchStatistic(2_000);
  expect(figures).toHaveLength(7);
  for (const { bytes, p50Ms } of figures) {
    expect(bytes).toBeGreaterThan(1_000);
    expect(p50Ms).toBeGreaterThan(0);
  }
});
