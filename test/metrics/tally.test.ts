/** Counts and histograms are told as prom-client's own would tell them. */
import fc from 'fast-check';
import { Counter, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { bucketFamily, countFamily } from '../../core/adapters/metrics/tally.js';

const BOUNDS = [0.001, 0.5, 2, 10];
const about = { name: 'x_seconds', help: 'Words of "help".' };

it('a histogram is told as the package tells its own, whatever is observed', async () => {
  const observation = fc.tuple(
    fc.constantFrom('a', 'b "quoted"'),
    fc.oneof(fc.constantFrom(...BOUNDS, 0), fc.double({ min: 0, max: 100, noNaN: true })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(observation, { minLength: 1, maxLength: 40 }), async (observations) => {
      const [ours, theirs] = [new Registry(), new Registry()];
      const family = bucketFamily(ours, BOUNDS, { ...about, labels: ['path'] });
      const histogram = new Histogram({
        ...about,
        labelNames: ['path'],
        buckets: BOUNDS,
        registers: [theirs],
      });
      for (const [path, value] of observations) {
        family.of(path).observe(value);
        histogram.observe({ path }, value);
      }
      const sorted = (text: string) => text.split('\n').map(unordered).sort();
      expect(sorted(await ours.metrics())).toEqual(sorted(await theirs.metrics()));
    }),
    { numRuns: 50 },
  );
});

/** Labels may stand in any order. */
function unordered(line: string): string {
  return line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').sort().join(',')}}`);
}

it('a count is told as the package tells its own', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const about = { name: 'x_total', help: 'Help.' };
  const family = countFamily(ours, { ...about, labels: ['kind', 'outcome'] });
  const counter = new Counter({ ...about, labelNames: ['kind', 'outcome'], registers: [theirs] });
  const child = family.of('one', 'ok');
  child.add();
  child.add(4);
  family.of('one', 'ok').add();
  family.of('two', 'ok').add(2);
  counter.inc({ kind: 'one', outcome: 'ok' }, 6);
  counter.inc({ kind: 'two', outcome: 'ok' }, 2);
  expect(await ours.metrics()).toBe(await theirs.metrics());
  expect(() => family.of('one')).toThrow(/other labels/);
});

it('a child that nothing was counted into is told as zero', async () => {
  const registry = new Registry();
  countFamily(registry, { name: 'x_total', help: 'Help.' }).of();
  expect(await registry.metrics()).toContain('x_total 0');
});
