/**
 * The rules of money and membership as `docs/interface.md` and `docs/decisions.md` state them, written down once more and
 * as plainly as possible. Nothing here comes from the service: where the two differ, one of them is wrong.
 */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const ATTRIBUTION_MS = 24 * HOUR_MS;
/** What a publisher gets of a price, in tenths. */
export const SHARE_TENTHS = 7n;

/** What the service can know of a person and a channel or bot. */
export interface Member {
  state: 'in' | 'out' | 'requested';
  hadLeft: boolean;
  sinceMs: number;
  checkedAtMs: number;
  updateId: number | null;
}

/** What it was told: by an update, or by an answer (no id). */
export interface Seen {
  state: Member['state'];
  wasIn: boolean | undefined;
  updateId: number | null;
  atMs: number;
}

export interface Show {
  botId: number;
  firstMs: number;
  lastMs: number;
  priceMicros: bigint;
}

export type Charge = 'none' | 'counted' | 'reversed';

export interface Subscription {
  botId: number;
  state: 'subscribed' | 'unsubscribed' | 'notgetted';
  charge: Charge;
  priceMicros: bigint;
  atMs: number;
  entryId: number | null;
  holdUntilMs: number | null;
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
  };
}

function since(known: Member | null, seen: Seen): number {
  if (known === null) {
    // Found in, and nobody can say since when.
    const isFoundIn = seen.state === 'in' && (seen.updateId === null || seen.wasIn === true);
    return isFoundIn ? 0 : seen.atMs;
  }
  if (known.state !== seen.state) return seen.atMs;
  // The update that tells of the joining came after the answer that found them in.
  const tellsOfJoining = seen.state === 'in' && seen.wasIn !== true;
  if (!tellsOfJoining) return known.sinceMs;
  return known.sinceMs === 0 ? seen.atMs : Math.min(known.sinceMs, seen.atMs);
}

export interface SettlementCase {
  member: Member | null;
  takesJoinRequests: boolean;
  /** Of this order to this person, in whatever bot. */
  shows: readonly Show[];
  quantityAll: number;
  quantityDay: number | null;
  quantityNow: number;
  today: number;
  walletMicros: bigint;
  isFree: boolean;
  advertiserId: number;
  ownerOf(botId: number): number;
  holdMs: number;
  atMs: number;
}

export type Expected =
  | { kind: 'none' }
  | { kind: 'free'; state: 'subscribed' | 'notgetted'; botId: number; why: string }
  | {
      kind: 'counted';
      botId: number;
      priceMicros: bigint;
      publisherMicros: bigint;
      feeMicros: bigint;
      holdUntilMs: number | null;
    };

/** `decisions.md`, Subscriptions: what a member who is not settled yet means in money. */
export function settlementOf(facts: SettlementCase): Expected {
  const { member, atMs } = facts;
  const isIn = member?.state === 'in' || (member?.state === 'requested' && facts.takesJoinRequests);
  const shows = facts.shows.filter((show) => show.lastMs >= atMs - 2 * ATTRIBUTION_MS);
  if (member === null || !isIn || shows.length === 0) return { kind: 'none' };
  const latest = shows.reduce((one, other) => (other.lastMs > one.lastMs ? other : one));
  const free = (state: 'subscribed' | 'notgetted', botId: number, why: string) =>
    ({ kind: 'free', state, botId, why }) as const;
  if (member.hadLeft) return free('notgetted', latest.botId, 'came back');
  const show = whoseJoin(shows, member.sinceMs);
  if (show === null) return free('subscribed', latest.botId, 'was in before');
  const isFull = facts.quantityNow >= facts.quantityAll || facts.today >= (facts.quantityDay ?? Infinity);
  if (isFull) return free('subscribed', show.botId, 'late');
  const isOwnAndFree = facts.isFree && facts.ownerOf(show.botId) === facts.advertiserId;
  const priceMicros = isOwnAndFree ? 0n : show.priceMicros;
  if (facts.walletMicros < priceMicros) return free('subscribed', show.botId, 'no money');
  const publisherMicros = publisherPart(priceMicros);
  return {
    kind: 'counted',
    botId: show.botId,
    priceMicros,
    publisherMicros,
    feeMicros: priceMicros - publisherMicros,
    holdUntilMs: facts.holdMs > 0 && priceMicros > 0n ? atMs + facts.holdMs : null,
  };
}

/** The last bot that showed it before the join, within the window. The platform's seconds allow two of them. */
function whoseJoin(shows: readonly Show[], sinceMs: number): Show | null {
  const joinedMs = sinceMs + 2_000;
  let best: Show | null = null;
  const seenMs = (show: Show) => Math.min(show.lastMs, joinedMs);
  for (const show of shows) {
    if (show.firstMs > joinedMs || joinedMs - seenMs(show) > ATTRIBUTION_MS) continue;
    const isLater =
      best === null ||
      seenMs(show) > seenMs(best) ||
      (seenMs(show) === seenMs(best) && show.firstMs > best.firstMs);
    if (isLater) best = show;
  }
  return best;
}

/** Rounded once, half to even. */
export function publisherPart(priceMicros: bigint): bigint {
  const [whole, rest] = [(priceMicros * SHARE_TENTHS) / 10n, (priceMicros * SHARE_TENTHS) % 10n];
  if (rest > 5n || (rest === 5n && whole % 2n === 1n)) return whole + 1n;
  return whole;
}

/** A coefficient of 1.1 for each field, rounded once, half to even. */
export function realPrice(baseMicros: bigint, fields: number): bigint {
  const scale = 10n ** BigInt(fields);
  const exact = baseMicros * 11n ** BigInt(fields);
  const [whole, rest] = [exact / scale, exact % scale];
  const isUp = rest * 2n > scale || (rest * 2n === scale && whole % 2n === 1n);
  return isUp ? whole + 1n : whole;
}

export interface StatusFields {
  inArchive: boolean;
  decision: string;
  quantityNow: number;
  quantityAll: number;
  isOn: boolean;
}

/** `decisions.md`, Orders: the state, in this order. */
export function stateOf({ inArchive, decision, quantityNow, quantityAll, isOn }: StatusFields): string {
  if (inArchive) return 'Archived';
  if (decision === 'rejected') return 'Rejected';
  if (decision === 'waiting') return 'Moderation';
  if (quantityNow >= quantityAll) return 'Finished';
  return isOn ? 'Processing' : 'Stopped';
}

/** In UTC, which the simulated service keeps. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** One line an account. */
export function addUp(lines: readonly [string, bigint][]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const [account, amount] of lines) sums[account] = (sums[account] ?? 0n) + amount;
  return sums;
}
