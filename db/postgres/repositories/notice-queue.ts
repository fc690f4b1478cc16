/** Queues notices inside whatever deed causes them. */
import type { NewNotice } from '../../../core/ports.js';
import type * as work from '../../work/notice-queue.js';
import { perform } from '../perform.js';
import type { Transaction } from '../statement.js';

export interface NoticeQueue {
  /** Inside a deed. A notice whose dedupe key is there already is dropped. */
  queue(transaction: Transaction, notices: readonly NewNotice[], nowMs: number): Promise<void>;
}

export const createNoticeQueue = ({ queue }: work.NoticeQueue): NoticeQueue => ({
  queue: (transaction, notices, nowMs) => perform(transaction, queue(notices, nowMs)),
});
