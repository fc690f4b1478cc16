/** A day on which anything may happen, and how the service hears of it: both follow from the seed. */
import { seededRandom } from '../../test/core/choosing-world.js';
import type { Delivery, Incidents } from './interleavings.js';

export interface EventfulDay {
  delivery: Delivery;
  incidents: Incidents;
}

export function eventfulDay(seed: number): EventfulDay {
  const next = seededRandom(Math.imul(seed, 40_503) + 7);
  const may = () => next() < 0.5;
  const from = 4 + next() * 12;
  const movesLinks = may();
  const downHours = may() ? { from, to: from + next() * 23 } : null;
  return {
    delivery: {
      everyMs: Math.ceil(next() * 10) * 60_000,
      isShuffled: downHours === null ? may() : seed % 2 === 1,
      downHours,
      answersMs: may() ? Math.ceil(next() * 60) * 1_000 : 0,
      hasTwoBots: seed % 5 === 0,
    },
    incidents: {
      revisesPrices: may(),
      removes: may(),
      movesLinks,
      losesRights: may(),
      losesTokens: may(),
    },
  };
}
