/**
 * Reports and files of subscriber ids (`interface.md`, /orders report, check_report, download_id; Limits). A report is a
 * job in the store, made outside the request by a worker; an id file is written while it is downloaded.
 */
import { anySignal } from '../any-signal.js';
import { owned, ownedOrder } from '../accounts/index.js';
import { publicUrl } from '../config.js';
import type { MomentRange } from '../days.js';
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';
import type { IdFile, TimeRange } from '../ports/job-store.js';
import { takeTurn } from '../rate-limit.js';
import { momentsOf, subscriberPages } from './subscribers.js';

/** `decisions.md`, Orders: the link to a report lives 24 h. */
export const FILE_LIFE_MS = 24 * 3_600_000;

const MINUTE_MS = 60_000;
/** `interface.md`, Limits: per order, and checks per user. */
const REPORTS_A_MINUTE = 1;
const ID_FILES_A_MINUTE = 1;
const CHECKS_A_MINUTE = 30;
/** Reports are made one after the other: no person may fill the queue for all others. */
const MAX_WAITING = 50;

const SECRET_BYTES = 18;

export function createReports(ports: Pick<Ports, 'store' | 'clock' | 'random' | 'settings' | 'files'>) {
  const { store, clock, random, settings, files } = ports;
  const secret = (): string => Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');

  const take = (key: string, max: number, what: string): Promise<void> =>
    takeTurn(ports, key, { max, windowMs: MINUTE_MS }, (seconds) => aMinute(max, what, seconds));

  const assertShortQueue = async (accountId: number): Promise<void> => {
    if ((await store.jobs.waiting(accountId)) < MAX_WAITING) return;
    const message = `${String(MAX_WAITING)} of your reports are still to be made; try again when some are ready.`;
    throw new ServiceError('limited', message, {
      retryAfterSeconds: MINUTE_MS / 1_000,
      topic: 'reports_waiting',
    });
  };

  return {
    /** Asks for a report. @throws ServiceError `forbidden_or_not_foundorder`, `limited` */
    request: async (
      accountId: number,
      orderId: number,
      wanted: { includePrice: boolean; timeRange: TimeRange },
    ) => {
      await ownedOrder(store, accountId, orderId);
      await assertShortQueue(accountId);
      await take(`report:${String(orderId)}`, REPORTS_A_MINUTE, 'report of an order');
      const createdAtMs = clock.now();
      const job = {
        taskId: secret(),
        orderId,
        accountId,
        ...wanted,
        createdAtMs,
        expiresAtMs: createdAtMs + FILE_LIFE_MS,
      };
      await store.jobs.queue(job);
      return { taskId: job.taskId };
    },
    /**
     * Address and name are `""` until the file is ready.
     * @throws ServiceError `forbidden_or_not_foundorder` for an unknown, foreign or expired task, `limited`
     */
    check: async (accountId: number, taskId: string) => {
      await take(`check_report:${String(accountId)}`, CHECKS_A_MINUTE, 'checks of reports');
      const found = await store.jobs.find(taskId);
      const isLive = found !== null && found.expiresAtMs > clock.now();
      const job = owned(isLive ? found : null, accountId, notYours(`Report ${taskId}`, 'reports'));
      if (job.status !== 'ready') return { status: job.status, fileUrl: '', fileName: '' };
      const { fileKey, fileName } = job;
      return { status: job.status, fileUrl: `${publicUrl(settings)}/files/${fileKey}/${fileName}`, fileName };
    },
    /**
     * Waits, by the store's changes, until a report is made or has failed for good; resolves early when `signal` is
     * aborted. What became of it is asked with `check`.
     */
    settled: async (taskId: string, signal: AbortSignal) => {
      const watching = new AbortController();
      const either = anySignal([signal, watching.signal]);
      try {
        while (!signal.aborted) {
          // Watched from before the look, so that what happens in between is not slept through.
          const changed = store.health.changed(either);
          const job = await store.jobs.find(taskId);
          if (job?.status !== 'pending') return;
          await changed;
        }
      } finally {
        watching.abort();
      }
    },
    /** A report by the unguessable key in its link. @throws ServiceError `not_found` */
    file: async (fileKey: string) => {
      const job = await store.jobs.findByFile(fileKey);
      const isThere = job?.status === 'ready' && job.expiresAtMs > clock.now();
      const opened = isThere ? await files.open(fileKey) : null;
      if (job === null || opened === null)
        throw new ServiceError('not_found', 'There is no such file (any more).', { topic: 'file_gone' });
      return { fileName: job.fileName, ...opened };
    },
    /** Asks for a file of subscriber ids. @throws ServiceError `forbidden_or_not_foundorder`, `limited` */
    requestIds: async (accountId: number, orderId: number, timeRange: TimeRange) => {
      await ownedOrder(store, accountId, orderId);
      await take(`download_id:${String(orderId)}`, ID_FILES_A_MINUTE, 'id file of an order');
      const createdAtMs = clock.now();
      const file: IdFile = {
        fileId: secret(),
        orderId,
        accountId,
        timeRange,
        createdAtMs,
        expiresAtMs: createdAtMs + FILE_LIFE_MS,
      };
      await store.jobs.putIdFile(file);
      return { fileId: file.fileId };
    },
    /** @throws ServiceError `forbidden_or_not_foundorder` for an unknown, foreign or expired file */
    idFile: async (
      accountId: number,
      fileId: string,
    ): Promise<{ fileName: string; pages: AsyncIterable<number[]> }> => {
      const found = await store.jobs.findIdFile(fileId, clock.now());
      const file = owned(found, accountId, notYours(`File ${fileId}`, 'files'));
      const { orderId, timeRange, createdAtMs } = file;
      const range = momentsOf(timeRange, createdAtMs, settings.SERVICE_TIMEZONE);
      return { fileName: `order-${String(orderId)}-ids.txt`, pages: idPages(store, orderId, range) };
    },
  };
}

async function* idPages(
  store: Ports['store'],
  orderId: number,
  range: MomentRange,
): AsyncGenerator<number[]> {
  for await (const page of subscriberPages(store, orderId, range)) yield page.map(({ userId }) => userId);
}

export function aMinute(max: number, what: string, seconds: string): string {
  return `At most ${String(max)} ${what} a minute; try again in ${seconds} s.`;
}

function notYours(name: string, among: string) {
  return { kind: 'forbidden_or_not_foundorder', name, among } as const;
}
