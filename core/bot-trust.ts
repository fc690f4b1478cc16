/** What stands behind the word of a publisher's bot: its token, or a moderator's trust (`evidence.md`, Bots without a token). */
import type { Bot } from './ports/bot-store.js';

/** Whether anything can be proven, or asked, with the bot's own token. */
export function hasWorkingToken({
  hasToken,
  isTokenInvalid,
}: Pick<Bot, 'hasToken' | 'isTokenInvalid'>): boolean {
  return hasToken && !isTokenInvalid;
}

/** Whether the bot's word counts: the platform knows it by its token, or a moderator trusts it. */
export function isTrustedBot({ hasToken, trust }: Pick<Bot, 'hasToken' | 'trust'>): boolean {
  return trust === 'trusted' || (hasToken && trust !== 'refused');
}

/**
 * Whether nothing proves what the bot says, and no moderator trusts it: it has no token, and is unknown or refused. One with a
 * token that a moderator refused is not trusted, and not untrusted either: nothing that it showed counts.
 */
export function isUntrusted({ hasToken, trust }: Pick<Bot, 'hasToken' | 'trust'>): boolean {
  return !hasToken && trust !== 'trusted';
}
