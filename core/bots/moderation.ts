/** Whose a bot is when two accounts add it, and what a moderator's word about it changes (`decisions.md`, Bots). */
import { ServiceError } from '../errors.js';
import type { Bot, BotWord } from '../ports/bot-store.js';
import type { ModerationAction } from '../ports/moderation-log.js';

/** Whether an account that has so many bots, archived ones too, may have one more. @param botsMax absent: no matter how many */
export function hasRoomForBot(bots: number, botsMax: number | undefined): boolean {
  return botsMax === undefined || bots < botsMax;
}

/**
 * Whether another account may have the bot: no account has proved to own it, or the platform refuses the token by which it was
 * proved.
 * @param there whose the bot is, and its encrypted token; null: it was added without
 * @param refusedCipher the encrypted token that the platform refused; null: none was
 */
export function isOpenToClaim(
  there: { accountId: number; tokenCipher: string | null },
  accountId: number,
  refusedCipher: string | null,
): boolean {
  if (there.accountId === accountId) return false;
  return there.tokenCipher === null || there.tokenCipher === refusedCipher;
}

/**
 * Returns what stays with a bot that another account takes over: what moderators said of the bot itself. Their trust does
 * not, since the new owner proves the bot by its token.
 */
export function keptOnClaim({ isBlocked, theme }: Pick<Bot, 'isBlocked' | 'theme'>) {
  return { isBlocked, theme };
}

export interface BotModeration {
  patch: BotWord;
  /** For the log, in this order. @property reason the theme that was given */
  lines: { action: ModerationAction; reason?: string | null }[];
  /** The owner is notified that the bot was blocked or let go, trusted or refused; a theme notifies no one. */
  isNotified: boolean;
  /** Nothing of the bot is released by time any more, and what is on hold goes back with what waits for the moderator. */
  stopsReleases: boolean;
}

/**
 * What a moderator's word changes of a bot as it is; null: nothing, and nothing is logged or sent.
 * @throws ServiceError `conflict` for a word about a trust that is another by now
 */
export function decideModeration(
  before: Pick<Bot, 'isBlocked' | 'theme' | 'trust'>,
  { isBlocked, theme, trust, seenTrust = before.trust }: BotWord,
): BotModeration | null {
  const moderation: BotModeration = { patch: {}, lines: [], isNotified: false, stopsReleases: false };
  if (theme !== undefined && theme !== before.theme) {
    moderation.patch.theme = theme;
    moderation.lines.push({ action: 'bot_theme', reason: theme });
  }
  if (isBlocked !== undefined && isBlocked !== before.isBlocked) {
    moderation.patch.isBlocked = isBlocked;
    moderation.lines.push({ action: isBlocked ? 'bot_blocked' : 'bot_unblocked' });
    moderation.isNotified = true;
  }
  if (trust !== undefined && trust !== before.trust) {
    if (seenTrust !== before.trust)
      throw new ServiceError('conflict', `Another moderator was first: it is ${before.trust} by now.`);
    moderation.patch.trust = trust;
    moderation.lines.push({ action: `bot_${trust}` });
    moderation.isNotified = true;
    moderation.stopsReleases = trust === 'refused';
  }
  return moderation.lines.length === 0 ? null : moderation;
}
