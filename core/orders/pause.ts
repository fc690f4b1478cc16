/** A pause as it is kept: its code, and behind the code what a moderator wrote for the owner. */
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
