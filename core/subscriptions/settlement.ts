/**
 * What a join means in money, once the evidence is weighed (`core/evidence`), and what leaving means: pure decisions that
 * the store carries out in the same atomic step as it read the facts.
 */
import {
  type Evidence,
  type EvidenceRules,
  isMuchTakenOver,
  isOwn,
  type Moment,
  NEWER_AFTER_MS,
  priceOf,
  weighEvidence,
} from '../evidence/index.js';
import { share } from '../money.js';
import { toEach } from '../notifications.js';
import { holdByQuality, payingShare } from '../quality/index.js';
import { holdFor, type Holds, holdTerms } from './holds.js';
import type { Ratio } from '../ratio.js';
import type { NewNotification } from '../ports/notification-store.js';
import type {
  ChargedOrder,
  Counted,
  ImpressionFacts,
  Settlement,
  SettlementFacts,
} from '../ports/subscription-store.js';

export interface SettlementRules extends EvidenceRules, Holds {
  /** The publisher's part of a price, as an exact decimal. */
  publisherShare: string;
  /** Multiplies that by what was announced of the bot (`core/quality/paying.ts`). */
  paysByQuality: boolean;
  /** Lengthens `holdMs` by what was announced of the bot (`core/quality/paying.ts`). */
  holdsByQuality: boolean;
}

/** @returns at most one charge for a user and order, and for a user and target; never beyond quantity, day limit or money */
export function decideSettlement(facts: SettlementFacts, rules: SettlementRules, moment: Moment): Settlement {
  const { nowMs } = moment;
  const evidence = weighEvidence(facts, rules, moment);
  if (evidence.kind === 'none') return { kind: 'none' };
  if (evidence.kind === 'waits') {
    const staleAtMs = facts.opening === null ? 0 : facts.opening.ranAtMs - NEWER_AFTER_MS;
    return { ...evidence, untilMs: nowMs + rules.attributionMs, staleAtMs };
  }
  if (evidence.kind === 'yields') {
    const { orderId, target, adsType } = evidence.impression;
    return { kind: 'yields', shown: { orderId, target, adsType } };
  }
  if (evidence.kind === 'unpaid') {
    const { reason, botId } = evidence;
    // Members from before are subscribers that no bot brought; everybody else who is not paid for was let through.
    const state = reason === 'member_before' ? 'subscribed' : 'notgetted';
    return { kind: 'free', state, reason, botId };
  }
  return charge(facts, evidence, rules, nowMs);
}

function charge(
  facts: SettlementFacts,
  { impression, isHeldForTrust, isTakenOver }: Evidence & { kind: 'paid' },
  rules: SettlementRules,
  nowMs: number,
): Settlement {
  const priceMicros = priceOf(impression, facts);
  const own = isOwn(impression, facts.order);
  const { part, rest } = share(priceMicros, portionOf(impression, own, rules));
  const ownHoldMs = holdOf(facts, impression, own, rules);
  const waitMs = holdFor(ownHoldMs, impression.bot.isAccountTrusted || own, rules);
  return {
    kind: 'counted',
    botId: impression.botId,
    botAccountId: impression.bot.accountId,
    isTakenOver,
    isOwn: own,
    priceMicros,
    publisherMicros: part,
    feeMicros: rest,
    takenFrom: takenFrom(facts, priceMicros),
    ...holdTerms({ priceMicros, waitMs, ownHoldMs, isHeldForTrust }, rules, nowMs),
    isBlockTested: impression.bot.isBlockTested,
  };
}

/** The publisher's: an advertiser who pays themselves gets their usual one, since no quality is bought there. */
function portionOf(
  { bot }: ImpressionFacts,
  own: boolean,
  { publisherShare, paysByQuality }: SettlementRules,
): string | Ratio {
  return paysByQuality && !own ? payingShare(publisherShare, bot.payingFactor) : publisherShare;
}

/**
 * Within it the charge is taken back from a subscriber who leaves: so quality never lengthens it on an advertiser's own orders,
 * and an order that does not ask who leaves has none. What waits for a moderator, or as a new publisher's, waits all the same.
 */
function holdOf(
  { order }: SettlementFacts,
  { bot }: ImpressionFacts,
  own: boolean,
  { holdMs, holdsByQuality }: SettlementRules,
): number {
  if (!order.tracksUnsubscriptions) return 0;
  return holdsByQuality && !own ? holdByQuality(holdMs, bot.holdFactor) : holdMs;
}

/** What the balance does not hold is taken from what was asked to be paid out, the latest first. */
export function takenFrom(
  { walletMicros, withdrawing }: Pick<SettlementFacts, 'walletMicros' | 'withdrawing'>,
  priceMicros: bigint,
): { withdrawalId: number; amountMicros: bigint }[] {
  let missing = priceMicros > walletMicros ? priceMicros - walletMicros : 0n;
  const taken: { withdrawalId: number; amountMicros: bigint }[] = [];
  for (const { withdrawalId, amountMicros } of withdrawing) {
    if (missing === 0n) break;
    const part = amountMicros < missing ? amountMicros : missing;
    taken.push({ withdrawalId, amountMicros: part });
    missing -= part;
  }
  return taken;
}

/** The notifications after a settlement. The store adds that a wallet cannot pay for one more. */
export function settlementNotifications(
  facts: SettlementFacts,
  settlement: Settlement,
  { moderatorIds, day }: { moderatorIds: readonly number[]; day: number },
): NewNotification[] {
  if (settlement.kind !== 'counted') return [];
  return [
    ...chargeNotifications(facts, settlement),
    ...takenOverNotifications(facts, settlement, moderatorIds, day),
  ];
}

/** What the advertiser is notified of after a charge. */
export function chargeNotifications(
  facts: { order: ChargedOrder },
  charge: Pick<Counted, 'takenFrom'>,
): NewNotification[] {
  return [...finishedNotifications(facts), ...takenNotifications(facts, charge)];
}

/** Once a day for each bot whose paid joins of the day are much taken over, with the join that makes them so. */
function takenOverNotifications(
  { impressions }: SettlementFacts,
  { botId, isTakenOver }: Counted,
  moderatorIds: readonly number[],
  day: number,
): NewNotification[] {
  const bot = impressions.find((impression) => impression.botId === botId)?.bot;
  if (bot === undefined || !isTakenOver) return [];
  const today = { subscribers: bot.subscribersToday + 1, takenOver: bot.takenOverToday + 1 };
  if (!isMuchTakenOver(today)) return [];
  const key = `bot_taken_over:${String(botId)}:${String(day)}`;
  return toEach(moderatorIds, 'bot_taken_over', { botId, ...today }, key);
}

function finishedNotifications({ order }: { order: ChargedOrder }): NewNotification[] {
  const { orderId, accountId, name, quantityAll } = order;
  const quantityNow = order.quantityNow + 1;
  if (quantityNow < quantityAll) return [];
  const kind = 'order_finished';
  const dedupeKey = `${kind}:${String(orderId)}:${String(quantityNow)}`;
  return [{ accountId, kind, facts: { orderId, name, quantityNow }, dedupeKey }];
}

/** Once for each withdrawal, with the first charge that takes of it. */
function takenNotifications(
  { order }: { order: ChargedOrder },
  { takenFrom: taken }: Pick<Counted, 'takenFrom'>,
): NewNotification[] {
  const kind = 'withdrawal_reduced';
  return taken.map(({ withdrawalId }) => ({
    accountId: order.accountId,
    kind,
    facts: { withdrawalId, orderId: order.orderId, name: order.name },
    dedupeKey: `${kind}:${String(withdrawalId)}`,
  }));
}
