/**
 * A rate: so many in a second, a few at once. Counting is by the time at which the next one is due, so an idle pace
 * costs nothing and nothing ticks.
 */
export class Pace {
  #intervalMs = 0;
  #leadMs = 0;
  #dueMs = 0;

  /** @param burst how many may go at once after a rest, at least 1 */
  constructor(perSecond: number, burst: number) {
    this.become(perSecond, burst);
  }

  /** Another rate from now on; places that were taken stay taken. */
  become(perSecond: number, burst: number): void {
    this.#intervalMs = 1_000 / perSecond;
    this.#leadMs = (Math.max(1, burst) - 1) * this.#intervalMs;
  }

  /** When the next one may go, if nobody else takes the place. */
  startMs(nowMs: number): number {
    return Math.max(nowMs, this.#dueMs - this.#leadMs);
  }

  /** Takes the place that `startMs` told. */
  take(startMs: number): void {
    this.#dueMs = Math.max(this.#dueMs, startMs) + this.#intervalMs;
  }

  /** Nothing of what was taken weighs any more. */
  isRested(nowMs: number): boolean {
    return this.#dueMs <= nowMs;
  }

  /** So many came lately that half of what may go at once is gone. */
  isHalfSpent(nowMs: number): boolean {
    return this.#dueMs - nowMs >= Math.max(this.#leadMs / 2, 2 * this.#intervalMs);
  }
}
