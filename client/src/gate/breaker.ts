/** Keeps a network that fails from costing every update its deadline. */
import { SponsorgateError, UnavailableError } from '../errors.js';

export interface BreakerOptions {
  /** How long an update waits for a network at most. */
  timeoutMs: number;
  /** From then on, while one call waits, others no longer do. */
  slowMs: number;
  /** How long a network that failed is left alone; twice as long each time, up to the second figure. */
  restMs: readonly [number, number];
  now: () => number;
}

export type Breaker = <T>(work: () => Promise<T>) => Promise<T>;

/** So many failures in a row are no chance. */
const FAILURES_MAX = 2;

class SilenceError extends UnavailableError {}

const away = () => new UnavailableError({ code: 0, message: 'The network is left alone for a while.' });

/**
 * Leaves a network alone after two failures in a row or one timeout; then one call in the background tries it.
 * A refusal of one user (4xx except 429) is no failure.
 */
export function createBreaker({
  timeoutMs,
  slowMs,
  restMs: [shortest, longest],
  now,
}: BreakerOptions): Breaker {
  let failures = 0;
  let openUntilMs = 0;
  let restMs = shortest;
  let isTrying = false;
  /** Each call that still waits. */
  const waiting = new Set<{ sinceMs: number }>();

  const note = (error: unknown) => {
    if (error instanceof SponsorgateError && error.code >= 400 && error.code < 500 && error.code !== 429)
      return;
    // Silence costs its whole deadline: once is enough.
    failures += error instanceof SilenceError ? FAILURES_MAX : 1;
    const asked = error instanceof SponsorgateError ? (error.retryAfter ?? 0) * 1_000 : 0;
    if (failures < FAILURES_MAX && asked === 0) return;
    openUntilMs = now() + Math.max(restMs, asked);
    restMs = Math.min(restMs * 2, longest);
  };
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    const call = { sinceMs: now() };
    waiting.add(call);
    try {
      const found = await within(timeoutMs, work());
      failures = 0;
      openUntilMs = 0;
      restMs = shortest;
      return found;
    } catch (error) {
      note(error);
      throw error;
    } finally {
      waiting.delete(call);
    }
  };

  return async (work) => {
    if (openUntilMs > now()) throw away();
    if (failures >= FAILURES_MAX) {
      if (!isTrying) {
        isTrying = true;
        run(work)
          .catch(() => undefined)
          .finally(() => {
            isTrying = false;
          });
      }
      throw away();
    }
    const [oldest] = waiting;
    if (oldest !== undefined && now() - oldest.sinceMs > slowMs) throw away();
    return run(work);
  };
}

function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new SilenceError({ code: 0, message: `No answer within ${String(timeoutMs)} ms.` })),
      timeoutMs,
    );
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}
