/** Posts, and where people talk about them: the platform forwards each post of a channel into the group that is linked to it. */
import type { Message, User } from 'grammy/types';
import type { Content } from './messages.js';
import { omit } from './omit.js';
import type { Parts } from './parts.js';
import { chatObject, type BotRecord, type ChatRecord } from './world.js';

/** The account that the platform forwards posts with (docs, `Message.sender_chat`). */
export const forwarder: User = { id: 777_000, is_bot: false, first_name: 'Telegram' };

/** A post, by a bot or (null) by the chat's owner; bots that administer the chat hear of it. */
export function postIn(parts: Parts, chat: ChatRecord, by: BotRecord | null, content: Content): Message {
  const message = parts.messages.post(chat, by, content, administering(parts, chat));
  const group = chat.type === 'channel' ? parts.world.chats.get(chat.linked_chat_id ?? 0) : undefined;
  if (group !== undefined) {
    // Bots in privacy mode do not hear of it.
    const shown = omit(content, 'reply_markup', 'reply_to_message');
    parts.messages.speak(group, forwarded(chat, message), shown, administering(parts, group));
  }
  return message;
}

/** Who speaks where a post is forwarded by the platform. */
export function forwarded(
  channel: ChatRecord,
  { message_id, date }: Pick<Message, 'message_id' | 'date'>,
): Partial<Message> {
  const chat = chatObject(channel) as Extract<ReturnType<typeof chatObject>, { type: 'channel' }>;
  return {
    from: forwarder,
    sender_chat: chat,
    is_automatic_forward: true,
    forward_origin: { type: 'channel', chat, message_id, date },
  };
}

function administering({ world, members }: Parts, chat: ChatRecord): BotRecord[] {
  return members.administratorsOf(chat).flatMap(({ user }) => world.bots.get(user.id) ?? []);
}
