/** Chance that a seed repeats. */

/** Numbers in [0, 1) that a seed repeats (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws from a seeded source. */
export interface Draw {
  chance(share: number): boolean;
  whole(from: number, to: number): number;
  one<Value>(values: readonly Value[]): Value;
  some<Value>(values: readonly Value[], most: number): Value[];
}

export function drawFrom(next: () => number): Draw {
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const one = <Value>(values: readonly Value[]): Value => {
    const value = values[whole(0, values.length - 1)];
    if (value === undefined) throw new RangeError('nothing to draw from');
    return value;
  };
  return {
    chance: (share) => next() < share,
    whole,
    one,
    some: (values, most) => [...new Set(Array.from({ length: whole(1, most) }, () => one(values)))],
  };
}
