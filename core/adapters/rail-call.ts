/** One exchange with a payment rail over HTTP. */
import { fetch, type RequestInit } from 'undici';
import type { RailAnswer } from '../ports/payment-rail.js';
import { boundedBody } from './bounded-body.js';

const ANSWERED_WITHIN_MS = 10_000;
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;
const REASON_LENGTH_MAX = 100;

/** What came: the body is null where it is no JSON. Unknown: nothing came, or too much. */
export async function exchange(
  url: string,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
): Promise<RailAnswer<{ status: number; body: unknown }>> {
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const response = await fetch(url, { ...init, redirect: 'error', signal });
    const body = await boundedBody(response, ANSWER_MAX_BYTES);
    if (body === null) return unknown('the answer is too large');
    return { kind: 'certain', value: { status: response.status, body: json(body) } };
  } catch (error) {
    // Of the words of a failed fetch none names a secret, which is in no address.
    return unknown(error instanceof Error ? error.name : 'no answer');
  }
}

export const unknown = (reason: string): RailAnswer<never> => ({ kind: 'unknown', reason });

/** A fault of theirs, or too many calls, says nothing of what was asked for. */
export function refusal(status: number, words: string): RailAnswer<never> {
  const reason = words.replace(/[^\w .-]/g, ' ').slice(0, REASON_LENGTH_MAX);
  return { kind: status >= 500 || status === 429 ? 'unknown' : 'refused', reason };
}

export function mapped<From, To>(answer: RailAnswer<From>, to: (value: From) => To): RailAnswer<To> {
  return answer.kind === 'certain' ? { kind: 'certain', value: to(answer.value) } : answer;
}

/** Null: it is no JSON. */
export function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown;
  } catch {
    return null;
  }
}
