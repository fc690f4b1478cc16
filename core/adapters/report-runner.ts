/**
 * Makes the reports that wait in the store, one after the other, each in a worker process. A job is leased: when this
 * process or the worker dies, it becomes due again and is made from the start. Expired files are deleted.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { anySignal } from '../any-signal.js';
import type { Settings } from '../config.js';
import type { Clock, Log, Store } from '../ports.js';
import type { ReportJob } from '../ports/job-store.js';
import { FILE_LIFE_MS, reportFileName } from '../reports/index.js';
import { createFiles, filesFolder } from './files.js';
import { runWorker } from './worker-process.js';

/** One name for all time: a process that starts takes back at once what the one before it held. */
const WORKER = 'reports';
/** A report takes seconds; what takes this long hangs. */
const MADE_WITHIN_MS = 4 * 60_000;
const LEASE_MS = MADE_WITHIN_MS + 60_000;
const ATTEMPTS = 3;
const RETRY_MS = 15_000;
/** How often expired files are looked for. */
const TIDY_EVERY_MS = 10 * 60_000;
const EXPIRED_AT_ONCE = 100;
/** Half of it does, however many rows there are (tools/bench/workbook.ts): what needs more is a fault. */
const HEAP_MB = 192;

type StoreSettings = Pick<
  Settings,
  'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL' | 'DATABASE_STATEMENT_TIMEOUT_MS'
>;

type RunnerSettings = Pick<Settings, 'DATA_DIR' | 'SERVICE_TIMEZONE' | 'CURRENCY'> & StoreSettings;

/** What a worker is sent, once. */
export interface ReportTask {
  job: ReportJob;
  fileKey: string;
  folder: string;
  /** The address of the database may hold a password: it comes by message, not as an argument. */
  store: StoreSettings & Pick<Settings, 'DATABASE_POOL_MAX'>;
  zone: string;
  currency: string;
}

/** What comes back. */
export type ReportResult =
  | { kind: 'made'; peakBytes: number; cpuMs: number }
  | { kind: 'failed'; reason: string };

export interface RunnerPorts {
  store: Pick<Store, 'jobs' | 'health'>;
  clock: Clock;
  log: Log;
  settings: RunnerSettings;
  /** The script that makes a report of a task: `bot/workers/report.ts`. */
  worker: URL;
}

export function startReportRunner(ports: RunnerPorts) {
  const { store, clock, log, settings, worker } = ports;
  const stopping = new AbortController();
  const folder = filesFolder(settings);
  const files = createFiles(folder);

  const perform = async (job: ReportJob): Promise<void> => {
    const fileKey = randomBytes(18).toString('base64url');
    const { SERVICE_TIMEZONE: zone, CURRENCY: currency } = settings;
    const task: ReportTask = { job, fileKey, folder, store: storeSettings(settings), zone, currency };
    const result = await runWorker<ReportResult>(task, {
      script: worker,
      withinMs: MADE_WITHIN_MS,
      signal: stopping.signal,
      nodeOptions: ['--expose-gc', `--max-old-space-size=${String(HEAP_MB)}`],
      failed: (reason) => ({ kind: 'failed', reason }),
    });
    if (stopping.signal.aborted) return;
    if (result.kind === 'made') {
      const fileName = reportFileName(job.orderId, job.createdAtMs, zone);
      await store.jobs.done(job.taskId, { fileKey, fileName, expiresAtMs: clock.now() + FILE_LIFE_MS });
      const { peakBytes, cpuMs } = result;
      log.info({ orderId: job.orderId, peakBytes, cpuMs }, 'a report is made');
      return;
    }
    const isLast = job.attempts >= ATTEMPTS;
    log.error(
      { orderId: job.orderId, attempts: job.attempts, reason: result.reason },
      'a report could not be made',
    );
    // Before it is noted: what it left may have filled the disk.
    await files.sweep();
    await store.jobs.failed(job.taskId, result.reason, isLast ? null : clock.now() + RETRY_MS * job.attempts);
  };

  const tidy = async (): Promise<void> => {
    for (;;) {
      const expired = await store.jobs.expire(clock.now(), EXPIRED_AT_ONCE);
      for (const fileKey of expired) await files.remove(fileKey);
      if (expired.length === 0) break;
    }
    // Killed between writing a file and noting it, or between forgetting it and deleting it, a process leaves it behind.
    await files.sweepOlderThan(clock.now() - FILE_LIFE_MS - TIDY_EVERY_MS);
  };

  const work = async (): Promise<void> => {
    await files.sweep();
    await store.jobs.release(WORKER);
    let tidiedAtMs = 0;
    while (!stopping.signal.aborted) {
      if (clock.now() - tidiedAtMs >= TIDY_EVERY_MS) {
        await tidy();
        tidiedAtMs = clock.now();
      }
      // Watched from before the look, so that a job queued in between is not slept through.
      const changed = changedOr(store, RETRY_MS, stopping.signal);
      const [job] = await store.jobs.claim(WORKER, 1, LEASE_MS, clock.now());
      if (job === undefined) await changed;
      else await perform(job);
    }
    await store.jobs.release(WORKER);
  };

  const done = keepGoing(work, stopping.signal, log);
  return {
    /** Ends the worker and gives its job back. */
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

/** A store that fails for a moment does not end the reports for good. */
async function keepGoing(work: () => Promise<void>, signal: AbortSignal, log: Log): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (signal.aborted) return;
      log.error({ reason: String(error) }, 'reports pause');
      await pause(RETRY_MS, signal);
    }
  }
}

/** Until something was committed, or it is time to look for retries and expired files anyway. */
async function changedOr(store: RunnerPorts['store'], withinMs: number, signal: AbortSignal): Promise<void> {
  const watching = new AbortController();
  const either = anySignal([signal, watching.signal]);
  try {
    await Promise.race([store.health.changed(either), pause(withinMs, either)]);
  } finally {
    watching.abort();
  }
}

/** Ends early where that is signalled. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);

/** No more than it needs: no other secret is handed on. One report asks for one thing after the other. */
function storeSettings(settings: StoreSettings): ReportTask['store'] {
  return {
    DATABASE_URL: settings.DATABASE_URL,
    DATABASE_DIRECT_URL: settings.DATABASE_DIRECT_URL,
    DATABASE_READ_URL: settings.DATABASE_READ_URL,
    DATABASE_STATEMENT_TIMEOUT_MS: settings.DATABASE_STATEMENT_TIMEOUT_MS,
    DATABASE_POOL_MAX: 3,
  };
}
