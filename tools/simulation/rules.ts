/**
 * The rules of money and membership as the documents state them, written down once more and as plainly as possible.
 * Nothing here comes from the service: where the two differ, one of them is wrong.
 */

import { longerHold, usualTerms } from './holding.js';
import { isFound, type Join, type Member } from './members.js';
import { ATTRIBUTION_MS, CLOCKS_APART_MS, type Impression, type Shower } from './impressions.js';
import { lastWorthy, type Span, worthOf, worthOfOpening } from './worth.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** What a publisher gets of a price, in tenths. */
const SHARE_TENTHS = 7n;

/** How long after a join a missing answer delays a user with a proven impression. */
const PATIENCE_MS = 10 * 60_000;
/** The same list, shown again, is no later impression before so much time. */
export const NEWER_AFTER_MS = 24 * HOUR_MS;

/** What a bot said of a user, and the questions it asked on its last day while the contact was not confirmed: a row. */
export interface BotsWord {
  gender: string | null;
  asked_on_day: number | null;
  asked_times: number;
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
  isHeldForTrust: boolean;
  /** Why it is unpaid. */
  reason: string | null;
}

export interface SettlementCase {
  kind: 'channel' | 'bot' | 'resource';
  member: Member | null;
  takesJoinRequests: boolean;
  /** Of a resource: that its page was opened, and by which bot's link. */
  opening: { botId: number; ranAtMs: number; isSigned: boolean; paidToday: number } | null;
  /** Of this order to this person, in whatever bot. */
  impressions: readonly Impression[];
  /** The same of orders that lead to the same chat and that this person is not settled with. */
  others: readonly Impression[];
  /** With those of orders that this person is settled with. */
  allOthers: readonly Impression[];
  /** Of a resource: those of other orders with the same link, which are settled by themselves. */
  ofSameLink: readonly Impression[];
  shower(botId: number): Shower;
  quantityAll: number;
  quantityDay: number | null;
  quantityNow: number;
  today: number;
  walletMicros: bigint;
  /** Asked for to be paid out, and not yet paid. */
  withdrawingMicros: bigint;
  isFree: boolean;
  isWatched: boolean;
  isSuspicious: boolean;
  /** This person was paid for, there, already. */
  isPaidFor: boolean;
  advertiserId: number;
  holdMs: number;
  newPublisherHoldMs: number;
  /** By which the share of the bot's owner is multiplied, and the hold made longer, for a sponsor that was shown then. */
  termsOf(botId: number, shownMs: number): { thousandths: bigint; holdThousandths: bigint };
  untrustedMost: number;
  addressMost: number;
  /** Since when joins went unseen, so that they were looked for; null: they were not. */
  unseenSinceMs: number | null;
  /** Spans in which joins of the chat went unseen. */
  unheard: readonly Span[];
  /** Up to when updates have been taken, as the bot process says. */
  heardUntilMs: number;
  atMs: number;
}

export type Expected =
  | { kind: 'none' }
  | { kind: 'waits' }
  /** It is another order's. */
  | { kind: 'yields' }
  | { kind: 'free'; state: 'subscribed' | 'notgetted'; botId: number; why: string }
  | {
      kind: 'counted';
      botId: number;
      priceMicros: bigint;
      publisherMicros: bigint;
      feeMicros: bigint;
      /** The publisher's share is not the usual one. */
      isByQuality: boolean;
      isHeld: boolean;
      isHeldForTrust: boolean;
      holdUntilMs: number | null;
      /** Leaving within it takes the charge back. */
      holdMs: number;
    };

/** Of a link those of the bot through which it was opened; and what can be no evidence counts only where nothing else is. */
function telling(facts: SettlementCase): Impression[] {
  const { kind, opening } = facts;
  const impressions = lately(facts).filter((show) => kind !== 'resource' || show.botId === opening?.botId);
  const possible = impressions.filter((show) => worthIn(facts, show) !== 'nothing');
  return possible.length > 0 ? possible : impressions;
}

/** What was shown of the order, as far back as a settlement looks. */
function lately(
  { impressions, atMs, unseenSinceMs }: SettlementCase,
  shown: readonly Impression[] = impressions,
): Impression[] {
  const joinedMs = Math.min(atMs - ATTRIBUTION_MS, unseenSinceMs ?? atMs);
  return shown.filter((show) => show.seenMs >= joinedMs - ATTRIBUTION_MS);
}

function worthIn(facts: SettlementCase, show: Impression): ReturnType<typeof worthOf> {
  const { kind, opening, atMs } = facts;
  const shower = facts.shower(show.botId);
  const isContested =
    kind === 'resource' &&
    opening?.isSigned === false &&
    lately(facts, [...facts.impressions, ...facts.ofSameLink]).some(
      (other) =>
        other.botId !== show.botId &&
        other.firstMs <= opening.ranAtMs &&
        worthOf(other, facts.shower(other.botId), atMs) !== 'nothing',
    );
  return isContested ? worthOfOpening(show, shower, opening.ranAtMs, atMs) : worthOf(show, shower, atMs);
}

