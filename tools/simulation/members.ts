/**
 * What the service can know of memberships, written down once more and as plainly as possible. Nothing here comes from the
 * service: where the two differ, one of them is wrong.
 */
import { CLOCKS_APART_MS } from './impressions.js';

/** The last join, reported or observed. */
export interface Join {
  atMs: number;
  /** They had been in before. */
  isAgain: boolean;
}

/** What the service can know of a person and a channel or bot. */
export interface Member {
  state: 'in' | 'out' | 'requested';
  hadLeft: boolean;
  sinceMs: number;
  checkedAtMs: number;
  updateId: number | null;
  /** When that update happened, in whole seconds. */
  updatedAtMs: number | null;
  /** Null: found in, or never in. */
  join: Join | null;
  /** Out, because somebody else removed them. */
  wasRemoved: boolean;
  /** Out, and banned. */
  isBarred: boolean;
  /** Out by an answer; no update has reported the leaving. */
  isUnreported: boolean;
  /** An update of their leaving says that they were in until then, and none had said that they came. */
  isPast?: true;
}

/** What it heard: by an update, or by an answer (no id). */
export interface Seen {
  state: Member['state'];
  wasIn: boolean | undefined;
  isRemoved?: boolean;
  isBarred?: boolean;
  updateId: number | null;
  atMs: number;
  /** When they had come, if they were out until then, and nothing said so; null: nothing went unheard. */
  cameAfter?: (outMs: number) => number | null;
  /** Their first join waits for the platform's word, and they have left and come back since. */
  isOfWaitingJoin?: boolean;
}

/** A question to the platform takes no longer. */
const LONGEST_QUESTION_MS = 60_000;

/** Memberships: updates go by their order, and answers stand among them by when they were asked. */
export function afterSeeing(known: Member | null, seen: Seen): Member {
  if (known === null) return { ...changedBy(null, seen), ...updateIn(seen, null) };
  const isOld = seen.updateId === null ? isOldAnswer(known, seen) : isOldUpdate(known, seen.updateId);
  if (isOld) return confirms(known, seen) ? barredBy(known, seen) : known;
  const { isPast: _, ...after } = changeOf(known, seen);
  return { ...after, ...updateIn(seen, known) };
}

/** An answer by which they are out still says how it is with a ban. One that changes nothing is not kept. */
function barredBy(known: Member, { state, isBarred: isSaid = false, atMs }: Seen): Member {
  const isBarred = state === 'out' && isSaid;
  return known.isBarred === isBarred ? known : { ...known, isBarred, checkedAtMs: atMs };
}

/** The same, where the update of a leaving is the first sign of the join. */
export function afterTold(known: Member | null, seen: Seen): Member {
  return afterSeeing(foundByLeaving(known, seen) ?? known, seen);
}

/** As they were until they left; null where an update had said that they came, or nothing new is said. */
export function foundByLeaving(known: Member | null, seen: Seen): Member | null {
  const { state, wasIn, updateId, atMs } = seen;
  if (state !== 'out' || wasIn !== true || updateId === null) return null;
  if (known !== null && isOldUpdate(known, updateId)) return null;
  if (known?.state === 'in' && known.join !== null && !isFound(known)) return null;
  const outMs = known?.state === 'out' ? known.checkedAtMs + CLOCKS_APART_MS : Infinity;
  const found = {
    state: 'in',
    wasIn: undefined,
    updateId: null,
    atMs: seen.cameAfter?.(outMs) ?? atMs,
  } as const;
  const member = afterSeeing(known, found);
  return member.state === 'in' ? { ...member, isPast: true } : null;
}

function isOldUpdate(known: Member, updateId: number): boolean {
  return known.updateId !== null && updateId <= known.updateId;
}

function isOldAnswer(known: Member, { state, atMs }: Seen): boolean {
  if (state === known.state || (state === 'out' && known.state === 'requested')) return true;
  const foundAtMs = foundIn(known);
  if (state === 'out' && foundAtMs !== null && atMs < foundAtMs + LONGEST_QUESTION_MS) return true;
  return isOvertaken(known, atMs);
}

/** Whether something later is known than what a question of then found. */
function isOvertaken(known: Member, atMs: number): boolean {
  return (
    atMs < known.checkedAtMs || (known.updatedAtMs !== null && atMs < known.updatedAtMs + CLOCKS_APART_MS)
  );
}

/** Whether it is an answer, asked last, by which they are where they were. */
function confirms(known: Member, { state, updateId, atMs }: Seen): boolean {
  return updateId === null && state === known.state && !isOvertaken(known, atMs);
}

function changeOf(known: Member, seen: Seen): Member {
  const isApproved = seen.state === 'requested' && foundIn(known) !== null;
  if (isApproved) return { ...known, join: { atMs: seen.atMs, isAgain: isAgainIn(known, seen.atMs) } };
  const isLate =
    seen.updateId !== null &&
    [seen.state, known.state].toSorted().join() === 'in,out' &&
    known.checkedAtMs >= seen.atMs + CLOCKS_APART_MS;
  if (!isLate) return changedBy(known, seen);
  return seen.state === 'in' ? joinedBefore(known, seen) : leftBefore(known, seen);
}

/** The leaving was found already. */
function joinedBefore(known: Member, { atMs }: Seen): Member {
  const join = { atMs, isAgain: isAgainIn(known, atMs) };
  const isRequest = known.isUnreported && known.join !== null && !isFound(known);
  return {
    ...known,
    hadLeft: true,
    // They left once more, unless that leaving is the one which no update has reported.
    sinceMs: known.isUnreported ? known.sinceMs : known.checkedAtMs,
    wasRemoved: false,
    isUnreported: true,
    join: isRequest ? { ...known.join!, atMs } : join,
  };
}

