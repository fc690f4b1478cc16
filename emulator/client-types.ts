/** What tools send to the control interface and get back, as the client in client.ts types it. */
import type { MessageEntity } from 'grammy/types';
import type { Kind } from './kinds.js';

export interface UserInput {
  id: number;
  first_name: string;
  last_name?: string | null;
  username?: string | null;
  language_code?: string | null;
  is_premium?: boolean | null;
  bio?: string | null;
  /** How many pictures to make up, or pictures in base64. */
  photos?: number | string[] | null;
  /** How many. */
  gifts?: number | null;
  /** The level; may be negative. */
  rating?: number | null;
  /** The account is deleted. */
  hides_language?: boolean | null;
  is_deleted?: boolean | null;
}

export interface BotInput {
  token: string;
  username: string;
  first_name: string;
  /** The user who made it: they can change it on the phone page. */
  owner_id?: number;
}

export interface ChatInput {
  /** One that is not there yet; absent: the platform gives one. */
  id?: number;
  type: 'channel' | 'supergroup' | 'group';
  title: string;
  username?: string;
  join_requests?: boolean;
  /** An invite link of the chat, which its owner revokes. */
  revokes?: string;
  description?: string;
  /** A picture in base64. */
  photo?: string;
  /** Members that are only a number. */
  audience?: number;
  /** Only administrators learn who is in the group. */
  has_hidden_members?: boolean;
  /** A supergroup with topics. */
  is_forum?: boolean;
  /** The supergroup where people write to a channel. */
  is_direct_messages?: boolean;
  /** The user who made it: they can change it on the phone page. */
  owner_id?: number;
  /** Of a channel: the supergroup where its posts are talked about. */
  discussion?: number | string;
}

/** What changes of a chat that is there. Absent keeps what was; a username of null makes it private. */
export type ChatChange = Partial<Omit<ChatInput, 'id' | 'username'>> & {
  id: number;
  username?: string | null;
};

export interface ChatAnswer {
  id: number;
  invite_link: string;
  title: string;
  username?: string;
  members: number;
}

export interface MemberInput {
  /** Id, '@username' or link. */
  chat: number | string;
  /** A user's or a bot's id, or '@bot'. */
  user: number | string;
  status: 'member' | 'left' | 'administrator' | 'kicked' | 'restricted' | 'requested';
  /** By which link they join, or ask to. */
  invite_link?: string;
  /** Of an administrator; absent means all. */
  rights?: Record<string, boolean>;
  /** Of a restricted member; default true. */
  is_member?: boolean;
  /**
   * The id of who did it. Absent: of joining and leaving the user themself, of letting in somebody who asked and of
   * everything else the chat's owner.
   */
  by?: number;
}

/** What a user sends to a bot. */
export type Sent =
  | { text: string; entities: MessageEntity[] }
  /** A picture in base64. */
  | { photo: string }
  /** Made-up content; `business`: to a person in whose name the bot answers. */
  | { kind: Kind; business?: boolean }
  /** The new text of a message that they sent. */
  | { edits: number; text: string };

export interface GroupMessageInput {
  text?: string;
  /** Instead of `text`: content that is made up. */
  kind?: Kind;
  /** A message that says `text` from now on. */
  edits?: number;
  from?: number;
  /** Instead of `from`. */
  channel?: number | string;
  /** An administrator speaks as the group. */
  anonymous?: boolean;
  /** Of a forum. */
  topic?: number;
  /** The message that is answered. */
  reply_to?: number;
}

export interface FaultInput {
  token?: string;
  method?: string;
  /** `timeout` never answers; `drop` does the work and loses the reply; `latency` is only slow. */
  kind?: '429' | '403' | '400' | '401' | '500' | '502' | 'timeout' | 'drop' | 'latency';
  /** Default 1. */
  times?: number;
  /** Seconds, for 429. */
  retry_after?: number;
  latency_ms?: number;
  description?: string;
}

export interface GuideStep {
  /** By which it is ticked off. */
  key?: string;
  title: string;
  text: string;
  user_id?: number;
  bot?: string;
  chat?: string | number;
}

export interface CallbackAnswer {
  callback_query_id: string;
  bot_id: number;
  bot: string;
  user_id: number;
  message_id: number;
  data: string;
  answered: boolean;
  text?: string;
  show_alert?: boolean;
  url?: string;
}

export interface WaitOptions {
  /** Only messages newer than this one. Default 0: any message in the chat. */
  after?: number;
  /** Default 5000. */
  timeoutMs?: number;
}

/** What GET users, bots and chats answer, as far as tools need it. */
export interface Overview {
  users: { id: number; first_name: string }[];
  bots: { id: number; username: string; owner_id?: number }[];
  chats: { id: number; username?: string; title: string; invite_link: string; owner_id?: number }[];
}
