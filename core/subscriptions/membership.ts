/**
 * What an update, or an answer to a question, makes of a membership. Updates come late, twice and in any order, and an
 * answer may be quicker than the update of the same change.
 */
import type { Presence } from '../platform.js';
import type { Order } from '../ports/order-store.js';
import type { Join, Membership } from '../ports/sponsor-store.js';
import type { Observation } from '../ports/subscription-store.js';
import { compareUpdates, happenedAt } from './update-order.js';

/**
 * Updates carry whole seconds of the platform's clock, answers the time of ours at which they were asked. So an answer
 * overrides an update only when it was asked this much later, and an update yields only to such an answer.
 */
export const MARGIN_MS = 2_000;

/**
 * The longest that a question takes. Of two that overlap, the one that was asked later may have been answered earlier: then
 * `out` was before `in`, and the user has not left.
 */
const ANSWER_MAX_MS = 60_000;

export interface KnownMembership {
  membership: Membership;
  /** The last update about it; null where answers alone have. */
  lastUpdateId: number | null;
}

/** Whether this membership makes the user a subscriber: in, or waiting where the channel takes join requests. */
export function countsAsIn(order: Pick<Order, 'resource'>, membership: Membership | null): boolean {
  if (membership === null) return false;
  return membership.state === 'in' || (membership.state === 'requested' && order.resource.takesJoinRequests);
}

/** What the platform's answer is an observation of. */
export const observedOf = (presence: Presence): Pick<Observation, 'state' | 'isBarred'> =>
  presence === 'in' ? { state: 'in' } : { state: 'out', isBarred: presence === 'barred' };

export function isAnswer({ updateId }: Pick<Observation, 'updateId'>): boolean {
  return updateId === null;
}

/**
 * Folds one observation into what is known. The result does not depend on the order of arrival: updates follow each other
 * as `update-order.ts` has it, and answers take their place among them by the time at which they were asked.
 * @param known null: nothing
 */
export function applyObservation(observation: Observation, known: KnownMembership | null) {
  const { updateId, atMs } = observation;
  if (known === null) return { ...changed(observation, null), lastUpdateId: updateId };
  const { membership, lastUpdateId } = known;
  if (!saysNothingNew(observation, known))
    return { ...changed(observation, known), lastUpdateId: updateId ?? lastUpdateId };
  const confirms = isAnswer(observation) && observation.state === membership.state;
  const isBarred = confirms && isLatest(observation, known) ? saysBarred(observation) : membership.isBarred;
  const checkedAtMs = confirms ? Math.max(atMs, membership.checkedAtMs) : membership.checkedAtMs;
  const isOutdated = updateId !== null && lastUpdateId !== null && compareUpdates(updateId, lastUpdateId) < 0;
  const isChanged = isBarred !== membership.isBarred;
  return { membership: { ...membership, checkedAtMs, isBarred }, lastUpdateId, isOutdated, isChanged };
}

const changed = (observation: Observation, known: KnownMembership | null) => ({
  membership: change(observation, known),
  isOutdated: false,
  /** The membership differs by more than when it was checked. */
  isChanged: true,
});

function change(observation: Observation, known: KnownMembership | null): Membership {
  if (known === null) return follow(observation, null);
  if (isApproved(observation, known)) return { ...known.membership, join: newJoin(observation, known) };
  return isOvertaken(observation, known) ? addToPast(observation, known) : follow(observation, known);
}

function saysNothingNew(observation: Observation, known: KnownMembership): boolean {
  const { updateId } = observation;
  const { lastUpdateId } = known;
  if (updateId === null) return answersNothingNew(observation, known);
  if (lastUpdateId === null) return false;
  // Reported to another bot within the same second it may be another change: each bot gets the later of two last.
  return compareUpdates(updateId, lastUpdateId) < 0 || updateId === lastUpdateId;
}

function answersNothingNew({ state, atMs }: Observation, known: KnownMembership): boolean {
  const { membership } = known;
  if (state === membership.state) return true;
  // The platform answers `left` while a request waits for approval.
  if (state === 'out' && membership.state === 'requested') return true;
  if (state === 'out' && atMs < foundInAtMs(known) + ANSWER_MAX_MS) return true;
  return !isLatest({ atMs }, known);
}

