/** Draws of the market's world: each from a seed of its own, so that two policies meet the same people. */
import { seededRandom } from '../../test/core/choosing-world.js';

export interface Chance {
  /** In [0, 1). */
  next(): number;
  between(from: number, to: number): number;
  chance(share: number): boolean;
  /** Normal with mean 0 and deviation 1. */
  normal(): number;
  /** Gamma with this shape and scale 1. */
  gamma(shape: number): number;
  /** An index, by weights. */
  pick(weights: readonly number[]): number;
  /** How many happen of what happens so often on average. */
  poisson(mean: number): number;
}

export function chanceOf(seed: number): Chance {
  const next = seededRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  /** Marsaglia and Tsang's method. */
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * (1 - next()) ** (1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    chance: (share) => next() < share,
    normal,
    gamma,
    pick: (weights) => {
      let ticket = next() * weights.reduce((sum, weight) => sum + weight, 0);
      const found = weights.findIndex((weight) => (ticket -= weight) < 0);
      return found < 0 ? weights.length - 1 : found;
    },
    poisson: (mean) => {
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = next(); product > limit; product *= next()) count++;
      return count;
    },
  };
}

export function beta(chance: Chance, a: number, b: number): number {
  const x = chance.gamma(a);
  return x / (x + chance.gamma(b));
}

/** A seed of a few whole numbers. */
export function seedOf(...parts: readonly number[]): number {
  return parts.reduce((hash, part) => Math.imul(hash ^ part, 0x9e3779b1) ^ (hash >>> 15), 0x85ebca6b) >>> 0;
}