/** `evidence.md`: what a join that is not settled yet means in money. */
export function settlementOf(facts: SettlementCase): Expected {
  const { member, kind } = facts;
  const impressions = telling(facts);
  if (impressions.length === 0) return { kind: 'none' };
  const latest = impressions.reduce((one, other) => (other.newerMs > one.newerMs ? other : one));
  const wasBefore: Expected = {
    kind: 'free',
    state: 'subscribed',
    botId: latest.botId,
    why: 'member_before',
  };
  const told = joinOf(facts);
  if (told === null) {
    if (kind === 'resource' || !wasFoundIn(member)) return { kind: 'none' };
    if (kind === 'channel' && member.isPast !== true && mayStillBeTold(member.checkedAtMs, facts))
      return { kind: 'none' };
  }
  const join = told ?? unseenJoin(facts);
  if (join === null) return member?.state === 'out' ? { kind: 'none' } : wasBefore;
  if (join.isAgain) return unpaid('came_back', latest.botId);
  const joinedMs = join.atMs + CLOCKS_APART_MS;
  const isBefore = (show: Impression) =>
    show.firstMs <= joinedMs && join.atMs - Math.min(show.seenMs, joinedMs) <= ATTRIBUTION_MS;
  // The list of the request that found them in came after their join.
  const isByAnswer = kind !== 'resource' && member !== null && isFound(member);
  const listedMs = isByAnswer ? join.atMs - CLOCKS_APART_MS : joinedMs;
  const before = impressions.filter(isBefore).map((show) => asThen(show, listedMs));
  if (before.length === 0) {
    const isThere = member !== null && member.state !== 'out';
    return isThere ? wasBefore : { kind: 'none' };
  }
  const others = facts.isPaidFor ? [] : facts.others.filter(isBefore).map((show) => asThen(show, listedMs));
  const worthy = others.filter((show) => worthIn(facts, show) !== 'nothing');
  return awarded(facts, strongestFirst([...before, ...worthy], facts, joinedMs), join, new Set(before));
}

/** They are in, or were until they left: then the platform's word about them may come later. */
function wasFoundIn(member: Member | null): member is Member {
  return member?.state === 'in' || (member?.state === 'out' && member.hadLeft);
}

/** What a list of after then made of an impression does not count. */
function asThen(show: Impression, listedMs: number): Impression {
  let then = show;
  for (const one of show.replaced.toReversed()) if (one.untilMs > listedMs) then = { ...show, ...one };
  return then;
}

/** A possible unseen join while one of these still counted. */
function unseenJoin(facts: SettlementCase): Join | null {
  const { kind, member, impressions, allOthers, atMs, heardUntilMs } = facts;
  const isLost = heardUntilMs > -Infinity && heardUntilMs < atMs - DAY_MS;
  const unheard = [...facts.unheard, ...(isLost ? [{ fromMs: heardUntilMs, toMs: atMs - DAY_MS }] : [])];
  if (kind !== 'channel' || member === null) return null;
  const spans = unheard.map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs, member.checkedAtMs) }));
  const shower = (botId: number) => facts.shower(botId);
  const lastMs = lastWorthy([...impressions, ...allOthers], shower, spans, atMs);
  return lastMs === null ? null : { atMs: lastMs, isAgain: false };
}

/** The platform keeps its updates for a day; those of then may not have been taken yet. */
function mayStillBeTold(happenedMs: number, { heardUntilMs, atMs }: SettlementCase): boolean {
  return atMs - happenedMs < DAY_MS && heardUntilMs < happenedMs + CLOCKS_APART_MS;
}

function unpaid(why: string, botId: number): Expected {
  return { kind: 'free', state: 'notgetted', botId, why };
}

function joinOf({ kind, opening, member, takesJoinRequests }: SettlementCase): Join | null {
  if (kind === 'resource') return opening === null ? null : { atMs: opening.ranAtMs, isAgain: false };
  if (member?.state === 'requested' && !takesJoinRequests) return null;
  return member?.join ?? null;
}

/** An untrusted bot comes last; then the latest comes first, then the later begun. */
function strongestFirst(
  impressions: readonly Impression[],
  facts: SettlementCase,
  joinedMs: number,
): Impression[] {
  const weight = (show: Impression): number[] => {
    const shower = facts.shower(show.botId);
    const isVouchedFor = shower.hasToken || shower.trust === 'trusted';
    return [Number(isVouchedFor), Math.min(show.newerMs, joinedMs), show.firstMs, -show.botId];
  };
  const compare = (one: number[], other: number[]) => {
    const index = one.findIndex((value, place) => value !== other[place]);
    return index < 0 ? 0 : (other[index] ?? 0) - (one[index] ?? 0);
  };
  return impressions.toSorted((one, other) => compare(weight(one), weight(other)));
}

