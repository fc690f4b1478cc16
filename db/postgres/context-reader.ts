/** All that one request needs to know of its user: one statement, which is a moment by itself and one round trip. */
import type { RequestContext } from '../../core/ports/sponsor-store.js';
import {
  claimColumns,
  type ClaimValues,
  toClaims,
  toEndUser,
  userColumns,
  type UserValues,
} from '../work/users.js';
import { joinedContact, type JoinedContact } from '../work/contact-writes.js';
import {
  contextColumns,
  type ContextMembershipValues,
  impressionOf,
  type ImpressionValues,
  MAX_IMPRESSIONS,
  MAX_MEMBERSHIPS,
  MAX_SUBSCRIPTION_STATUSES,
  membershipOf,
  subscriptionStatusOf,
  type SubscriptionStatusValues,
  toLivePin,
} from '../work/context-row.js';
import { present, listsOf } from '../work/values.js';
import { perform } from './perform.js';
import { hotStatement, type Transaction } from './statement.js';

/**
 * What is kept by user. Lists come as JSON, which is read several times as quickly as rows are; every number in them is exact as
 * a double.
 */
export interface UserPart {
  known_bot_id: number | null;
  slots: string | null;
  pinned_at_ms: number;
  life_seconds: number;
  asked_on_day: number | null;
  asked_times: number;
  claims: ClaimValues;
  person: UserValues | null;
  impressions: ImpressionValues[] | null;
  memberships: ContextMembershipValues[] | null;
}

/** What is queued for the user, and what was settled. */
export interface WholePart extends JoinedContact {
  has_block: number;
  subscription_statuses: SubscriptionStatusValues[] | null;
}

/** Of the question, from 1. */
export interface Placed {
  place: number;
}

/** Placeholders, or columns of what is asked about. */
interface Who {
  userId: string;
  botId: string;
}

export const userPartSql = (userId: string, sinceMs: string): string =>
  `user_bots.bot_id AS known_bot_id, pins.slots, pins.pinned_at_ms, pins.life_seconds,
     user_bots.asked_on_day, user_bots.asked_times,
     json_build_array(${claimColumns}) AS claims,
     CASE WHEN users.user_id IS NOT NULL THEN json_build_array(${userColumns}) END AS person,
     (SELECT json_agg(json_build_array(${contextColumns.impressions})) FROM
       (SELECT * FROM impressions WHERE user_id = ${userId} AND seen_at_ms >= ${sinceMs}
        ORDER BY shown_at_ms DESC, order_id, bot_id LIMIT ${String(MAX_IMPRESSIONS)}) AS latest) AS impressions,
     (SELECT json_agg(json_build_array(${contextColumns.memberships})) FROM
       (SELECT * FROM memberships WHERE user_id = ${userId}
        ORDER BY checked_at_ms DESC, resource_id LIMIT ${String(MAX_MEMBERSHIPS)}) AS latest) AS memberships`;

export const userPartJoins = ({ userId, botId }: Who): string =>
  `LEFT JOIN users ON users.user_id = ${userId}
   LEFT JOIN user_bots ON user_bots.user_id = ${userId} AND user_bots.bot_id = ${botId}
   LEFT JOIN pins ON pins.user_id = ${userId} AND pins.bot_id = ${botId}`;

export const wholePartSql = (userId: string): string =>
  `(blocks.shown_message_id IS NOT NULL OR (blocks.content IS NOT NULL AND blocks.due_at_ms IS NOT NULL))::int
       AS has_block,
     contacts.state AS contact_state, contacts.at_ms AS contact_at_ms, contacts.until_ms AS contact_until_ms,
     (SELECT json_agg(json_build_array(${contextColumns.subscriptionStatuses})) FROM
       (SELECT * FROM subscriptions WHERE user_id = ${userId}
        ORDER BY at_ms DESC, order_id LIMIT ${String(MAX_SUBSCRIPTION_STATUSES)}) AS latest) AS subscription_statuses`;

export const wholePartJoins = ({ userId, botId }: Who): string =>
  `LEFT JOIN blocks ON blocks.bot_id = ${botId} AND blocks.user_id = ${userId}
   LEFT JOIN contacts ON contacts.user_id = ${userId} AND contacts.bot_id = ${botId}`;

const who = { userId: 'who.user_id', botId: 'who.bot_id' };

const select = hotStatement<
  [userIds: readonly number[], botIds: readonly number[], sinceMs: readonly number[]],
  Placed & UserPart & WholePart
>(
  `SELECT who.place::int AS place, ${userPartSql(who.userId, 'who.since_ms')}, ${wholePartSql(who.userId)}
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS who (user_id, bot_id, since_ms, place)
   ${userPartJoins(who)}
   ${wholePartJoins(who)}`,
);

/** Whose request context is read. */
export interface ContextAsk {
  botId: number;
  userId: number;
  sinceMs: number;
  nowMs: number;
}

/** @returns the request contexts of all who are asked about, in their order, all as they are at one moment */
export async function readContexts(
  transaction: Transaction,
  asks: readonly ContextAsk[],
): Promise<RequestContext[]> {
  const rows = await perform(transaction, select.all(...listsOf(asks, 'userId', 'botId', 'sinceMs')));
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return asks.map(({ nowMs }, index) =>
    toContext(present(byPlace.get(index + 1), 'the row of a request context'), nowMs),
  );
}

export function toContext(row: UserPart & WholePart, nowMs: number): RequestContext {
  const { slots, pinned_at_ms, life_seconds } = row;
  return {
    user: row.person === null ? null : toEndUser(row.person),
    isKnownToBot: row.known_bot_id !== null,
    claims: toClaims(row.claims),
    contact: joinedContact(row),
    askedHere: row.asked_on_day === null ? null : { onDay: row.asked_on_day, times: row.asked_times },
    pin: toLivePin(slots === null ? undefined : { slots, pinned_at_ms, life_seconds }, nowMs),
    hasBlock: row.has_block === 1,
    impressions: () => Promise.resolve((row.impressions ?? []).map(impressionOf)),
    subscriptionStatuses: (row.subscription_statuses ?? []).map(subscriptionStatusOf),
    memberships: (row.memberships ?? []).map(membershipOf),
  };
}
