/** Requests that get no sponsors for any user, with what to do about it (`interface.md`, POST /get-sponsors). */
import { ServiceError } from '../errors.js';
import type { Bot } from '../ports/bot-store.js';
import type { SponsorRequest } from './ongoing.js';

/** @throws ServiceError `bot_switched_off`, or `invalid` */
export function refuse(bot: Bot, request: SponsorRequest): void {
  const closed = whyClosed(bot);
  if (closed !== null) throw new ServiceError('bot_switched_off', closed);
  const { chatId, user, getLinks } = request;
  const showsItself = bot.hasToken && !(getLinks ?? bot.settings.getLinks);
  if (showsItself && chatId !== user.userId && chatId >= 0)
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
