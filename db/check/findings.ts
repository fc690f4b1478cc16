/** What the check adds up, and what it finds. */
import type { CheckOutcome, CheckPlace, CheckSubject } from '../../core/ports/check-store.js';

const DIFFERENCES_MAX = 100;

/** What is of the ledger itself. */
const money: ReadonlySet<CheckSubject> = new Set<CheckSubject>([
  ...(['balances', 'entry', 'account', 'reserve'] as const),
  ...(['charge', 'charges', 'reversal', 'reversals'] as const),
]);

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
}

/** What differs, as it is found. What was found before stays, and counts once however often it is found again. */
export class Findings {
  readonly outcome: CheckOutcome;
  readonly #known: Map<string, number>;

  constructor(before: CheckOutcome) {
    this.outcome = { ...before, differences: [...before.differences] };
    const { differences } = before;
    this.#known = new Map(differences.map(({ subject, place }, index) => [keyOf(subject, place), index]));
  }

  expect(subject: CheckSubject, place: CheckPlace, expected: bigint, found: bigint): void {
    if (expected === found) return;
    const { differences } = this.outcome;
    const difference = { subject, place, expected, found };
    const known = this.#known.get(keyOf(subject, place));
    if (known !== undefined) {
      differences[known] = difference;
      return;
    }
    this.outcome.differing += 1;
    if (money.has(subject)) this.outcome.differingMoney += 1;
    if (differences.length >= DIFFERENCES_MAX) return;
    this.#known.set(keyOf(subject, place), differences.push(difference) - 1);
  }

  /** Both sides under every key that either has. */
  expectSums(subject: CheckSubject, expected: Sums, found: Sums, place: (key: string) => CheckPlace): void {
    for (const key of new Set([...expected.keys(), ...found.keys()]))
      this.expect(subject, place(key), expected.of(key), found.of(key));
  }
}

/** JSON, since places come with their ids in one order each. */
const keyOf = (subject: CheckSubject, place: CheckPlace): string => JSON.stringify([subject, place]);
