/**
 * What is said: messages between users and bots, and posts in channels and groups. Each is kept as the platform's own
 * Message object, with edits and deletions applied.
 */
import type { Message, MessageEntity, Update, User } from 'grammy/types';
import type { Dialogs } from './dialogs.js';
import { withFoundEntities } from './entities.js';
import type { Events } from './events.js';
import { omit } from './omit.js';
import type { Updates } from './updates.js';
import {
  botObject,
  chatObject,
  privateChatObject,
  shelfOf,
  userObject,
  type BotRecord,
  type ChatRecord,
  type Place,
  type UserRecord,
  type World,
} from './world.js';

/** A message without what its place gives it. */
export type Content = Omit<Message, 'message_id' | 'date' | 'chat' | 'from' | 'sender_chat'>;

const keptMessages = 1_000;
const anonymousAdministrator: User = {
  id: 1_087_968_824,
  is_bot: true,
  first_name: 'Group',
  username: 'GroupAnonymousBot',
};

export class Messages {
  constructor(
    private readonly world: World,
    private readonly updates: Updates,
    private readonly events: Events,
    private readonly dialogs: Dialogs,
  ) {}

  get(place: Place, messageId: number): Message | undefined {
    return this.world.messages.get(shelfOf(place), messageId);
  }

  /** The message that another answers, without the one that it answered in its turn, as the platform gives it. */
  replied(place: Place, messageId: number): Message['reply_to_message'] {
    const message = this.get(place, messageId);
    return message && (omit(message, 'reply_to_message') as Message['reply_to_message']);
  }

  /** Oldest first. */
  list(place: Place): Message[] {
    return this.world.messages.rows(shelfOf(place));
  }

  /** The user writes to the bot, which gets it as an update. */
  fromUser(
    user: UserRecord,
    bot: BotRecord,
    content: Content,
  ): { message: Message; updateId: number | null } {
    this.dialogs.start(bot, user);
    const text = content.text;
    const message: Message = {
      message_id: this.world.next(`message:${bot.id}`, 1),
      from: userObject(user),
      chat: privateChatObject(user),
      date: this.world.nowSeconds(),
      ...content,
      ...(text === undefined ? {} : entitiesOf(text, content.entities)),
    };
    this.#add({ bot_id: bot.id, user_id: user.id }, message);
    // A message from a user to a bot is never one of a channel, which is all the narrower type says.
    const update = { message: message as NonNullable<Update['message']> };
    return { message, updateId: this.updates.push(bot, update) };
  }

  /** The user writes to a person in whose name the bot answers: in no chat of the bot. */
  toBusiness(
    user: UserRecord,
    bot: BotRecord,
    content: Content,
  ): { message: Message; updateId: number | null } {
    const message = {
      message_id: this.world.next(`business:${bot.id}`, 1),
      business_connection_id: `business-${bot.id}`,
      from: userObject(user),
      chat: privateChatObject(user),
      date: this.world.nowSeconds(),
      ...content,
    };
    return { message, updateId: this.updates.push(bot, { business_message: message }) };
  }

  /** The bot writes to the user. */
  toUser(bot: BotRecord, user: UserRecord, content: Content): Message {
    const message: Message = {
      message_id: this.world.next(`message:${bot.id}`, 1),
      from: botObject(bot),
      chat: privateChatObject(user),
      date: this.world.nowSeconds(),
      ...content,
    };
    this.#add({ bot_id: bot.id, user_id: user.id }, message);
    return message;
  }

  /** A post in a channel or group, by a bot or (null) by its owner; other administrators' bots hear of it. */
  post(chat: ChatRecord, by: BotRecord | null, content: Content, readers: BotRecord[]): Message {
    const speaker = chat.type !== 'channel' && by ? { from: botObject(by) } : asItself(chat);
    const others = readers.filter(({ id }) => id !== by?.id);
    return this.speak(chat, speaker, content, others);
  }

  /** A message in a channel or group, by whatever `speaker` shows; these bots hear of it. */
  speak(chat: ChatRecord, speaker: Partial<Message>, content: Content, readers: BotRecord[]): Message {
    const { text } = content;
    const message: Message = {
      message_id: this.world.next(`message:${chat.id}`, 1),
      ...speaker,
      chat: chatObject(chat),
      date: this.world.nowSeconds(),
      ...content,
      ...(text === undefined ? {} : entitiesOf(text, content.entities)),
    };
    this.#add({ chat_id: chat.id }, message);
    for (const bot of readers) {
      const kind = chat.type === 'channel' ? 'channel_post' : 'message';
      this.updates.push(bot, { [kind]: message });
    }
    return message;
  }

  /** Replaces what a message says. */
  edit(place: Place, message: Message): Message {
    const edited = { ...message, edit_date: this.world.nowSeconds() };
    this.world.messages.set(shelfOf(place), message.message_id, edited);
    this.#emit(place, 'edited', edited);
    return edited;
  }

  /** A person changes what they wrote; these bots hear of it. */
  editAsPerson(place: Place, message: Message, text: string, readers: BotRecord[]): (number | null)[] {
    const edited = this.edit(place, { ...omit(message, 'entities'), text, ...entitiesOf(text) });
    const update = { edited_message: edited as NonNullable<Update['edited_message']> };
    return readers.map((bot) => this.updates.push(bot, update));
  }

  remove(place: Place, message: Message): void {
    this.world.messages.delete(shelfOf(place), message.message_id);
    this.#emit(place, 'deleted', message);
  }

  #add(place: Place, message: Message): void {
    const shelf = shelfOf(place);
    this.world.messages.set(shelf, message.message_id, message);
    this.world.messages.keepNewest(shelf, keptMessages);
    this.#emit(place, 'new', message);
  }

  #emit(place: Place, change: 'new' | 'edited' | 'deleted', message: Message): void {
    if ('chat_id' in place) this.events.emit({ type: 'post', change, ...place, message });
    else this.events.emit({ type: 'message', change, ...place, message });
  }
}

/** What a chat says as itself. Outside of channels a fake user stands there, too (docs, `Message.from`). */
export function asItself(chat: ChatRecord): Partial<Message> {
  const said = { sender_chat: chatObject(chat) };
  return chat.type === 'channel' ? said : { from: anonymousAdministrator, ...said };
}

function entitiesOf(text: string, given: MessageEntity[] = []): Pick<Message, 'entities'> {
  const entities = withFoundEntities(text, given);
  return entities.length === 0 ? {} : { entities };
}
