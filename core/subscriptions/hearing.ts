/**
 * Whether the platform's updates come in. While they do, a join is told within seconds, so that their silence says that
 * there was none; the process that takes them notes every few seconds up to when it has taken all there were.
 */
import type { Ports } from '../ports.js';

/** Updates that are further behind tell nothing of those who ask now. */
const LAG_MAX_MS = 15_000;
const READ_AGAIN_MS = 1_000;

/** Under this name the store keeps up to when updates were taken. */
export const UPDATES = 'updates';

export interface Hearing {
  /** Reads again how far the updates are, once a second at most. */
  refresh(): Promise<void>;
  /** Whether updates of a few seconds ago have been taken, as far as was read last. */
  isUpToDate(nowMs: number): boolean;
}

export function createHearing({ store, clock }: Pick<Ports, 'store' | 'clock'>): Hearing {
  let takenUntilMs = -Infinity;
  let readAtMs = -Infinity;
  return {
    refresh: async () => {
      const nowMs = clock.now();
      if (Math.abs(nowMs - readAtMs) < READ_AGAIN_MS) return;
      readAtMs = nowMs;
      takenUntilMs = (await store.health.lastBeatMs(UPDATES)) ?? -Infinity;
    },
    // A clock that was set back must not make them fresh for long.
    isUpToDate: (nowMs) => Math.abs(nowMs - takenUntilMs) <= LAG_MAX_MS,
  };
}
