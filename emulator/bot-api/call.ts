/** One call of a Bot API method: who calls, with what, and how to read it. */
import type { ChatAdministratorRights } from 'grammy/types';
import type { RequestFields, Upload } from '../body.js';
import { badRequest, forbidden, upgraded } from '../failure.js';
import type { Parts } from '../parts.js';
import type { BotRecord, ChatRecord, Place, UserRecord } from '../world.js';

/** The user or chat of a `chat_id`; the bot may reach it. */
export type Target =
  | { kind: 'user'; user: UserRecord; place: Place; chatId: number }
  | { kind: 'chat'; chat: ChatRecord; place: Place; chatId: number };

export class BotCall {
  constructor(
    readonly parts: Parts,
    readonly bot: BotRecord,
    private readonly fields: RequestFields /** Aborted when the caller has gone away. */,
    readonly gone: AbortSignal,
  ) {}

  has(name: string): boolean {
    const value = this.fields.values[name];
    return value !== undefined && value !== null && value !== '';
  }

  /** `""` when absent. */
  text(name: string): string {
    const value = this.fields.values[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  }

  integer(name: string): number | undefined {
    if (!this.has(name)) return undefined;
    const value = Number(this.fields.values[name]);
    if (!Number.isInteger(value)) throw badRequest(`field "${name}" must be of type Number`);
    return value;
  }

  flag(name: string): boolean {
    const value = this.fields.values[name];
    return value === true || value === 1 || value === 'true' || value === 'True' || value === '1';
  }

  /** An object or array; forms carry them as JSON text. */
  json(name: string): unknown {
    const value = this.fields.values[name];
    if (typeof value !== 'string' || value === '') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      throw badRequest(`can't parse ${name.replace('_', ' ')} JSON object`);
    }
  }

  /** An uploaded file: sent under the field's own name, or named by it as `attach://<part>`. */
  upload(name: string, value = this.text(name)): Upload | null {
    if (value.startsWith('attach://'))
      return this.fields.uploads.get(value.slice('attach://'.length)) ?? null;
    return this.fields.uploads.get(name) ?? null;
  }

  userId(): number {
    const id = this.integer('user_id');
    if (id === undefined) throw badRequest('invalid user_id specified');
    return id;
  }

  messageId(): number {
    const id = this.integer('message_id');
    if (id === undefined) throw badRequest('message identifier is not specified');
    return id;
  }

  /**
   * The chat a `chat_id` names: a user the bot has talked to, or a channel or group it can see.
   * @param access what only reads is answered under the old id of a group, too (`Client::check_chat_access`)
   */
  target(access: 'read' | 'write' = 'write'): Target {
    const id = this.#chatId();
    const { world, dialogs } = this.parts;
    if (typeof id === 'string') {
      const named = world.named(id);
      // The platform takes usernames of channels and groups only.
      if (named?.kind !== 'chat') throw badRequest('chat not found');
      return this.#seen(named.record);
    }
    if (id < 0) {
      const chat = world.chats.get(id);
      if (!chat) throw badRequest('chat not found');
      if (chat.migrated_to !== undefined && access === 'write') throw upgraded(chat.migrated_to);
      return this.#seen(chat);
    }
    const user = world.users.get(id);
    if (!user || (dialogs.writable(this.bot, id) === 'unknown' && !this.sharesChatWith(id))) {
      if (world.bots.get(id)) throw forbidden("bots can't send messages to bots");
      throw badRequest('chat not found');
    }
    return { kind: 'user', user, chatId: id, place: { bot_id: this.bot.id, user_id: id } };
  }

  /** A channel or group that a `chat_id` names. */
  chat(access: 'read' | 'write' = 'write'): ChatRecord {
    const target = this.target(access);
    if (target.kind !== 'chat') throw badRequest('chat not found');
    return target.chat;
  }

  /** A channel or group where the bot is in; the platform's refusal says how it is not. */
  chatWithin(): ChatRecord {
    const chat = this.chat();
    const member = this.parts.members.of(chat.id, this.bot.id);
    if (member.status === 'left') throw forbidden(`bot is not a member of the ${chat.type} chat`);
    return chat;
  }

  /** A channel or group where the bot has this right; refused in these words where it has not. */
  chatWhere(right: keyof ChatAdministratorRights, refusal: string): ChatRecord {
    const chat = this.chatWithin();
    if (!this.parts.members.hasRight(chat.id, this.bot.id, right)) throw badRequest(refusal);
    return chat;
  }

  /** The user or bot that a `user_id` names. */
  personId(): number {
    const id = this.userId();
    if (!this.parts.world.person(id)) throw badRequest('PARTICIPANT_ID_INVALID');
    return id;
  }

  /** A bot also knows the people of chats it administers. */
  sharesChatWith(userId: number): boolean {
    const { world, members } = this.parts;
    return [...world.chats.values()].some(
      (chat) => members.isAdministrator(chat.id, this.bot.id) && members.isKnown(chat.id, userId),
    );
  }

  /**
   * Where the bot may write: the platform's refusal says why not.
   * @param what is sent, as the refusal of a group that restricts the bot names it
   * @param unmet the refusal for a user known to the bot from a chat only
   */
  writable(what = 'text messages', unmet = forbidden("bot can't initiate conversation with a user")): Target {
    const target = this.target();
    const { dialogs, members } = this.parts;
    if (target.kind === 'user') {
      const state = dialogs.writable(this.bot, target.user.id);
      if (state === 'deactivated') throw forbidden('user is deactivated');
      if (state === 'blocked') throw forbidden('bot was blocked by the user');
      if (state === 'unknown') throw unmet;
      return target;
    }
    const chat = this.chatWithin();
    if (chat.type === 'channel' && !members.hasRight(chat.id, this.bot.id, 'can_post_messages')) {
      throw badRequest('need administrator rights in the channel chat');
    }
    if (members.of(chat.id, this.bot.id).status === 'restricted')
      throw badRequest(`not enough rights to send ${what} to the chat`);
    return target;
  }

  #chatId(): number | string {
    const text = this.text('chat_id').trim();
    if (text === '') throw badRequest('chat_id is empty');
    if (/^-?\d+$/.test(text)) return Number(text);
    if (text.startsWith('@')) return text;
    throw badRequest('chat not found');
  }

  /** Public chats can be seen by all; others by those who are or were in. */
  #seen(chat: ChatRecord): Target {
    const { members } = this.parts;
    if (members.of(chat.id, this.bot.id).status === 'kicked')
      throw forbidden(`bot was kicked from the ${chat.type} chat`);
    if (chat.username === undefined) {
      if (!members.isKnown(chat.id, this.bot.id)) throw badRequest('chat not found');
      if (members.of(chat.id, this.bot.id).status === 'left') {
        throw forbidden(`bot is not a member of the ${chat.type} chat`);
      }
    }
    return { kind: 'chat', chat, chatId: chat.id, place: { chat_id: chat.id } };
  }
}
