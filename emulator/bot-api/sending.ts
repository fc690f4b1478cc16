/** Methods that say something: messages, photos, documents, and "typing…". */
import type { Message, ReplyParameters } from 'grammy/types';
import { postIn } from '../discussion.js';
import { badRequest } from '../failure.js';
import { readMarkup } from '../markup.js';
import type { Content } from '../messages.js';
import { defined } from '../omit.js';
import type { BotCall, Target } from './call.js';
import { captionOf, readDocument, readPhoto, readText } from './content.js';
import type { ChatRecord } from '../world.js';
import type { MethodTable } from './methods.js';

const chatActions = new Set([
  'typing',
  'upload_photo',
  'record_video',
  'upload_video',
  'record_voice',
  'upload_voice',
  'upload_document',
  'choose_sticker',
  'find_location',
  'record_video_note',
  'upload_video_note',
]);

export const sendingMethods: MethodTable = {
  sendMessage(call) {
    const target = call.writable();
    return send(call, target, readText(call)) as Message.TextMessage;
  },

  async sendPhoto(call) {
    const target = call.writable('photos');
    const caption = captionOf(call);
    const file = await readPhoto(call, 'photo');
    const spoiler = call.flag('has_spoiler') ? { has_media_spoiler: true as const } : {};
    const photo = call.parts.files.photoSizes(call.bot, file);
    return send(call, target, { photo, ...caption, ...spoiler }) as Message.PhotoMessage;
  },

  sendDocument(call) {
    const target = call.writable('documents');
    const caption = captionOf(call);
    const document = call.parts.files.document(call.bot, readDocument(call, 'document'));
    return send(call, target, { document, ...caption }) as Message.DocumentMessage;
  },

  sendChatAction(call) {
    const target = call.writable('chat actions', badRequest('chat not found'));
    const action = call.text('action');
    if (!chatActions.has(action)) throw badRequest('wrong parameter action in request');
    if (target.kind === 'user') {
      call.parts.events.emit({ type: 'typing', bot_id: call.bot.id, user_id: target.user.id, action });
    }
    return true;
  },
};

/**
 * Says something in the target chat, with the call's keyboard and reply.
 * Throws the platform's refusal of a bad keyboard, a missing message to reply to, or too many messages.
 */
export function send(call: BotCall, target: Target, said: Content): Message {
  const { parts, bot } = call;
  const place = { isPrivate: target.kind === 'user', isInvoice: said.invoice !== undefined };
  const markup = readMarkup(call.json('reply_markup'), place);
  const content: Content = {
    ...said,
    ...defined({
      reply_markup: markup.kind === 'inline' ? markup.inline : undefined,
      reply_to_message: repliedTo(call, target),
      has_protected_content: call.flag('protect_content') ? true : undefined,
    }),
  };
  parts.limits.spend(bot.id, target.chatId, parts.world.nowMs());
  if (target.kind === 'chat') {
    Object.assign(content, topicOf(call, target.chat));
    return postIn(parts, target.chat, bot, content);
  }
  if (markup.kind === 'reply') parts.dialogs.setKeyboard(bot, target.user.id, markup.keyboard);
  if (markup.kind === 'remove') parts.dialogs.setKeyboard(bot, target.user.id, null);
  return parts.messages.toUser(bot, target.user, content);
}

/** Direct messages of a channel are answered in the topic of who wrote; its number is that of the user. */
function topicOf(
  call: BotCall,
  chat: ChatRecord,
): Pick<Message, 'message_thread_id' | 'is_topic_message' | 'direct_messages_topic'> {
  if (chat.is_direct_messages === true) {
    const topic = call.integer('direct_messages_topic_id');
    const user = topic === undefined ? undefined : call.parts.world.person(topic);
    if (topic === undefined || user === undefined) throw badRequest('direct messages topic not found');
    return { direct_messages_topic: { topic_id: topic, user } };
  }
  const topic = call.integer('message_thread_id');
  return topic === undefined ? {} : { message_thread_id: topic, is_topic_message: true };
}

function repliedTo(call: BotCall, target: Target): Message['reply_to_message'] {
  const parameters = call.json('reply_parameters') as ReplyParameters | undefined;
  const id = parameters?.message_id ?? call.integer('reply_to_message_id');
  if (id === undefined) return undefined;
  const message = call.parts.messages.replied(target.place, id);
  if (!message && parameters?.allow_sending_without_reply !== true)
    throw badRequest('message to be replied not found');
  return message;
}
