/** How many calls a second went lately. */
import { steadyMs } from './steady.js';

const SLOT_MS = 1_000;
/** A burst weighs little in it, and what was minutes ago nothing. */
const SLOTS = 5;

export class RecentRate {
  readonly #counts: number[] = Array.from({ length: SLOTS }, () => 0);
  #slot = 0;
  #firstMs: number | null = null;

  note(): void {
    const nowMs = steadyMs();
    this.#firstMs ??= nowMs;
    this.#moveTo(nowMs);
    const place = this.#slot % SLOTS;
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
  }

  /** Over the last seconds, or over the time since the first call where that is less. */
  perSecond(): number {
    const nowMs = steadyMs();
    this.#moveTo(nowMs);
    const calls = this.#counts.reduce((sum, count) => sum + count, 0);
    const sinceFirstMs = nowMs - (this.#firstMs ?? nowMs);
    // The slot of now is not over yet.
    const windowMs = (SLOTS - 1) * SLOT_MS + (nowMs % SLOT_MS);
    return (calls * 1_000) / Math.max(SLOT_MS, Math.min(windowMs, sinceFirstMs));
  }

  /** Begins anew with the next call: the time of a rest is not one of few calls. */
  forget(): void {
    this.#counts.fill(0);
    this.#firstMs = null;
  }

  #moveTo(nowMs: number): void {
    const slot = Math.floor(nowMs / SLOT_MS);
    for (let passed = Math.max(this.#slot + 1, slot - SLOTS + 1); passed <= slot; passed += 1)
      this.#counts[passed % SLOTS] = 0;
    this.#slot = slot;
  }
}
