/** Queues notices inside whatever deed causes them. */
import type { NewNotice } from '../../core/ports.js';
import type { Perform } from '../sqlite/perform.js';
import type * as work from '../work/notice-queue.js';

export interface NoticeQueue {
  /** Inside a deed. A notice whose dedupe key is there already is dropped. */
  queue(notices: readonly NewNotice[], nowMs: number): void;
}

export const createNoticeQueue = (perform: Perform, { queue }: work.NoticeQueue): NoticeQueue => ({
  queue: (notices, nowMs) => {
    perform(queue(notices, nowMs));
  },
});
