/**
 * Sums over spans of days that are over, kept in memory. Counters are only ever written on the day that it is
 * (`schema/counters.ts`), so what a past day says stays as it is: of a month only today is read each time, and a year is
 * added up from a dozen kept sums. A sum is forgotten after an hour all the same, for the sake of a machine whose
 * clock was set wrong and right again.
 */
import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../core/days.js';
import type { DayRange } from '../../core/ports/statistics-store.js';
import type { Parts } from './database.js';

/** Days of a span; spans are counted from 1970-01-01. */
const SPAN_DAYS = 32;
const KEEP_MS = HOUR_MS;
/** Rows of all spans together, and one for each span: about 100 bytes each. */
const KEEP_ROWS = 100_000;
/** A day may still get the last counts of a request that began before midnight, and of what was written behind it. */
const SLACK_MS = HOUR_MS;

/** @param rowsOf how many rows a value takes the place of */
export function createClosedSpans<Value>(
  { clock, dayOf }: Pick<Parts, 'clock' | 'dayOf'>,
  rowsOf: (value: Value) => number,
) {
  const kept = new LRUCache<string, { value: Value; atMs: number }>({
    maxSize: KEEP_ROWS,
    sizeCalculation: ({ value }) => rowsOf(value) + 1,
  });
  const find = (key: string, nowMs: number) => {
    const found = kept.get(key);
    return found !== undefined && nowMs >= found.atMs && nowMs - found.atMs <= KEEP_MS ? found : null;
  };

  return {
    /**
     * What there is of each part of a range, in their order. Of days that are over it is the same object again while it is
     * kept. Parts that are over are asked for one after the other, so that a long range leaves room for other requests.
     * @param keyOf answers the subject of the sums; it is asked where days are over
     */
    gather: async (
      keyOf: () => Promise<string>,
      range: DayRange,
      ask: (part: DayRange) => Promise<Value>,
    ): Promise<Value[]> => {
      const { over, open } = partsOf(range, dayOf(clock.now() - SLACK_MS) - 1);
      if (over.length === 0) return open === null ? [] : [await ask(open)];
      const [key, latest] = await Promise.all([keyOf(), open === null ? null : ask(open)]);
      const all: Value[] = [];
      for (const part of over) {
        const nowMs = clock.now();
        const partKey = `${key}:${String(part.fromDay)}:${String(part.toDay)}`;
        const known = find(partKey, nowMs);
        const value = known === null ? await ask(part) : known.value;
        if (known === null) kept.set(partKey, { value, atMs: nowMs });
        all.push(value);
      }
      if (latest !== null) all.push(latest);
      return all;
    },
  };
}

/** Of days that are over: whole spans, and what lies before the first and after the last. All others are one part. */
function partsOf(
  { fromDay, toDay }: DayRange,
  lastClosed: number,
): { over: DayRange[]; open: DayRange | null } {
  const over: DayRange[] = [];
  const lastOver = Math.min(toDay, lastClosed);
  let day = fromDay;
  while (day <= lastOver) {
    const last = Math.min(lastOver, day - (day % SPAN_DAYS) + SPAN_DAYS - 1);
    over.push({ fromDay: day, toDay: last });
    day = last + 1;
  }
  return { over, open: day <= toDay ? { fromDay: day, toDay } : null };
}