/** The return was found already. */
function leftBefore(known: Member, { atMs, wasIn }: Seen): Member {
  if (wasIn === false) return known;
  const backAtMs = known.join !== null && known.join.atMs > atMs ? known.join.atMs : known.checkedAtMs;
  return { ...known, hadLeft: true, sinceMs: backAtMs, join: { atMs: backAtMs, isAgain: true } };
}

function updateIn({ updateId, atMs }: Seen, known: Member | null): Pick<Member, 'updateId' | 'updatedAtMs'> {
  if (updateId === null)
    return { updateId: known?.updateId ?? null, updatedAtMs: known?.updatedAtMs ?? null };
  return { updateId, updatedAtMs: Math.floor(atMs / 1_000) * 1_000 };
}

/** Whether the join that is known comes from an answer. */
export function isFound({ join, updatedAtMs }: Member): boolean {
  return join !== null && (updatedAtMs === null || join.atMs > updatedAtMs);
}

/** When the question was asked that alone says that they are in. */
function foundIn(known: Member): number | null {
  if (known.state !== 'in') return null;
  if (known.join === null) return known.updatedAtMs === null ? known.checkedAtMs : null;
  return isFound(known) ? known.join.atMs : null;
}

/** Whether a join at that time came after a leaving: not after one that an answer found later. */
function isAgainIn(known: Member, atMs: number): boolean {
  const isEarlier = known.isUnreported && atMs < known.checkedAtMs && (known.join === null || isFound(known));
  return isEarlier ? known.join?.isAgain === true : known.hadLeft;
}

function changedBy(known: Member | null, seen: Seen): Member {
  const wasIn = known?.state === 'in' || seen.wasIn === true;
  const isSame = known?.state === seen.state;
  return {
    state: seen.state,
    hadLeft: known?.hadLeft === true || (wasIn && seen.state !== 'in'),
    sinceMs: since(known, seen),
    checkedAtMs: isSame ? Math.max(seen.atMs, known.checkedAtMs) : seen.atMs,
    updateId: null,
    updatedAtMs: null,
    join: joinAfter(known, seen),
    wasRemoved: seen.state === 'out' && isByOthers(known, seen),
    isBarred: isBarredAfter(known, seen),
    isUnreported: seen.state === 'out' && isUnreportedAfter(known, seen),
  };
}

/** An answer that was asked later than the update's time stands. */
function isBarredAfter(known: Member | null, { state, isBarred = false, atMs }: Seen): boolean {
  if (known?.state === state && known.checkedAtMs >= atMs + CLOCKS_APART_MS) return known.isBarred;
  return state === 'out' && isBarred;
}

/** Who bans a user that is out already, or lifts a ban, removes no member by it. */
function isByOthers(known: Member | null, seen: Seen): boolean {
  return (
    seen.isRemoved === true && (!movesNoMember(known, seen) || (known?.state === 'out' && known.wasRemoved))
  );
}

function isUnreportedAfter(known: Member | null, seen: Seen): boolean {
  if (seen.updateId === null) return true;
  return (
    seen.isRemoved === true && movesNoMember(known, seen) && (known?.state !== 'out' || known.isUnreported)
  );
}

function movesNoMember(known: Member | null, { wasIn, updateId }: Seen): boolean {
  return updateId !== null && wasIn === false && known?.state !== 'requested';
}

function since(known: Member | null, seen: Seen): number {
  if (known === null) {
    // Found in, at an unknown time.
    const isFoundIn = seen.state === 'in' && (seen.updateId === null || seen.wasIn === true);
    return isFoundIn ? 0 : seen.atMs;
  }
  if (known.state !== seen.state) return seen.atMs;
  // The update of the change itself came after the answer that found it.
  const reportsJoin = seen.state === 'in' && seen.wasIn !== true;
  const reportsLeaving = seen.state === 'out' && seen.wasIn === true;
  if (!reportsJoin && !reportsLeaving) return known.sinceMs;
  if (known.sinceMs === 0 || (reportsJoin ? isFound(known) : known.isUnreported)) return seen.atMs;
  return Math.min(known.sinceMs, seen.atMs);
}

/** A request is kept as a join of its own, and one that was approved counts from then. */
function joinAfter(
  known: Member | null,
  { state, wasIn, updateId, atMs, isOfWaitingJoin }: Seen,
): Join | null {
  if (known === null) {
    const isUnknown = state === 'out' || (state === 'in' && (updateId === null || wasIn === true));
    return isUnknown ? null : { atMs, isAgain: false };
  }
  const kept = known.join;
  const fresh = { atMs, isAgain: isAgainIn(known, atMs) };
  if (state === 'out') return kept;
  if (state === 'requested') return known.state === 'in' ? kept : fresh;
  if (isOfWaitingJoin === true && kept !== null) return kept;
  if (known.state === 'out' || (known.state === 'requested' && kept === null)) return fresh;
  if (known.state === 'requested' || updateId === null || wasIn === true) return kept;
  const foundMs = foundIn(known);
  // They were in before this join: so they have left since, and that join, of before the question, is the one that counts.
  if (wasIn === false && foundMs !== null && foundMs + LONGEST_QUESTION_MS + CLOCKS_APART_MS <= atMs)
    return { atMs: foundMs - CLOCKS_APART_MS - 1, isAgain: kept?.isAgain ?? known.hadLeft };
  if (kept === null) return fresh;
  return { ...kept, atMs: isFound(known) ? atMs : Math.min(kept.atMs, atMs) };
}
