/** What is known of a membership, between its row and the domain. */
import type { Membership } from '../../core/ports/sponsor-store.js';
import type { KnownMembership } from '../../core/subscriptions/index.js';
import { fromResourceKey, type ResourceKey, toResourceKey } from './resource-key.js';
import { toFlag } from './values.js';

export interface MembershipRow {
  resource_id: number | string;
  state: number;
  had_left: number;
  since_ms: number;
  checked_at_ms: number;
  update_id: number | null;
  joined_at_ms: number | null;
  joined_again: number;
  joined_by_bot: number | null;
  was_removed: number;
}

/** In the order of the columns of a row. */
export const membershipColumnNames = [
  'resource_id',
  'state',
  'had_left',
  'since_ms',
  'checked_at_ms',
  'update_id',
  'joined_at_ms',
  'joined_again',
  'joined_by_bot',
  'was_removed',
] as const;

export const membershipColumns = membershipColumnNames.join(', ');

/** By the numbers that rows keep. */
export const membershipStates = ['in', 'out', 'requested'] as const;

/** How a user left, by the numbers of `was_removed`; an answer only says that they are out. */
const leavings = { own: 0, removed: 1, untold: 2 } as const;

export function toMembership(row: MembershipRow): Membership {
  return membershipIn(row.state, row);
}

/** @param state of a row that has it under another name, or among others in one number */
export function membershipIn(state: number, row: Omit<MembershipRow, 'state' | 'update_id'>): Membership {
  const membership: Membership = {
    resourceId: fromResourceKey(row.resource_id),
    state: membershipStates[state] ?? 'out',
    hadLeft: row.had_left === 1,
    sinceMs: row.since_ms,
    checkedAtMs: row.checked_at_ms,
    join:
      row.joined_at_ms === null
        ? null
        : { atMs: row.joined_at_ms, isAgain: row.joined_again === 1, byBotId: row.joined_by_bot },
    wasRemoved: row.was_removed === leavings.removed,
  };
  if (row.was_removed === leavings.untold) membership.isUntold = true;
  return membership;
}

export function toKnownMembership(row: MembershipRow | undefined): KnownMembership | null {
  return row === undefined ? null : { membership: toMembership(row), lastUpdateId: row.update_id };
}

type ValuesOf<Names extends readonly (keyof MembershipRow)[]> = {
  -readonly [Place in keyof Names]: Names[Place] extends 'resource_id'
    ? ResourceKey
    : MembershipRow[Names[Place]];
};

export type MembershipValues = ValuesOf<typeof membershipColumnNames>;

/** In the order of `membershipColumnNames`. */
export function toMembershipValues({ membership, lastUpdateId }: KnownMembership): MembershipValues {
  const { resourceId, state, hadLeft, sinceMs, checkedAtMs, join, wasRemoved, isUntold } = membership;
  return [
    toResourceKey(resourceId),
    membershipStates.indexOf(state),
    toFlag(hadLeft),
    sinceMs,
    checkedAtMs,
    lastUpdateId,
    join?.atMs ?? null,
    toFlag(join?.isAgain ?? false),
    join?.byBotId ?? null,
    isUntold === true ? leavings.untold : wasRemoved ? leavings.removed : leavings.own,
  ];
}
