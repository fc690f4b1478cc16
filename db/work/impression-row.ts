/** That a bot showed an order to a user, between its row and the domain. */
import { NEWER_AFTER_MS } from '../../core/evidence/index.js';
import { kindNames, type AdsType } from '../../core/kinds/index.js';
import { MAX_MICROS } from '../../core/money.js';
import type {
  NewImpression,
  Impression,
  ImpressionProof,
  SubscriptionStatus,
} from '../../core/ports/sponsor-store.js';
import type { ReplacedImpression } from '../../core/ports/subscription-store.js';
import { toFlag, toResourceKey } from './values.js';
import { type SubscriptionStatusColumns, toSubscriptionStatus } from './subscription-row.js';

export interface ImpressionRow {
  order_id: number;
  bot_id: number;
  first_shown_at_ms: number;
  shown_at_ms: number;
  seen_at_ms: number;
  proof: number;
  /** At most `MAX_MICROS`, which a double holds exactly. */
  price_micros: number;
  target: number | string;
  kind: number;
  has_own_link: number;
}

export function toKind(number: number): AdsType {
  return kindNames[number] ?? 'channel';
}

/** The target of an order as a row keeps it, without what changes with each look at it. */
export function targetValues({
  target,
  adsType,
  hasOwnLink,
}: Pick<NewImpression, 'target' | 'adsType' | 'hasOwnLink'>) {
  return {
    target: toResourceKey(target),
    kind: kindNames.indexOf(adsType),
    hasOwnLink: toFlag(hasOwnLink),
  };
}

export function toImpression(row: ImpressionRow): Impression {
  return {
    orderId: row.order_id,
    botId: row.bot_id,
    firstShownAtMs: row.first_shown_at_ms,
    shownAtMs: row.shown_at_ms,
    seenAtMs: row.seen_at_ms,
    priceMicros: BigInt(row.price_micros),
    proof: toProof(row.proof),
    target: String(row.target),
    adsType: toKind(row.kind),
    hasOwnLink: row.has_own_link === 1,
  };
}

/** By the numbers that rows keep. The last two are as the first two, and were counted as unproven. */
export const impressionProofs = ['list', 'block', 'delivered', 'contact', 'list', 'block'] as const;

/** What is proven once stays so; neither is an impression counted as unproven twice. */
export const PROOF_SQL = `CASE WHEN impressions.proof IN (2, 3) THEN impressions.proof
  WHEN impressions.proof >= 4 AND excluded.proof < 2 THEN excluded.proof + 4 ELSE excluded.proof END`;

/** What the proof of an impression becomes when a block arrives. */
export const DELIVERED_SQL = 'CASE WHEN impressions.proof IN (1, 5) THEN 2 ELSE 3 END';

/** A list makes it newer, where the user's contact is confirmed. */
export const IS_NEWER_SQL = `excluded.shown_at_ms - impressions.shown_at_ms >= ${String(NEWER_AFTER_MS)}`;

/** Not proven by anything yet. */
export const UNPROVEN_SQL = 'impressions.proof NOT IN (2, 3)';

/** A list to a user whose contact is not confirmed makes it newer. */
export const IS_NEWER_UNPROVEN_SQL = `${IS_NEWER_SQL} AND ${UNPROVEN_SQL}`;

/** A list shows it otherwise: at another price, or with another link. */
export const IS_OTHER_SQL =
  '(excluded.price_micros <> impressions.price_micros OR excluded.has_own_link <> impressions.has_own_link)';

/** What is kept of an impression as it was, behind the moment up to which it was so. */
export const REPLACED_COLUMNS = ['shown_at_ms', 'price_micros', 'has_own_link'] as const;

/** Lists make an impression newer once a day; the others are of price and own link. */
export const MAX_REPLACED = 8;

type ReplacedValues = [untilMs: number, shownAtMs: number, priceMicros: number, hasOwnLink: number];

/** Returns what it was before, oldest first, from the text in which that is kept. */
export function toReplaced(text: string | null): ReplacedImpression[] {
  if (text === null) return [];
  return (JSON.parse(text) as ReplacedValues[]).map(([untilMs, shownAtMs, priceMicros, hasOwnLink]) => ({
    untilMs,
    shownAtMs,
    priceMicros: BigInt(priceMicros),
    hasOwnLink: hasOwnLink === 1,
  }));
}

export function toProof(number: number): ImpressionProof {
  return impressionProofs[number] ?? 'list';
}

export function toProofNumber(proof: ImpressionProof): number {
  return impressionProofs.indexOf(proof);
}

export interface WrittenImpression extends NewImpression {
  userId: number;
  botId: number;
  proof: ImpressionProof;
  nowMs: number;
}

/** @throws RangeError when a price is none that a row can hold */
export function requirePrice(priceMicros: bigint): void {
  if (priceMicros < 0n || priceMicros > MAX_MICROS)
    throw new RangeError('a price lies between 0 and the largest amount');
}

/** An impression, and the columns of a subscription status that may not be there. */
export type ShownRow = ImpressionRow & {
  [Column in keyof SubscriptionStatusColumns]: SubscriptionStatusColumns[Column] | null;
};

export function toImpressionWithSubscriptionStatus(row: ShownRow): {
  impression: Impression;
  subscriptionStatus: SubscriptionStatus | null;
} {
  const { standing_bot_id, state, paid_micros, at_ms, changed_at_ms, order_id } = row;
  const hasSubscriptionStatus =
    standing_bot_id !== null && state !== null && paid_micros !== null && at_ms !== null;
  return {
    impression: toImpression(row),
    subscriptionStatus: hasSubscriptionStatus
      ? toSubscriptionStatus({ order_id, standing_bot_id, state, paid_micros, at_ms, changed_at_ms })
      : null,
  };
}
