/** Makes backups on the schedule, each in a process of its own, one at a time. */
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { schedule } from 'node-cron';
import { dataFolder, type Settings } from '../config.js';
import type { Clock, Log } from '../ports.js';
import type { BackupAnswer, BackupTask } from './backup-worker.js';

/** Reading and verifying 5 GB takes minutes; what takes this long hangs. */
const MADE_WITHIN_MS = 3 * 3_600_000;

type BackupSettings = Pick<
  Settings,
  'DATABASE_URL' | 'DATA_DIR' | 'BACKUP_DIR' | 'BACKUP_SCHEDULE' | 'BACKUP_KEEP' | 'SERVICE_TIMEZONE'
>;

export interface BackupRunner {
  /** Makes one now, and resolves when it is made or has failed; what became of it is in the log. */
  run(): Promise<BackupAnswer>;
  /** Ends what is under way; the next one clears up after it. */
  stop(): Promise<void>;
}

/** A server's databases are backed up by its own tools: see docs/operating.md. */
export function canBackUp({ DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>): boolean {
  return DATABASE_URL.startsWith('file:');
}

/** Where the backups of this installation are. */
export function backupFolder(settings: Pick<Settings, 'BACKUP_DIR' | 'DATA_DIR' | 'DATABASE_URL'>): string {
  return settings.BACKUP_DIR ?? path.join(dataFolder(settings), 'backups');
}

export function startBackups(parts: { settings: BackupSettings; clock: Clock; log: Log }): BackupRunner {
  const { settings, clock, log } = parts;
  const stopping = new AbortController();
  let running: Promise<BackupAnswer> | null = null;

  const make = async (): Promise<BackupAnswer> => {
    const nowMs = clock.now();
    const task: BackupTask = {
      databasePath: settings.DATABASE_URL,
      folder: backupFolder(settings),
      keep: settings.BACKUP_KEEP,
      nowMs,
    };
    const answer = await runWorker(task, stopping.signal);
    const tookMs = clock.now() - nowMs;
    if (answer.kind === 'made') log.info({ ...answer, tookMs }, 'a backup is made');
    else if (!stopping.signal.aborted) log.error({ reason: answer.reason }, 'no backup could be made');
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
  const task =
    settings.BACKUP_SCHEDULE === 'off' || !canBackUp(settings)
      ? null
      : schedule(settings.BACKUP_SCHEDULE, () => run(), {
          name: 'backup',
          noOverlap: true,
          timezone: settings.SERVICE_TIMEZONE,
        });

  return {
    run,
    stop: async () => {
      stopping.abort();
      await task?.destroy();
      await running;
    },
  };
}

function runWorker(task: BackupTask, signal: AbortSignal): Promise<BackupAnswer> {
  return new Promise((resolve) => {
    const child = startWorker();
    const end = (answer: BackupAnswer): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      child.kill('SIGKILL');
      resolve(answer);
    };
    const fail = (reason: string): void => {
      end({ kind: 'failed', reason });
    };
    const stop = (): void => {
      fail('stopped');
    };
    const timer = setTimeout(() => {
      fail('it took too long');
    }, MADE_WITHIN_MS);
    child.once('message', (answer: BackupAnswer) => {
      end(answer);
    });
    child.once('error', (error) => {
      fail(error.message);
    });
    child.once('exit', (code, killedBy) => {
      fail(`the worker ended with ${killedBy ?? String(code)}`);
    });
    signal.addEventListener('abort', stop, { once: true });
    child.send(task);
  });
}

/** The worker stands beside this file, built or as it was written. */
function startWorker(): ChildProcess {
  const isBuilt = import.meta.url.endsWith('.js');
  const script = new URL(isBuilt ? './backup-worker.js' : './backup-worker.ts', import.meta.url);
  return fork(script, {
    execArgv: isBuilt ? [] : ['--import', 'tsx'],
    // It is given a task, and needs no secrets.
    env: { PATH: process.env['PATH'], TZ: process.env['TZ'] },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
