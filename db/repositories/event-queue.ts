/** Queues events for publishers inside whatever deed changes a subscriber's standing. */
import type { Perform } from '../sqlite/perform.js';
import type * as work from '../work/event-queue.js';
import type { StandingRow } from './standing-row.js';

export interface EventQueueWrites {
  /** Inside a deed, after the change. */
  queue(userId: number, after: StandingRow | undefined, settledAtMs: number, nowMs: number): void;
}

export const createEventQueue = (perform: Perform, { queue }: work.EventQueueWrites): EventQueueWrites => ({
  queue: (...change) => {
    perform(queue(...change));
  },
});
