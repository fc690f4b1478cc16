/** The daily summary: at its hour, once a day, whatever the clock and the process do. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSummaries, type Summaries } from '../../core/accounts/index.js';
import { parseSettings } from '../../core/config.js';
import { formatDateTime } from '../../core/days.js';
import { openAccount } from '../contract/makers.js';
import { openStage, type Stage } from '../contract/run.js';

const HOUR_MS = 3_600_000;
const zone = 'Europe/Riga';

let stage: Stage;

beforeEach(async () => {
  stage = await openStage();
  await openAccount(stage.store, 1);
});

afterEach(async () => {
  await stage.close();
});

function summariesAt(hour: number): { summaries: Summaries; clock: { ms: number } } {
  const settings = parseSettings({
    BOT_TOKEN: '1:aaaaaaaaaaaa',
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
    SERVICE_TIMEZONE: zone,
    SUMMARY_HOUR: String(hour),
  });
  const clock = { ms: 0 };
  const ports = { store: stage.store, settings, clock: { now: () => clock.ms } };
  return { summaries: createSummaries(ports), clock };
}

/** What was queued since the last look: the day it is about, and the clock of the zone then. */
async function queued(atMs: number): Promise<string[]> {
  const notifications = await stage.store.notifications.claim('w', 100, HOUR_MS, atMs);
  for (const claimed of notifications) await stage.store.notifications.done(claimed);
  return notifications.map(
    ({ facts }) => `${String(facts['date'])} at ${formatDateTime(atMs, zone).slice(0, 16)}`,
  );
}

it.each([
  // Clocks jump from 3 to 4 on the 29th: that day has no 3 o'clock.
  [9, ['2026-03-27 at 2026-03-28 09:00', '2026-03-28 at 2026-03-29 09:00', '2026-03-29 at 2026-03-30 09:00']],
  [3, ['2026-03-27 at 2026-03-28 03:00', '2026-03-28 at 2026-03-29 04:00', '2026-03-29 at 2026-03-30 03:00']],
  [0, ['2026-03-27 at 2026-03-28 00:00', '2026-03-28 at 2026-03-29 00:00', '2026-03-29 at 2026-03-30 00:00']],
])('comes at %s o’clock, also when clocks change', async (hour, expected) => {
  const { summaries, clock } = summariesAt(hour);
  clock.ms = Date.UTC(2026, 2, 27, 10);
  await summaries.setWanted(1, true);
  const told: string[] = [];
  for (; clock.ms < Date.UTC(2026, 2, 30, 10); clock.ms += HOUR_MS / 4) {
    await summaries.queueDue();
    told.push(...(await queued(clock.ms)));
  }
  expect(told).toEqual(expected);
});

it('an hour that was slept through is made up for the same day, days are not', async () => {
  const { summaries, clock } = summariesAt(9);
  clock.ms = Date.UTC(2026, 0, 15, 6);
  await summaries.setWanted(1, true);
  clock.ms = Date.UTC(2026, 0, 18, 6);
  expect(await summaries.queueDue()).toBe(0);
  clock.ms = Date.UTC(2026, 0, 18, 15);
  expect([await summaries.queueDue(), await summaries.queueDue()]).toEqual([1, 0]);
  expect(await queued(clock.ms)).toEqual(['2026-01-17 at 2026-01-18 17:00']);
});

it('switching off and on again on the same day brings no second one', async () => {
  const { summaries, clock } = summariesAt(9);
  clock.ms = Date.UTC(2026, 0, 15, 6);
  await summaries.setWanted(1, true);
  clock.ms = Date.UTC(2026, 0, 15, 8);
  expect(await summaries.queueDue()).toBe(1);
  await summaries.setWanted(1, false);
  await summaries.setWanted(1, true);
  clock.ms += HOUR_MS;
  expect(await summaries.queueDue()).toBe(0);
  clock.ms -= 3 * HOUR_MS;
  expect(await summaries.queueDue()).toBe(0);
});

it('goes on by the clock that was set right after one that was days ahead', async () => {
  const { summaries, clock } = summariesAt(9);
  clock.ms = Date.UTC(2026, 2, 1, 12);
  await summaries.setWanted(1, true);
  clock.ms = Date.UTC(2026, 3, 10, 12);
  await summaries.queueDue();
  expect(await queued(clock.ms)).toEqual(['2026-04-09 at 2026-04-10 15:00']);
  clock.ms = Date.UTC(2026, 2, 2, 12);
  for (let times = 0; times < 3; times++) await summaries.queueDue();
  expect(await queued(clock.ms)).toEqual(['2026-03-01 at 2026-03-02 14:00']);
});
