/** What people send or choose, by the fields of https://core.telegram.org/bots/api#message (Bot API 10.2). */
import type { Message } from 'grammy/types';

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
export const isSaid = (message: Message): boolean => FIELDS.some((name) => name in message);
