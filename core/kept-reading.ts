/** Readings that walk through much and change slowly: what was read a while ago will do. */
import { dayNumberOf } from './days.js';
import type { Clock } from './ports.js';

/**
 * A reading that is asked again once the last one is no longer fresh; one that failed is not kept.
 * @param isFresh whether what was read at one moment will do at another
 */
function keptWhile<Value>(
  clock: Clock,
  isFresh: (readAtMs: number, nowMs: number) => boolean,
  read: (nowMs: number) => Promise<Value>,
): () => Promise<Value> {
  let kept: { atMs: number; value: Promise<Value> } | null = null;
  return () => {
    const nowMs = clock.now();
    if (kept !== null && isFresh(kept.atMs, nowMs)) return kept.value;
    const reading = { atMs: nowMs, value: read(nowMs) };
    kept = reading;
    reading.value.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading.value;
  };
}

/** One that is asked again when it is so old. */
export function readOnceIn<Value>(clock: Clock, ageMs: number, read: () => Promise<Value>) {
  return keptWhile(clock, (readAtMs, nowMs) => nowMs - readAtMs < ageMs, read);
}

/** One of each day of a zone. */
export function readOnceADay<Value>(clock: Clock, zone: string, read: (nowMs: number) => Promise<Value>) {
  const isSameDay = (one: number, other: number) => dayNumberOf(one, zone) === dayNumberOf(other, zone);
  return keptWhile(clock, isSameDay, read);
}
