/** What the check adds up, and what it finds. */
import type { CheckOutcome, CheckPlace, CheckSubject } from '../../core/ports/check-store.js';

const DIFFERENCES_MAX = 100;

/** What is of the ledger itself. */
const money: ReadonlySet<CheckSubject> = new Set<CheckSubject>([
  ...(['balances', 'entry', 'account', 'reserve'] as const),
  ...(['charge', 'charges', 'reversal', 'reversals'] as const),
]);

/** Begins with what is added up, and says where: `pair_day_paid:17:4242`. */
type Key<Subject extends CheckSubject> = `${Subject}:${string}`;

/** Sums under keys, such as micro-units by day. */
export class Sums<Subject extends CheckSubject> {
  readonly #sums = new Map<Key<Subject>, bigint>();

  add(key: Key<Subject>, amount: bigint): void {
    this.#sums.set(key, (this.#sums.get(key) ?? 0n) + amount);
  }

  of(key: Key<Subject>): bigint {
    return this.#sums.get(key) ?? 0n;
  }

  keys(): IterableIterator<Key<Subject>> {
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

  /**
   * Both sides under every key that either has.
   * @param placeOf of what follows the subject in a key, such as `17` and `4242` in `pair_day_paid:17:4242`
   */
  expectSums<Subject extends CheckSubject>(
    expected: Sums<Subject>,
    found: Sums<Subject>,
    placeOf: (...rest: (string | undefined)[]) => CheckPlace,
  ): void {
    for (const key of new Set([...expected.keys(), ...found.keys()])) {
      const [subject, ...rest] = key.split(':');
      // Each key begins with its subject.
      this.expect(subject as Subject, placeOf(...rest), expected.of(key), found.of(key));
    }
  }
}

/** JSON, since places come with their ids in one order each. */
const keyOf = (subject: CheckSubject, place: CheckPlace): string => JSON.stringify([subject, place]);
