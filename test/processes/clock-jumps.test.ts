/** The machine's clock is set, forwards and back, under a bot process: its log tells it once, and what is due is done. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSteppedClock, type SteppedClock } from '../support/stepped-clock.js';
import { openWorld, type World } from './world.js';

const DAY_MS = 86_400_000;

let world: World;
let clock: SteppedClock;

beforeAll(async () => {
  world = await openWorld();
  clock = createSteppedClock(world.processes.folder);
  await world.processes.start('bot', { nodeOptions: clock.nodeOptions });
}, 60_000);
afterAll(() => world.close());

const lines = () =>
  world.processes
    .said()
    .split('\n')
    .filter((line) => line !== '');
const told = () => lines().filter((line) => line.includes('the clock of the machine was set')).length;

it('each jump is one line of JSON, and nothing else is said', async () => {
  for (const [jumps, offByMs] of [
    [1, 40 * DAY_MS],
    [2, -DAY_MS],
    [3, 0],
  ] as const) {
    clock.set(offByMs);
    await expect.poll(told, { timeout: 20_000 }).toBe(jumps);
  }
  for (const line of lines()) expect(() => JSON.parse(line) as unknown, line).not.toThrow();
  expect(told()).toBe(3);
  expect(lines().length, 'a line a jump, and few others').toBeLessThan(12);
}, 70_000);
