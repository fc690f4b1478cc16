/** What is read once and kept for a while (`core/remembered.ts`). */
import { expect, it } from 'vitest';
import { readOnceIn } from '../../core/remembered.js';

const AGE_MS = 60_000;

/** A reading that returns how many times it was made. */
function readings() {
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  let times = 0;
  return { clock, read: readOnceIn(clock, AGE_MS, () => Promise.resolve((times += 1))) };
}

it('a reading is made again once it is old', async () => {
  const { clock, read } = readings();
  expect([await read(), await read()]).toEqual([1, 1]);
  clock.nowMs += AGE_MS - 1;
  expect(await read()).toBe(1);
  clock.nowMs += 1;
  expect(await read()).toBe(2);
});

it('a reading of a time to come, before the clock was set back, is not kept until then', async () => {
  const { clock, read } = readings();
  await read();
  clock.nowMs -= 1_000;
  expect([await read(), await read()]).toEqual([2, 2]);
});

it('a reading that failed is not kept', async () => {
  let times = 0;
  const read = readOnceIn({ now: () => 0 }, AGE_MS, () =>
    (times += 1) === 1 ? Promise.reject(new Error('away')) : Promise.resolve(times),
  );
  await expect(read()).rejects.toThrow('away');
  expect(await read()).toBe(2);
});