/** Whether the question was asked after all that is known: its answer says how it is now. */
function isLatest(
  { atMs }: Pick<Observation, 'atMs'>,
  { membership, lastUpdateId }: KnownMembership,
): boolean {
  const updatedAtMs = lastUpdateId === null ? null : happenedAt(lastUpdateId);
  return atMs >= membership.checkedAtMs && (updatedAtMs === null || atMs >= updatedAtMs + MARGIN_MS);
}

/** An answer found the user in before the update of their request came: it has been approved. A member cannot ask. */
function isApproved({ state }: Observation, known: KnownMembership): boolean {
  return state === 'requested' && foundInAtMs(known) > -Infinity;
}

/** When the question was asked whose answer alone says that the user is in; -Infinity where an update says it. */
function foundInAtMs(known: KnownMembership): number {
  const { membership, lastUpdateId } = known;
  if (membership.state !== 'in') return -Infinity;
  if (membership.join === null) return lastUpdateId === null ? membership.checkedAtMs : -Infinity;
  return isGuess(known) ? membership.join.atMs : -Infinity;
}

/** Whether an update reported the join that is known. */
export function isJoinReported(known: KnownMembership): boolean {
  return known.membership.join !== null && !isGuess(known);
}

/** Whether the join that is known was found by an answer, at the time of its question: the update says when it was. */
export function isGuess({ membership: { join }, lastUpdateId }: KnownMembership): boolean {
  if (join === null || lastUpdateId === null) return join !== null;
  const updatedAtMs = happenedAt(lastUpdateId);
  return updatedAtMs !== null && join.atMs > updatedAtMs;
}

/** Whether an answer that was asked later than the update's time says otherwise, and arrived before it. */
function isOvertaken({ updateId, state, atMs }: Observation, { membership }: KnownMembership): boolean {
  return (
    updateId !== null &&
    membership.state !== state &&
    membership.state !== 'requested' &&
    state !== 'requested' &&
    membership.checkedAtMs >= atMs + MARGIN_MS
  );
}

/** The later answer stands; the update adds what happened before it. The updates in between are still under way. */
function addToPast(observation: Observation, known: KnownMembership): Membership {
  const { membership } = known;
  const { checkedAtMs, join } = membership;
  if (observation.state === 'in') {
    // A leaving that an update reported was before this join: the answer found another.
    const sinceMs = membership.isUnreported ? membership.sinceMs : checkedAtMs;
    const out: Membership = { ...membership, sinceMs, hadLeft: true, wasRemoved: false, isUnreported: true };
    // A request that was approved is known already, where an update reported it.
    const isKnown = membership.isUnreported && join !== null && !isGuess(known);
    const joined = newJoin(observation, known);
    return { ...out, join: isKnown ? sameJoin(join, joined) : joined };
  }
  // A ban of a user who was out, before the answer found them in.
  if (observation.wasIn === false) return membership;
  const cameBackAtMs = join !== null && join.atMs > observation.atMs ? join.atMs : checkedAtMs;
  return {
    ...membership,
    hadLeft: true,
    sinceMs: cameBackAtMs,
    join: { atMs: cameBackAtMs, isAgain: true, byBotId: null },
  };
}

/** What is known after an observation that says something new. */
function follow(observation: Observation, known: KnownMembership | null): Membership {
  const { resourceId, state, wasIn, atMs } = observation;
  const before = known?.membership;
  // A late update neither makes nor lifts the ban of which an answer has said how it is since.
  const isOld = before?.state === state && before.checkedAtMs >= atMs + MARGIN_MS;
  const wasMember = before?.state === 'in' || wasIn === true;
  return {
    resourceId,
    state,
    hadLeft: (before?.hadLeft ?? false) || (state !== 'in' && wasMember),
    sinceMs: sinceOf(observation, known),
    checkedAtMs: before?.state === state ? Math.max(atMs, before.checkedAtMs) : atMs,
    join: joinOf(observation, known),
    ...leavingOf(observation, before),
    isBarred: isOld ? before.isBarred : saysBarred(observation),
  };
}

const saysBarred = ({ state, isBarred = false }: Observation): boolean => state === 'out' && isBarred;

/**
 * How they left. Others who ban a user that is out already, or lift a ban, remove no member: a chat that bans its leavers
 * moves them from `left` to `kicked`, and a ban that is lifted from `kicked` to `left`.
 */
