/** A pause as it is kept: its code, and behind the code what a moderator wrote for the owner. */
import { ServiceError } from '../errors.js';
import type { PauseCode, PauseReason } from '../ports/order-store.js';

const BY_MODERATOR = 'moderator:';

export function pausedByModerator(text: string): PauseReason {
  return `${BY_MODERATOR}${text}`;
}

export function isByModerator(reason: PauseReason | null): boolean {
  return reason?.startsWith(BY_MODERATOR) ?? false;
}

/** `text`: what the moderator wrote; `""` for every other pause. */
export function readPause(reason: PauseReason): { code: PauseCode; text: string } {
  if (!isByModerator(reason)) return { code: reason as PauseCode, text: '' };
  return { code: 'moderator', text: reason.slice(BY_MODERATOR.length) };
}

/** What refuses a word about a pause that is another by now. */
export const pausedElse = (): ServiceError =>
  new ServiceError('conflict', 'Another moderator was first: it is paused for something else by now.');
