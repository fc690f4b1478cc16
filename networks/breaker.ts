/** Keeps a network that fails from costing every request its deadline. */
import { steadyNow } from './clock.js';
import type { Listing, NetworkFailure } from './network.js';

export interface BreakerOptions {
  /** How long a request waits for a network at most. */
  timeoutMs: number;
  /** From then on, while one call waits, others no longer do. */
  slowMs: number;
  /** An answer that took longer than `slowMs` counts like a failure. Default false. */
  restsWhenSlow?: boolean;
  /** How long a network that failed is left alone; twice as long each time, up to the second figure. */
  restMs: readonly [number, number];
  /** Default: `steadyNow`. */
  now?: () => number;
}

export type Breaker = (work: () => Promise<Listing>) => Promise<Listing>;

/** So many failures in a row are no chance. */
const FAILURES_MAX = 2;
/** A page in between may ask for a day; the network may be back long before. */
const ASKED_MAX_MS = 60_000;

const unavailable = (failure: NetworkFailure): Listing => ({ state: 'unavailable', offers: [], failure });
const resting = () =>
  unavailable({ why: 'resting', code: 0, message: 'The network is left alone for a while.' });

/**
 * Leaves a network alone after two failures in a row or one timeout; then one call in the background tries it.
 * That it refuses a key or one user is no failure.
 */
export function createBreaker({
  timeoutMs,
  slowMs,
  restsWhenSlow = false,
  restMs: [shortest, longest],
  now = steadyNow,
}: BreakerOptions): Breaker {
  let failures = 0;
  let openUntilMs = 0;
  let restMs = shortest;
  let isTrying = false;
  /** Each call that still waits. */
  const waiting = new Set<{ sinceMs: number }>();

  const note = ({ why, retryAfter = 0 }: NetworkFailure) => {
    if (why === 'key' || why === 'refused') return;
    // Silence costs its whole deadline: once is enough.
    failures += why === 'silent' ? FAILURES_MAX : 1;
    const asked = Math.min(retryAfter * 1_000, ASKED_MAX_MS);
    if (failures < FAILURES_MAX && asked === 0) return;
    openUntilMs = now() + Math.max(restMs, asked);
    restMs = Math.min(restMs * 2, longest);
  };
  const run = async (work: () => Promise<Listing>): Promise<Listing> => {
    const call = { sinceMs: now() };
    waiting.add(call);
    const listing = await within(timeoutMs, work(), () => unavailable(silence(timeoutMs)));
    waiting.delete(call);
    if (listing.failure !== undefined) note(listing.failure);
    else if (restsWhenSlow && now() - call.sinceMs > slowMs)
      note({ why: 'failing', code: 0, message: 'slow' });
    else [failures, openUntilMs, restMs] = [0, 0, shortest];
    return listing;
  };

  return (work) => {
    if (openUntilMs > now()) return Promise.resolve(resting());
    if (failures >= FAILURES_MAX) {
      if (!isTrying) {
        isTrying = true;
        void run(work).finally(() => {
          isTrying = false;
        });
      }
      return Promise.resolve(resting());
    }
    const [oldest] = waiting;
    if (oldest !== undefined && now() - oldest.sinceMs > slowMs) return Promise.resolve(resting());
    return run(work);
  };
}

const silence = (timeoutMs: number): NetworkFailure => ({
  why: 'silent',
  code: 0,
  message: `No answer within ${String(timeoutMs)} ms.`,
});

/** Resolves to the work's result, or to `late` when the work has taken so long. */
export function within<T>(timeoutMs: number, work: Promise<T>, late: () => T | Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late()), timeoutMs);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}
