/**
 * Whether the platform's updates come in. While they do, a join is reported within seconds, so that their silence says that
 * there was none; the process that takes them notes every few seconds up to when it has taken all there were.
 */
import { ourBots, updatesBeat } from '../checkers/index.js';
import type { Ports } from '../ports.js';

/** Updates that are further behind tell nothing of those who ask now. */
const LAG_MAX_MS = 15_000;
const READ_AGAIN_MS = 1_000;

export function createHearing({ store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>) {
  const ids = ourBots(settings).map(({ checkerBotId }) => checkerBotId);
  let takenUntilMs: ReadonlyMap<number | null, number> = new Map();
  let readAtMs = -Infinity;
  let reading = Promise.resolve();
  const read = async () => {
    const beats = await Promise.all(ids.map((id) => store.health.lastBeatMs(updatesBeat(id))));
    takenUntilMs = new Map(ids.map((id, index) => [id, beats[index] ?? -Infinity]));
  };
  return {
    /** Reads again how far the updates are, once a second at most. */
    refresh: () => {
      const nowMs = clock.now();
      // Who comes while it is read waits for that, too.
      if (Math.abs(nowMs - readAtMs) < READ_AGAIN_MS) return reading;
      readAtMs = nowMs;
      reading = read();
      return reading;
    },
    /** Up to when this bot's updates have been taken; -Infinity where it never took any. */
    untilMs: (checkerBotId: number | null) => takenUntilMs.get(checkerBotId) ?? -Infinity,
    /**
     * Whether updates of a few seconds ago have been taken, as far as was read last. A clock that was set back must not make
     * them fresh for long.
     * @param checkerBotId those of this bot of ours; null: of the operator bot
     */
    isUpToDate: (nowMs: number, checkerBotId: number | null) =>
      Math.abs(nowMs - (takenUntilMs.get(checkerBotId) ?? -Infinity)) <= LAG_MAX_MS,
  };
}
