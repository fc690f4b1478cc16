/** What a moderator's word about a bot or a publisher changes (`evidence.md`, Bots without a token and Holds). */
import type { BotTrust } from '../ports/bot-store.js';
import type { ModerationAction } from '../ports/moderation-log.js';
import type { TrustDecision } from '../ports/trust-store.js';

export interface BotTrustChange {
  action: ModerationAction;
  /** Nothing of the bot is released by time any more: what is on hold goes back with what waits for the moderator. */
  stopsReleases: boolean;
}

/** What the word changes of a bot; null: it was said before, and nothing is logged or sent. */
export function decideBotTrust(before: BotTrust, trust: TrustDecision): BotTrustChange | null {
  return before === trust ? null : { action: `bot_${trust}`, stopsReleases: trust === 'refused' };
}

export interface AccountTrustChange {
  action: ModerationAction;
  /** Only good news are sent. */
  isTold: boolean;
}

/** What the word changes of a publisher; null: it was so before, and nothing is logged or sent. */
export function decideAccountTrust(wasTrusted: boolean, isTrusted: boolean): AccountTrustChange | null {
  if (wasTrusted === isTrusted) return null;
  return { action: isTrusted ? 'account_trusted' : 'account_untrusted', isTold: isTrusted };
}
