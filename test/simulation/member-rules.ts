/** The rules of memberships as the documents state them, written down once more and as plainly as possible (see `rules.ts`). */

/** The last joining that was told, or seen to happen. */
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
  /** Null: found in, or never in. */
  join: Join | null;
  /** Out, because somebody else removed them. */
  wasRemoved: boolean;
}

/** What it was told: by an update, or by an answer (no id). */
export interface Seen {
  state: Member['state'];
  wasIn: boolean | undefined;
  isRemoved?: boolean;
  updateId: number | null;
  atMs: number;
}

/** Memberships: older and repeated updates change nothing; an answer says only what is new. */
export function afterSeeing(known: Member | null, seen: Seen): Member {
  const isOldUpdate = seen.updateId !== null && known?.updateId != null && seen.updateId <= known.updateId;
  const isOldAnswer =
    seen.updateId === null && known !== null && (seen.state === known.state || seen.atMs < known.checkedAtMs);
  if (known !== null && (isOldUpdate || isOldAnswer)) return known;
  const wasIn = known?.state === 'in' || seen.wasIn === true;
  return {
    state: seen.state,
    hadLeft: known?.hadLeft === true || (wasIn && seen.state !== 'in'),
    sinceMs: since(known, seen),
    checkedAtMs: seen.atMs,
    updateId: seen.updateId ?? known?.updateId ?? null,
    join: joinAfter(known, seen),
    wasRemoved: seen.state === 'out' && isByOthers(known, seen),
  };
}

/** Who bans somebody that is out already, or lifts a ban, removes nobody by it. */
function isByOthers(known: Member | null, { wasIn, isRemoved, updateId }: Seen): boolean {
  const movesNobody = updateId !== null && wasIn === false && known?.state !== 'requested';
  return isRemoved === true && (!movesNobody || (known?.state === 'out' && known.wasRemoved));
}

function since(known: Member | null, seen: Seen): number {
  if (known === null) {
    // Found in, and nobody can say since when.
    const isFoundIn = seen.state === 'in' && (seen.updateId === null || seen.wasIn === true);
    return isFoundIn ? 0 : seen.atMs;
  }
  if (known.state !== seen.state) return seen.atMs;
  // The update that tells of the change itself came after the answer that found it.
  const tellsOfChange =
    (seen.state === 'in' && seen.wasIn !== true) || (seen.state === 'out' && seen.wasIn === true);
  if (!tellsOfChange) return known.sinceMs;
  return known.sinceMs === 0 ? seen.atMs : Math.min(known.sinceMs, seen.atMs);
}

/** A request is kept as a join of its own, and one that was approved counts from then. */
function joinAfter(known: Member | null, { state, wasIn, updateId, atMs }: Seen): Join | null {
  const kept = known?.join ?? null;
  const isAgain = known?.hadLeft === true;
  if (state === 'out') return kept;
  if (known?.state === 'in') {
    const tellsOfJoining = state === 'in' && updateId !== null && wasIn !== true;
    if (!tellsOfJoining) return kept;
    return kept === null ? { atMs, isAgain: false } : { ...kept, atMs: Math.min(kept.atMs, atMs) };
  }
  if (state === 'requested') return { atMs, isAgain };
  if (known?.state === 'requested' && kept !== null) return kept;
  const isFoundIn = known === null && (updateId === null || wasIn === true);
  return isFoundIn ? null : { atMs, isAgain };
}
