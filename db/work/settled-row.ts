/** What settling reads of an order and its impressions, between rows and the domain. */
import type { BotTrust } from '../../core/ports/bot-store.js';
import type { Order } from '../../core/ports/order-store.js';
import type { Contact, ShownOrder } from '../../core/ports/sponsor-store.js';
import type { ChargedOrder, ImpressionFacts, SettlementFacts } from '../../core/ports/subscription-store.js';
import { paidTarget } from '../../core/subscriptions/index.js';
import { LINK_TARGET } from '../../core/kinds/index.js';
import { type ContactColumns, toContact } from './contact-row.js';
import type { OrderRow } from './order-row.js';
import { type ImpressionRow, toImpression, toReplaced } from './impression-row.js';
import { HOLDING_SQL, PAYING_SQL, toFactor } from './paying-factors.js';

export const settledColumnNames = [
  'account_id',
  'is_free',
  'quantity_all',
  'quantity_day',
  'quantity_now',
  'name',
  'resource_id',
  'ads_type',
  'to_bot_member',
  'takes_join_requests',
  'track_unsubscriptions',
  'link_key',
  'checker_bot_id',
] as const;

export type SettledColumns = Pick<OrderRow, (typeof settledColumnNames)[number]>;

export const settledColumns = settledColumnNames.join(', ');

/** An impression, with whose bot it was in and what is known of the user's contact with it; null where nothing is. */
export type ImpressionFactsRow = ImpressionRow & {
  account_id: number;
  has_token: number;
  trust: BotTrust;
  is_account_trusted: number;
  paying_thousandths: number | null;
  hold_thousandths: number | null;
  block_test_at_ms: number | null;
  bot_today: number | null;
  bot_taken_over: number | null;
  contact_state: number | null;
  contact_at_ms: number | null;
  contact_until_ms: number | null;
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

export function toChargedOrder(orderId: number, row: SettledColumns): ChargedOrder {
  return {
    orderId,
    accountId: row.account_id,
    name: row.name,
    quantityAll: row.quantity_all,
    quantityNow: row.quantity_now,
  };
}

/** @param today its subscribers of the day */
export function toSettledOrder(
  { orderId, target, adsType }: ShownOrder,
  row: SettledColumns,
  today: number,
): SettlementFacts['order'] {
  return {
    adsType,
    isFree: row.is_free === 1,
    quantityDay: row.quantity_day,
    today,
    takesJoinRequests: row.takes_join_requests === 1 && leadsThere(target, row),
    tracksUnsubscriptions: row.track_unsubscriptions === 1,
    target,
    // Last: V8 adds to a literal far sooner than to a copy.
    ...toChargedOrder(orderId, row),
  };
}

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
    contact: contactOf(row),
    isSettled: row.is_settled === 1,
    ...toImpression(row),
    ...(row.contact_chat_id === null ? {} : { contactChatId: row.contact_chat_id }),
  };
}

function contactOf({ contact_state, contact_at_ms, contact_until_ms }: ImpressionFactsRow): Contact | null {
  if (contact_state === null || contact_at_ms === null || contact_until_ms === null) return null;
  const columns: ContactColumns = {
    state: contact_state,
    at_ms: contact_at_ms,
    until_ms: contact_until_ms,
  };
  return toContact(columns);
}

/** The target by its link alone, as it was before its id was known; the target itself where that is all that is known. */
export function linkTargetOf({ target }: ShownOrder, row: SettledColumns): string {
  return leadsThere(target, row) ? LINK_TARGET + row.link_key : target;
}

/** Whether that is where the order leads now. */
function leadsThere(target: string, row: SettledColumns): boolean {
  return target === paidTarget(placeOf(row));
}

function placeOf(row: SettledColumns) {
  return {
    orderId: 0,
    adsType: row.ads_type,
    toBotMember: row.to_bot_member === 1,
    linkKey: row.link_key,
    // Of the resource only its id is looked at.
    resource: {
      resourceId: row.resource_id,
      name: '',
      logoFileId: '',
      takesJoinRequests: false,
      checkerBotId: null,
      inviteLink: '',
    },
  } satisfies Partial<Order>;
}
