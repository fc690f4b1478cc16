/**
 * Who is in where. Updates come late, twice and in any order, to several machines at once: what each of them changes is
 * decided by the row as it is at that moment, in the statement that writes it.
 */
import type { Membership, MembershipStore, Observation } from '../../../core/ports.js';
import {
  confirm,
  follow,
  isAnswer,
  type MembershipRow,
  membershipStates,
  toMembership,
} from '../../repositories/membership-row.js';
import { present, toFlag } from '../../repositories/values.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction } from '../statement.js';

const COLUMNS = 'resource_id, state, had_left, since_ms, checked_at_ms, update_id';
const IN = membershipStates.indexOf('in');

export const membershipOf = statement<[userId: number, resourceId: string], MembershipRow>(
  `SELECT ${COLUMNS} FROM memberships WHERE user_id = $1 AND resource_id = $2`,
);
const membershipsOf = statement<[userId: number, resourceIds: readonly string[]], MembershipRow>(
  `SELECT ${COLUMNS} FROM memberships WHERE user_id = $1 AND resource_id = ANY($2::text[])`,
);

/**
 * What an observation makes of what is known, as `saysNothingNew` and `follow` have it: the new row is what it makes of
 * nothing. Of who was in before it tells by `had_left` (they are out now) or by `since_ms` 0 (they are in).
 */
const save = statement<
  [
    userId: number,
    resourceId: string,
    state: number,
    hadLeft: number,
    sinceMs: number,
    checkedAtMs: number,
    updateId: number | null,
  ],
  MembershipRow
>(
  `INSERT INTO memberships AS known (user_id, resource_id, state, had_left, since_ms, checked_at_ms, update_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (user_id, resource_id) DO UPDATE SET state = excluded.state,
     had_left = GREATEST(known.had_left, excluded.had_left,
       (excluded.state <> ${String(IN)} AND known.state = ${String(IN)})::int),
     since_ms = CASE WHEN excluded.state <> known.state THEN excluded.checked_at_ms
       WHEN excluded.state <> ${String(IN)} OR excluded.since_ms = 0 THEN known.since_ms
       WHEN known.since_ms = 0 THEN excluded.checked_at_ms
       ELSE LEAST(known.since_ms, excluded.checked_at_ms) END,
     checked_at_ms = excluded.checked_at_ms, update_id = COALESCE(excluded.update_id, known.update_id)
   WHERE CASE WHEN excluded.update_id IS NOT NULL
     THEN known.update_id IS NULL OR excluded.update_id > known.update_id
     ELSE excluded.state <> known.state AND excluded.checked_at_ms >= known.checked_at_ms END
   RETURNING ${COLUMNS}`,
);

async function observe(transaction: Transaction, observation: Observation): Promise<Membership> {
  const { userId, resourceId, updateId, atMs } = observation;
  const alone = follow(observation, null);
  const saved = await save.get(
    transaction,
    userId,
    resourceId,
    membershipStates.indexOf(alone.state),
    toFlag(alone.hadLeft),
    alone.sinceMs,
    alone.checkedAtMs,
    updateId,
  );
  if (saved !== undefined) return toMembership(saved);
  const known = toMembership(
    present(await membershipOf.get(transaction, userId, resourceId), 'the membership'),
  );
  return isAnswer(observation) ? { ...known, checkedAtMs: Math.max(atMs, known.checkedAtMs) } : known;
}

/** In the order of their rows' keys, so that two that write the same rows wait instead of crossing; answered as asked. */
async function observeAll(
  transaction: Transaction,
  observations: readonly Observation[],
): Promise<Membership[]> {
  const keyOf = ({ userId, resourceId }: Observation) => `${String(userId)}:${resourceId}`;
  const inOrder = observations
    .map((observation, index) => ({ observation, index, key: keyOf(observation) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.index - b.index));
  const told: Membership[] = [];
  for (const { observation, index } of inOrder) told[index] = await observe(transaction, observation);
  return told;
}

export function createMembershipStore({ deeds }: Parts): MembershipStore {
  /** Most answers confirm what is known: then there is nothing to commit. */
  const confirmed = async (observations: readonly Observation[]): Promise<Membership[] | null> => {
    const rows = await deeds.askOnce((transaction) =>
      Promise.all(observations.map((seen) => membershipOf.get(transaction, seen.userId, seen.resourceId))),
    );
    const known = observations.flatMap((seen, index) => confirm(seen, rows[index]) ?? []);
    return known.length === observations.length ? known : null;
  };

  return {
    observe: async (observations) => {
      const isTold = observations.some((observation) => !isAnswer(observation));
      if (!isTold) {
        const known = await confirmed(observations);
        if (known !== null) return known;
      }
      const [only] = observations;
      if (!isTold && only !== undefined && observations.length === 1)
        return [await deeds.runOnce('memberships.observe', (transaction) => observe(transaction, only))];
      return deeds.run('memberships.observe', (transaction) => observeAll(transaction, observations), {
        durable: isTold,
      });
    },
    known: async (userId, resourceIds) => {
      const rows = await deeds.askOnce((transaction) => membershipsOf.all(transaction, userId, resourceIds));
      const found = new Map(rows.map(toMembership).map((membership) => [membership.resourceId, membership]));
      return new Map(
        resourceIds.flatMap((resourceId) => {
          const membership = found.get(resourceId);
          return membership === undefined ? [] : [[resourceId, membership]];
        }),
      );
    },
  };
}
