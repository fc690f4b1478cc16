/** Methods that change or take back what a bot has said. */
import type { InlineKeyboardMarkup, Message, Update } from 'grammy/types';
import { badRequest } from '../failure.js';
import { readMarkup } from '../markup.js';
import { omit } from '../omit.js';
import type { Place } from '../world.js';
import type { BotCall, Target } from './call.js';
import { captionOf, readCaption, readDocument, readPhoto, readText } from './content.js';
import type { MethodTable } from './methods.js';

/** In chats with people, what is older than two days stays. */
const deletableSeconds = 48 * 3600;
const mostDeletedAtOnce = 100;

/** What a message shows, and new media replace. */
const shownParts = [
  'caption',
  'caption_entities',
  'text',
  'entities',
  'photo',
  'document',
  'reply_markup',
] as const;

type Edited<M> = M & Update.Edited;

export const editingMethods: MethodTable = {
  editMessageText(call) {
    const { message, place, markup } = toEdit(call);
    if (message.text === undefined) throw badRequest('there is no text in the message to edit');
    return finish(call, place, message, {
      ...omit(message, 'entities', 'reply_markup'),
      ...readText(call),
      ...markup,
    }) as Edited<Message.TextMessage>;
  },

  editMessageCaption(call) {
    const { message, place, markup } = toEdit(call);
    if (!hasMedia(message)) throw badRequest('there is no caption in the message to edit');
    return finish(call, place, message, {
      ...omit(message, 'caption', 'caption_entities', 'reply_markup'),
      ...captionOf(call),
      ...markup,
    }) as Edited<Message.CaptionableMessage>;
  },

  editMessageReplyMarkup(call) {
    const { message, place, markup } = toEdit(call);
    return finish(call, place, message, { ...omit(message, 'reply_markup'), ...markup }) as Edited<Message>;
  },

  async editMessageMedia(call) {
    const { message, place, markup } = toEdit(call);
    return finish(call, place, message, {
      ...omit(message, ...shownParts),
      ...(await readMedia(call)),
      ...markup,
    }) as Edited<Message>;
  },

  deleteMessage(call) {
    const target = call.target();
    const message = call.parts.messages.get(target.place, call.messageId());
    if (!message) throw badRequest('message to delete not found');
    checkDeletable(call, target, message);
    call.parts.messages.remove(target.place, message);
    return true;
  },

  deleteMessages(call) {
    const target = call.target();
    const ids = call.json('message_ids');
    if (!Array.isArray(ids) || ids.length < 1 || ids.length > mostDeletedAtOnce) {
      throw badRequest('message identifiers are not specified');
    }
    for (const id of ids) {
      const message = call.parts.messages.get(target.place, Number(id));
      if (message) call.parts.messages.remove(target.place, message);
    }
    return true;
  },
};

function toEdit(call: BotCall): {
  message: Message;
  place: Place;
  markup: { reply_markup?: InlineKeyboardMarkup };
} {
  if (call.has('inline_message_id')) throw badRequest('MESSAGE_ID_INVALID');
  const target = call.writable();
  const message = call.parts.messages.get(target.place, call.messageId());
  if (!message) throw badRequest('message to edit not found');
  const isOwn =
    target.kind === 'chat'
      ? message.from === undefined || message.from.id === call.bot.id
      : message.from?.id === call.bot.id;
  if (!isOwn) throw badRequest("message can't be edited");
  const read = readMarkup(call.json('reply_markup'), { isPrivate: target.kind === 'user' });
  return {
    message,
    place: target.place,
    markup: read.kind === 'inline' ? { reply_markup: read.inline } : {},
  };
}

function finish(call: BotCall, place: Place, before: Message, after: Message): Message {
  if (sameContent(before, after)) {
    throw badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
  }
  const { limits, messages, world } = call.parts;
  limits.spend(call.bot.id, 'user_id' in place ? place.user_id : place.chat_id, world.nowMs());
  return messages.edit(place, after);
}

function sameContent(one: Message, other: Message): boolean {
  const shown = (message: Message): string =>
    JSON.stringify([
      message.text,
      message.entities,
      message.caption,
      message.caption_entities,
      message.photo?.at(-1)?.file_unique_id,
      message.document?.file_unique_id,
      message.reply_markup,
    ]);
  return shown(one) === shown(other);
}

const hasMedia = (message: Message): boolean => message.photo !== undefined || message.document !== undefined;

async function readMedia(call: BotCall): Promise<Partial<Message>> {
  const media = call.json('media') as Record<string, unknown> | undefined;
  if (typeof media !== 'object') throw badRequest("can't parse InputMedia: expected an Object");
  const text = (name: string): string => (typeof media[name] === 'string' ? media[name] : '');
  const caption = readCaption({
    caption: text('caption'),
    parseMode: text('parse_mode'),
    entities: media['caption_entities'],
  });
  const source = text('media');
  if (media['type'] === 'photo') {
    const file = await readPhoto(call, 'media', source);
    return { photo: call.parts.files.photoSizes(call.bot, file), ...caption };
  }
  if (media['type'] === 'document') {
    const upload = call.upload('media', source);
    const file = upload
      ? call.parts.files.keep(upload.bytes, upload.fileName, upload.mimeType)
      : (call.parts.files.byId(call.bot, source) ?? readDocument(call, 'media'));
    return { document: call.parts.files.document(call.bot, file), ...caption };
  }
  throw badRequest('type of file mismatch');
}

function checkDeletable(call: BotCall, target: Target, message: Message): void {
  const isOwn = message.from?.id === call.bot.id;
  if (target.kind === 'chat') {
    if (!isOwn && !call.parts.members.hasRight(target.chat.id, call.bot.id, 'can_delete_messages')) {
      throw badRequest("message can't be deleted");
    }
    return;
  }
  if (call.parts.world.nowSeconds() - message.date > deletableSeconds) {
    throw badRequest("message can't be deleted for everyone");
  }
}
