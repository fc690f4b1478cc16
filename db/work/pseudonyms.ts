/**
 * Who stands for a person that was erased: a number that only who has the installation's key can work out of their id, above
 * all that the platform gives (at most 52 bits: https://core.telegram.org/bots/api#user). What was paid for a join of theirs
 * stays under it, so that it is not paid for again when they come back.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { ofSqlite, statement } from './statement.js';

const FIRST = 2 ** 52;
const MASK = BigInt(FIRST) - 1n;

/** Found where no paid join is an erased user's: then there is no pseudonym to be worked out, which takes ten times as long. */
const noneErased = ofSqlite(
  `SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM paid_joins WHERE user_id >= ${String(FIRST)})`,
);
const paid = statement<[pseudonym: number, target: string], { order_id: number }>(
  'SELECT order_id FROM paid_joins WHERE user_id = $1 AND target = $2',
);
const paidOf = statement<
  [pseudonyms: readonly number[], targets: readonly string[]],
  { user_id: number; target: string }
>(
  `SELECT paid_joins.user_id, paid_joins.target FROM unnest($1::bigint[], $2::text[]) AS asked (user_id, target)
   JOIN paid_joins ON paid_joins.user_id = asked.user_id AND paid_joins.target = asked.target`,
);

export interface Join {
  userId: number;
  target: string;
}

export class Pseudonyms {
  #key: Uint8Array | null = null;

  useKey(key: Uint8Array): void {
    this.#key = key;
  }

  /** @throws before the key is known */
  of(id: number): number {
    if (this.#key === null) throw new Error('The key of pseudonyms is not known.');
    return above(
      createHmac('sha256', this.#key)
        .update(`person ${String(id)}`)
        .digest(),
    );
  }

  /** Whether a join was paid for before its user was erased. Read once the facts are: an erasure in between is seen by one of both. */
  *wasPaid({ userId, target }: Join) {
    if (this.#key === null || (yield* noneErased.get()) !== undefined) return false;
    return (yield* paid.get(this.of(userId), target)) !== undefined;
  }

  /** The same of many, in their order. */
  *werePaid(joins: readonly Join[]) {
    if (this.#key === null || joins.length === 0) return joins.map(() => false);
    const pseudonyms = joins.map(({ userId }) => this.of(userId));
    const rows = yield* paidOf.all(
      pseudonyms,
      joins.map(({ target }) => target),
    );
    const found = new Set(rows.map(({ user_id, target }) => `${String(user_id)} ${target}`));
    return joins.map(({ target }, index) => found.has(`${String(pseudonyms[index])} ${target}`));
  }
}

/** One that leads back to no one. */
export const anyPseudonym = (): number => above(randomBytes(8));

const above = (digest: Buffer): number => FIRST + Number(digest.readBigUInt64BE(0) & MASK);
