/**
 * Calls to the Crypto Pay API: `POST <root>/api/<method>` with the token in a header; the answer is an envelope.
 * Source: https://help.send.tg/en/articles/10279948-crypto-pay-api (1.5.2), "Authorizing your app" and "Making requests".
 */
import { z } from 'zod';
import type { RailAnswer } from '../../ports/payment-rail.js';

const ANSWERED_WITHIN_MS = 10_000;
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;
const REASON_LENGTH_MAX = 100;

const envelope = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.number(), name: z.string() }) }),
]);

export interface CryptoPayAccess {
  /** Such as `https://pay.crypt.bot`. */
  root: string;
  token: string;
}

/**
 * Puts one question. The rail says no in its envelope alone: an error of HTTP, an answer that cannot be read, or none at all
 * leave it unknown whether anything happened.
 */
export async function callCryptoPay<T>(
  { root, token }: CryptoPayAccess,
  method: string,
  parameters: Readonly<Record<string, string | number | boolean>>,
  result: z.ZodType<T>,
): Promise<RailAnswer<T>> {
  const text = await post(`${root}/api/${method}`, token, JSON.stringify(parameters));
  if (text.kind !== 'certain') return text;
  const answer = envelope.safeParse(json(text.value));
  if (!answer.success) return unknown(method, 'the answer is not of this API');
  if (!answer.data.ok) return refusal(answer.data.error);
  const parsed = result.safeParse(answer.data.result);
  return parsed.success
    ? { kind: 'certain', value: parsed.data }
    : unknown(method, 'the answer lacks what it should have');
}

/** A fault of theirs, or too many calls, says nothing of what was asked for. */
function refusal({ code, name }: { code: number; name: string }): RailAnswer<never> {
  const reason = name.replace(/[^\w .-]/g, ' ').slice(0, REASON_LENGTH_MAX);
  return { kind: code >= 500 || code === 429 ? 'unknown' : 'refused', reason };
}

const unknown = (method: string, what: string): RailAnswer<never> => ({
  kind: 'unknown',
  reason: `${method}: ${what}`,
});

async function post(url: string, token: string, body: string): Promise<RailAnswer<string>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Crypto-Pay-API-Token': token },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    });
    return { kind: 'certain', value: await bounded(response) };
  } catch (error) {
    // Of the words of a failed fetch none names the token, which is in no address.
    return { kind: 'unknown', reason: error instanceof Error ? error.name : 'no answer' };
  }
}

async function bounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > ANSWER_MAX_BYTES) throw new RangeError('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
