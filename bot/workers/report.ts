/**
 * The report worker: a process of its own that makes one report and ends. Its memory goes back to the machine with it,
 * and whatever happens to it, those who answer requests are not held up. A composition root.
 */
import { rename } from 'node:fs/promises';
import { createFiles } from '../../core/adapters/files.js';
import type { ReportResult, ReportTask } from '../../core/adapters/report-runner.js';
import { writeWorkbook } from '../../core/adapters/workbook.js';
import { type Sheets, workbookContent } from '../../core/reports/index.js';
import { openStore } from '../../db/index.js';
import { words } from '../../words/index.js';
import { answerTask } from './task.js';

/**
 * The text that is compressed lies in buffers outside the heap, and V8 lets some 300 MB of them pile up before it looks:
 * the runner starts this process so that it can be asked to. A collection takes about 10 ms.
 */
const PAGES_BETWEEN_COLLECTIONS = 100;

async function make(task: ReportTask): Promise<void> {
  const store = await openStore(task.store, { applicationName: 'sponsorgate report', isRunning: true });
  try {
    const place = await createFiles(task.folder).place(task.fileKey);
    const content = await workbookContent(store, task, words);
    const subscribers = { ...content.subscribers, pages: collecting(content.subscribers.pages) };
    await writeWorkbook(place.partPath, { ...content, subscribers }, task.zone);
    await rename(place.partPath, place.path);
  } finally {
    await store.close();
  }
}

async function* collecting(pages: Sheets['pages']): Sheets['pages'] {
  let taken = 0;
  for await (const page of pages) {
    yield page;
    taken += 1;
    if (taken % PAGES_BETWEEN_COLLECTIONS === 0) globalThis.gc?.();
  }
}

answerTask(async (task: ReportTask): Promise<ReportResult> => {
  await make(task);
  // Kilobytes and microseconds, as the system counts them.
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuMs = Math.round((userCPUTime + systemCPUTime) / 1_000);
  return { kind: 'made', peakBytes: maxRSS * 1_024, cpuMs };
});
