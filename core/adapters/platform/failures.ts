/**
 * The platform's refusals, sorted (`core/platform.ts` names the kinds). What a refusal means depends on the method:
 * an edit that changes nothing and a deletion of what is gone are done, not refused.
 */
import { HttpError } from 'grammy';
import type { ApiError } from 'grammy/types';
import type { PlatformFailure, PlatformFailureKind } from '../../platform.js';

/** An answer of the platform's that is not `ok`. */
export interface Refusal {
  code: number;
  description: string;
  retryAfterMs: number | null;
  /** `migrate_to_chat_id`; absent: the chat has its id still. */
  movedTo?: number | undefined;
}

/** Nothing left the machine, so nothing can have happened. */
const UNSENT_CODES = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  'UND_ERR_CONNECT_TIMEOUT',
]);

const DONE: Readonly<Record<'edit' | 'delete' | 'refund', RegExp>> = {
  edit: /message is not modified/i,
  refund: /charge_already_refunded/i,
  delete: /message to delete not found|message can'?t be deleted|message identifier is not specified/i,
};

/** The first row whose words are in the description decides. */
const wordings: readonly [RegExp, PlatformFailureKind][] = [
  [/bot was blocked by the user|user is deactivated/i, 'blocked'],
  [
    /can'?t initiate conversation|peer_id_invalid|chat not found|group chat was upgraded|chat was deleted/i,
    'chat_gone',
  ],
  [
    /member list is inaccessible|chat_admin_required|not enough rights|have no rights|need administrator rights|administrator rights (are )?required/i,
    'rights_lost',
  ],
  // A server's error in capitals comes with 400, though it was 403 (`Client::fail_query_with_error` of telegram-bot-api).
  [
    /have no write access|chat_write_forbidden|chat_restricted|chat_\w*send_\w*forbidden|topic_closed/i,
    'rights_lost',
  ],
  [/bot is not a member|bot was kicked|bot is not a participant|channel_private/i, 'rights_lost'],
  // The platform says this at random, and where member lists are hidden: nothing is known then.
  [
    /participant_id_invalid|user not found|user_id_invalid|invalid user_id|member not found|user_not_participant/i,
    'unavailable',
  ],
];

/** Whether the refusal says that what was asked for is so already. */
export function isDone(method: string, description: string): boolean {
  if (method.startsWith('edit')) return DONE.edit.test(description);
  if (method.startsWith('refund')) return DONE.refund.test(description);
  return method.startsWith('delete') && DONE.delete.test(description);
}

/** Whether an edit is refused since the link has ended (core.telegram.org/method/messages.editExportedChatInvite, Possible errors). */
export function isOfDeadLink(description: string): boolean {
  return /invite_hash_(expired|invalid)|invite_revoked_missing/i.test(description);
}

export function failureOf(refusal: Refusal): PlatformFailure {
  const { code, description, retryAfterMs, movedTo } = refusal;
  return {
    kind: kindOf(code, description),
    description,
    retryAfterMs: code === 429 ? (retryAfterMs ?? 1_000) : null,
    ...(movedTo === undefined ? {} : { movedTo }),
  };
}

function kindOf(code: number, description: string): PlatformFailureKind {
  if (code === 429) return 'limited';
  // An operator's own server, older than our calls, says so with the code of a token that cannot be one.
  if (code === 404 && /method not found/i.test(description)) return 'bad_request';
  // A token that was revoked is answered with 401.
  if (code === 401 || code === 404) return 'token_refused';
  if (code >= 500 || code === 409) return 'unavailable';
  const known = wordings.find(([words]) => words.test(description));
  if (known !== undefined) return known[1];
  return code === 403 ? 'rights_lost' : 'bad_request';
}

/** What the platform refused with, as it answers and as grammY throws it. */
export function refusalOf({ error_code: code, description, parameters = {} }: ApiError): Refusal {
  const { retry_after: seconds, migrate_to_chat_id: movedTo } = parameters;
  return { code, description, retryAfterMs: seconds === undefined ? null : seconds * 1_000, movedTo };
}

/**
 * No answer came. Only the error's code is passed on: its message holds the address, and the address the token.
 * @param wasSent whether the request may have reached the platform
 */
export function silenceOf(error: unknown): { failure: PlatformFailure; wasSent: boolean } {
  const cause: unknown = error instanceof HttpError ? error.error : error;
  const code = codeOf(cause);
  const wasSent = !UNSENT_CODES.has(code);
  const description = `no answer from the platform${code === '' ? '' : ` (${code})`}`;
  return {
    failure: { kind: wasSent ? 'uncertain' : 'unavailable', description, retryAfterMs: null },
    wasSent,
  };
}

function codeOf(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode && typeof error.code === 'string' ? error.code : '';
}
