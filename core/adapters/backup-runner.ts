/** Makes backups on the schedule, each in a process of its own, one at a time. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { dataFolder, type Settings, SettingsError } from '../config.js';
import type { Clock, Log } from '../ports.js';
import { type OffsiteSettings, offsiteTerms } from './offsite/index.js';
import type { OffsiteSent, OffsiteTask } from './offsite-backup.js';
import { hasRuns, type Timetable } from './timetable.js';
import { runWorker } from './worker-process.js';

/** Reading and verifying 5 GB takes minutes; what takes this long hangs. */
const MADE_WITHIN_MS = 3 * 3_600_000;

/** The end of a backup's name says when it was begun: `-20260115T031500Z.db`. */
const BACKUP_END = /^-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

type BackupSettings = Pick<
  Settings,
  'DATABASE_URL' | 'DATA_DIR' | 'BACKUP_DIR' | 'BACKUP_SCHEDULE' | 'BACKUP_KEEP' | 'SERVICE_TIMEZONE'
> &
  OffsiteSettings;

/** What a worker is sent, once. */
export interface BackupTask {
  databasePath: string;
  folder: string;
  keep: number;
  nowMs: number;
}

/** What comes back. */
export type BackupAnswer =
  | { kind: 'made'; file: string; bytes: number; removed: number }
  | { kind: 'failed'; reason: string };

type OffsiteAnswer = ({ kind: 'sent' } & OffsiteSent) | { kind: 'failed'; reason: string };

/** A server's databases are backed up by its own tools: see docs/operating.md. */
export function canBackUp({ DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>): boolean {
  return DATABASE_URL.startsWith('file:');
}

/** Whether the bot process makes them. */
export const makesBackups = (settings: Pick<Settings, 'BACKUP_SCHEDULE' | 'DATABASE_URL'>): boolean =>
  settings.BACKUP_SCHEDULE !== 'off' && canBackUp(settings);

/** Where the backups of this installation are. */
export function backupFolder(settings: Pick<Settings, 'BACKUP_DIR' | 'DATA_DIR' | 'DATABASE_URL'>): string {
  return settings.BACKUP_DIR ?? path.join(dataFolder(settings), 'backups');
}

export const databaseFile = ({ DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>): string =>
  path.resolve(DATABASE_URL.replace(/^file:/, ''));

/** When it was. Throws where the database is no file. */
export const madeMs = (settings: Pick<Settings, 'DATABASE_URL'>): number =>
  statSync(databaseFile(settings)).birthtimeMs;

/** Of a folder that cannot be read, none: the next backup says what is wrong with it. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** When the latest backup was begun; while there is none, when the database was made. */
export function latestBackupMs(settings: Pick<Settings, 'BACKUP_DIR' | 'DATA_DIR' | 'DATABASE_URL'>): number {
  const stem = path.basename(databaseFile(settings)).replace(/\.db$/, '');
  const begunMs = namesIn(backupFolder(settings)).flatMap((name) => {
    const end = name.startsWith(stem) ? BACKUP_END.exec(name.slice(stem.length)) : null;
    if (end === null) return [];
    const [year = 0, month = 0, ...rest] = end.slice(1).map(Number);
    return [Date.UTC(year, month - 1, ...rest)];
  });
  return begunMs.length > 0 ? Math.max(...begunMs) : madeMs(settings);
}

/**
 * The settings' own check sees the shape alone. Asked before anything is started: the bot process finds out after the api answers,
 * and one that stands by when it takes the work over.
 * @throws SettingsError
 */
export function requireSchedule({ BACKUP_SCHEDULE: schedule }: Pick<Settings, 'BACKUP_SCHEDULE'>): void {
  if (schedule === 'off' || hasRuns(schedule)) return;
  throw new SettingsError(
    'BACKUP_SCHEDULE has no times. It must be off, or minute, hour, day, month and weekday, such as 20 3 * * *.',
  );
}

export function startBackups(parts: {
  settings: BackupSettings;
  clock: Clock;
  log: Log;
  timetable: Timetable;
  /** The scripts that make a backup of a task, and send one: `bot/workers`. */
  workers: Record<'backup' | 'offsite', URL>;
  /** Hears what became of each that was not cut short. */
  observe: (what: 'backup' | 'offsite', isMade: boolean) => void;
}) {
  const { settings, clock, log, timetable, workers, observe } = parts;
  const offsite = offsiteTerms(settings);
  const stopping = new AbortController();
  let running: Promise<BackupAnswer> | null = null;

  const terms = {
    withinMs: MADE_WITHIN_MS,
    signal: stopping.signal,
    failed: (reason: string) => ({ kind: 'failed' as const, reason }),
  };

  const send = async (task: OffsiteTask): Promise<void> => {
    const answer = await runWorker<OffsiteAnswer>(task, { script: workers.offsite, ...terms });
    if (stopping.signal.aborted) return;
    if (answer.kind === 'sent')
      log.info({ ...answer, tookMs: clock.now() - task.nowMs }, 'a backup is off-site');
    else log.error({ reason: answer.reason }, 'no backup could be sent off-site');
    observe('offsite', answer.kind === 'sent');
  };
  const make = async (): Promise<BackupAnswer> => {
    const nowMs = clock.now();
    const task: BackupTask = {
      databasePath: settings.DATABASE_URL,
      folder: backupFolder(settings),
      keep: settings.BACKUP_KEEP,
      nowMs,
    };
    const answer = await runWorker<BackupAnswer>(task, { script: workers.backup, ...terms });
    const tookMs = clock.now() - nowMs;
    if (answer.kind === 'made') log.info({ ...answer, tookMs }, 'a backup is made');
    else if (!stopping.signal.aborted) log.error({ reason: answer.reason }, 'no backup could be made');
    if (!stopping.signal.aborted) observe('backup', answer.kind === 'made');
    if (offsite !== null && answer.kind === 'made')
      await send({ terms: offsite, file: answer.file, folder: task.folder, nowMs });
    return answer;
  };
  const run = (): Promise<BackupAnswer> => {
    running ??= make().finally(() => {
      running = null;
    });
    return running;
  };
  if (settings.BACKUP_SCHEDULE !== 'off' && !canBackUp(settings))
    log.info(
      {},
      'backups of PostgreSQL are made by its own tools (pg_dump, pg_basebackup): see docs/operating.md',
    );
  const task = makesBackups(settings)
    ? timetable.at(
        settings.BACKUP_SCHEDULE,
        'backup',
        run,
        settings.SERVICE_TIMEZONE,
        latestBackupMs(settings),
      )
    : null;

  return {
    /** Makes one now, and resolves when it is made, and sent off-site, or has failed; what became of it is in the log. */
    run,
    /** Ends what is under way; the next one clears up after it. */
    stop: async () => {
      stopping.abort();
      task?.stop();
      await running;
    },
  };
}
