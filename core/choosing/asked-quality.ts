/**
 * The quality of the bots that show orders (`core/quality`), for orders that ask for a least one. It is read again once a day,
 * so what was read some minutes ago will do.
 */
import type { Ports } from '../ports.js';
import { isPast } from './rates.js';

const AGE_MS = 10 * 60_000;
/** Bots that are remembered; beyond them all are forgotten, which costs a read of each. */
const BOTS_MAX = 10_000;

/** The returned function resolves to a bot's factor, at most ten minutes old; 1 where nothing is known of it. */
export function createAskedQuality({ store }: Pick<Ports, 'store'>) {
  const known = new Map<number, { readAtMs: number; factor: Promise<number> }>();
  return (botId: number, nowMs: number): Promise<number> => {
    const before = known.get(botId);
    if (before !== undefined && !isPast(before.readAtMs, AGE_MS, nowMs)) return before.factor;
    if (known.size >= BOTS_MAX) known.clear();
    const one = { readAtMs: nowMs, factor: store.quality.factor(botId) };
    known.set(botId, one);
    // A reading that failed is not kept: the next list tries again.
    one.factor.catch(() => {
      if (known.get(botId) === one) known.delete(botId);
    });
    return one.factor;
  };
}
