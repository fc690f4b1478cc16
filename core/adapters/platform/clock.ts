/**
 * How far this machine's clock is ahead of the platform's. Joins carry the platform's time, and lists this machine's. So with a clock
 * that is some seconds ahead, users seem to have joined before they saw a sponsor, and such joins are not paid for.
 */
import { CLOCK_TOLERANCE_MS } from '../../evidence/index.js';
import type { Log } from '../../ports.js';

const LOG_EACH_MS = 3_600_000;
const SECOND_MS = 1_000;

export class PlatformClock {
  #aheadMs = 0;
  #loggedAtMs = -Infinity;

  constructor(private readonly log: Log | undefined) {}

  /** Milliseconds, as far as answers are sure of it; below 0: this clock is behind. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /**
   * An answer was given between two moments of this clock, at a whole second of the platform's.
   * @param date the `Date` of the answer (RFC 9110, 6.6.1), where it has one
   */
  heard(date: unknown, sentAtMs: number, answeredAtMs: number): void {
    const atMs = typeof date === 'string' ? Date.parse(date) : NaN;
    // A clock that was set meanwhile says nothing.
    if (Number.isNaN(atMs) || answeredAtMs < sentAtMs) return;
    const leastMs = sentAtMs - (atMs + SECOND_MS);
    const mostMs = answeredAtMs - atMs;
    this.#aheadMs = Math.min(mostMs, Math.max(leastMs, this.#aheadMs));
    if (Math.abs(this.#aheadMs) > CLOCK_TOLERANCE_MS) this.#warn(answeredAtMs);
  }

  #warn(nowMs: number): void {
    if (Math.abs(nowMs - this.#loggedAtMs) < LOG_EACH_MS) return;
    this.#loggedAtMs = nowMs;
    this.log?.warn(
      { ahead_seconds: Math.round(this.#aheadMs / SECOND_MS) },
      'the clock of this machine differs from the platform’s; set it by NTP',
    );
  }
}
