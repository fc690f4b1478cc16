/**
 * The report worker: a process of its own that makes one report and ends. Its memory goes back to the machine with it,
 * and whatever happens to it, those who answer requests are not held up. A composition root.
 */
import { rename } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { openStore, type StoreSettings } from '../../db/index.js';
import { FIRST_FOREIGN_CITY_ID } from '../data/index.js';
import { dayNumberOf } from '../days.js';
import { statusOf } from '../orders/index.js';
import type { Order, ReportJob, Store } from '../ports.js';
import {
  dayCells,
  dayColumns,
  daysOf,
  momentsOf,
  reportLanguage,
  type ReportLanguage,
  subscriberCells,
  subscriberColumns,
  subscriberPages,
  summaryLines,
  unpaidCells,
  unpaidColumns,
} from '../reports/index.js';
import { createFiles } from './files.js';
import { writeWorkbook, type WorkbookContent } from './workbook.js';

/** What the runner sends, once. */
export interface ReportTask {
  job: ReportJob;
  fileKey: string;
  folder: string;
  /** The address of the database may hold a password: it comes by message, not as an argument. */
  store: StoreSettings;
  zone: string;
  currency: string;
}

/**
 * The text that is compressed lies in buffers outside the heap, and V8 lets some 300 MB of them pile up before it looks:
 * the runner starts this process so that it can be told to. A collection takes about 10 ms.
 */
const PAGES_BETWEEN_COLLECTIONS = 100;

/** What comes back. */
export type ReportResult =
  { kind: 'made'; peakBytes: number; cpuMs: number } | { kind: 'failed'; reason: string };

async function make(task: ReportTask): Promise<void> {
  const store = await openStore(task.store, { applicationName: 'sponsorgate report' });
  try {
    const place = await createFiles(task.folder).place(task.fileKey);
    await writeWorkbook(place.partPath, await gather(store, task), task.zone);
    await rename(place.partPath, place.path);
  } finally {
    await store.close();
  }
}

async function gather(store: Store, { job, zone, currency }: ReportTask): Promise<WorkbookContent> {
  const { orderId, includePrice, timeRange, createdAtMs: madeAtMs } = job;
  const order = await store.orders.find(orderId);
  if (order === null) throw new Error(`Order ${String(orderId)} is not there.`);
  const owner = await store.accounts.find(job.accountId);
  const language = reportLanguage(owner?.language ?? '');
  const range = momentsOf(timeRange, madeAtMs, zone);
  const totals = await store.subscriptions.totals(orderId, range);
  const days: WorkbookContent['days']['rows'][number][] = [];
  for (const { day, ...moments } of daysOf(range, order.createdAtMs, zone)) {
    const ofDay = await store.subscriptions.totals(orderId, moments);
    days.push(dayCells({ day, totals: ofDay }, includePrice));
  }
  const dayRange = { fromDay: dayNumberOf(range.fromMs, zone), toDay: dayNumberOf(range.toMs - 1, zone) };
  const unpaid = await store.statistics.unpaid({ orderId }, dayRange);
  const way = await store.statistics.way({ orderId }, dayRange);
  const status = statusOf(order);
  const cityNames = await cityNamesFor(store, order, dayNumberOf(madeAtMs, zone));
  const facts = {
    order,
    status,
    timeRange,
    includePrice,
    currency,
    madeAtMs,
    totals,
    unpaid,
    cityNames,
    way,
    language,
  };
  return {
    summary: summaryLines(facts),
    days: { columns: dayColumns(includePrice, currency, language), rows: days },
    subscribers: {
      columns: subscriberColumns(includePrice, currency, language),
      pages: rowPages(store, orderId, range, { includePrice, language }),
    },
    unpaid: { columns: unpaidColumns(language), rows: unpaid.map((row) => unpaidCells(row, language)) },
    language,
  };
}

/** Names that only users' visits told: asked for where the order has such a city. */
async function cityNamesFor(
  store: Store,
  { targeting }: Order,
  day: number,
): Promise<ReadonlyMap<number, string>> {
  if (!targeting.cities.some((id) => id >= FIRST_FOREIGN_CITY_ID)) return new Map();
  return (await store.audience.sharesOf(day)).cityNames;
}

async function* rowPages(
  store: Store,
  orderId: number,
  range: { fromMs: number; toMs: number },
  { includePrice, language }: { includePrice: boolean; language: ReportLanguage },
): AsyncGenerator<ReturnType<typeof subscriberCells>[]> {
  let pages = 0;
  for await (const page of subscriberPages(store, orderId, range)) {
    yield page.map((row) => subscriberCells(row, includePrice, language));
    pages += 1;
    if (pages % PAGES_BETWEEN_COLLECTIONS === 0) globalThis.gc?.();
  }
}

function answer(result: ReportResult): void {
  process.send?.(result, () => process.exit(result.kind === 'made' ? 0 : 1));
}

// Where processors are scarce, those who answer requests go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.once('message', (task: ReportTask) => {
  make(task).then(
    () => {
      // Kilobytes and microseconds, as the system counts them.
      const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
      const cpuMs = Math.round((userCPUTime + systemCPUTime) / 1_000);
      answer({ kind: 'made', peakBytes: maxRSS * 1_024, cpuMs });
    },
    (error: unknown) => {
      answer({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
    },
  );
});
// Nobody waits for the report any more: its job becomes due again.
process.once('disconnect', () => process.exit(1));
