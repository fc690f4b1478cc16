/** When the platform is asked whether a user uses a bot (`evidence.md`, Contact). */
import type { Bot, Contact } from '../ports.js';

/** A user who does not use the bot, as the platform says, is asked about again with a later request. */
const DENIED_MS = 10_000;

/** Whether anything can be proven, or asked, with the bot's own token. */
export function hasWorkingToken({
  hasToken,
  isTokenInvalid,
}: Pick<Bot, 'hasToken' | 'isTokenInvalid'>): boolean {
  return hasToken && !isTokenInvalid;
}

/** The platform's yes, while it holds. @param contactMs for how long it does */
export function isConfirmed(contact: Contact | null, nowMs: number, contactMs: number): boolean {
  return contact?.state === 'yes' && nowMs - contact.atMs < contactMs;
}

/** Whether it is a no without a question: nothing is known, and the platform refuses the bot's token. */
export function isContactDenied({ hasToken, isTokenInvalid }: Bot, contact: Contact | null): boolean {
  return hasToken && isTokenInvalid && contact === null;
}

/** Whether to ask now: nothing is known that holds, and it is not being asked already. */
export function isContactDue(bot: Bot, contact: Contact | null, nowMs: number, contactMs: number): boolean {
  if (!hasWorkingToken(bot) || isConfirmed(contact, nowMs, contactMs)) return false;
  if (contact?.state === 'unknown') return nowMs >= contact.untilMs;
  return contact?.state !== 'no' || nowMs - contact.atMs >= DENIED_MS;
}
