/** The bot process takes out all that has had its day, however much that is and wherever in a table it stands. */
import { afterEach, expect, it } from 'vitest';
import { startMaintenance, type Timetable } from '../../bot/maintenance.js';
import { sqlOver } from '../support/database.js';
import { openServiceStage, type ServiceStage } from './service-stage.js';

/** More than fits one look, before the first that has ended. */
const LIVE = 2_500;
/** More than 200 steps of 500 rows. */
const ENDED = 105_000;
const HOUR_MS = 3_600_000;

let stage: ServiceStage;
afterEach(() => stage.close());

it('one run clears a table of 105,000 rows that ended behind 2,500 that live, and says since when it is clear', async () => {
  let aheadMs = 0;
  stage = await openServiceStage({}, { clock: { now: () => Date.now() + aheadMs } });
  const { service, settings, store, logged } = stage;
  const sql = (text: string) => sqlOver<{ count: number }>(settings.DATABASE_URL, text);
  await sql(`INSERT INTO pins (user_id, bot_id, slots, pinned_at_ms, life_seconds)
    WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${String(LIVE + ENDED)})
    SELECT i, 1, '1', CASE WHEN i > ${String(LIVE)} THEN 1 ELSE ${String(Date.now())} END, 10800 FROM numbers`);
  const note = (_: object, message: string) => logged.push(message);
  const jobs = new Map<string, () => Promise<unknown>>();
  const timetable: Timetable = {
    at: (_, name, work) => {
      jobs.set(name, work);
      return { stop: () => undefined };
    },
  };
  const maintenance = startMaintenance(service, { timetable, log: { info: note, warn: note, error: note } });
  const names = [...jobs.keys()].filter((name) => name.startsWith('purge'));
  await Promise.all(names.map(async (name) => jobs.get(name)?.()));
  await maintenance.stop();
  expect(logged).toEqual([]);
  const [left] = await sql('SELECT count(*) AS count FROM pins');
  expect(Number(left?.count)).toBe(LIVE);

  aheadMs = HOUR_MS;
  const { purgeAgesMs } = await service.health.figures();
  expect([...purgeAgesMs.keys()]).toEqual([...store.sponsors.purgedTables]);
  expect(Math.min(...purgeAgesMs.values())).toBeGreaterThanOrEqual(HOUR_MS);
  expect(Math.max(...purgeAgesMs.values())).toBeLessThan(2 * HOUR_MS);
});
