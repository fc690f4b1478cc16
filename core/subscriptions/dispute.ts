/**
 * Why a join was or was not paid for, for moderators: what was shown, what the platform reported, whose the join is, what was
 * booked, and why not. What is not settled is judged by the same function that settles (`settlement.ts`); nothing is written.
 */
import { assertModerator, type Operator } from '../accounts/index.js';
import { dayNumberOf } from '../days.js';
import { proofIn } from '../evidence/index.js';
import type { Ports } from '../ports.js';
import type { BookedEntry, Standing } from '../ports/dispute-store.js';
import type { Order } from '../ports/order-store.js';
import type { ShownOrder } from '../ports/sponsor-store.js';
import type { Settlement, SettlementFacts } from '../ports/subscription-store.js';
import type { UnpaidReason } from '../terms/index.js';
import { type DisputeLine, linesOf } from './dispute-lines.js';
import { createHearing } from './hearing.js';
import { targetOf } from './targets.js';
import { rulesOf } from './settle.js';
import { decideSettlement } from './settlement.js';

/** Orders that a bot showed a user, and places where an order led. */
const DISPUTES_MAX = 20;

/**
 * - `paid`, `taken_back`, `unpaid`: it is settled so
 * - `not_shown`: nothing is known of the user and the order (impressions are kept 40 days)
 * - `not_joined`: no join is known that could count for an impression
 * - `waits`: the platform has still to say whether the user uses these bots
 * - `other_order`: the join belongs to another order, which led to the same place
 * - `due`: it would be settled with the user's next request or the platform's next update
 */
export type VerdictKind =
  | 'paid'
  | 'taken_back'
  | 'unpaid'
  | 'not_shown'
  | 'not_joined'
  | 'waits'
  | 'other_order'
  | 'due';

export interface Verdict {
  kind: VerdictKind;
  /** Of `unpaid`, and of `due` without a charge. */
  reason: UnpaidReason | null;
  /** The bot that brought them, or the bots that the platform is asked about. */
  botIds: number[];
  /** Of `other_order`. */
  otherOrderId: number | null;
}

/** A user, and an order at one of the places where it led. */
export interface Dispute extends ShownOrder {
  orderName: string;
  /** The advertiser. */
  accountId: number;
  verdict: Verdict;
  /** All that is known, in the order in which it happened. */
  lines: DisputeLine[];
}

export function createDisputes(ports: Ports) {
  const { store, clock, settings } = ports;
  const hearing = createHearing(ports);
  const rules = rulesOf(settings);

  const verdictNow = async (order: Order, facts: SettlementFacts): Promise<Verdict> => {
    await hearing.refresh();
    const nowMs = clock.now();
    const moment = { nowMs, heardUntilMs: hearing.untilMs(order.resource.checkerBotId) };
    // As far back as a settlement looks.
    const sinceMs = nowMs - 2 * rules.attributionMs;
    const impressions = facts.impressions.filter(({ seenAtMs }) => seenAtMs >= sinceMs);
    return unsettled(decideSettlement({ ...facts, impressions }, rules, moment), facts);
  };

  const at = async (order: Order, shown: ShownOrder, userId: number): Promise<Dispute> => {
    const nowMs = clock.now();
    const day = dayNumberOf(nowMs, settings.SERVICE_TIMEZONE);
    const [facts, settled] = await Promise.all([
      store.disputes.facts(shown, userId, { impressionsSinceMs: 0, day }),
      store.disputes.standing(userId, order.orderId),
    ]);
    if (facts === null) throw new RangeError(`order ${String(order.orderId)} is gone`);
    const { standing, entries } = settled ?? { standing: null, entries: [] as BookedEntry[] };
    const verdict = standing === null ? await verdictNow(order, facts) : verdictOf(standing);
    const proofs = facts.impressions.map((impression) => ({
      impression,
      proof: proofIn(impression, facts, nowMs),
    }));
    const lines = linesOf({ facts, proofs, standing, entries });
    return { ...shown, orderName: order.name, accountId: order.accountId, verdict, lines };
  };

  const ofOrder = async (userId: number, orderId: number): Promise<Dispute[]> => {
    const order = await store.orders.find(orderId);
    if (order === null) return [];
    const places = await store.disputes.places(userId, orderId, DISPUTES_MAX);
    // Where nothing was shown, or it is no longer known: where the order leads now.
    const all = places.length === 0 ? [targetOf(order)] : places;
    return Promise.all(all.map((place) => at(order, { orderId, ...place }, userId)));
  };

  return {
    /**
     * Each place where the order led, or the latest orders that the bot showed the user.
     * @throws ServiceError `forbidden` for who is no moderator
     */
    of: async (operator: Operator, userId: number, about: { orderId: number } | { botId: number }) => {
      assertModerator(settings, operator);
      if ('orderId' in about) return ofOrder(userId, about.orderId);
      const orderIds = await store.disputes.ordersOf(userId, about.botId, DISPUTES_MAX);
      return (await Promise.all(orderIds.map((orderId) => ofOrder(userId, orderId)))).flat();
    },
  };
}

const blank: Omit<Verdict, 'kind'> = { reason: null, botIds: [], otherOrderId: null };

function verdictOf({ charge, reason, botId }: Standing): Verdict {
  const botIds = botId === 0 ? [] : [botId];
  if (charge === 'none') return { ...blank, kind: 'unpaid', reason, botIds };
  return { ...blank, kind: charge === 'counted' ? 'paid' : 'taken_back', botIds };
}

function unsettled(settlement: Settlement, { order, impressions }: SettlementFacts): Verdict {
  if (settlement.kind === 'waits') return { ...blank, kind: 'waits', botIds: settlement.botIds };
  if (settlement.kind === 'yields')
    return { ...blank, kind: 'other_order', otherOrderId: settlement.shown.orderId };
  if (settlement.kind === 'free')
    return { ...blank, kind: 'due', reason: settlement.reason, botIds: [settlement.botId] };
  if (settlement.kind === 'counted') return { ...blank, kind: 'due', botIds: [settlement.botId] };
  const isShown = impressions.some(({ orderId }) => orderId === order.orderId);
  return { ...blank, kind: isShown ? 'not_joined' : 'not_shown' };
}
