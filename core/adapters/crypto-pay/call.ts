/**
 * Calls to the Crypto Pay API: `POST <root>/api/<method>` with the token in a header; the answer is an envelope.
 * Source: https://help.send.tg/en/articles/10279948-crypto-pay-api (1.5.2), "Authorizing your app" and "Making requests".
 */
import { z } from 'zod';
import type { RailAnswer } from '../../ports/payment-rail.js';
import { exchange, refusal, unknown } from '../rail-call.js';

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
  const came = await exchange(`${root}/api/${method}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Crypto-Pay-API-Token': token },
    body: JSON.stringify(parameters),
  });
  if (came.kind !== 'certain') return came;
  const answer = envelope.safeParse(came.value.body);
  if (!answer.success) return unknown(`${method}: the answer is not of this API`);
  if (!answer.data.ok) return refusal(answer.data.error.code, answer.data.error.name);
  const parsed = result.safeParse(answer.data.result);
  return parsed.success
    ? { kind: 'certain', value: parsed.data }
    : unknown(`${method}: the answer lacks what it should have`);
}
