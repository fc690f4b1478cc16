import type { MembershipStore, Observation, Observed } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Parts } from '../parts.js';
import type { VisitMarks } from '../visit-marks.js';
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

type KeyValues = [userId: number, resourceKey: ResourceKey];

export function membershipStatement(connection: Connection) {
  return connection.prepare<KeyValues, MembershipRow>(
    `SELECT ${membershipColumns} FROM memberships WHERE user_id = ? AND resource_id = ?`,
  );
}

export function createMembershipStore({ connection, executor }: Parts, marks: VisitMarks): MembershipStore {
  const byKey = membershipStatement(connection);
  const updated = membershipColumnNames.slice(1).map((name) => `${name} = excluded.${name}`);
  const save = connection.prepare<[userId: number, ...MembershipValues]>(
    `INSERT INTO memberships (user_id, ${membershipColumns})
     VALUES (?, ${membershipColumnNames.map(() => '?').join(', ')})
     ON CONFLICT (user_id, resource_id) DO UPDATE SET ${updated.join(', ')}`,
  );

  const find = (userId: number, resourceId: string): MembershipRow | undefined =>
    byKey.get(userId, toResourceKey(resourceId));

  const observe = (observation: Observation): Observed => {
    const { userId, resourceId, updateId, atMs } = observation;
    const row = find(userId, resourceId);
    const lastUpdateId = row?.update_id ?? null;
    const known = row === undefined ? null : toMembership(row);
    if (known !== null && saysNothingNew(observation, known, lastUpdateId)) {
      const checkedAtMs = isAnswer(observation) ? Math.max(atMs, known.checkedAtMs) : known.checkedAtMs;
      return { membership: { ...known, checkedAtMs }, isOutdated: isOutdated(observation, lastUpdateId) };
    }
    const membership = follow(observation, known);
    save.run(userId, ...toMembershipValues(membership, updateId ?? lastUpdateId));
    marks.note(userId);
    return { membership, isOutdated: false };
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
        if (confirmed.length === observations.length)
          return confirmed.map((membership) => ({ membership, isOutdated: false }));
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
