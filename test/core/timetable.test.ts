/** What is done at times of the day, on days on which a clock is put forward or back. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTimetable } from '../../core/adapters/timetable.js';

const HOUR_MS = 3_600_000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let machineZone: string | undefined;
beforeEach(() => {
  machineZone = process.env['TZ'];
});
afterEach(() => {
  vi.useRealTimers();
  if (machineZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = machineZone;
});

/** When a job runs in the hours after a moment. */
async function runsOf(expression: string, from: string, hours: number): Promise<string[]> {
  vi.useFakeTimers({ now: new Date(from) });
  const runs: string[] = [];
  const note = () => Promise.resolve(runs.push(new Date().toISOString().slice(0, 16)));
  const job = createTimetable(silent).at(expression, 'job', note);
  await vi.advanceTimersByTimeAsync(hours * HOUR_MS);
  job.stop();
  return runs;
}

it('goes on through the hour that comes twice on the clock of the machine', async () => {
  process.env['TZ'] = 'Europe/Kyiv';
  const runs = await runsOf('*/30 * * * *', '2026-10-24T23:59Z', 2);
  expect(runs).toEqual(['2026-10-25T00:00', '2026-10-25T00:30', '2026-10-25T01:00', '2026-10-25T01:30']);
});
