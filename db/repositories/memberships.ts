import type { Membership, MembershipStore, Observation } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Parts } from '../parts.js';
import { fromResourceKey, type ResourceKey, toResourceKey } from './resource-key.js';
import { toFlag } from './values.js';

export interface MembershipRow {
  resource_id: number | string;
  state: number;
  had_left: number;
  since_ms: number;
  checked_at_ms: number;
  update_id: number | null;
}

const states = ['in', 'out', 'requested'] as const;

type KeyValues = [userId: number, resourceKey: ResourceKey];

export function membershipStatement(connection: Connection) {
  return connection.prepare<KeyValues, MembershipRow>(
    `SELECT resource_id, state, had_left, since_ms, checked_at_ms, update_id FROM memberships
     WHERE user_id = ? AND resource_id = ?`,
  );
}

export function createMembershipStore({ connection, executor }: Parts): MembershipStore {
  const byKey = membershipStatement(connection);
  const save = connection.prepare<[...KeyValues, number, number, number, number, number | null]>(
    `INSERT INTO memberships (user_id, resource_id, state, had_left, since_ms, checked_at_ms, update_id)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, resource_id) DO UPDATE SET state = excluded.state, had_left = excluded.had_left,
       since_ms = excluded.since_ms, checked_at_ms = excluded.checked_at_ms, update_id = excluded.update_id`,
  );

  const find = (userId: number, resourceId: string): MembershipRow | undefined =>
    byKey.get(userId, toResourceKey(resourceId));

  const observe = (observation: Observation): Membership => {
    const { userId, resourceId, updateId, atMs } = observation;
    const row = find(userId, resourceId);
    const known = row === undefined ? null : toMembership(row);
    if (known !== null && saysNothingNew(observation, known, row?.update_id ?? null)) {
      return isAnswer(observation) ? { ...known, checkedAtMs: Math.max(atMs, known.checkedAtMs) } : known;
    }
    const next = follow(observation, known);
    const state = states.indexOf(next.state);
    const told = updateId ?? row?.update_id ?? null;
    const key = toResourceKey(resourceId);
    save.run(userId, key, state, toFlag(next.hadLeft), next.sinceMs, next.checkedAtMs, told);
    return next;
  };

  return {
    observe: async (observations) => {
      const isTold = observations.some((observation) => !isAnswer(observation));
      if (!isTold) {
        // Most answers confirm what is known: then there is nothing to commit.
        const known = await executor.ask(() =>
          observations.map((seen) => find(seen.userId, seen.resourceId)),
        );
        const confirmed = observations.flatMap((seen, index) => confirm(seen, known[index]) ?? []);
        if (confirmed.length === observations.length) return confirmed;
      }
      return executor.run('memberships.observe', () => observations.map(observe), { durable: isTold });
    },
    known: (userId, resourceIds) =>
      executor.ask(() => {
        const rows = resourceIds.flatMap((resourceId) => find(userId, resourceId) ?? []);
        return new Map(rows.map(toMembership).map((membership) => [membership.resourceId, membership]));
      }),
  };
}

export function toMembership(row: MembershipRow): Membership {
  return {
    resourceId: fromResourceKey(row.resource_id),
    state: states[row.state] ?? 'out',
    hadLeft: row.had_left === 1,
    sinceMs: row.since_ms,
    checkedAtMs: row.checked_at_ms,
  };
}

function isAnswer(observation: Observation): boolean {
  return observation.updateId === null;
}

/** The membership that an answer confirms; null when it says something new. */
function confirm(observation: Observation, row: MembershipRow | undefined): Membership | null {
  if (row === undefined || states[row.state] !== observation.state) return null;
  const known = toMembership(row);
  return { ...known, checkedAtMs: Math.max(observation.atMs, known.checkedAtMs) };
}

/** Updates are ordered by their ids, as the platform counts them; answers by when they came. */
function saysNothingNew(
  { updateId, state, atMs }: Observation,
  known: Membership,
  lastUpdateId: number | null,
): boolean {
  if (updateId !== null) return lastUpdateId !== null && updateId <= lastUpdateId;
  return state === known.state || atMs < known.checkedAtMs;
}

/** What is known after an observation that says something new. */
function follow(
  { resourceId, state, wasIn, updateId, atMs }: Observation,
  known: Membership | null,
): Membership {
  const wasMember = known?.state === 'in' || wasIn === true;
  const isSame = known !== null && known.state === state;
  // Found in and nobody knows since when: by an answer, or by an update that says they were in before.
  const isFoundIn = known === null && state === 'in' && (updateId === null || wasIn === true);
  // An answer was quicker than the update that tells of the joining itself.
  const tellsSinceWhen = isSame && state === 'in' && wasIn !== true;
  const keptSinceMs = tellsSinceWhen ? joinedAt(known, atMs) : known?.sinceMs;
  return {
    resourceId,
    state,
    hadLeft: (known?.hadLeft ?? false) || (state !== 'in' && wasMember),
    sinceMs: isSame && keptSinceMs !== undefined ? keptSinceMs : isFoundIn ? 0 : atMs,
    checkedAtMs: atMs,
  };
}

function joinedAt(known: Membership, toldAtMs: number): number {
  return known.sinceMs === 0 ? toldAtMs : Math.min(known.sinceMs, toldAtMs);
}
