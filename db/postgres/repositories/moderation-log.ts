import type * as work from '../../work/moderation-log.js';
import type { NewModeration } from '../../repositories/moderation-row.js';
import { perform } from '../perform.js';
import type { Transaction } from '../statement.js';

export interface ModerationWrites {
  /** Inside the deed that it tells of. */
  note(transaction: Transaction, made: NewModeration, nowMs: number): Promise<void>;
}

export const createModerationWrites = ({ note }: work.ModerationWrites): ModerationWrites => ({
  note: (transaction, made, nowMs) => perform(transaction, note(made, nowMs)),
});
