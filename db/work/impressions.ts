/** That a bot showed an order to a user: between rows and the domain, what settling reads of it, and how often, by day. */
import { type RowIn } from './inserts.js';
import { type impressions } from '../schema/sponsors.js';
import { NEWER_AFTER_MS } from '../../core/evidence/index.js';
import { kindNames, type AdsType } from '../../core/kinds/index.js';
import { MAX_MICROS } from '../../core/money.js';
import type {
  Impression,
  ImpressionProof,
  NewImpression,
  SubscriptionStatus,
} from '../../core/ports/sponsor-store.js';
import type { ImpressionFacts, ReplacedImpression } from '../../core/ports/subscription-store.js';
import { toFlag, toResourceKey, listsOf } from './values.js';
import { type SubscriptionStatusColumns, toSubscriptionStatus } from './subscription-row.js';
import { OPEN_SHOW_HALF_LIFE_MS } from '../../core/pending-impressions.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';
import type { BotTrust } from '../../core/ports/bot-store.js';
import { joinedContact, type JoinedContact } from './contact-writes.js';
import { HOLDING_SQL, PAYING_SQL, toFactor } from './paying-factors.js';

/** Prices are at most `MAX_MICROS`, which a double holds exactly. */
export type ImpressionRow = Omit<RowIn<typeof impressions>, 'user_id' | 'smart_link' | 'replaced'>;

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

