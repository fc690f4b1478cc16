/** Who is here: opens an account for each newcomer, and stops people that the operator has blocked. */
import { type Context, type MiddlewareFn } from 'grammy';
import type { Message, User } from 'grammy/types';
import { cleanName } from '../../core/names.js';
import type { Person } from '../../core/ports/account-store.js';
import type { Service } from '../../core/service.js';
import { accountLanguageOf } from '../../words/index.js';
import { type Words, wordsIn } from '../words.js';
import { answerPress } from './press.js';
import type { OperatorContext, OperatorParts, Visitor } from './context.js';
import { inLines } from './screen.js';

export function identify(parts: OperatorParts): MiddlewareFn<OperatorContext> {
  return async (ctx, next) => {
    const { from } = ctx;
    // Only private chats: in a group, what one person presses would show to all.
    if (from === undefined || from.is_bot || ctx.chat?.type !== 'private') return;
    if (ctx.message !== undefined && !isSaid(ctx.message)) return;
    const profile = await parts.service.accounts.open(personOf(from), invitedBy(ctx.message?.text));
    const words = wordsIn(profile.account.language);
    if (profile.account.isBlocked) {
      await reply(ctx, await blockedText(parts.service, from.id, words));
      return;
    }
    Object.assign(ctx, parts, { accountId: from.id, profile, words } satisfies Omit<Visitor, 'service'>);
    await next();
  };
}

/** The code of the link by which somebody comes; undefined where they come by none. */
function invitedBy(text = ''): string | undefined {
  return /^\/start ref_([\w-]{4,40})$/.exec(text)?.[1];
}

async function blockedText(service: Service, accountId: number, words: Words): Promise<string> {
  const reason = await service.accounts.whyBlocked(accountId);
  const { SUPPORT_CONTACT: contact } = service.settings;
  return inLines([
    words.text('error-account-blocked'),
    reason !== null && words.text('error-blocked-reason', { reason }),
    contact === undefined
      ? words.text('error-blocked-ask')
      : words.text('error-blocked-contact', { contact }),
  ]);
}

export function personOf({
  id,
  first_name: name,
  username = '',
  language_code: language = '',
}: User): Person {
  // Some names are invisible.
  const firstName = cleanName(name) || username || String(id);
  return { accountId: id, firstName, username, language: accountLanguageOf(language) };
}

/** Says something to the person who is here, by the shortest way there is. */
export async function reply(ctx: Context, text: string): Promise<void> {
  if (ctx.callbackQuery === undefined) await ctx.reply(text);
  else await answerPress(ctx, { note: text, isAlert: true });
}

/** What people send or choose, by the fields of https://core.telegram.org/bots/api#message (Bot API 10.2). */
const FIELDS = [
  'text',
  'rich_message',
  'animation',
  'audio',
  'document',
  'live_photo',
  'paid_media',
  'photo',
  'sticker',
  'story',
  'video',
  'video_note',
  'voice',
  'checklist',
  'contact',
  'dice',
  'game',
  'poll',
  'venue',
  'location',
  'chat_shared',
  'users_shared',
] as const satisfies readonly (keyof Message)[];

/** Whether a person says something by it; else it is news of the chat, such as a pinned message. */
const isSaid = (message: Message): boolean => FIELDS.some((name) => name in message);
