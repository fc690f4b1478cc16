/** What the gate reads of an update of the platform. */
import type { Given, User } from '../../../networks/network.js';

/** An update as the platform sends it; further fields are kept and handed back. */
export interface Update {
  update_id: number;
}

/** Calls a method of the platform with the bot's token, and answers its result. */
export type Call = (method: string, parameters: Record<string, unknown>) => Promise<unknown>;

/** A button of the gate: the one that confirms, or an answer to a question. */
export interface Press {
  /** Absent: it confirms. */
  given?: Given | undefined;
  /** What the button keeps of the request that is held. */
  memo: string;
}

/** The part of a chat where a message stands, as the platform wants it to send another there. */
export type Topic = { message_thread_id?: number } | { direct_messages_topic_id: number };

export interface Seen {
  user: User;
  chatId: number;
  isPrivate: boolean;
  topic: Topic;
  /** Of a pressed button. */
  queryId?: string | undefined;
  /** Where the pressed button stands. */
  messageId?: number | undefined;
  /** Of a button of the gate's own. */
  press?: Press | undefined;
  /** By which two updates that ask for the same are known: two pictures do not. */
  text: string;
  /** Each part of an album comes as a message of its own. */
  album?: string | undefined;
}

interface Message {
  message_id: number;
  chat: { id: number; type?: string };
  from?: User & { is_bot?: boolean };
  text?: string;
  media_group_id?: string;
  message_thread_id?: number;
  is_topic_message?: boolean;
  direct_messages_topic?: { topic_id: number };
}

/**
 * What people send, by the fields of https://core.telegram.org/bots/api#message (Bot API 10.1). A message without any of it is news
 * of the chat, or a payment: no person asks by it.
 */
const CONTENT = (
  'text rich_message animation audio document live_photo paid_media photo sticker story video video_note voice ' +
  'checklist contact dice game poll venue location'
).split(' ');
/** Who spoke is a chat, a bot of a business, or a guest; or the platform sent it at a time that was set before. */
const NO_PERSON =
  'sender_chat is_automatic_forward sender_business_bot business_connection_id guest_query_id is_from_offline'.split(
    ' ',
  );
/** The platform's own account: its messages, and posts of a channel in its discussion group. */
const PLATFORM_ID = 777_000;

/** @returns null where no person has asked for anything: posts, payments, members, edits, inline queries, news of the chat */
export function readUpdate(update: Update, prefix: string): Seen | null {
  const { message, callback_query: query } = update as {
    message?: Message;
    callback_query?: { id: string; from: Message['from']; message?: Message; data?: string };
  };
  const shown = query?.message ?? message;
  const user = query === undefined ? message?.from : query.from;
  if (shown === undefined || user === undefined || user.is_bot === true || user.id === PLATFORM_ID)
    return null;
  // In a channel everybody would see the block; a chat of a business is not the bot's own.
  if (shown.chat.type === 'channel' || 'business_connection_id' in shown) return null;
  const isAsked = NO_PERSON.every((name) => !(name in shown)) && CONTENT.some((name) => name in shown);
  if (query === undefined && !isAsked) return null;
  const common = { user, chatId: shown.chat.id, isPrivate: shown.chat.id > 0, topic: topicOf(shown) };
  if (query === undefined)
    return { ...common, text: shown.text ?? `#${String(shown.message_id)}`, album: shown.media_group_id };
  const press = pressOf(query.data ?? '', prefix);
  return { ...common, queryId: query.id, messageId: shown.message_id, press, text: query.data ?? '' };
}

/** Replies in a group without topics have a thread, too, which nothing can be sent to. */
function topicOf({ message_thread_id, is_topic_message, direct_messages_topic: direct }: Message): Topic {
  if (direct !== undefined) return { direct_messages_topic_id: direct.topic_id };
  return is_topic_message === true && message_thread_id !== undefined ? { message_thread_id } : {};
}

function pressOf(data: string, prefix: string): Press | undefined {
  if (!data.startsWith(prefix)) return undefined;
  const [, action, question, answer, memo = ''] =
    /^(-op|_(gender|age)_(\w+))(\.[^]*)?$/.exec(data.slice(prefix.length)) ?? [];
  if (action === undefined) return undefined;
  return { given: question === undefined ? undefined : { [question]: answer }, memo };
}

/**
 * Calls the platform with nothing but fetch, for bots without a framework. What it throws never holds the token; a refusal
 * has the platform's `error_code`.
 * @param root default the platform's own address
 */
export function platformApi(token: string, root = 'https://api.telegram.org'): Call {
  return async (method, parameters) => {
    let answer: { ok: boolean; result?: unknown; description?: string; error_code?: number };
    try {
      const response = await fetch(`${root}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(parameters),
        signal: AbortSignal.timeout(((parameters['timeout'] as number | undefined) ?? 0) * 1_000 + 10_000),
      });
      answer = (await response.json()) as typeof answer;
    } catch {
      throw new Error(`The platform did not answer ${method}.`);
    }
    const { ok, result, description = '', error_code } = answer;
    if (ok) return result;
    throw Object.assign(new Error(`The platform refused ${method}: ${description}`), { error_code });
  };
}
