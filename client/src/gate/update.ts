/** What the gate reads of an update of the platform. */
import type { Given, User } from './network.js';

/** An update as the platform sends it; further fields are kept and handed back. */
export interface Update {
  update_id: number;
}

/** Calls a method of the platform with the bot's token, and answers its result. */
export type Call = (method: string, parameters: Record<string, unknown>) => Promise<unknown>;

/** A button of the gate: the one that confirms, or an answer to a question. */
export type Press = { kind: 'confirm' } | { kind: 'answer'; given: Given };

export interface Seen {
  user: User;
  chatId: number;
  isPrivate: boolean;
  /** Of a pressed button. */
  queryId?: string | undefined;
  /** Where the pressed button stands. */
  messageId?: number | undefined;
  /** Of a button of the gate's own. */
  press?: Press | undefined;
  /** By which two updates that ask for the same are known. */
  text: string;
}

interface Message {
  message_id: number;
  chat: { id: number; type?: string };
  from?: User & { is_bot?: boolean };
  text?: string;
}

/** Messages that nobody wrote to ask for something; a payment above all must reach the bot. */
const SERVICE = [
  ...['successful_payment', 'refunded_payment', 'new_chat_members', 'left_chat_member', 'new_chat_title'],
  ...['new_chat_photo', 'delete_chat_photo', 'pinned_message', 'migrate_to_chat_id', 'migrate_from_chat_id'],
  ...['group_chat_created', 'supergroup_chat_created', 'channel_chat_created', 'video_chat_started'],
  ...['video_chat_ended', 'message_auto_delete_timer_changed', 'forum_topic_created', 'users_shared'],
  ...['chat_shared', 'write_access_allowed', 'web_app_data'],
] as const;

/** @returns null where there is nobody to hold: posts, payments, members, inline queries */
export function readUpdate(update: Update, prefix: string): Seen | null {
  const { message, callback_query: query } = update as {
    message?: Message;
    callback_query?: { id: string; from: Message['from']; message?: Message; data?: string };
  };
  const shown = query?.message ?? message;
  const user = query === undefined ? message?.from : query.from;
  if (shown === undefined || user === undefined || user.is_bot === true) return null;
  if (query === undefined && SERVICE.some((name) => name in shown)) return null;
  const common = { user, chatId: shown.chat.id, isPrivate: shown.chat.id > 0 };
  if (query === undefined) return { ...common, text: message?.text ?? '' };
  const press = pressOf(query.data ?? '', prefix);
  return { ...common, queryId: query.id, messageId: shown.message_id, press, text: query.data ?? '' };
}

function pressOf(data: string, prefix: string): Press | undefined {
  if (data === `${prefix}-op`) return { kind: 'confirm' };
  if (!data.startsWith(`${prefix}_`)) return undefined;
  const [, question, answer = ''] = /^_(gender|age)_(\w+)$/.exec(data.slice(prefix.length)) ?? [];
  if (question === 'gender') return { kind: 'answer', given: { gender: answer } };
  return question === 'age' ? { kind: 'answer', given: { age: answer } } : undefined;
}

/**
 * Calls the platform with nothing but fetch, for bots without a framework. What it throws never holds the token.
 * @param root default the platform's own address
 */
export function platformApi(token: string, root = 'https://api.telegram.org'): Call {
  return async (method, parameters) => {
    let answer: { ok: boolean; result?: unknown; description?: string };
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
    if (!answer.ok) throw new Error(`The platform refused ${method}: ${answer.description ?? ''}`);
    return answer.result;
  };
}
