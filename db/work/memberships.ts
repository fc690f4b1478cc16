/**
 * Who is in where. Updates come late, twice and in any order, to several machines at once: what each of them changes is
 * decided by the row as it is at that moment, which stays locked until what follows from it is written.
 */
import { insertAll, insertInto, type RowIn } from './inserts.js';
import { memberships } from '../schema/sponsors.js';
import type { Membership } from '../../core/ports/sponsor-store.js';
import {
  applyObservation,
  isAnswer,
  isJoinReported,
  type KnownMembership,
} from '../../core/subscriptions/index.js';
import { type ResourceKey, toResourceKey } from './values.js';
import type { MembershipStore, Observation, Observed } from '../../core/ports/subscription-store.js';
import { setOf } from '../../core/collections.js';
import { Crossing, statement, together } from './statement.js';
import type { Parts } from './database.js';

export type MembershipRow = Omit<RowIn<typeof memberships>, 'user_id'>;

/** All but the user. */
const membershipColumnNames = memberships.columns.map(({ name }) => name).slice(1);

const membershipColumns = membershipColumnNames.join(', ');

/** By the numbers that rows keep. */
const membershipStates = ['in', 'out', 'requested'] as const;
/** Out, and banned. */
const BARRED = 3;

/** How a user left, by the numbers of `was_removed`; an answer only says that they are out. */
const leavings = { own: 0, removed: 1, unreported: 2 } as const;

function toMembership(row: MembershipRow): Membership {
  return membershipIn(row.state, row);
}

/** @param state of a row that has it under another name, or among others in one number */
export function membershipIn(state: number, row: Omit<MembershipRow, 'state' | 'update_id'>): Membership {
  return {
    resourceId: String(row.resource_id),
    state: membershipStates[state] ?? 'out',
    hadLeft: row.had_left === 1,
    sinceMs: row.since_ms,
    checkedAtMs: row.checked_at_ms,
    join:
      row.joined_at_ms === null
        ? null
        : { atMs: row.joined_at_ms, isAgain: row.joined_again === 1, byBotId: row.joined_by_bot },
    isBarred: state === BARRED,
    wasRemoved: row.was_removed === leavings.removed,
    isUnreported: row.was_removed === leavings.unreported,
  };
}

export function toKnownMembership(row: MembershipRow | undefined): KnownMembership | null {
  return row === undefined ? null : { membership: toMembership(row), lastUpdateId: row.update_id };
}

const FIELDS =
  'userId, resourceId, state, hadLeft, sinceMs, checkedAtMs, updateId, joinedAtMs, joinedAgain, joinedByBot, wasRemoved';

function toFields(userId: number, { membership, lastUpdateId }: KnownMembership) {
  const { resourceId, state, hadLeft, sinceMs, checkedAtMs, join, wasRemoved, isUnreported, isBarred } =
    membership;
  return {
    userId,
    resourceId: toResourceKey(resourceId),
    state: isBarred ? BARRED : membershipStates.indexOf(state),
    hadLeft,
    sinceMs,
    checkedAtMs,
    updateId: lastUpdateId,
    joinedAtMs: join?.atMs ?? null,
    joinedAgain: join?.isAgain ?? false,
    joinedByBot: join?.byBotId ?? null,
    wasRemoved: isUnreported ? leavings.unreported : wasRemoved ? leavings.removed : leavings.own,
  };
}

type Fields = ReturnType<typeof toFields>;

type Key = [userId: number, resourceKey: ResourceKey];

const membershipOf = statement<Key, MembershipRow>(
  `SELECT ${membershipColumns} FROM memberships WHERE user_id = $1 AND resource_id = $2`,
);
const membershipsOf = statement<[userId: number, resourceKeys: readonly ResourceKey[]], MembershipRow>(
  `SELECT ${membershipColumns} FROM memberships WHERE user_id = $1 AND resource_id = ANY($2::text[])`,
);
const rowsOf = statement<
  [userIds: readonly number[], resourceKeys: readonly ResourceKey[]],
  MembershipRow & { user_id: number }
>(
  `SELECT memberships.user_id, ${membershipColumnNames.map((name) => `memberships.${name}`).join(', ')}
   FROM unnest($1::bigint[], $2::text[]) AS asked (user_id, resource_id)
   JOIN memberships ON memberships.user_id = asked.user_id AND memberships.resource_id = asked.resource_id`,
);
const hold = statement<Key, MembershipRow>(
  `SELECT ${membershipColumns} FROM memberships WHERE user_id = $1 AND resource_id = $2 FOR UPDATE`,
);

