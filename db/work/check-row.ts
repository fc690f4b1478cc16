/** Daily checks as rows. */
import type { CheckOutcome, CheckRecord, Difference } from '../../core/ports.js';

export const KEPT_DAYS = 400;

export interface CheckRow {
  day: number;
  ended_at_ms: number;
  took_ms: number;
  outcome: string;
}

/** JSON has no bigint. */
type StoredOutcome = Omit<CheckOutcome, 'differences'> & {
  differences: (Omit<Difference, 'expected' | 'found'> & { expected: string; found: string })[];
};

export function storedOutcome({ differences, ...outcome }: CheckOutcome): string {
  const inWords = differences.map(({ expected, found, ...rest }) => ({
    ...rest,
    expected: String(expected),
    found: String(found),
  }));
  const stored: StoredOutcome = { ...outcome, differences: inWords };
  return JSON.stringify(stored);
}

export function toRecord({ day, ended_at_ms: endedAtMs, took_ms: tookMs, outcome }: CheckRow): CheckRecord {
  // Written by `storedOutcome` alone.
  const { differences, ...rest } = JSON.parse(outcome) as StoredOutcome;
  const exact = differences.map((difference) => ({
    ...difference,
    expected: BigInt(difference.expected),
    found: BigInt(difference.found),
  }));
  return { day, endedAtMs, tookMs, outcome: { ...rest, differences: exact } };
}
