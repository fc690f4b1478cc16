/**
 * What an update, or an answer to a question, makes of a membership. Updates come late, twice and in any order, and an
 * answer may be quicker than the update that tells of the same change.
 */
import type { Join, Membership, Observation, Observed } from '../ports.js';
import { compareUpdates } from './update-order.js';

/** What is known of one membership. */
export interface KnownMembership {
  membership: Membership;
  /** The last update that was told of it; null where answers alone have. */
  lastUpdateId: number | null;
}

export interface AppliedObservation extends Observed, KnownMembership {
  /** The membership differs by more than when it was checked. */
  isChanged: boolean;
}

export function isAnswer({ updateId }: Pick<Observation, 'updateId'>): boolean {
  return updateId === null;
}

/**
 * Older and repeated updates change nothing, and an answer says only what is new.
 * @param known null: nothing
 */
export function applyObservation(
  observation: Observation,
  known: KnownMembership | null,
): AppliedObservation {
  const { updateId, atMs } = observation;
  if (known === null) return { ...changed(observation, null), lastUpdateId: updateId };
  const { membership, lastUpdateId } = known;
  if (!saysNothingNew(observation, known))
    return { ...changed(observation, membership), lastUpdateId: updateId ?? lastUpdateId };
  const checkedAtMs = isAnswer(observation) ? Math.max(atMs, membership.checkedAtMs) : membership.checkedAtMs;
  const isOutdated = updateId !== null && lastUpdateId !== null && compareUpdates(updateId, lastUpdateId) < 0;
  return { membership: { ...membership, checkedAtMs }, lastUpdateId, isOutdated, isChanged: false };
}

const changed = (observation: Observation, known: Membership | null) => ({
  membership: follow(observation, known),
  isOutdated: false,
  isChanged: true,
});

/** Updates are ordered as `update-order.ts` has it; answers by when they came. */
function saysNothingNew(
  { updateId, state, atMs }: Observation,
  { membership, lastUpdateId }: KnownMembership,
): boolean {
  if (updateId === null) return state === membership.state || atMs < membership.checkedAtMs;
  if (lastUpdateId === null) return false;
  // Told to another bot within the same second it may be another change: of two, each bot tells the later one last.
  return compareUpdates(updateId, lastUpdateId) < 0 || updateId === lastUpdateId;
}

/** What is known after an observation that says something new. */
function follow(observation: Observation, known: Membership | null): Membership {
  const { resourceId, state, wasIn, atMs } = observation;
  const wasMember = known?.state === 'in' || wasIn === true;
  return {
    resourceId,
    state,
    hadLeft: (known?.hadLeft ?? false) || (state !== 'in' && wasMember),
    sinceMs: sinceOf(observation, known),
    checkedAtMs: atMs,
    join: joinOf(observation, known),
    ...leavingOf(observation, known),
  };
}

/**
 * How they left. Others who ban somebody that is out already, or lift a ban, remove nobody: a chat that bans its leavers moves
 * them from `left` to `kicked`, and a ban that is lifted from `kicked` to `left`.
 */
function leavingOf(
  observation: Observation,
  known: Membership | null,
): Pick<Membership, 'wasRemoved' | 'isUntold'> {
  const { state, wasIn, isRemoved = false } = observation;
  if (state !== 'out') return { wasRemoved: false };
  if (isAnswer(observation)) return { wasRemoved: isRemoved, isUntold: true };
  const isOfOthers = isRemoved && wasIn === false;
  if (!isOfOthers || known?.state === 'requested') return { wasRemoved: isRemoved };
  // How a member left was missed, and says nothing now.
  if (known?.state !== 'out') return { wasRemoved: false, isUntold: true };
  return { wasRemoved: known.wasRemoved, ...(known.isUntold === true ? { isUntold: true } : {}) };
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

function earlier(sinceMs: number, reportedAtMs: number): number {
  return sinceMs === 0 ? reportedAtMs : Math.min(sinceMs, reportedAtMs);
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