const insert = insertInto(memberships, FIELDS, { there: 'stays' });
/** The first that is known of many memberships; those that somebody else made meanwhile stay as they are. */
const insertMany = insertAll(memberships, FIELDS, { there: 'stays', returning: 'user_id, resource_id' });
const update = insertInto(memberships, FIELDS, { there: 'replaced' });

/** What is known of one membership, and what observations made of it. */
interface Followed {
  userId: number;
  resourceId: string;
  known: KnownMembership | null;
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
      const known = toKnownMembership(rows[index]);
      return [key, { userId, resourceId, known, isThere: known !== null, isChanged: false }];
    }),
  );
}

function observe(observation: Observation, at: Followed): Observed {
  const { membership, isOutdated, isChanged, lastUpdateId } = applyObservation(observation, at.known);
  if (isChanged) Object.assign(at, { known: { membership, lastUpdateId }, isChanged });
  return { membership, isOutdated };
}

/** @throws Crossing when somebody else made it meanwhile: what they wrote decides */
function* write({ userId, known, isThere }: Followed) {
  if (known === null) return;
  const written = yield* (isThere ? update : insert).run(toFields(userId, known)).touching(userId);
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

/** What is known of each membership that is observed. */
function* readRows(asks: readonly (readonly Observation[])[]) {
  const all = asks.flat();
  const [only] = all;
  if (only !== undefined && all.length === 1)
    return [[yield* membershipOf.get(only.userId, toResourceKey(only.resourceId))]];
  const rows = yield* rowsOf.all(
    all.map(({ userId }) => userId),
    all.map(({ resourceId }) => toResourceKey(resourceId)),
  );
  const byKey = new Map(
    rows.map((row) => [keyOf({ userId: row.user_id, resourceId: String(row.resource_id) }), row]),
  );
  return asks.map((observations) => observations.map((each) => byKey.get(keyOf(each))));
}

/** @returns of each membership whether it was made now: else somebody else was quicker */
function* writeFirst(firsts: readonly Fields[]) {
  const [only] = firsts;
  if (only !== undefined && firsts.length === 1) return [(yield* insert.run(only).touching(only.userId)) > 0];
  const rows = yield* insertMany.all(firsts).touching(...firsts.map(({ userId }) => userId));
  const made = new Set(
    rows.map((row) => keyOf({ userId: row.user_id, resourceId: String(row.resource_id) })),
  );
  return firsts.map((first) => made.has(keyOf({ ...first, resourceId: String(first.resourceId) })));
}

/** The result of an answer without changes; null when there is something to write. */
function confirm(answer: Observation, row: MembershipRow | undefined): Observed | null {
  const { membership, isOutdated, isChanged } = applyObservation(answer, toKnownMembership(row));
  return isChanged ? null : { membership, isOutdated };
}

export function createMembershipStore({ db, join }: Parts): MembershipStore {
  const knownOf = join<readonly Observation[], (MembershipRow | undefined)[]>({ answer: readRows });
  const makeFirst = join<Fields, boolean>({
    name: 'memberships.observe',
    answer: writeFirst,
    keyOf: (first) => keyOf({ ...first, resourceId: String(first.resourceId) }),
  });

  /** Writes the first that is known of a membership, in one statement; null when somebody else was quicker. */
  const observeFirst = async (observation: Observation): Promise<Observed | null> => {
    const { membership, isOutdated, lastUpdateId } = applyObservation(observation, null);
    const isMade = await makeFirst(toFields(observation.userId, { membership, lastUpdateId }));
    return isMade ? { membership, isOutdated } : null;
  };

  /** Most answers confirm what is known, where there is nothing to commit, or are the first. */
  const observeCheaply = async (observations: readonly Observation[]): Promise<Observed[] | null> => {
    const rows = await knownOf(observations);
    const confirmed = observations.flatMap((seen, index) => confirm(seen, rows[index]) ?? []);
    if (confirmed.length === observations.length) return confirmed;
    const [only] = observations;
    if (only === undefined || observations.length > 1 || rows[0] !== undefined) return null;
    const first = await observeFirst(only);
    if (first !== null) return [first];
    // Somebody who was asked at the same time made it: mostly of the same answer.
    const made = confirm(only, (await knownOf(observations))[0]);
    return made === null ? null : [made];
  };

  return {
    observe: async (observations) => {
      const isReported = observations.some((observation) => !isAnswer(observation));
      const observed = isReported ? null : await observeCheaply(observations);
      if (observed !== null) return observed;
      return db.run('memberships.observe', () => observeAll(observations), { durable: isReported });
    },
    reported: async (userId, resourceIds) => {
      const rows = await db.read(membershipsOf.all(userId, resourceIds.map(toResourceKey)));
      const known = rows.map(toKnownMembership).filter((one) => one !== null);
      return setOf(known, (one) => (isJoinReported(one) ? one.membership.resourceId : undefined));
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