function toImpression(row: ImpressionRow): Impression {
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
const impressionProofs = ['list', 'block', 'delivered', 'contact', 'list', 'block'] as const;

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
function toReplaced(text: string | null): ReplacedImpression[] {
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

/** An impression, with whose bot it was in and what is known of the user's contact with it; null where nothing is. */
export type ImpressionFactsRow = ImpressionRow &
  JoinedContact & {
    account_id: number;
    has_token: number;
    trust: BotTrust;
    is_account_trusted: number;
    paying_thousandths: number | null;
    hold_thousandths: number | null;
    block_test_at_ms: number | null;
    bot_today: number | null;
    bot_taken_over: number | null;
    contact_chat_id: number | null;
    replaced: string | null;
    is_settled: number;
  };

/** Of `impressions` joined with `bots`, `accounts`, `bot_days AS bot_day`, `contacts` and `subscriptions AS settled`. */
export const impressionColumns = `impressions.order_id, impressions.bot_id, impressions.first_shown_at_ms, impressions.shown_at_ms, impressions.seen_at_ms,
  impressions.price_micros, impressions.proof, impressions.target, impressions.kind, impressions.has_own_link, impressions.replaced, bots.account_id,
  CASE WHEN bots.token_cipher IS NULL THEN 0 ELSE 1 END AS has_token, bots.trust,
  accounts.is_trusted AS is_account_trusted, ${PAYING_SQL} AS paying_thousandths,
  ${HOLDING_SQL} AS hold_thousandths,
  bots.block_test_at_ms, bot_day.subscribers AS bot_today,
  bot_day.taken_over AS bot_taken_over, contacts.state AS contact_state,
  contacts.at_ms AS contact_at_ms, contacts.until_ms AS contact_until_ms, contacts.chat_id AS contact_chat_id,
  CASE WHEN settled.order_id IS NULL THEN 0 ELSE 1 END AS is_settled`;

/**
 * The order in which a limited read takes impressions: proven, waiting, of untrusted bots, void.
 * Else a user's latest requests would hide the impression that led to the join.
 */
export const impressionOrder = `CASE WHEN bots.trust = 'refused' THEN 3
    WHEN bots.token_cipher IS NULL THEN CASE bots.trust WHEN 'trusted' THEN 0 ELSE 2 END
    WHEN impressions.proof >= 2 OR contacts.state = 1 THEN 0 WHEN contacts.state = 2 THEN 3 ELSE 1 END,
  impressions.shown_at_ms DESC`;

export function toImpressionFacts(row: ImpressionFactsRow): ImpressionFacts {
  return {
    replaced: toReplaced(row.replaced),
    bot: {
      accountId: row.account_id,
      hasToken: row.has_token === 1,
      trust: row.trust,
      isAccountTrusted: row.is_account_trusted === 1,
      payingFactor: toFactor(row.paying_thousandths),
      holdFactor: toFactor(row.hold_thousandths),
      isBlockTested: row.block_test_at_ms !== null,
      subscribersToday: row.bot_today ?? 0,
      takenOverToday: row.bot_taken_over ?? 0,
    },
    contact: joinedContact(row),
    isSettled: row.is_settled === 1,
    ...toImpression(row),
    ...(row.contact_chat_id === null ? {} : { contactChatId: row.contact_chat_id }),
  };
}

/** After so many half-lives nothing is left: a figure too small for a double would be an error. */
const HALF_LIVES_MAX = 64;

/** Pending impressions, as `core/pending-impressions.ts` has them: they fade when they are read and when more are added. */
const faded = (impressions: string, sinceMs: string, nowMs: string) => {
  const halfLives = `GREATEST(0, ${nowMs} - ${sinceMs}) / ${String(OPEN_SHOW_HALF_LIFE_MS)}.0::double precision`;
  return `CASE WHEN ${halfLives} > ${String(HALF_LIVES_MAX)} THEN 0.0 ELSE ${impressions} * power(0.5::double precision, ${halfLives}) END`;
};

/** Adds (or takes off) the new row's pending impressions in an upsert of `order_days`. */
export const ADD_PENDING_IMPRESSIONS_SQL = `
  pending_impressions = ${faded('order_days.pending_impressions', 'order_days.pending_at_ms', 'excluded.pending_at_ms')} + excluded.pending_impressions,
  pending_at_ms = GREATEST(order_days.pending_at_ms, excluded.pending_at_ms)`;

/** @returns the pending impressions of some rows of `order_days` at the moment of that placeholder */
export const pendingImpressionsSql = (nowMs: string): string =>
  `sum(${faded('pending_impressions', 'pending_at_ms', nowMs)})`;

/** The best orders are shown over and over: in this time most impressions are of the same few. */
const REST_MS = 100;

interface Counts {
  orderId: number;
  botId: number;
  day: number;
  impressions: number;
  /** Of the last of them. */
  shownAtMs: number;
}

export type ImpressionCounts = ReturnType<typeof createImpressionCounts>;

const COUNTED = `unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
  AS counted (order_id, bot_id, day, impressions, shown_at_ms)`;

/** Days of orders before days of pairs, and each in the order of their keys: as everybody locks them. */
const ofOrders = statement<(readonly number[])[]>(
  `INSERT INTO order_days (order_id, day, impressions, pending_impressions, pending_at_ms)
   SELECT order_id, day, sum(impressions), sum(impressions), max(shown_at_ms) FROM ${COUNTED}
   GROUP BY order_id, day ORDER BY order_id, day
   ON CONFLICT (order_id, day) DO UPDATE SET impressions = order_days.impressions + excluded.impressions, ${ADD_PENDING_IMPRESSIONS_SQL}`,
);
const ofPairs = statement<(readonly number[])[]>(
  `INSERT INTO pair_days (order_id, day, bot_id, impressions)
   SELECT order_id, day, bot_id, sum(impressions) FROM ${COUNTED}
   GROUP BY order_id, day, bot_id ORDER BY order_id, day, bot_id
   ON CONFLICT (order_id, day, bot_id) DO UPDATE SET impressions = pair_days.impressions + excluded.impressions`,
);

export function createImpressionCounts({ createCounters }: Pick<Parts, 'createCounters'>) {
  const writeBehind = createCounters<Counts>({
    name: 'statistics.impressions',
    restMs: REST_MS,
    make: (key) => {
      const [orderId = 0, botId = 0, day = 0] = key.split(':').map(Number);
      return { orderId, botId, day, impressions: 0, shownAtMs: 0 };
    },
    *write(counts) {
      const columns = listsOf(counts, 'orderId', 'botId', 'day', 'impressions', 'shownAtMs');
      yield* ofOrders.run(...columns);
      yield* ofPairs.run(...columns);
    },
  });
  return {
    /** After the commit of the impression. */
    count: (orderId: number, botId: number, day: number, shownAtMs: number) => {
      const count = writeBehind.of(`${String(orderId)}:${String(botId)}:${String(day)}`);
      count.impressions += 1;
      count.shownAtMs = Math.max(count.shownAtMs, shownAtMs);
    },
  };
}
