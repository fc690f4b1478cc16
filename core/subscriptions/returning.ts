/** What it means that a subscriber who left comes back (`evidence.md`, Leaving). */
import { isUntrusted } from '../bot-trust.js';
import { spendable } from '../evidence/index.js';
import type { UnpaidReason } from '../terms/index.js';
import type { Return, ReturnFacts } from '../ports/subscription-store.js';
import { holdFor, type Holds, holdTerms } from './holds.js';
import { takenFrom } from './settlement.js';

/** Why a charge that was taken back is not booked again. */
export const returnReasons = [
  'came_back',
  'suspicious',
  'order_full',
  'no_money',
] as const satisfies readonly UnpaidReason[];

/**
 * A charge that was taken back is booked again: same bot, same price, new hold. One that stands pays for the return.
 * @param facts of a subscriber who is `unsubscribed`
 */
export function decideReturn(facts: ReturnFacts, holds: Holds, nowMs: number): Return {
  const { order, charged } = facts;
  if (charged === null) return { kind: 'free', reason: null };
  const reason = refuse(facts, charged, nowMs);
  if (reason !== null) return { kind: 'free', reason };
  const { bot, botAccountId, priceMicros, publisherMicros } = charged;
  const isOwn = bot.accountId === order.accountId;
  const ownHoldMs = charged.holdMs ?? holds.holdMs;
  const waitMs = holdFor(ownHoldMs, bot.isAccountTrusted || isOwn, holds);
  return {
    kind: 'counted',
    botId: bot.botId,
    botAccountId,
    isTakenOver: false,
    isOwn,
    priceMicros,
    publisherMicros,
    feeMicros: priceMicros - publisherMicros,
    takenFrom: takenFrom(facts, priceMicros),
    ...holdTerms({ priceMicros, waitMs, ownHoldMs, isHeldForTrust: isUntrusted(bot) }, holds, nowMs),
    isBlockTested: false,
  };
}

function refuse(
  facts: ReturnFacts,
  { bot, priceMicros }: NonNullable<ReturnFacts['charged']>,
  nowMs: number,
): (typeof returnReasons)[number] | null {
  const { order, suspiciousUntilMs } = facts;
  if (bot.trust === 'refused') return 'came_back';
  if (suspiciousUntilMs !== null && nowMs < suspiciousUntilMs) return 'suspicious';
  if (order.quantityNow >= order.quantityAll) return 'order_full';
  return spendable(facts) < priceMicros ? 'no_money' : null;
}
