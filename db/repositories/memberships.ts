import type { Membership, MembershipStore, Observation } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Parts } from '../parts.js';
import type { VisitMarks } from '../visit-marks.js';
import {
  confirm,
  follow,
  isAnswer,
  membershipStates,
  type MembershipRow,
  saysNothingNew,
  toMembership,
} from './membership-row.js';
import { type ResourceKey, toResourceKey } from './resource-key.js';
import { toFlag } from './values.js';

type KeyValues = [userId: number, resourceKey: ResourceKey];

export function membershipStatement(connection: Connection) {
  return connection.prepare<KeyValues, MembershipRow>(
    `SELECT resource_id, state, had_left, since_ms, checked_at_ms, update_id FROM memberships
     WHERE user_id = ? AND resource_id = ?`,
  );
}

export function createMembershipStore({ connection, executor }: Parts, marks: VisitMarks): MembershipStore {
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
    const state = membershipStates.indexOf(next.state);
    const told = updateId ?? row?.update_id ?? null;
    const key = toResourceKey(resourceId);
    save.run(userId, key, state, toFlag(next.hadLeft), next.sinceMs, next.checkedAtMs, told);
    marks.note(userId);
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
