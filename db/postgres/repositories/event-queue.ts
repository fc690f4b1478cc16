/** Queues events for publishers inside whatever deed changes a subscriber's standing. */
import type { StandingRow } from '../../repositories/standing-row.js';
import type * as work from '../../work/event-queue.js';
import { perform } from '../perform.js';
import type { Transaction } from '../statement.js';

export interface EventQueueWrites {
  /** Inside a deed, after the change. */
  queue(
    transaction: Transaction,
    userId: number,
    after: StandingRow | undefined,
    settledAtMs: number,
    nowMs: number,
  ): Promise<void>;
}

export const createEventQueue = ({ queue }: work.EventQueueWrites): EventQueueWrites => ({
  queue: (transaction, ...change) => perform(transaction, queue(...change)),
});
