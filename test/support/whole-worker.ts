import type { SliceWorker } from '../../bot/outbox.js';
import { SLICES } from '../../core/slices.js';

/** Has a worker work on everything, as that of the only bot process does. */
export async function takeAll(worker: SliceWorker): Promise<void> {
  await Promise.all(Array.from({ length: SLICES }, (_, slice) => worker.take(slice)));
}
