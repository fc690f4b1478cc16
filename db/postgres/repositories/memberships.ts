/**
 * Who is in where. Updates come late, twice and in any order, to several machines at once: what each of them changes is
 * decided by the row as it is at that moment, which stays locked until what follows from it is written.
 */
import type { Membership, MembershipStore, Observation, Observed } from '../../../core/ports.js';
import {
  confirm,
  follow,
  isAnswer,
  isOutdated,
  membershipColumnNames,
  membershipColumns,
  type MembershipRow,
  saysNothingNew,
  toMembership,
  toMembershipValues,
} from '../../repositories/membership-row.js';
import { Crossing } from '../faults.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction } from '../statement.js';

const membershipOf = statement<[userId: number, resourceId: string], MembershipRow>(
  `SELECT ${membershipColumns} FROM memberships WHERE user_id = $1 AND resource_id = $2`,
);
const membershipsOf = statement<[userId: number, resourceIds: readonly string[]], MembershipRow>(
  `SELECT ${membershipColumns} FROM memberships WHERE user_id = $1 AND resource_id = ANY($2::text[])`,
);
/** In the order of their keys, so that two that write the same rows wait instead of crossing. */
const lock = statement<
  [userIds: readonly number[], resourceIds: readonly string[]],
  MembershipRow & { user_id: number }
>(
  `SELECT user_id, ${membershipColumns} FROM unnest($1::bigint[], $2::text[]) AS told (user_id, resource_id)
   JOIN memberships AS known USING (user_id, resource_id) ORDER BY user_id, resource_id FOR UPDATE OF known`,
);

/** The columns of several rows, each as a list: the user's, and those of `membershipColumnNames` in their order. */
type Lists = [userIds: number[], resourceIds: string[], ...rest: (number | null)[][]];

const [, ...restNames] = membershipColumnNames;
const told = `unnest($1::bigint[], $2::text[], ${restNames.map((_, index) => `$${String(index + 3)}::bigint[]`).join(', ')})
  AS told (user_id, ${membershipColumns})`;
const insert = statement<Lists>(
  `INSERT INTO memberships (user_id, ${membershipColumns})
   SELECT user_id, ${membershipColumns} FROM ${told} ORDER BY user_id, resource_id
   ON CONFLICT (user_id, resource_id) DO NOTHING`,
);
const update = statement<Lists>(
  `UPDATE memberships SET ${restNames.map((name) => `${name} = told.${name}`).join(', ')} FROM ${told}
   WHERE memberships.user_id = told.user_id AND memberships.resource_id = told.resource_id`,
);

/** What is known of one membership, and what observations made of it. */
interface Followed {
  userId: number;
  membership: Membership | null;
  lastUpdateId: number | null;
  isThere: boolean;
  isChanged: boolean;
}

const keyOf = (userId: number, resourceId: string) => `${String(userId)}:${resourceId}`;

function toLists(rows: readonly Followed[]): Lists {
  const lists: Lists = [[], [], ...restNames.map(() => [])];
  for (const { userId, membership, lastUpdateId } of rows) {
    if (membership === null) continue;
    const [, ...rest] = toMembershipValues(membership, lastUpdateId);
    lists[0].push(userId);
    lists[1].push(membership.resourceId);
    rest.forEach((value, index) => lists[index + 2]?.push(value as never));
  }
  return lists;
}

async function lockAll(
  transaction: Transaction,
  observations: readonly Observation[],
): Promise<Map<string, Followed>> {
  const keys = new Map(
    observations.map(({ userId, resourceId }) => [keyOf(userId, resourceId), { userId, resourceId }]),
  );
  const pairs = [...keys.values()];
  const userIds = pairs.map(({ userId }) => userId);
  const resourceIds = pairs.map(({ resourceId }) => resourceId);
  const rows = await lock.all(transaction, userIds, resourceIds);
  const known = new Map(rows.map((row) => [keyOf(row.user_id, String(row.resource_id)), row]));
  return new Map(
    [...keys].map(([key, { userId }]) => {
      const row = known.get(key);
      const membership = row === undefined ? null : toMembership(row);
      const lastUpdateId = row?.update_id ?? null;
      return [key, { userId, membership, lastUpdateId, isThere: row !== undefined, isChanged: false }];
    }),
  );
}

function observe(observation: Observation, at: Followed): Observed {
  const { updateId, atMs } = observation;
  const { membership: known, lastUpdateId } = at;
  if (known !== null && saysNothingNew(observation, known, lastUpdateId)) {
    const checkedAtMs = isAnswer(observation) ? Math.max(atMs, known.checkedAtMs) : known.checkedAtMs;
    return { membership: { ...known, checkedAtMs }, isOutdated: isOutdated(observation, lastUpdateId) };
  }
  const membership = follow(observation, known);
  Object.assign(at, { membership, lastUpdateId: updateId ?? lastUpdateId, isChanged: true });
  return { membership, isOutdated: false };
}

async function observeAll(
  transaction: Transaction,
  observations: readonly Observation[],
): Promise<Observed[]> {
  const followed = await lockAll(transaction, observations);
  const observed = observations.map((observation) => {
    const at = followed.get(keyOf(observation.userId, observation.resourceId));
    if (at === undefined) throw new TypeError('every observation has its row');
    return observe(observation, at);
  });
  const changed = [...followed.values()].filter(({ isChanged }) => isChanged);
  const made = changed.filter(({ isThere }) => !isThere);
  const moved = changed.filter(({ isThere }) => isThere);
  // Another deed made one of them meanwhile: what it wrote decides.
  if (made.length > 0 && (await insert.run(transaction, ...toLists(made))) < made.length)
    throw new Crossing();
  if (moved.length > 0) await update.run(transaction, ...toLists(moved));
  return observed;
}

/** Writes the first that is known of a membership; null when somebody else was quicker. */
async function observeFirst(transaction: Transaction, observation: Observation): Promise<Observed | null> {
  const { userId, updateId } = observation;
  const membership = follow(observation, null);
  const first = { userId, membership, lastUpdateId: updateId, isThere: false, isChanged: true };
  const count = await insert.run(transaction, ...toLists([first]));
  return count === 0 ? null : { membership, isOutdated: false };
}

export function createMembershipStore({ deeds }: Parts): MembershipStore {
  /** Most answers confirm what is known, where there is nothing to commit, or are the first, which one statement writes. */
  const observeCheaply = async (observations: readonly Observation[]): Promise<Observed[] | null> => {
    const rows = await deeds.askOnce((transaction) =>
      Promise.all(observations.map((seen) => membershipOf.get(transaction, seen.userId, seen.resourceId))),
    );
    const known = observations.flatMap((seen, index) => confirm(seen, rows[index]) ?? []);
    if (known.length === observations.length)
      return known.map((membership) => ({ membership, isOutdated: false }));
    const [only] = observations;
    if (only === undefined || observations.length > 1 || rows[0] !== undefined) return null;
    const first = await deeds.runOnce('memberships.observe', (transaction) =>
      observeFirst(transaction, only),
    );
    return first === null ? null : [first];
  };

  return {
    observe: async (observations) => {
      const isTold = observations.some((observation) => !isAnswer(observation));
      const observed = isTold ? null : await observeCheaply(observations);
      if (observed !== null) return observed;
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
