/** Readings that walk through much and change slowly: what was read a while ago will do. */
import type { Ports } from '../ports.js';

/** A reading that is asked again when it is so old; one that failed is not kept. */
export function readOnceIn<Value>(
  clock: Ports['clock'],
  ageMs: number,
  read: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { atMs: number; value: Promise<Value> } | null = null;
  return () => {
    const nowMs = clock.now();
    if (kept !== null && nowMs - kept.atMs < ageMs) return kept.value;
    const reading = { atMs: nowMs, value: read() };
    kept = reading;
    reading.value.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading.value;
  };
}
