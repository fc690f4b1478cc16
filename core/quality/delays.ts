/**
 * How long users take from the first time they see a sponsor to subscribing, as shares of a few stretches of time. People
 * of all bots are alike in it, programs are not: they join at once, or all after the same time.
 */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Where stretches end; the last one has no end. */
export const DELAYS_END_MS: readonly number[] = [
  ...[5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 360 * MINUTE_MS],
];

/** So many joins weigh as much as the guess that a bot's users are as quick as all. */
const GUESS_JOINS = 100;

/** Joins by stretch. */
export type Delays = number[];

export function noDelays(): Delays {
  return Array.from({ length: DELAYS_END_MS.length + 1 }, () => 0);
}

export function addDelay(delays: Delays, delayMs: number): void {
  const found = DELAYS_END_MS.findIndex((endMs) => delayMs < endMs);
  const at = found < 0 ? DELAYS_END_MS.length : found;
  delays[at] = (delays[at] ?? 0) + 1;
}

/**
 * Which part of a bot's joins lies in other stretches than the network's do, between 0 and 1: half the sum of the
 * differences of shares, drawn to 0 where there are few.
 */
export function distanceOf(delays: Readonly<Delays>, network: Readonly<Delays>): number {
  const joins = sum(delays);
  const all = sum(network);
  if (joins === 0 || all === 0) return 0;
  const apart = delays.reduce((so, count, at) => so + Math.abs(count / joins - (network[at] ?? 0) / all), 0);
  return ((apart / 2) * joins) / (joins + GUESS_JOINS);
}

/**
 * How joins of all bots usually lie, with more than a hundred of a bot weighing as a hundred: what one bot brings in masses
 * is no measure of the others.
 */
export function usualDelays(bots: Iterable<Readonly<Delays>>): Delays {
  const usual = noDelays();
  for (const delays of bots) {
    const weight = Math.min(1, GUESS_JOINS / Math.max(1, sum(delays)));
    for (const [at, count] of delays.entries()) usual[at] = (usual[at] ?? 0) + count * weight;
  }
  return usual;
}

function sum(delays: Readonly<Delays>): number {
  return delays.reduce((so, count) => so + count, 0);
}
