/** How many events a post brings, and what refused and taken posts make of the next. */
import { describe, expect, it } from 'vitest';
import { batchSize, historyOnDelivery, historyOnRefusal } from '../../core/events/index.js';

describe('a post brings', () => {
  it.each([
    { eventsMax: 100, failures: 0, batchMax: null, expected: 100 },
    { eventsMax: 100, failures: 1, batchMax: null, expected: 50 },
    { eventsMax: 100, failures: 3, batchMax: null, expected: 12 },
    { eventsMax: 100, failures: 2_000, batchMax: null, expected: 1 },
    { eventsMax: 100, failures: 0, batchMax: 7, expected: 7 },
    { eventsMax: 100, failures: 4, batchMax: 7, expected: 6 },
    { eventsMax: 100, failures: 0, batchMax: 400, expected: 100 },
  ])('$expected events at $failures failures and a bound of $batchMax', (row) => {
    expect(batchSize(row.eventsMax, row.failures, row.batchMax)).toBe(row.expected);
  });
});

describe('a post that is taken', () => {
  it.each([
    { batchMax: null, expected: null },
    { batchMax: 1, expected: 2 },
    { batchMax: 499, expected: 998 },
    { batchMax: 500, expected: null },
    { batchMax: 998, expected: null },
  ])('makes a bound of $batchMax one of $expected, and forgets refusals', ({ batchMax, expected }) => {
    expect(historyOnDelivery({ batchMax })).toEqual({ batchMax: expected, refusedInRow: 0 });
  });
});

describe('a post that is refused', () => {
  it.each([
    { events: 7, refusedInRow: 2, batchMax: 4, inRow: 2, isAlone: false, isHeld: false },
    { events: 2, refusedInRow: 3, batchMax: 1, inRow: 3, isAlone: false, isHeld: false },
    { events: 1, refusedInRow: 0, batchMax: 1, inRow: 1, isAlone: true, isHeld: false },
    { events: 1, refusedInRow: 1, batchMax: 1, inRow: 2, isAlone: true, isHeld: false },
    { events: 1, refusedInRow: 2, batchMax: 1, inRow: 3, isAlone: true, isHeld: true },
    { events: 1, refusedInRow: 9, batchMax: 1, inRow: 10, isAlone: true, isHeld: true },
  ])('with $events events after $refusedInRow refused alone: held $isHeld', (row) => {
    const { batchMax, inRow, isAlone, isHeld } = row;
    expect(historyOnRefusal(row, row.events)).toEqual({ batchMax, refusedInRow: inRow, isAlone, isHeld });
  });
});
