/** What the check adds up, and what it finds. */
import type { CheckOutcome, CheckPlace, CheckSubject } from '../../core/ports/check-store.js';

const DIFFERENCES_MAX = 100;

/** What is of the ledger itself. */
const money: ReadonlySet<CheckSubject> = new Set<CheckSubject>([
  ...(['postings', 'balances', 'entry', 'account', 'reserve'] as const),
  ...(['charge', 'charges', 'reversal', 'reversals'] as const),
]);

/** Entries of subscribers: as the ledger has them, or as the subscribers name them. */
export interface Booked {
  charges: bigint;
  reversals: bigint;
}

/** Sums under a key, such as micro-units by day. */
export class Sums {
  readonly #sums = new Map<string, bigint>();

  add(key: string, amount: bigint): void {
    this.#sums.set(key, (this.#sums.get(key) ?? 0n) + amount);
  }

  of(key: string): bigint {
    return this.#sums.get(key) ?? 0n;
  }

  keys(): IterableIterator<string> {
    return this.#sums.keys();
  }

  total(): bigint {
    return [...this.#sums.values()].reduce((sum, amount) => sum + amount, 0n);
  }
}

/** What differs, as it is found. */
export class Findings {
  readonly outcome: CheckOutcome = {
    differences: [],
    differing: 0,
    differingMoney: 0,
    entries: 0,
    subscribers: 0,
    orders: 0,
    bots: 0,
  };

  expect(subject: CheckSubject, place: CheckPlace, expected: bigint, found: bigint): void {
    if (expected === found) return;
    this.outcome.differing += 1;
    if (money.has(subject)) this.outcome.differingMoney += 1;
    const { differences } = this.outcome;
    if (differences.length < DIFFERENCES_MAX) differences.push({ subject, place, expected, found });
  }

  /** Both sides under every key that either has. */
  expectSums(subject: CheckSubject, expected: Sums, found: Sums, place: (key: string) => CheckPlace): void {
    for (const key of new Set([...expected.keys(), ...found.keys()]))
      this.expect(subject, place(key), expected.of(key), found.of(key));
  }
}
