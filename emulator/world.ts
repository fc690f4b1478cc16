/**
 * The emulated world: who is there (users, bots, chats), who is in which chat, who talked to which bot, and what was
 * said. It knows how to find things and keeps them; what may happen to them is in members.ts, messages.ts and so on.
 */
import { randomBytes } from 'node:crypto';
import type {
  BotCommand,
  Chat,
  ChatAdministratorRights,
  ForceReply,
  MenuButton,
  Message,
  ReplyKeyboardMarkup,
  Update,
  User,
} from 'grammy/types';
import { Journal, Shelves, type Table } from './journal.js';
import { defined } from './omit.js';

export type UpdateKind = Exclude<keyof Update, 'update_id'>;

export interface UserRecord {
  id: number;
  first_name: string;
  last_name?: string;
  username?: string;
  language_code?: string;
  is_premium?: true;
  bio?: string;
  /** Names of files, newest first. */
  photos: string[];
  gifts: number;
  rating: number | null;
  /** In answers about members the platform leaves out their language and whether they are premium. */
  hides_language?: true;
  /** The account is deleted: the platform hides its name and refuses messages to it. */
  is_deleted?: true;
}

interface WebhookRecord {
  url: string;
  secret_token: string;
  max_connections?: number;
  last_error_date?: number;
  last_error_message?: string;
}

export interface BotRecord {
  id: number;
  token: string;
  username: string;
  first_name: string;
  /** null: the default set, which leaves out chat_member and the reactions. */
  allowed_updates: UpdateKind[] | null;
  webhook: WebhookRecord | null;
  /** By `scope|language`. */
  commands: Record<string, BotCommand[]>;
  /** By chat id; "" is the default. */
  menu_buttons: Record<string, MenuButton>;
  texts: Record<string, string>;
  /** The user who made it. */
  owner_id?: number;
}

export interface ChatRecord {
  id: number;
  type: 'channel' | 'supergroup' | 'group';
  title: string;
  username?: string;
  description?: string;
  join_requests: boolean;
  invite_link: string;
  /** Name of a file. */
  photo: string | null;
  /** Members that are only a number, so that a channel of the demo can look alive. */
  audience: number;
  /** Only administrators learn who is in this group. */
  has_hidden_members?: true;
  /** A supergroup with topics. */
  is_forum?: true;
  /** The supergroup where people write to a channel. */
  is_direct_messages?: true;
  /** The user who made it. */
  owner_id?: number;
  /** Of a channel its discussion group, of that the channel. */
  linked_chat_id?: number;
  /** It was a basic group, and goes on under this id. */
  migrated_to?: number;
}

type MemberStatus = 'member' | 'left' | 'administrator' | 'kicked' | 'restricted';

export interface MemberRecord {
  status: MemberStatus;
  /** For `restricted`: whether they are in. */
  is_member: boolean;
  rights: ChatAdministratorRights | null;
}

export interface JoinRequestRecord {
  date: number;
  invite_link: string | null;
}

export interface LinkRecord {
  invite_link: string;
  chat_id: number;
  /** A bot's id, or null for the link that the chat's owner made. */
  creator_id: number | null;
  name?: string;
  expire_date?: number;
  member_limit?: number;
  creates_join_request: boolean;
  is_primary: boolean;
  is_revoked: boolean;
  joined: number;
}

/** What stands between a bot and a user; it is there as soon as the user has started the bot. */
export interface DialogRecord {
  is_started: boolean;
  is_blocked: boolean;
  /** Until then (epoch seconds) the bot may write though never started: the user asked to join its chat. */
  writable_until: number;
  keyboard: ReplyKeyboardMarkup | ForceReply | null;
}

export interface FileRecord {
  name: string;
  file_name: string;
  mime_type: string;
  size: number;
  width: number;
  height: number;
}

export interface CallbackRecord {
  id: string;
  bot_id: number;
  user_id: number;
  message_id: number;
  data: string;
  at: number;
  answer: { text: string; show_alert: boolean; url: string; at: number } | null;
}

export interface InvoiceRecord {
  title: string;
  description: string;
  payload: string;
  currency: string;
  total_amount: number;
}

export interface PaymentRecord {
  /** The pre-checkout query's id. */
  id: string;
  bot_id: number;
  user_id: number;
  invoice: InvoiceRecord;
  status: 'pending' | 'paid' | 'refused' | 'expired' | 'refunded';
  at: number;
  charge_id: string | null;
  paid_at?: number;
  refunded_at?: number;
  error_message: string;
}

/** Stands for the creator of a chat; the world has no record of them. */
export const chatOwner: User = { id: 777000, is_bot: false, first_name: 'Chat owner' };

/** Where a message stands: a bot's chat with a user, or a channel or group. */
export type Place = { bot_id: number; user_id: number } | { chat_id: number };

export const shelfOf = (place: Place): string =>
  'chat_id' in place ? `chat:${place.chat_id}` : `private:${place.bot_id}:${place.user_id}`;

export type Named =
  | { kind: 'user'; record: UserRecord }
  | { kind: 'bot'; record: BotRecord }
  | { kind: 'chat'; record: ChatRecord };

export class World {
  readonly journal: Journal;
  readonly users: Table<UserRecord>;
  readonly bots: Table<BotRecord>;
  readonly chats: Table<ChatRecord>;
  readonly links: Table<LinkRecord>;
  readonly files: Table<FileRecord>;
  readonly callbacks: Table<CallbackRecord>;
  readonly invoices: Table<{ bot_id: number; invoice: InvoiceRecord }>;
  readonly payments: Table<PaymentRecord>;
  readonly notes: Table<unknown>;
  readonly members: Shelves<MemberRecord>;
  readonly joinRequests: Shelves<JoinRequestRecord>;
  readonly dialogs: Shelves<DialogRecord>;
  readonly messages: Shelves<Message>;
  readonly updates: Shelves<Update>;
  /** When each update was queued, in epoch milliseconds. */
  readonly updateTimes: Shelves<number>;
  readonly #botIdsByToken = new Map<string, number>();
  readonly #owners = new Map<string, { kind: Named['kind']; id: number }>();

