/**
 * Sums over spans of days that are over, kept in memory. Counters are only ever written on the day that it is
 * (`schema/counters.ts`), so what a past day says stays as it is: of a month only the last two days are read each time, and
 * a year is added up from a dozen kept sums. A sum is forgotten after an hour all the same, for the sake of a machine whose
 * clock was set wrong and right again.
 */
import type { DayRange } from '../../core/ports/statistics-store.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';

/** Days of a span; spans are counted from 1970-01-01. */
const SPAN_DAYS = 32;
const KEEP_MS = 3_600_000;
/** Rows of all spans together, and one for each span: about 100 bytes each. */
const KEEP_ROWS = 100_000;
/** A day may still get the last counts of a request that began before midnight. */
const SLACK_DAYS = 1;

export interface ClosedSpans<Row> {
  /**
   * The rows of each part of a range, from memory where they are kept. Parts are asked for one after the other, so that
   * a long range leaves room for other requests in between.
   * @param keyOf answers the subject of the sums, null for none, whose sums are empty; it is asked where days are over
   */
  gather(
    keyOf: () => Promise<string | null>,
    range: DayRange,
    ask: (part: DayRange) => Promise<readonly Row[]>,
  ): Promise<Row[]>;
}

interface Kept<Row> {
  rows: readonly Row[];
  atMs: number;
}

export function createClosedSpans<Row>({ clock, dayOf }: Pick<Parts, 'clock' | 'dayOf'>): ClosedSpans<Row> {
  /** In the order of their last use. */
  const kept = new Map<string, Kept<Row>>();
  let keptRows = 0;

  const forget = (key: string): void => {
    const entry = kept.get(key);
    if (entry !== undefined) keptRows -= entry.rows.length + 1;
    kept.delete(key);
  };

  const find = (key: string, nowMs: number): readonly Row[] | null => {
    const found = kept.get(key);
    if (found === undefined) return null;
    forget(key);
    if (nowMs < found.atMs || nowMs - found.atMs > KEEP_MS) return null;
    keep(key, found);
    return found.rows;
  };

  const keep = (key: string, entry: Kept<Row>): void => {
    forget(key);
    kept.set(key, entry);
    keptRows += entry.rows.length + 1;
    for (const oldest of kept.keys()) {
      if (keptRows <= KEEP_ROWS || oldest === key) break;
      forget(oldest);
    }
  };

  return {
    gather: async (keyOf, range, ask) => {
      const all: Row[] = [];
      const lastClosed = dayOf(clock.now()) - SLACK_DAYS - 1;
      const key = range.fromDay <= lastClosed ? await keyOf() : '';
      if (key === null) return all;
      for (const part of partsOf(range, lastClosed)) {
        const nowMs = clock.now();
        const isClosed = part.toDay <= lastClosed;
        const partKey = `${key}:${String(part.fromDay)}:${String(part.toDay)}`;
        const known = isClosed ? find(partKey, nowMs) : null;
        const rows = known ?? (await ask(part));
        if (isClosed && known === null) keep(partKey, { rows, atMs: nowMs });
        for (const row of rows) all.push(row);
      }
      return all;
    },
  };
}

/** Whole spans, and what lies before the first and after the last; days that are over apart from others. */
function partsOf({ fromDay, toDay }: DayRange, lastClosed: number): DayRange[] {
  const parts: DayRange[] = [];
  for (let day = fromDay; day <= toDay;) {
    const lastOfSpan = day - (day % SPAN_DAYS) + SPAN_DAYS - 1;
    const last = Math.min(toDay, lastOfSpan, day <= lastClosed ? lastClosed : toDay);
    parts.push({ fromDay: day, toDay: last });
    day = last + 1;
  }
  return parts;
}

const botsOf = statement<[publisherId: number], { bots: string | null }>(
  "SELECT string_agg(bot_id::text, ',' ORDER BY bot_id) AS bots FROM bots WHERE account_id = $1",
);

/**
 * The bots of a publisher as a key for sums about them: a bot may come to another account, which then has its history.
 * Null when there are none.
 */
export function prepareBotsKey({
  replica,
}: Pick<Parts, 'replica'>): (publisherId: number) => Promise<string | null> {
  return async (publisherId) => (await replica.read(botsOf.get(publisherId)))?.bots ?? null;
}
