/**
 * The one place that decides whether a join is paid for, and which bot gets it (`evidence.md`): a pure function from
 * facts to *paid*, *waits*, or *not paid, for this reason*. The settlement asks it; nothing else decides.
 */
import { isUntrusted } from '../bot-trust.js';
import { hasJoinUpdates, isOpened, LINK_TARGET } from '../kinds/index.js';
import type { Join, Membership } from '../ports/sponsor-store.js';
import type { ImpressionFacts, SettlementFacts } from '../ports/subscription-store.js';
import {
  asJoined,
  byStrength,
  CLOCK_TOLERANCE_MS,
  concerns,
  isOfGroup,
  latestFirst,
  type Proof,
  proofOf,
  proofOfOpening,
} from './impressions.js';
import type { UnpaidReason } from '../terms/index.js';
import { isTakenOver } from './taken-over.js';

export interface EvidenceRules {
  /** For how long after an impression a join counts for it. */
  attributionMs: number;
  /** Subscribers that a bot without a token may bring in a day before a moderator trusts it. */
  untrustedSubscribersDay: number;
  /** Openings of a resource that are paid for from one address, by order and day. */
  clicksPerAddressDay: number;
}

/** The platform keeps an update for a day (Bot API, getUpdates): a change that no update has reported by then is not reported at all. */
export const UPDATES_KEPT_MS = 24 * 3_600_000;

/** So long after a join, an answer that the platform has not given holds up no proven impression any more. */
const WAIT_BESIDE_PROVEN_MS = 10 * 60_000;

/** A time without updates, epoch ms. */
export type Span = SettlementFacts['unheard'][number];

export type Evidence =
  /** There is no join, or nothing that concerns it. */
  | { kind: 'none' }
  /** The platform has still to say whether the user uses the bots that showed the sponsor; until then at most. */
  | { kind: 'waits'; botIds: number[]; againAtMs: number }
  /** It belongs to an impression of another order, which is not settled yet. */
  | { kind: 'yields'; impression: ImpressionFacts }
  | { kind: 'unpaid'; reason: UnpaidReason; botId: number }
  | { kind: 'paid'; impression: ImpressionFacts; isHeldForTrust: boolean; isTakenOver: boolean };

/** When it is weighed, and up to when all updates of the chat have been taken. */
export interface Moment {
  nowMs: number;
  heardUntilMs: number;
}

export function weighEvidence(facts: SettlementFacts, rules: EvidenceRules, moment: Moment): Evidence {
  const { nowMs } = moment;
  if (facts.subscriptionStatus !== null) return { kind: 'none' };
  const isOfOrder = ({ orderId }: ImpressionFacts) => orderId === facts.order.orderId;
  const opened = facts.impressions.filter(
    (impression) => isOfOrder(impression) && isOpenedBy(impression, facts),
  );
  const impressions = telling(opened, facts, nowMs);
  const latest = impressions[0];
  if (latest === undefined) return { kind: 'none' };
  const before: Evidence = { kind: 'unpaid', reason: 'member_before', botId: latest.botId };
  const known = joinOf(facts);
  if (known === null && !isFoundIn(facts, moment)) return { kind: 'none' };
  const join = known ?? joinUnheard(facts, rules, moment);
  if (join === null) return isStillIn(facts) ? before : { kind: 'none' };
  if (join.isAgain) return { kind: 'unpaid', reason: 'came_back', botId: latest.botId };
  const isConcerned = (impression: ImpressionFacts) => concerns(impression, join, rules.attributionMs);
  const asThen = (all: readonly ImpressionFacts[]) =>
    all.filter(isConcerned).map((impression) => asJoined(impression, join, facts.isJoinFound));
  const own = asThen(impressions);
  if (own.length === 0) return isStillIn(facts) ? before : { kind: 'none' };
  const candidates = [...own, ...asThen(rivals(facts, nowMs))].toSorted(byStrength(join));
  if (isLinkUnderWay(candidates, join, facts, moment)) return { kind: 'none' };
  return attribute(candidates, join, facts, rules, nowMs);
}

/**
 * Impressions of other orders for the same target that the join may belong to. Those that were settled, and not paid for, have had their
 * turn: an order that is full or has no money keeps the next one from nothing. What has a link alone has members of its own.
 */
function rivals(facts: SettlementFacts, nowMs: number): ImpressionFacts[] {
  const { order, impressions, isPaidFor } = facts;
  if (isPaidFor || order.target.startsWith(LINK_TARGET)) return [];
  return impressions.filter(
    (impression) =>
      impression.orderId !== order.orderId &&
      !impression.isSettled &&
      proofIn(impression, facts, nowMs) !== 'none',
  );
}

