/** Does the imports that people begin, a few at once, away from their requests. */
import { randomUUID } from 'node:crypto';
import { anySignal } from '../../core/any-signal.js';
import type { ImportJob } from '../../core/imports.js';
import type { Log } from '../../core/ports.js';
import type { Service } from '../../core/service.js';
import { ImportFault, openElsewhere } from './elsewhere.js';
import { importFrom } from './import.js';
import { noteOf } from './item.js';

/** How often imports of processes that died are looked for: one that is begun here wakes this one at once. */
const LOOK_MS = 60_000;
/** A service that answers slowly keeps one lane from others, and not for ever. */
const LANES = 4;

/** What one import may take; the operator's command has no such end. */
export interface ImportBounds {
  withinMs: number;
  items: number;
}

const USUAL: ImportBounds = { withinMs: 30 * 60_000, items: 20_000 };

export function startImportRunner(service: Service, log: Log, bounds = USUAL) {
  const stopping = new AbortController();
  const { signal } = stopping;

  const work = async (): Promise<void> => {
    const worker = `imports ${randomUUID()}`;
    while (!signal.aborted) {
      // Watched from before the look, so that an import begun in between is not slept through.
      const next = service.imports.begun(anySignal([signal, AbortSignal.timeout(LOOK_MS)]));
      try {
        const job = await service.imports.claim(worker);
        if (job !== null) {
          await perform(service, job, { log, signal, bounds });
          continue;
        }
      } catch (error) {
        log.error({ err: error }, 'imports pause');
      }
      await next;
    }
    await service.imports.release(worker);
  };

  const done = Promise.all(Array.from({ length: LANES }, work));
  return {
    /** Breaks off what is under way; it goes on in another process, or the next. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await done;
    },
  };
}

interface Course {
  log: Log;
  signal: AbortSignal;
  bounds: ImportBounds;
}

/** Left as it is, an import goes on when its lease is over. */
async function perform(service: Service, job: ImportJob, { log, signal, bounds }: Course): Promise<void> {
  const late = AbortSignal.timeout(bounds.withinMs);
  try {
    const course = { signal: anySignal([signal, late]), items: bounds.items };
    if (await takeAll(service, job, course)) await job.end(null);
  } catch (error) {
    if (signal.aborted) return;
    if (late.aborted || error instanceof ImportFault) {
      await job.end(noteOf(late.aborted ? tooLong() : error));
      return;
    }
    log.error({ err: error, accountId: job.accountId }, 'an import failed');
    if (job.isLastAttempt) await job.end({ message: 'It broke.', faults: [{ topic: 'import_broken' }] });
  }
}

/** @returns false: it is no longer this process's to do */
async function takeAll(
  service: Service,
  job: ImportJob,
  { signal, items }: { signal: AbortSignal; items: number },
): Promise<boolean> {
  const { fetch } = service.imports;
  const elsewhere = openElsewhere(job.address, job.keys, { fetch, stopping: signal });
  const { accountId, isReal } = job;
  let position = 0;
  for await (const { id: _, ...step } of importFrom({ elsewhere, service, accountId, isReal })) {
    signal.throwIfAborted();
    if (!(await job.note(step, position))) return false;
    position += 1;
    if (position > items) throw tooLong();
  }
  return true;
}

const tooLong = (): ImportFault =>
  new ImportFault('It took too long, or brought too much at once.', { topic: 'import_too_long' });
