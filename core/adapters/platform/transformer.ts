/**
 * The operator bot's own calls go the same way as ours: same pace, pauses, retries and breaker. Install it on the bot
 * with `bot.api.config.use(...)`.
 */
import type { Transformer } from 'grammy';
import type { ApiResponse } from 'grammy/types';
import { anySignal } from '../../any-signal.js';
import { type Attempt, perform } from './calls.js';
import type { Client } from './clients.js';
import { attemptOf } from './platform.js';

/** A dialogue can wait for its turn; it has nothing else to do. */
const PATIENCE_MS = 30_000;

/** Said a few times a year, and put off for hours by the platform: no pause of theirs may hold up anything else. */
const profileMethods = ['setMyName', 'setMyDescription', 'setMyShortDescription'];

/** Long polling waits by itself, and its answers are what everything else waits for; so is who we are. */
const freeMethods = new Set(['getUpdates', 'getMe', 'close', 'logOut', ...profileMethods]);

export function createTransformer({ gate }: Client): Transformer {
  return async (previous, method, payload, signal) => {
    if (freeMethods.has(method)) {
      const response = await previous(method, payload, signal);
      // What a poll brings is answered at once, even when the platform was away a moment ago.
      if (response.ok) gate.answered();
      return response;
    }
    type Response = Awaited<ReturnType<typeof previous<typeof method>>>;
    const last: { attempt?: Attempt<ApiResponse<unknown>> } = {};
    const outcome = await perform<ApiResponse<unknown>>(gate, {
      method,
      payload,
      isOnce: /^(send|copy|forward)/.test(method),
      patienceMs: method === 'answerPreCheckoutQuery' ? 1_000 : PATIENCE_MS,
      attempt: async (ours) => {
        const either = signal === undefined ? ours : anySignal([ours, signal as AbortSignal]);
        last.attempt = await run(() => previous(method, payload, either as typeof signal));
        return last.attempt;
      },
    });
    if (outcome.kind === 'value') return outcome.value as Response;
    const { attempt } = last;
    // grammY words its own errors from the platform's refusal; what never got that far is worded by us.
    if (attempt?.kind === 'silent') throw attempt.error;
    if (attempt?.kind === 'refused')
      return refusal(attempt.refusal.code, attempt.refusal.description, attempt.refusal.retryAfterMs);
    const failure = outcome.kind === 'failed' ? outcome.failure : null;
    const code = failure?.kind === 'limited' ? 429 : 503;
    return refusal(code, failure?.description ?? '', failure?.retryAfterMs ?? null);
  };
}

async function run<T>(call: () => Promise<ApiResponse<T>>): Promise<Attempt<ApiResponse<T>>> {
  try {
    return attemptOf(await call());
  } catch (error) {
    return { kind: 'silent', error };
  }
}

function refusal(code: number, description: string, retryAfterMs: number | null): ApiResponse<never> {
  const parameters =
    retryAfterMs === null ? {} : { parameters: { retry_after: Math.ceil(retryAfterMs / 1_000) } };
  return { ok: false, error_code: code, description, ...parameters };
}
