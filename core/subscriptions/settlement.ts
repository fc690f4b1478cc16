/** The rules of the one charge: pure decisions that the store carries out in the same atomic step as it read the facts. */
import type {
  Leaving,
  Membership,
  NewNotice,
  Settlement,
  SettlementFacts,
  Show,
  Standing,
} from '../ports.js';
import { share } from '../money.js';

/** The platform's clock counts whole seconds and is not ours; a join this much before a show still came after it. */
const CLOCK_TOLERANCE_MS = 2_000;

export interface SettlementRules {
  attributionMs: number;
  holdMs: number;
  /** The publisher's part of a price, as an exact decimal. */
  publisherShare: string;
}

type AttributedShow = SettlementFacts['shows'][number];

/**
 * What a new member of an order's channel, bot or resource means in money (`decisions.md`, Subscriptions). At most one
 * charge a pair, never beyond quantity, day limit or balance.
 */
export function decideSettlement(
  facts: SettlementFacts,
  countsAsIn: boolean,
  rules: SettlementRules,
  nowMs: number,
): Settlement {
  if (facts.standing !== null || facts.membership === null || !countsAsIn) return { kind: 'none' };
  const { membership, order, walletMicros } = facts;
  if (facts.shows.length === 0) return { kind: 'none' };
  const latest = facts.shows[0];
  const botId = latest?.botId ?? 0;
  if (membership.hadLeft) return { kind: 'free', state: 'notgetted', reason: 'returned', botId };
  const show = attribute(facts.shows, membership, rules);
  if (show === null) return { kind: 'free', state: 'subscribed', reason: 'before', botId };

  const isLate = order.quantityNow >= order.quantityAll || order.today >= (order.quantityDay ?? Infinity);
  if (isLate) return { kind: 'free', state: 'subscribed', reason: 'late', botId: show.botId };
  const isOwn = show.botAccountId === order.accountId;
  const priceMicros = isOwn && order.isFree ? 0n : show.priceMicros;
  if (walletMicros < priceMicros)
    return { kind: 'free', state: 'subscribed', reason: 'no_money', botId: show.botId };

  const { part, rest } = share(priceMicros, rules.publisherShare);
  const holdUntilMs = rules.holdMs > 0 && priceMicros > 0n ? nowMs + rules.holdMs : null;
  const { botId: showingBotId, botAccountId } = show;
  return {
    kind: 'counted',
    botId: showingBotId,
    botAccountId,
    isOwn,
    priceMicros,
    publisherMicros: part,
    feeMicros: rest,
    holdUntilMs,
  };
}

/**
 * The show that brought the member: of those that had begun when they joined, and lay within the attribution window,
 * the last one. Null when they were in before anybody showed it, or joined too long after.
 */
function attribute(
  shows: readonly AttributedShow[],
  membership: Membership,
  rules: SettlementRules,
): AttributedShow | null {
  const joinedAtMs = membership.sinceMs + CLOCK_TOLERANCE_MS;
  const before = (show: Show) => Math.min(show.shownAtMs, joinedAtMs);
  const candidates = shows.filter(
    (show) => show.firstShownAtMs <= joinedAtMs && joinedAtMs - before(show) <= rules.attributionMs,
  );
  const later = (a: AttributedShow, b: AttributedShow) =>
    before(b) - before(a) || b.firstShownAtMs - a.firstShownAtMs;
  return candidates.toSorted(later)[0] ?? null;
}

/** What a subscriber who left means: counted as lost where the order watches, and paid back within the hold. */
export function decideLeaving(
  standing: Standing & { holdUntilMs: number | null },
  isWatched: boolean,
  nowMs: number,
): Leaving {
  if (standing.state === 'unsubscribed' || !isWatched) return { kind: 'none' };
  const isHeld = standing.holdUntilMs !== null && nowMs < standing.holdUntilMs;
  return { kind: 'left', reverse: isHeld && standing.priceMicros > 0n };
}

/** What the advertiser is told after a settlement: the order is full. That it cannot pay for one more, the store tells. */
export function settlementNotices({ order }: SettlementFacts, settlement: Settlement): NewNotice[] {
  const { orderId, accountId, name, quantityAll } = order;
  if (settlement.kind !== 'counted' || order.quantityNow + 1 < quantityAll) return [];
  const kind = 'order_finished';
  const quantityNow = order.quantityNow + 1;
  const dedupeKey = `${kind}:${String(orderId)}:${String(quantityNow)}`;
  return [{ accountId, kind, facts: { orderId, name, quantityNow }, dedupeKey }];
}
