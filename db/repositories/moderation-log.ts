import type { Perform } from '../sqlite/perform.js';
import type * as work from '../work/moderation-log.js';
import type { NewModeration } from './moderation-row.js';

export interface ModerationWrites {
  /** Inside the deed that it tells of. */
  note(made: NewModeration, nowMs: number): void;
}

export const createModerationWrites = (
  perform: Perform,
  { note }: work.ModerationWrites,
): ModerationWrites => ({
  note: (made, nowMs) => {
    perform(note(made, nowMs));
  },
});
