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
async function runsOf(expression: string, from: string, hours: number, zone?: string): Promise<string[]> {
  vi.useFakeTimers({ now: new Date(from) });
  const runs: string[] = [];
  const note = () => Promise.resolve(runs.push(new Date().toISOString().slice(0, 16)));
  const job = createTimetable(silent).at(expression, 'job', note, zone);
  await vi.advanceTimersByTimeAsync(hours * HOUR_MS);
  job.stop();
  return runs;
}

it.each([
  ['America/Havana', '0 0 * * *', '2026-03-07T12:00Z', ['2026-03-08T05:00', '2026-03-09T04:00']],
  ['Europe/Kyiv', '20 3 * * *', '2026-03-28T12:00Z', ['2026-03-29T01:00', '2026-03-30T00:20']],
  ['Australia/Lord_Howe', '15 2 * * *', '2026-10-03T00:00Z', ['2026-10-03T15:30', '2026-10-04T15:15']],
  ['Europe/Kyiv', '20 4 * * *', '2026-03-28T12:00Z', ['2026-03-29T01:20', '2026-03-30T01:20']],
  ['Europe/Kyiv', '0 */4 * * *', '2026-03-28T23:00Z', ['2026-03-29T01:00', '2026-03-29T05:00']],
])('in %s, %s is due once where the clock jumps', async (zone, expression, from, [first, second]) => {
  const hours = (Date.parse(`${String(second)}Z`) - Date.parse(from)) / HOUR_MS;
  expect(await runsOf(expression, from, hours, zone)).toEqual([first, second]);
});

it('goes on through the hour that comes twice on the clock of the machine', async () => {
  process.env['TZ'] = 'Europe/Kyiv';
  const runs = await runsOf('*/30 * * * *', '2026-10-24T23:59Z', 2);
  expect(runs).toEqual(['2026-10-25T00:00', '2026-10-25T00:30', '2026-10-25T01:00', '2026-10-25T01:30']);
});

it.each([
  ['passed while no process ran', '20 3 * * *', '2026-01-15T01:20Z', 1],
  ['had its run', '20 3 * * *', '2026-01-15T03:20Z', 0],
  ['has not come since', '20 3 * * *', '2026-01-15T05:00Z', 0],
  ['passed many times', '20 * * * *', '2026-01-14T03:20Z', 1],
  ['passed on another day of the week', '20 3 * * 1', '2026-01-11T03:20Z', 1],
  ['passed a week ago', '20 3 7 * *', '2026-01-01T03:20Z', 0],
])('is due at the start for a time that %s: %s, last %s', async (_, expression, last, runs) => {
  vi.useFakeTimers({ now: new Date('2026-01-15T08:30Z') });
  const work = vi.fn(() => Promise.resolve());
  const job = createTimetable(silent).at(expression, 'job', work, 'Europe/London', Date.parse(last));
  await vi.advanceTimersByTimeAsync(600_000);
  job.stop();
  expect(work).toHaveBeenCalledTimes(runs);
});
