/** Rows that wait for a worker: blocks, notifications and reports. */
import type { SliceSet } from '../slices.js';

export interface WorkQueue<Row> {
  /**
   * Takes due rows for `leaseMs`; an expired lease makes a row due again. One worker has a row at a time. Oldest first.
   * @param slices of which bots (blocks) or accounts; default all
   */
  claim(worker: string, limit: number, leaseMs: number, nowMs: number, slices?: SliceSet): Promise<Row[]>;
  /** Gives back what this worker holds of these slices (default all), at a graceful stop. */
  release(worker: string, slices?: SliceSet): Promise<void>;
}
