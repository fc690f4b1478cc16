/** One request on its way: what was asked, and, from the first step on, all that is known of its user. */
import type { BotView } from '../audience/index.js';
import { ServiceError } from '../errors.js';
import type { AsOf } from '../ports/as-of.js';
import type { EndUser, ReportedProfile } from '../ports/audience-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { PinMode } from '../ports/sponsor-store.js';
import type { RememberingContext } from './request-contexts.js';

/** What is kept of the deadline for writing things down and answering. */
export const WRITING_MS = 60;

export interface SponsorRequest {
  chatId: number;
  user: ReportedProfile;
  action: PinMode;
  maxSponsors?: number;
  getLinks?: boolean;
  excludeResourceIds: string[];
  excludeOrderIds: number[];
}

/** Before anything of the user is read. */
export interface Arriving {
  bot: Bot;
  request: SponsorRequest;
  /** See `SponsorStore.contextMark`; read before the context. */
  mark: number | null;
  nowMs: number;
  today: number;
  /** When it came in. */
  asOf: AsOf;
  /** Up to when what it writes waits for its turn: the answer has to be there by then. */
  waitsUntil: number;
}

export interface OngoingRequest extends Arriving {
  user: EndUser;
  view: BotView;
  context: RememberingContext;
  /** See `RequestRecord`. */
  notesUser: boolean;
  deadlineMs: number;
  /** The service shows its block itself. */
  showsItself: boolean;
}

/** Whether the service shows the block itself, by the request's own word or the bot's setting. */
export function isTurnkey({ hasToken, settings }: Bot, { getLinks }: SponsorRequest): boolean {
  return hasToken && !(getLinks ?? settings.getLinks);
}

/** A write of a request that is late already may still wait for its turn for as long as writing takes. */
export function turnUntil({ waitsUntil }: Pick<Arriving, 'waitsUntil'>): number {
  return Math.max(waitsUntil, performance.now() + WRITING_MS);
}

/**
 * Refuses a request that gets no sponsors for any user, with what to do about it (`interface.md`, POST /get-sponsors).
 * @throws ServiceError `bot_switched_off`, or `invalid`
 */
export function refuse(bot: Bot, request: SponsorRequest): void {
  const closed = whyClosed(bot);
  if (closed !== null) throw new ServiceError('bot_switched_off', closed);
  const { chatId, user } = request;
  if (isTurnkey(bot, request) && chatId !== user.userId && chatId >= 0)
    throw new ServiceError(
      'invalid',
      'chat_id: the service shows its block in the user’s own private chat (chat_id = user_id) or in a group; or send get_links 1.',
    );
  if (bot.hasToken || user.firstName !== undefined) return;
  throw new ServiceError(
    'invalid',
    'This bot was added without a token, so first_name, username, language_code and is_premium must be sent; first_name is missing.',
  );
}

/** Why the bot gets no sponsors at all, and what to do; null when it does. */
function whyClosed({ isBlocked, inArchive, isOn }: Bot): string | null {
  if (isBlocked) return 'This bot is blocked by the operator of this service; ask them why.';
  if (inArchive) return 'This bot is archived. Bring it back with /bots update, in_archive 0.';
  return isOn ? null : 'This bot is switched off. Switch it on with /bots update, is_on 1.';
}
