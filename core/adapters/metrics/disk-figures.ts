/** Room on the disks that this installation writes to, and how old its latest backup is; looked at when somebody asks. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import { dataFolder, type Settings } from '../../config.js';
import {
  backupFolder,
  canBackUp,
  databaseFile,
  latestBackupMs,
  madeMs,
  makesBackups,
} from '../backup-runner.js';
import { latestOffsiteMs } from '../offsite-backup.js';

export type DiskSettings = Pick<
  Settings,
  'DATABASE_URL' | 'DATA_DIR' | 'BACKUP_DIR' | 'BACKUP_SCHEDULE' | 'OFFSITE_URL'
>;

export function giveDisks(registry: Registry, settings: DiskSettings): void {
  const places = foldersOf(settings);
  const room = (name: string, help: string, of: (disk: StatsFs) => number) =>
    gauge(registry, name, help, ['place'], async (each) => {
      for (const [place, folder] of places) each.set({ place }, of(await diskOf(folder)));
    });
  room('disk_free_bytes', 'Room left on the disk of a folder.', ({ bavail, bsize }) => bavail * bsize);
  room('disk_bytes', 'How large that disk is.', ({ blocks, bsize }) => blocks * bsize);
  const none = 'while there is none, since the database was made.';
  const age = (name: string, help: string, lastMs: () => number | undefined) =>
    gauge(registry, name, help, [], async (each) => {
      const last = lastMs();
      if (last !== undefined) each.set(Math.max(0, Date.now() - last) / 1_000);
    });
  age(
    'offsite_age_seconds',
    `Since the latest backup that is off-site was begun; ${none} Absent without OFFSITE_URL.`,
    () => {
      if (settings.OFFSITE_URL === undefined) return undefined;
      return latestOffsiteMs(backupFolder(settings)) ?? madeMs(settings);
    },
  );
  if (!makesBackups(settings)) return;
  age('backup_age_seconds', `Since the latest backup was begun; ${none}`, () => latestBackupMs(settings));
}

/** What cannot be looked at is absent, and keeps no other figure from being given. */
function gauge<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: Label[],
  look: (gauge: Gauge<Label>) => Promise<void>,
): void {
  new Gauge({
    name: `sponsorgate_${name}`,
    help,
    labelNames,
    aggregator: 'max',
    registers: [registry],
    async collect() {
      if (labelNames.length > 0) this.reset();
      else this.remove();
      await look(this).catch(() => undefined);
    },
  });
}

/** Where the files of a PostgreSQL server are, only that server knows. */
function foldersOf(settings: DiskSettings): [place: string, folder: string][] {
  const data: [string, string] = ['data', dataFolder(settings)];
  if (!canBackUp(settings)) return [data];
  return [['database', path.dirname(databaseFile(settings))], data, ['backups', backupFolder(settings)]];
}

/** A folder that is not there yet will be made in the nearest one above that is. */
async function diskOf(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder);
  } catch (error) {
    const above = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    return diskOf(above);
  }
}