/** An answer was quicker than the update, which says by whose link they came; with one candidate that changes nothing. */
function isLinkUnderWay(
  candidates: readonly ImpressionFacts[],
  join: Join,
  { order, isJoinFound }: SettlementFacts,
  moment: Moment,
): boolean {
  const isAwaited = isJoinFound && hasJoinUpdates(order) && isUnheard(join.atMs, moment);
  return isAwaited && candidates.length > 1 && candidates.some(({ hasOwnLink }) => hasOwnLink);
}

/** Impressions that may be evidence, the latest first. Those that cannot be say something only where there are no others. */
function telling(
  impressions: readonly ImpressionFacts[],
  facts: SettlementFacts,
  nowMs: number,
): ImpressionFacts[] {
  const possible = impressions.filter((impression) => proofIn(impression, facts, nowMs) !== 'none');
  return (possible.length > 0 ? possible : impressions).toSorted(latestFirst);
}

/** An opening of a resource is a join, since it is written once the page's script has run; a request is one where the chat takes them. */
function joinOf({ order, opening, membership }: SettlementFacts): Join | null {
  if (isOpened(order)) {
    return opening && { atMs: opening.ranAtMs, isAgain: false, byBotId: opening.botId };
  }
  if (membership === null || (isMereRequest(membership) && !order.takesJoinRequests)) return null;
  return membership.join;
}

/** They asked to join and were never let in; what is kept as their join is the request. */
function isMereRequest({ state, hadLeft }: Membership): boolean {
  return state === 'requested' || (state === 'out' && !hadLeft);
}

/** A member without a known join, which no update will report any more; or one who was, until they left. */
function isFoundIn({ order, membership }: SettlementFacts, moment: Moment): boolean {
  if (isOpened(order) || membership === null || isMereRequest(membership)) return false;
  return !hasJoinUpdates(order) || !isUnheard(membership.checkedAtMs, moment);
}

/** Which impressions say first when a member joined whose join no update could report. */
const tellingProofs: readonly Proof[] = ['proven', 'waiting', 'untrusted'];

/** Found in after a span without updates: they joined in it, if an impression counted then. */
function joinUnheard(facts: SettlementFacts, rules: EvidenceRules, moment: Moment): Join | null {
  const { order, membership, unheard } = facts;
  if (!hasJoinUpdates(order) || membership === null) return null;
  const untilFound = [...unheard, ...lostNow(moment)].map(({ fromMs, toMs }) => ({
    fromMs,
    toMs: Math.min(toMs, membership.checkedAtMs),
  }));
  const atMs = lastCountedAtMs(facts, rules, untilFound, moment.nowMs);
  return atMs === null ? null : { atMs, isAgain: false, byBotId: null };
}

/**
 * The last moment of these spans at which an impression still counted: then a user joined whose join no update could report.
 * What is proven comes first, so that no other bot moves the join out of its reach.
 * @returns epoch ms; null: none counted in any of them
 */
export function lastCountedAtMs(
  facts: SettlementFacts,
  { attributionMs }: Pick<EvidenceRules, 'attributionMs'>,
  spans: readonly Span[],
  nowMs: number,
): number | null {
  const lastOf = ({ firstShownAtMs, seenAtMs }: ImpressionFacts): number[] =>
    spans.flatMap(({ fromMs, toMs }) => {
      const atMs = Math.min(toMs, seenAtMs + attributionMs);
      return atMs >= Math.max(fromMs, firstShownAtMs) ? [atMs] : [];
    });
  for (const proof of tellingProofs) {
    const moments = facts.impressions.filter((one) => proofIn(one, facts, nowMs) === proof).flatMap(lastOf);
    if (moments.length > 0) return Math.max(...moments);
  }
  return null;
}

/** Updates that the bot process has not taken within a day: they are lost, as long as the bot process stays away. */
function lostNow({ nowMs, heardUntilMs }: Moment): Span[] {
  const lostMs = nowMs - UPDATES_KEPT_MS;
  const isLost = heardUntilMs > -Infinity && heardUntilMs < lostMs;
  return isLost ? [{ fromMs: heardUntilMs, toMs: lostMs }] : [];
}

/** An update of what happened before then may be under way. */
export function isUnheard(atMs: number, { nowMs, heardUntilMs }: Moment): boolean {
  return heardUntilMs < atMs + CLOCK_TOLERANCE_MS && nowMs - atMs < UPDATES_KEPT_MS;
}

function isStillIn({ membership }: SettlementFacts): boolean {
  return membership !== null && membership.state !== 'out';
}