/** @param own those of the order itself */
function awarded(
  facts: SettlementCase,
  impressions: readonly Impression[],
  join: Join,
  own: ReadonlySet<Impression>,
): Expected {
  const { kind, opening, atMs } = facts;
  let isOpen = false;
  for (const show of impressions) {
    const worth = worthIn(facts, show);
    if (worth === 'open') isOpen = true;
    const isOpener = kind !== 'resource' || opening?.botId === show.botId;
    const isEvidence =
      worth === 'all' ? isOpener : isOpener && (kind !== 'resource' || opening?.isSigned === true);
    if ((worth !== 'all' && worth !== 'untrusted') || !isEvidence) continue;
    if (isOpen && atMs - join.atMs < PATIENCE_MS) return { kind: 'waits' };
    if (!own.has(show)) return { kind: 'yields' };
    return paid(facts, show, worth === 'untrusted');
  }
  if (isOpen) return { kind: 'waits' };
  // An unproven opening is no join: the user is left to bots that can prove one.
  return kind === 'resource'
    ? { kind: 'none' }
    : unpaid('no_contact', impressions.find((show) => own.has(show))?.botId ?? 0);
}

function paid(facts: SettlementCase, show: Impression, isUntrusted: boolean): Expected {
  const { botId } = show;
  const shower = facts.shower(botId);
  if (facts.isSuspicious) return unpaid('suspicious', botId);
  if (facts.isPaidFor) return unpaid('paid_elsewhere', botId);
  const isFull = facts.quantityNow >= facts.quantityAll || facts.today >= (facts.quantityDay ?? Infinity);
  if (isFull) return unpaid('order_full', botId);
  if (isUntrusted && shower.today >= facts.untrustedMost) return unpaid('untrusted', botId);
  if (facts.opening !== null && facts.opening.paidToday >= facts.addressMost)
    return unpaid('shared_address', botId);
  const isOwn = shower.accountId === facts.advertiserId;
  const priceMicros = facts.isFree && isOwn ? 0n : show.priceMicros;
  if (facts.walletMicros + facts.withdrawingMicros < priceMicros) return unpaid('no_money', botId);
  const { thousandths, holdThousandths } = isOwn ? usualTerms : facts.termsOf(botId, show.newerMs);
  const publisherMicros = publisherPart(priceMicros, thousandths);
  const isNew = !isOwn && !shower.isAccountTrusted;
  const holdMs = facts.isWatched ? longerHold(facts.holdMs, holdThousandths) : 0;
  const waitsMs = Math.max(holdMs, isNew ? facts.newPublisherHoldMs : 0);
  const isHeldForTrust = isUntrusted && priceMicros > 0n;
  const isHeld = (waitsMs > 0 || isUntrusted) && priceMicros > 0n;
  return {
    kind: 'counted',
    botId,
    priceMicros,
    publisherMicros,
    feeMicros: priceMicros - publisherMicros,
    isByQuality: thousandths !== 1_000n,
    isHeld,
    isHeldForTrust,
    // What waits for a moderator ends with their word.
    holdUntilMs: isHeld && !isHeldForTrust ? facts.atMs + waitsMs : null,
    holdMs,
  };
}

/** Whether leaving then takes the money back: out within the hold, by both times of the platform. */
export function isTakenBack(
  { atMs, holdUntilMs, isHeldForTrust }: Subscription,
  member: Member,
  holdMs: number,
): boolean {
  const isOnHold = holdUntilMs !== null || isHeldForTrust;
  return isOnHold && member.sinceMs - (member.join?.atMs ?? atMs) < holdMs;
}

/** Whether the subscriber left within the hold, by every possible time of the leaving. */
export function isOwed(before: Subscription, out: readonly Member[], holdMs: number): boolean {
  const isPaid = before.charge === 'counted' && before.state === 'subscribed' && before.priceMicros > 0n;
  return isPaid && out.length > 0 && out.every((member) => isTakenBack(before, member, holdMs));
}

/** Rounded once, half to even; at most all of it. */
function publisherPart(priceMicros: bigint, thousandths: bigint): bigint {
  const exact = priceMicros * SHARE_TENTHS * thousandths;
  const [whole, rest] = [exact / 10_000n, exact % 10_000n];
  const part = rest > 5_000n || (rest === 5_000n && whole % 2n === 1n) ? whole + 1n : whole;
  return part > priceMicros ? priceMicros : part;
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
