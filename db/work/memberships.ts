/**
 * Who is in where. Updates come late, twice and in any order, to several machines at once: what each of them changes is
 * decided by the row as it is at that moment, which stays locked until what follows from it is written.
 */
import type { Membership, MembershipStore, Observation, Observed } from '../../core/ports.js';
import {
  confirm,
  follow,
  isAnswer,
  isOutdated,
  membershipColumnNames,
  membershipColumns,
  type MembershipRow,
  type MembershipValues,
  saysNothingNew,
  toMembership,
  toMembershipValues,
} from './membership-row.js';
import { type ResourceKey, toResourceKey } from './resource-key.js';
import { Crossing } from './crossing.js';
import type { Parts } from './database.js';
import { statement, together } from './statement.js';

type Key = [userId: number, resourceKey: ResourceKey];

const membershipOf = statement<Key, MembershipRow>(
  `SELECT ${membershipColumns} FROM memberships WHERE user_id = $1 AND resource_id = $2`,
);
const membershipsOf = statement<[userId: number, resourceKeys: readonly ResourceKey[]], MembershipRow>(
  `SELECT ${membershipColumns} FROM memberships WHERE user_id = $1 AND resource_id = ANY($2::text[])`,
);
const hold = statement<Key, MembershipRow>(
  `SELECT ${membershipColumns} FROM memberships WHERE user_id = $1 AND resource_id = $2 FOR UPDATE`,
);

type Values = [userId: number, ...MembershipValues];
const placeOf = (index: number) => `$${String(index + 2)}`;
const insert = statement<Values>(
  `INSERT INTO memberships (user_id, ${membershipColumns})
   VALUES ($1, ${membershipColumnNames.map((_, index) => placeOf(index)).join(', ')})
   ON CONFLICT (user_id, resource_id) DO NOTHING`,
);
const changes = membershipColumnNames.map((name, index) => `${name} = ${placeOf(index)}`).slice(1);
const update = statement<Values>(
  `UPDATE memberships SET ${changes.join(', ')} WHERE user_id = $1 AND resource_id = $2`,
);

/** What is known of one membership, and what observations made of it. */
interface Followed {
  userId: number;
  resourceId: string;
  membership: Membership | null;
  lastUpdateId: number | null;
  isThere: boolean;
  isChanged: boolean;
}

const keyOf = ({ userId, resourceId }: { userId: number; resourceId: string }) =>
  `${String(userId)}:${resourceId}`;

/** In the order of their keys, so that two that write the same rows wait instead of crossing. */
function* holdAll(observations: readonly Observation[]) {
  const byKey = new Map(observations.map((each) => [keyOf(each), each]));
  const keys = [...byKey].sort(([one], [other]) => (one < other ? -1 : 1));
  const rows = yield* together(
    ...keys.map(([, { userId, resourceId }]) => hold.get(userId, toResourceKey(resourceId))),
  );
  return new Map(
    keys.map(([key, { userId, resourceId }], index): [string, Followed] => {
      const row = rows[index];
      const membership = row === undefined ? null : toMembership(row);
      const isThere = row !== undefined;
      const lastUpdateId = row?.update_id ?? null;
      return [key, { userId, resourceId, membership, lastUpdateId, isThere, isChanged: false }];
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

/** @throws Crossing when somebody else made it meanwhile: what they wrote decides */
function* write({ userId, membership, lastUpdateId, isThere }: Followed) {
  if (membership === null) return;
  const values = toMembershipValues(membership, lastUpdateId);
  const written = yield* (isThere ? update : insert).run(userId, ...values).touching(userId);
  if (written === 0) throw new Crossing();
}

function* observeAll(observations: readonly Observation[]) {
  const followed = yield* holdAll(observations);
  const observed = observations.map((observation) => {
    const at = followed.get(keyOf(observation));
    if (at === undefined) throw new TypeError('every observation has its row');
    return observe(observation, at);
  });
  const changed = [...followed.values()].filter(({ isChanged }) => isChanged);
  yield* together(...changed.map(write));
  return observed;
}

export function createMembershipStore({ db }: Parts): MembershipStore {
  const knownOf = async (observations: readonly Observation[]) => {
    const reads = observations.map((each) => membershipOf.get(each.userId, toResourceKey(each.resourceId)));
    const [only] = reads;
    if (only !== undefined && reads.length === 1) return [await db.read(only)];
    return db.read(() => together(...reads));
  };

  /** Writes the first that is known of a membership, in one statement; null when somebody else was quicker. */
  const observeFirst = async (observation: Observation): Promise<Observed | null> => {
    const { userId, updateId } = observation;
    const membership = follow(observation, null);
    const values = toMembershipValues(membership, updateId);
    const count = await db.run('memberships.observe', insert.run(userId, ...values).touching(userId));
    return count === 0 ? null : { membership, isOutdated: false };
  };

  /** Most answers confirm what is known, where there is nothing to commit, or are the first. */
  const observeCheaply = async (observations: readonly Observation[]): Promise<Observed[] | null> => {
    const rows = await knownOf(observations);
    const known = observations.flatMap((seen, index) => confirm(seen, rows[index]) ?? []);
    if (known.length === observations.length)
      return known.map((membership) => ({ membership, isOutdated: false }));
    const [only] = observations;
    if (only === undefined || observations.length > 1 || rows[0] !== undefined) return null;
    const first = await observeFirst(only);
    return first === null ? null : [first];
  };

  return {
    observe: async (observations) => {
      const isTold = observations.some((observation) => !isAnswer(observation));
      const observed = isTold ? null : await observeCheaply(observations);
      if (observed !== null) return observed;
      return db.run('memberships.observe', () => observeAll(observations), { durable: isTold });
    },
    known: async (userId, resourceIds) => {
      const rows = await db.read(membershipsOf.all(userId, resourceIds.map(toResourceKey)));
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