function leavingOf(
  observation: Observation,
  known: Membership | undefined,
): Pick<Membership, 'wasRemoved' | 'isUnreported'> {
  const { state, wasIn, isRemoved = false } = observation;
  if (state !== 'out') return { wasRemoved: false, isUnreported: false };
  if (isAnswer(observation)) return { wasRemoved: isRemoved, isUnreported: true };
  const isOfOthers = isRemoved && wasIn === false;
  if (!isOfOthers || known?.state === 'requested') return { wasRemoved: isRemoved, isUnreported: false };
  // How a member left was missed, and says nothing now.
  if (known?.state !== 'out') return { wasRemoved: false, isUnreported: true };
  return { wasRemoved: known.wasRemoved, isUnreported: known.isUnreported };
}

/** Found in at an unknown time: by an answer, or by an update that says they were in before. */
function isFoundIn({ state, updateId, wasIn }: Observation, known: KnownMembership | null): boolean {
  return known === null && state === 'in' && (updateId === null || wasIn === true);
}

function sinceOf(observation: Observation, known: KnownMembership | null): number {
  const { state, wasIn, atMs } = observation;
  if (isFoundIn(observation, known)) return 0;
  if (known?.membership.state !== state) return atMs;
  const { sinceMs, isUnreported } = known.membership;
  // An answer was quicker than the update of the joining, or of the leaving, itself.
  const reportsChange = state === 'in' ? wasIn !== true : state === 'out' && wasIn === true;
  if (!reportsChange) return sinceMs;
  const isFound = state === 'in' ? isGuess(known) : isUnreported;
  return isFound ? atMs : earlier(sinceMs, atMs);
}

function earlier(sinceMs: number, reportedAtMs: number): number {
  return sinceMs === 0 ? reportedAtMs : Math.min(sinceMs, reportedAtMs);
}

/** The last joining: a new one, the one known with its exact time, or the one known, kept. */
function joinOf(observation: Observation, known: KnownMembership | null): Join | null {
  const { state, wasIn } = observation;
  const before = known?.membership;
  const kept = before?.join ?? null;
  if (state === 'out' || isFoundIn(observation, known)) return kept;
  // A request is kept apart from a join: only where the chat takes requests is it one (`core/evidence`).
  if (state === 'requested') return before?.state === 'in' ? kept : newJoin(observation, known);
  if (before?.state === 'in' && (wasIn === true || isAnswer(observation))) return kept;
  const joined = newJoin(observation, known);
  if (known !== null && hasComeBack(observation, known)) return joinBefore(foundInAtMs(known), known);
  if (kept !== null && observation.isOfWaitingJoin === true) return kept;
  if (kept === null || known === null || before?.state === 'out') return joined;
  // A request that was approved counts from when it was made, and by the link that it was made with.
  if (before?.state === 'requested') return { ...kept, byBotId: kept.byBotId ?? joined.byBotId };
  return sameJoin(kept, isGuess(known) ? joined : { ...joined, atMs: earlier(kept.atMs, joined.atMs) });
}

/**
 * Whether an update reports that the user came who had been found in before. They left in between: that update comes later,
 * or never, and no more does that of the join which the answer had found.
 */
function hasComeBack({ updateId, wasIn, atMs }: Observation, known: KnownMembership): boolean {
  const answeredAtMs = foundInAtMs(known) + ANSWER_MAX_MS;
  return updateId !== null && wasIn === false && answeredAtMs > -Infinity && answeredAtMs + MARGIN_MS <= atMs;
}

/** The join that a question of then found: right before it, so that no list of after it counts. */
function joinBefore(foundAtMs: number, { membership: { join, hadLeft } }: KnownMembership): Join {
  return { atMs: foundAtMs - MARGIN_MS - 1, isAgain: join?.isAgain ?? hadLeft, byBotId: null };
}

/** One join that was reported twice. Another of our bots is not shown whose link it was. */
function sameJoin(kept: Join, joined: Join): Join {
  return { ...kept, atMs: joined.atMs, byBotId: joined.byBotId ?? kept.byBotId };
}

function newJoin({ atMs, byBotId = null }: Observation, known: KnownMembership | null): Join {
  return { atMs, isAgain: known !== null && hadLeftBefore(atMs, known), byBotId };
}

/** A leaving that an answer alone found was after whatever happened before the question, and follows this stay's join. */
function hadLeftBefore(atMs: number, known: KnownMembership): boolean {
  const { hadLeft, isUnreported, checkedAtMs, join } = known.membership;
  const isLater = isUnreported && atMs < checkedAtMs;
  return isLater && (join === null || isGuess(known)) ? (join?.isAgain ?? false) : hadLeft;
}
