/** What is known of a membership between its row and the domain, and what an observation makes of it. */
import { compareUpdates } from '../../core/subscriptions/index.js';
import type { Join, Membership, Observation } from '../../core/ports.js';
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

/** How somebody left, by the numbers of `was_removed`; an answer tells only that they are out. */
const leavings = { own: 0, removed: 1, untold: 2 } as const;

export function toMembership(row: MembershipRow): Membership {
  const membership: Membership = {
    resourceId: fromResourceKey(row.resource_id),
    state: membershipStates[row.state] ?? 'out',
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

export type MembershipValues = [
  resourceKey: ResourceKey,
  state: number,
  hadLeft: number,
  sinceMs: number,
  checkedAtMs: number,
  updateId: number | null,
  joinedAtMs: number | null,
  joinedAgain: number,
  joinedByBot: number | null,
  wasRemoved: number,
];

/** In the order of `membershipColumnNames`. */
export function toMembershipValues(membership: Membership, updateId: number | null): MembershipValues {
  const { resourceId, state, hadLeft, sinceMs, checkedAtMs, join, wasRemoved, isUntold } = membership;
  return [
    toResourceKey(resourceId),
    membershipStates.indexOf(state),
    toFlag(hadLeft),
    sinceMs,
    checkedAtMs,
    updateId,
    join?.atMs ?? null,
    toFlag(join?.isAgain ?? false),
    join?.byBotId ?? null,
    isUntold === true ? leavings.untold : wasRemoved ? leavings.removed : leavings.own,
  ];
}

export function isAnswer(observation: Observation): boolean {
  return observation.updateId === null;
}

/** The membership that an answer confirms; null when it says something new. */
export function confirm(observation: Observation, row: MembershipRow | undefined): Membership | null {
  if (row === undefined || membershipStates[row.state] !== observation.state) return null;
  const known = toMembership(row);
  return { ...known, checkedAtMs: Math.max(observation.atMs, known.checkedAtMs) };
}

/** Updates are ordered as `update-order.ts` has it; answers by when they came. */
export function saysNothingNew(
  { updateId, state, atMs }: Observation,
  known: Membership,
  lastUpdateId: number | null,
): boolean {
  if (updateId !== null) {
    if (lastUpdateId === null) return false;
    const order = compareUpdates(updateId, lastUpdateId);
    // Told to another bot within the same second it may be another change: of two, each bot tells the later one last.
    return order < 0 || updateId === lastUpdateId;
  }
  return state === known.state || atMs < known.checkedAtMs;
}

/** Whether a later update was stored before this one came. */
export function isOutdated({ updateId }: Observation, lastUpdateId: number | null): boolean {
  return updateId !== null && lastUpdateId !== null && compareUpdates(updateId, lastUpdateId) < 0;
}

/** What is known after an observation that says something new. */
export function follow(observation: Observation, known: Membership | null): Membership {
  const { resourceId, state, wasIn, atMs } = observation;
  const wasMember = known?.state === 'in' || wasIn === true;
  return {
    resourceId,
    state,
    hadLeft: (known?.hadLeft ?? false) || (state !== 'in' && wasMember),
    sinceMs: sinceOf(observation, known),
    checkedAtMs: atMs,
    join: joinOf(observation, known),
    wasRemoved: state === 'out' && (observation.isRemoved ?? false),
    ...(state === 'out' && isAnswer(observation) ? { isUntold: true as const } : {}),
  };
}

/** Found in and nobody knows since when: by an answer, or by an update that says they were in before. */
function isFoundIn({ state, updateId, wasIn }: Observation, known: Membership | null): boolean {
  return known === null && state === 'in' && (updateId === null || wasIn === true);
}

function sinceOf(observation: Observation, known: Membership | null): number {
  const { state, wasIn, atMs } = observation;
  if (isFoundIn(observation, known)) return 0;
  if (known?.state !== state) return atMs;
  // An answer was quicker than the update that tells of the joining, or of the leaving, itself.
  const tellsOfChange = state === 'in' ? wasIn !== true : state === 'out' && wasIn === true;
  return tellsOfChange ? earlier(known.sinceMs, atMs) : known.sinceMs;
}

function earlier(sinceMs: number, toldAtMs: number): number {
  return sinceMs === 0 ? toldAtMs : Math.min(sinceMs, toldAtMs);
}

/** The last joining: a new one, the one known told more exactly, or the one known, kept. */
function joinOf(observation: Observation, known: Membership | null): Join | null {
  const { state, wasIn, atMs, byBotId = null } = observation;
  const kept = known?.join ?? null;
  if (state === 'requested') {
    // Kept apart from a join: only where the chat takes requests is it one (`core/evidence`).
    return known?.state === 'in' ? kept : { atMs, isAgain: known?.hadLeft ?? false, byBotId };
  }
  if (state === 'out' || isFoundIn(observation, known)) return kept;
  if (known?.state === 'in') {
    if (wasIn === true || isAnswer(observation)) return kept;
    // Told to another of our bots, the same join comes without the link of its own that was not made by that one.
    const joinedBy = byBotId ?? kept?.byBotId ?? null;
    return { atMs: earlier(kept?.atMs ?? 0, atMs), isAgain: kept?.isAgain ?? false, byBotId: joinedBy };
  }
  // A request that was approved counts from when it was made, and by the link that it was made with.
  if (known?.state === 'requested' && kept !== null) return { ...kept, byBotId: kept.byBotId ?? byBotId };
  return { atMs, isAgain: known?.hadLeft ?? false, byBotId };
}
