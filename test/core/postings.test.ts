import { expect, it } from 'vitest';
import { addedUp, SERVICE } from '../../core/ledger/index.js';

it.each([-1n, 1n])('an entry whose postings are %d off zero is refused', (off) => {
  const lines = [
    { kind: 'wallet', ownerId: 1, amountMicros: -10n },
    { kind: 'fee', ownerId: SERVICE, amountMicros: 10n + off },
  ] as const;
  expect(() => addedUp(lines)).toThrow(RangeError);
});