  /** @param clock epoch milliseconds */
  constructor(
    statePath: string | null,
    private readonly clock: () => number,
  ) {
    const journal = new Journal(statePath);
    this.journal = journal;
    this.users = journal.table('users');
    this.bots = journal.table('bots');
    this.chats = journal.table('chats');
    this.links = journal.table('links');
    this.files = journal.table('files');
    this.callbacks = journal.table('callbacks');
    this.invoices = journal.table('invoices');
    this.payments = journal.table('payments');
    this.notes = journal.table('notes');
    this.members = new Shelves(journal.table('members'));
    this.joinRequests = new Shelves(journal.table('join_requests'));
    this.dialogs = new Shelves(journal.table('dialogs'));
    this.messages = new Shelves(journal.table('messages'));
    this.updates = new Shelves(journal.table('updates'));
    this.updateTimes = new Shelves(journal.table('update_times'));
    for (const user of this.users.values()) this.#name('user', user);
    for (const bot of this.bots.values()) {
      this.#name('bot', bot);
      this.#botIdsByToken.set(bot.token, bot.id);
    }
    for (const chat of this.chats.values()) this.#name('chat', chat);
  }

  nowMs(): number {
    return this.clock();
  }

  /** Unix time, as the platform's objects carry it. */
  nowSeconds(): number {
    return Math.floor(this.clock() / 1000);
  }

  botByToken(token: string): BotRecord | undefined {
    const id = this.#botIdsByToken.get(token);
    return id === undefined ? undefined : this.bots.get(id);
  }

  saveUser(user: UserRecord): UserRecord {
    this.#unname('user', this.users.get(user.id));
    this.#name('user', user);
    return this.users.set(user.id, user);
  }

  saveBot(bot: BotRecord): BotRecord {
    const before = this.bots.get(bot.id);
    this.#unname('bot', before);
    if (before) this.#botIdsByToken.delete(before.token);
    this.#botIdsByToken.set(bot.token, bot.id);
    this.#name('bot', bot);
    return this.bots.set(bot.id, bot);
  }

  saveChat(chat: ChatRecord): ChatRecord {
    this.#unname('chat', this.chats.get(chat.id));
    this.#name('chat', chat);
    return this.chats.set(chat.id, chat);
  }

  /** The user, bot or chat with this username; with or without @, any case. */
  named(username: string): Named | undefined {
    const owner = this.#owners.get(username.replace(/^@/, '').toLowerCase());
    if (owner === undefined) return undefined;
    if (owner.kind === 'user') return tagged('user', this.users.get(owner.id));
    if (owner.kind === 'bot') return tagged('bot', this.bots.get(owner.id));
    return tagged('chat', this.chats.get(owner.id));
  }

  /** A number that was not given before, kept in the state. */
  next(counter: string, from: number): number {
    const value = (this.notes.get(counter) as number | undefined) ?? from;
    this.notes.set(counter, value + 1);
    return value;
  }

  /** How a user or a bot shows up in the platform's objects; undefined for an unknown id. */
  person(id: number): User | undefined {
    const user = this.users.get(id);
    if (user) return userObject(user);
    const bot = this.bots.get(id);
    return bot && botObject(bot);
  }

  newInviteLink(): string {
    return `https://t.me/+${randomBytes(12).toString('base64url')}`;
  }

  clear(): void {
    this.journal.clear();
    for (const shelves of [this.members, this.joinRequests, this.dialogs]) shelves.clear();
    for (const shelves of [this.messages, this.updates, this.updateTimes]) shelves.clear();
    this.#botIdsByToken.clear();
    this.#owners.clear();
  }

  #name(kind: Named['kind'], record: { id: number; username?: string }): void {
    if (record.username === undefined) return;
    this.#owners.set(record.username.toLowerCase(), { kind, id: record.id });
  }

  #unname(kind: Named['kind'], record: { id: number; username?: string } | undefined): void {
    const name = record?.username?.toLowerCase();
    if (name !== undefined && this.#owners.get(name)?.kind === kind) this.#owners.delete(name);
  }
}

function tagged<K extends Named['kind'], R>(
  kind: K,
  record: R | undefined,
): { kind: K; record: R } | undefined {
  return record === undefined ? undefined : { kind, record };
}

export function userObject(user: UserRecord): User {
  if (user.is_deleted === true) return { id: user.id, is_bot: false, first_name: '' };
  const { id, first_name, last_name, username, language_code, is_premium } = user;
  return defined({ id, is_bot: false, first_name, last_name, username, language_code, is_premium });
}

export function botObject(bot: BotRecord): User {
  return { id: bot.id, is_bot: true, first_name: bot.first_name, username: bot.username };
}

export function privateChatObject(user: UserRecord): Chat.PrivateChat {
  if (user.is_deleted === true) return { id: user.id, type: 'private', first_name: '' };
  const { id, first_name, last_name, username } = user;
  return defined({ id, type: 'private', first_name, last_name, username });
}

export function chatObject(chat: ChatRecord): Chat.ChannelChat | Chat.SupergroupChat | Chat.GroupChat {
  const { id, type, title, username, is_forum, is_direct_messages } = chat;
  if (type === 'group') return { id, type, title };
  if (type === 'channel') return defined({ id, type, title, username });
  return defined({ id, type, title, username, is_forum, is_direct_messages });
}
