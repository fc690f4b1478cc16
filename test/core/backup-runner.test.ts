/** Since when the schedule of backups has had none. */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { workers } from '../../bot/workers/index.js';
import { startBackups } from '../../core/adapters/backup-runner.js';
import type { Timetable } from '../../core/adapters/timetable.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sponsorgate-backups-'));
  writeFileSync(path.join(folder, 'service.db'), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What the timetable is given for the moment of the last run. */
async function lastRunMs(): Promise<number | undefined> {
  const given: Parameters<Timetable['at']>[] = [];
  const timetable: Timetable = {
    at: (...terms) => {
      given.push(terms);
      return { stop: () => undefined };
    },
  };
  const runner = startBackups({
    settings: {
      DATABASE_URL: `file:${path.join(folder, 'service.db')}`,
      BACKUP_SCHEDULE: '20 3 * * *',
      BACKUP_KEEP: 2,
      SERVICE_TIMEZONE: 'UTC',
      OFFSITE_KEEP: 0,
      SECRETS_KEY: [],
    },
    clock: Date,
    timetable,
    workers,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    observe: () => undefined,
  });
  await runner.stop();
  return given[0]?.[4];
}

it('counts from the latest backup of this database', async () => {
  const backups = path.join(folder, 'backups');
  mkdirSync(backups);
  for (const name of [
    'service-20260115T032000Z.db',
    'service-20260114T032000Z.db',
    'other-20260116T032000Z.db',
  ])
    writeFileSync(path.join(backups, name), '');
  expect(await lastRunMs()).toBe(Date.UTC(2026, 0, 15, 3, 20));
});

it('counts from the making of the database while there is none, also where its folder cannot be read', async () => {
  const madeMs = statSync(path.join(folder, 'service.db')).birthtimeMs;
  expect(await lastRunMs()).toBe(madeMs);
  writeFileSync(path.join(folder, 'backups'), 'a file');
  expect(await lastRunMs()).toBe(madeMs);
});
