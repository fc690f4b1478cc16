/** The platform is away for an hour, at the start and later. It answers no question and sends no update. */
import type { Draw } from '../../test/core/choosing-world.js';

const HOUR_MS = 3_600_000;
/** Of the steps while it is there. */
const LEAVES = 0.004;

export class Absence {
  isAway = false;
  /** How often it left. */
  times = 0;
  #untilMs = 0;

  /** Before a step. */
  pass(nowMs: number, draw: Draw): void {
    if (this.isAway) {
      this.isAway = nowMs < this.#untilMs;
      return;
    }
    if (this.times > 0 && !draw.chance(LEAVES)) return;
    this.isAway = true;
    this.times += 1;
    this.#untilMs = nowMs + HOUR_MS;
  }

  /** It is there, and stays. */
  end(): void {
    this.isAway = false;
  }
}
