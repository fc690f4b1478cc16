/** A contact between its row and the domain. */
import type { DueContact } from '../../core/ports/contact-store.js';
import type { Contact } from '../../core/ports/sponsor-store.js';
import { type RowOf, rowsOf } from './rows.js';

export type ContactColumns = Record<'state' | 'at_ms' | 'until_ms', number>;

export type DueContactRow = RowOf<Omit<DueContact, 'state'>> & { state: number };

const readDue = rowsOf<Omit<DueContact, 'state'>>()('bot_id, user_id, chat_id, attempts, until_ms', {});

/** Unknown, after a no. Equal to 0, except for the answer that the bot gets. */
export const ASKED_AGAIN = 3;

/** What the state of a contact becomes that is asked about with a new request; of a yes, once it is too old. */
export const ASK_AGAIN = `state = CASE WHEN contacts.state >= 2 THEN ${String(ASKED_AGAIN)} ELSE 0 END`;

const IS_UNSETTLED = `CASE shown.kind
  WHEN 2 THEN opened.order_id IS NOT NULL AND settled.order_id IS NULL
  ELSE member.user_id IS NOT NULL AND (settled.order_id IS NULL OR (settled.state = 0 AND member.state = 1
    AND (member.was_removed = 0 OR (member.was_removed = 1 AND settled.charge > 0 AND removed_at_ms IS NULL)))) END`;

/**
 * Impressions of a user (`$1`) since then (`$2`) with something to settle: a join or an opening without
 * subscription status, or a subscriber out by an update that is not settled yet. Skips all others, so empty
 * lists cannot hide a join. (Not by EXISTS, for which PostgreSQL would read all orders at once.)
 * @param memberKeys under which an order's members may be kept
 */
export function unsettledSql(memberKeys: string, limit: number): string {
  return `SELECT DISTINCT order_id, target, kind FROM impressions AS shown WHERE user_id = $1 AND seen_at_ms >= $2
    AND (SELECT 1 FROM orders
     LEFT JOIN memberships AS member ON member.user_id = shown.user_id AND member.resource_id IN (${memberKeys})
     LEFT JOIN openings AS opened ON opened.user_id = shown.user_id AND opened.order_id = shown.order_id
     LEFT JOIN subscriptions AS settled ON settled.user_id = shown.user_id AND settled.order_id = shown.order_id
     WHERE orders.order_id = shown.order_id AND ${IS_UNSETTLED}
     LIMIT 1) IS NOT NULL LIMIT ${String(limit)}`;
}

/** The whole question for Citus, `$1` the user and `$2` since when: the user's server is asked first for all that it has. */
export function spreadUnsettledSql(memberKeys: string, limit: number): string {
  return `WITH shown AS MATERIALIZED (SELECT DISTINCT order_id, target, kind FROM impressions WHERE user_id = $1 AND seen_at_ms >= $2),
     member AS MATERIALIZED (SELECT user_id, resource_id, state, was_removed FROM memberships WHERE user_id = $1),
     opened AS MATERIALIZED (SELECT order_id FROM openings WHERE user_id = $1)
   SELECT DISTINCT shown.order_id, shown.target, shown.kind FROM shown JOIN orders ON orders.order_id = shown.order_id
   LEFT JOIN member ON member.resource_id IN (${memberKeys})
   LEFT JOIN opened ON opened.order_id = shown.order_id
   LEFT JOIN subscriptions AS settled ON settled.user_id = $1 AND settled.order_id = shown.order_id
   WHERE ${IS_UNSETTLED} LIMIT ${String(limit)}`;
}

/** By the numbers that rows keep. */
export const contactStates = ['unknown', 'yes', 'no'] as const;

/** What the platform said last: a no that is asked about again is no news when it is a no again. */
export function lastWord(state: number): (typeof contactStates)[number] {
  return state === ASKED_AGAIN ? 'no' : (contactStates[state] ?? 'unknown');
}

export function toContact({ state, at_ms, until_ms }: ContactColumns): Contact {
  const contact: Contact = { state: contactStates[state] ?? 'unknown', atMs: at_ms, untilMs: until_ms };
  return state === ASKED_AGAIN ? { ...contact, wasNo: true } : contact;
}

export function toDueContact(row: DueContactRow): DueContact {
  return { ...readDue(row), state: contactStates[row.state] ?? 'unknown' };
}
