/** How many of something are allowed in any window of time, wherever that begins (`store.limits`). */

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
