/** The machine's own clock and chance. */
import { randomBytes } from 'node:crypto';
import type { Clock, Random } from '../ports.js';

export const systemClock: Clock = { now: () => Date.now() };

export const systemRandom: Random = {
  next: () => Math.random(),
  bytes: (count) => randomBytes(count),
};