/** Whose the join is: the first of the candidates, strongest first, that counts. */
function attribute(
  candidates: readonly ImpressionFacts[],
  join: Join,
  facts: SettlementFacts,
  rules: EvidenceRules,
  nowMs: number,
): Evidence {
  const proofs = new Map(candidates.map((impression) => [impression, proofIn(impression, facts, nowMs)]));
  const winner = candidates.find((impression) => isEvidence(impression, proofs.get(impression), facts));
  const place = winner === undefined ? candidates.length : candidates.indexOf(winner);
  const waiting = candidates.slice(0, place).filter((impression) => proofs.get(impression) === 'waiting');
  // A weaker proof must not win because the stronger one is still under way.
  const hasTime = winner === undefined || nowMs - join.atMs < WAIT_BESIDE_PROVEN_MS;
  if (waiting.length > 0 && hasTime) {
    const againAtMs = winner === undefined ? nowMs + rules.attributionMs : join.atMs + WAIT_BESIDE_PROVEN_MS;
    return { kind: 'waits', botIds: waiting.map(({ botId }) => botId), againAtMs };
  }
  // A link that any script can open is no join until somebody proves it: it must not settle the user for other bots.
  if (winner === undefined && isOpened(facts.order)) return { kind: 'none' };
  const own = candidates.find(({ orderId }) => orderId === facts.order.orderId);
  if (winner === undefined) return { kind: 'unpaid', reason: 'no_contact', botId: own?.botId ?? 0 };
  if (winner.orderId !== facts.order.orderId) return { kind: 'yields', impression: winner };
  const reason = refuse(winner, join, facts, rules);
  if (reason !== null) return { kind: 'unpaid', reason, botId: winner.botId };
  return {
    kind: 'paid',
    impression: winner,
    isHeldForTrust: proofs.get(winner) === 'untrusted',
    isTakenOver: isTakenOver(winner, proofs, join, rules.attributionMs),
  };
}

function isEvidence(
  impression: ImpressionFacts,
  proof: Proof | undefined,
  { order, opening }: SettlementFacts,
): boolean {
  if (proof === 'proven') return true;
  if (proof !== 'untrusted') return false;
  // What an untrusted bot says of a click is worth nothing; the messenger's signature is.
  return !isOpened(order) || opening?.isSigned === true;
}

/** A resource's page is opened through the link of one bot: the click is that bot's. */
function isOpenedBy({ botId }: ImpressionFacts, { order, opening }: SettlementFacts): boolean {
  return !isOpened(order) || opening?.botId === botId;
}

/**
 * That the user is in a group says that they use a bot in it; but not where that group is what the order leads to. Anybody
 * may bring a bot into an open group, and would be paid for all who join it.
 */
export function proofIn(impression: ImpressionFacts, facts: SettlementFacts, nowMs: number): Proof {
  const isOfItself = isOfGroup(impression) && String(impression.contactChatId) === facts.order.target;
  if (isOfItself) return 'none';
  const openedAtMs = contestedAtMs(impression, facts, nowMs);
  return openedAtMs === null ? proofOf(impression, nowMs) : proofOfOpening(impression, openedAtMs, nowMs);
}

/** When the resource was opened, where another bot that may be evidence had shown it to the user, too; else null. */
function contestedAtMs({ botId }: ImpressionFacts, facts: SettlementFacts, nowMs: number): number | null {
  const { order, opening, impressions } = facts;
  if (!isOpened(order) || opening === null || opening.isSigned) return null;
  const isRival = (other: ImpressionFacts) =>
    other.botId !== botId && other.firstShownAtMs <= opening.ranAtMs && proofOf(other, nowMs) !== 'none';
  return impressions.some(isRival) ? opening.ranAtMs : null;
}

/** Why the join is not paid for although it is clear whose it is. */
function refuse(
  winner: ImpressionFacts,
  join: Join,
  facts: SettlementFacts,
  rules: EvidenceRules,
): UnpaidReason | null {
  const { order, opening } = facts;
  // By the moment of the join: however late it is settled, the outcome is the same.
  if (facts.suspiciousUntilMs !== null && join.atMs < facts.suspiciousUntilMs) return 'suspicious';
  if (facts.isPaidFor) return 'paid_elsewhere';
  if (order.quantityNow >= order.quantityAll) return 'order_full';
  if (order.today >= (order.quantityDay ?? Infinity)) return 'order_full';
  if (isUntrusted(winner.bot) && winner.bot.subscribersToday >= rules.untrustedSubscribersDay)
    return 'untrusted';
  if (opening !== null && opening.paidToday >= rules.clicksPerAddressDay) return 'shared_address';
  return spendable(facts) < priceOf(winner, facts) ? 'no_money' : null;
}

/** What a charge may take: the balance, then what was asked to be paid out and is not yet. */
export function spendable({
  walletMicros,
  withdrawing,
}: Pick<SettlementFacts, 'walletMicros' | 'withdrawing'>): bigint {
  return withdrawing.reduce((sum, { amountMicros }) => sum + amountMicros, walletMicros);
}

/** What the advertiser pays: the price when the list was made; nothing for free placement in an own bot. */
export function priceOf(impression: ImpressionFacts, { order }: Pick<SettlementFacts, 'order'>): bigint {
  return order.isFree && isOwn(impression, order) ? 0n : impression.priceMicros;
}

export function isOwn({ bot }: ImpressionFacts, { accountId }: { accountId: number }): boolean {
  return bot.accountId === accountId;
}
