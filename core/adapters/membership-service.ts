/**
 * The outside service that knows who is a member of a bot (`decisions.md`, Subscriptions: `to_bot_member` 1).
 *
 * `BOT_MEMBER_URL` is asked with GET, `{code}` and `{user_id}` filled in. Understood as an answer, with 200:
 * `{"member": true}` or `is_member`, `{"ok": true, "result": true}`, `{"status": "member"}` (or `left`), a bare `true` or
 * `false`, `1` or `0`; and 404 for "no". Whatever else comes, or nothing in time, leaves it unknown.
 */
import { fetch, type Response } from 'undici';
import { boundedBody } from './bounded-body.js';
import { readRetryAfter } from '../retry-after.js';
import { type CallOptions, failed, type MembershipService, type PlatformAnswer } from '../platform.js';

const TIMEOUT_MS = 5_000;
/** More than an answer of this kind ever needs. */
const ANSWER_MAX_BYTES = 16_384;

/** @param template undefined: there is no such service, and no orders that need one */
export function createMembershipService(template: string | undefined): MembershipService {
  return {
    isConfigured: template !== undefined,
    isMember: async (code, userId, options) => {
      if (template === undefined) return failed('unavailable', 'there is no membership service');
      // In an address these mean a folder above, however they are written: another path would be asked.
      if (/^\.{1,2}$/.test(code)) return failed('token_refused', 'no code looks like this');
      const address = template
        .replaceAll('{code}', encodeURIComponent(code))
        .replaceAll('{user_id}', String(userId));
      return ask(address, options);
    },
  };
}

async function ask(address: string, options?: CallOptions): Promise<PlatformAnswer<boolean>> {
  const remainingMs = Math.min(TIMEOUT_MS, (options?.deadlineMs ?? Infinity) - Date.now());
  try {
    const response = await fetch(address, {
      headers: { Accept: 'application/json' },
      // The code is for this service alone, not for where it sends us on.
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.max(1, Math.floor(remainingMs))),
    });
    return await answerOf(response);
  } catch {
    // The error's words may hold the address, and the address the code.
    return failed('unavailable', 'the membership service did not answer');
  }
}

async function answerOf(response: Response): Promise<PlatformAnswer<boolean>> {
  const { status } = response;
  const body = await boundedBody(response, ANSWER_MAX_BYTES);
  if (status === 404) return { ok: true, value: false };
  if (status === 401 || status === 403)
    return failed('token_refused', 'the membership service refuses the code');
  if (status === 429) return failed('limited', 'limited', retryAfterMs(response));
  const isMember = status === 200 ? readMembership(body?.toString() ?? '') : undefined;
  if (isMember !== undefined) return { ok: true, value: isMember };
  return failed(
    'unavailable',
    `the membership service answered ${String(status)} in a way that is not understood`,
  );
}

/** Undefined when the text is none of the answers that are understood. */
function readMembership(text: string): boolean | undefined {
  try {
    return readValue(JSON.parse(text.trim().toLowerCase()) as unknown);
  } catch {
    return undefined;
  }
}

function readValue(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === 'member' || value === 'true') return true;
  if (value === false || value === 0 || value === 'left' || value === 'false') return false;
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  for (const name of ['member', 'is_member', 'result', 'status']) {
    const read = readValue(fields[name]);
    if (read !== undefined) return read;
  }
  return undefined;
}

function retryAfterMs(response: Response): number {
  return readRetryAfter(response.headers.get('retry-after'), Date.now()) ?? 1_000;
}
