/** What is known of a membership between its row and the domain, and what an observation makes of it. */
import type { Membership, Observation } from '../../core/ports.js';
import { fromResourceKey } from './resource-key.js';

export interface MembershipRow {
  resource_id: number | string;
  state: number;
  had_left: number;
  since_ms: number;
  checked_at_ms: number;
  update_id: number | null;
}

/** By the numbers that rows keep. */
export const membershipStates = ['in', 'out', 'requested'] as const;

export function toMembership(row: MembershipRow): Membership {
  return {
    resourceId: fromResourceKey(row.resource_id),
    state: membershipStates[row.state] ?? 'out',
    hadLeft: row.had_left === 1,
    sinceMs: row.since_ms,
    checkedAtMs: row.checked_at_ms,
  };
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

/** Updates are ordered by their ids, as the platform counts them; answers by when they came. */
export function saysNothingNew(
  { updateId, state, atMs }: Observation,
  known: Membership,
  lastUpdateId: number | null,
): boolean {
  if (updateId !== null) return lastUpdateId !== null && updateId <= lastUpdateId;
  return state === known.state || atMs < known.checkedAtMs;
}

/** What is known after an observation that says something new. */
export function follow(
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
