/** How many of something are allowed in any window of time, wherever that begins (`store.limits`). */
import { type PlainTopic, ServiceError } from './errors.js';
import type { Clock, Store } from './ports.js';

/** What was taken under a key within the window that ends now. */
export interface Taken {
  count: number;
  /** The first of them; null: there is none. */
  oldestMs: number | null;
}

/** What becomes of one more. */
export interface Take {
  allowed: boolean;
  /** When it is worth trying again; 0 where it is allowed, else from 1 to the length of the window. */
  retryAfterMs: number;
}

/** @param taken may lie ahead of now, where a clock was set back */
export function decideTake(taken: Taken, max: number, windowMs: number, nowMs: number): Take {
  if (taken.count < max) return { allowed: true, retryAfterMs: 0 };
  // A clock that was set back must not shut anybody out for longer than a window.
  const waitMs = (taken.oldestMs ?? nowMs) + windowMs - nowMs;
  return { allowed: false, retryAfterMs: Math.min(Math.max(waitMs, 1), windowMs) };
}

/**
 * Takes one of `max` in a window, of what is counted under a key.
 * @param say the message of a refusal, by the seconds to wait
 * @throws ServiceError `limited`
 */
export async function takeTurn(
  { store, clock }: { store: Pick<Store, 'limits'>; clock: Clock },
  key: string,
  { max, windowMs }: { max: number; windowMs: number },
  say: (seconds: string) => string,
  topic?: PlainTopic,
): Promise<void> {
  const { allowed, retryAfterMs } = await store.limits.take(key, max, windowMs, clock.now());
  if (allowed) return;
  const retryAfterSeconds = Math.ceil(retryAfterMs / 1_000);
  const about = topic === undefined ? {} : { topic };
  throw new ServiceError('limited', say(String(retryAfterSeconds)), { retryAfterSeconds, ...about });
}
