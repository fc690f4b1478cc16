/** What is read of an update before it is performed: whose it is, behind which it goes, what it holds. */
import type { Update } from 'grammy/types';
import type { DeferredUpdate } from '../core/ports/update-store.js';

/** Whatever grammY's types say, nothing of it is relied on: one odd update must not end all. */
interface Seen {
  message?: {
    chat?: { id?: number };
    from?: { id?: number } | null;
    successful_payment?: unknown;
    refunded_payment?: unknown;
    migrate_to_chat_id?: unknown;
    migrate_from_chat_id?: unknown;
  } | null;
  callback_query?: { from?: { id?: number } | null } | null;
  chat_member?: {
    date?: number;
    chat?: { id?: number; type?: string };
    new_chat_member?: { user?: { id?: number } };
  } | null;
  my_chat_member?: Seen['chat_member'];
  chat_join_request?: { date?: number; chat?: { id?: number }; from?: { id?: number } } | null;
}

/** As it is deferred in a queue. */
export function inQueue(update: Update, queue: string): DeferredUpdate {
  return {
    updateId: update.update_id,
    body: JSON.stringify(update),
    queue,
    happenedAtMs: happenedAtMs(update, Date.now()),
  };
}

/** When a membership changed, as the platform says; nothing happens after its update arrived. */
function happenedAtMs(update: Update, nowMs: number): number {
  const { chat_member: other, my_chat_member: own, chat_join_request: request } = update as Seen;
  const change = other ?? own;
  const date = change?.date ?? request?.date;
  return Number.isSafeInteger(date) ? Math.min(Number(date) * 1_000, nowMs) : nowMs;
}

/** The queue of one that waits for a later build: alone, so that nothing waits behind it. */
export function asideOf(update: Update): string {
  return `unread:${String(update.update_id)}`;
}

/** @param update one that can be read */
export function queueOf(update: Update): string | null {
  const { message, chat_member: other, my_chat_member: own, chat_join_request: request } = update as Seen;
  const change = other ?? own;
  const chatId = change?.chat?.id ?? request?.chat?.id;
  const userId = change?.new_chat_member?.user?.id ?? request?.from?.id;
  if (holdsMoney(update)) return `payments:${String(message?.from?.id ?? message?.chat?.id)}`;
  return chatId === undefined || userId === undefined ? null : `${String(chatId)}:${String(userId)}`;
}

/** Of a membership, of rights, or of a group that moved. */
export function isOfChat(update: Update): boolean {
  return isMove(update) || (queueOf(update) !== null && !holdsMoney(update));
}

/** Of our bot itself, in a channel or group. */
export function isOfRights(update: Update): boolean {
  const { my_chat_member: own } = update as Seen;
  return own !== undefined && own?.chat?.type !== 'private';
}

/** A basic group became a supergroup, which has another id. */
export function isMove(update: Update): boolean {
  const { message } = update as Seen;
  return message?.migrate_to_chat_id !== undefined || message?.migrate_from_chat_id !== undefined;
}

/** Memberships, payments, payments given back, and groups that moved. */
export function isVital(update: Update): boolean {
  const { message, callback_query: query } = update as Seen;
  if (query !== undefined) return false;
  return message === undefined || holdsMoney(update) || isMove(update);
}

export function holdsMoney(update: Update): boolean {
  const { message } = update as Seen;
  return message?.successful_payment !== undefined || message?.refunded_payment !== undefined;
}

export function personOf(update: Update): number {
  const { message, callback_query: query } = update as Seen;
  return message?.from?.id ?? query?.from?.id ?? 0;
}
