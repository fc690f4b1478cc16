import type { ContactStore, DueContact } from '../../core/ports/contact-store.js';
import { ALL_SLICES, type SliceSet } from '../../core/slices.js';
import {
  type ContactColumns,
  contactStates,
  countContact,
  countUnproven,
  holdContact,
  proveLists,
  toContact,
} from './contact-writes.js';
import { type RowOf, rowsOf } from './rows.js';
import { boundedLimit, orNull, listsOf } from './values.js';
import type { Parts } from './database.js';
import { type ImpressionCounts, toKind } from './impressions.js';
import { inSlices } from './work-queue.js';
import { statement, together, touchUser } from './statement.js';

const MAX_CLAIM = 500;
const MAX_UNSETTLED = 500;

type DueContactRow = RowOf<Omit<DueContact, 'state'>> & { state: number };

const readDue = rowsOf<Omit<DueContact, 'state'>>()('bot_id, user_id, chat_id, attempts, until_ms', {});

function toDueContact(row: DueContactRow): DueContact {
  return { ...readDue(row), state: contactStates[row.state] ?? 'unknown' };
}

const IS_UNSETTLED = `CASE shown.kind
  WHEN 2 THEN opened.order_id IS NOT NULL AND settled.order_id IS NULL
  ELSE member.user_id IS NOT NULL AND (settled.order_id IS NULL OR (settled.state = 0 AND member.state IN (1, 3)
    AND (member.was_removed = 0 OR (member.was_removed = 1 AND settled.charge > 0 AND removed_at_ms IS NULL)))) END`;

/**
 * Impressions of a user (`$1`) since then (`$2`) with something to settle: a join or an opening without
 * subscription status, or a subscriber out by an update that is not settled yet. Skips all others, so empty
 * lists cannot hide a join. (Not by EXISTS, for which PostgreSQL would read all orders at once.)
 * @param memberKeys under which an order's members may be kept
 */
function unsettledSql(memberKeys: string, limit: number): string {
  return `SELECT DISTINCT order_id, target, kind FROM impressions AS shown WHERE user_id = $1 AND seen_at_ms >= $2
    AND (SELECT 1 FROM orders
     LEFT JOIN memberships AS member ON member.user_id = shown.user_id AND member.resource_id IN (${memberKeys})
     LEFT JOIN openings AS opened ON opened.user_id = shown.user_id AND opened.order_id = shown.order_id
     LEFT JOIN subscriptions AS settled ON settled.user_id = shown.user_id AND settled.order_id = shown.order_id
     WHERE orders.order_id = shown.order_id AND ${IS_UNSETTLED}
     LIMIT 1) IS NOT NULL LIMIT ${String(limit)}`;
}

/** The whole question for Citus, `$1` the user and `$2` since when: the user's server is asked first for all that it has. */
function spreadUnsettledSql(memberKeys: string, limit: number): string {
  return `WITH shown AS MATERIALIZED (SELECT DISTINCT order_id, target, kind FROM impressions WHERE user_id = $1 AND seen_at_ms >= $2),
     member AS MATERIALIZED (SELECT user_id, resource_id, state, was_removed FROM memberships WHERE user_id = $1),
     opened AS MATERIALIZED (SELECT order_id FROM openings WHERE user_id = $1)
   SELECT DISTINCT shown.order_id, shown.target, shown.kind FROM shown JOIN orders ON orders.order_id = shown.order_id
   LEFT JOIN member ON member.resource_id IN (${memberKeys})
   LEFT JOIN opened ON opened.order_id = shown.order_id
   LEFT JOIN subscriptions AS settled ON settled.user_id = $1 AND settled.order_id = shown.order_id
   WHERE ${IS_UNSETTLED} LIMIT ${String(limit)}`;
}

type Key = [userId: number, botId: number];

const byKey = statement<Key, ContactColumns>(
  'SELECT state, at_ms, until_ms FROM contacts WHERE user_id = $1 AND bot_id = $2',
);
const isDue = statement<[nowMs: number, slices: SliceSet]>(
  `SELECT 1 FROM contacts WHERE due_at_ms IS NOT NULL AND due_at_ms <= $1
     AND ${inSlices('bot_id', '$2')} LIMIT 1`,
);
/** What another worker is taking just now is passed over. */
const due = statement<[nowMs: number, limit: number, slices: SliceSet], { user_id: number; bot_id: number }>(
  `SELECT user_id, bot_id FROM contacts WHERE due_at_ms IS NOT NULL AND due_at_ms <= $1
     AND ${inSlices('bot_id', '$3')} ORDER BY due_at_ms LIMIT $2 FOR UPDATE SKIP LOCKED`,
);
const take = statement<
  [leasedUntilMs: number, userIds: readonly number[], botIds: readonly number[]],
  DueContactRow
>(
  `UPDATE contacts SET due_at_ms = $1, attempts = attempts + 1
   FROM unnest($2::bigint[], $3::bigint[]) AS due (user_id, bot_id)
   WHERE contacts.user_id = due.user_id AND contacts.bot_id = due.bot_id
   RETURNING contacts.user_id, contacts.bot_id, chat_id, state, at_ms, attempts, until_ms`,
);
const write = statement<[...Key, state: number, nowMs: number]>(
  'UPDATE contacts SET state = $3, at_ms = $4 WHERE user_id = $1 AND bot_id = $2',
);
/** The impressions that a yes proves, and those whose block is still on its way. */
const waiting = statement<[...Key, isYes: boolean], { order_id: number; is_block: number }>(
  `SELECT order_id, CASE WHEN proof IN (1, 5) THEN 1 ELSE 0 END AS is_block FROM impressions
   WHERE user_id = $1 AND bot_id = $2 AND proof IN (0, 1, 4, 5) AND $3::boolean ORDER BY order_id FOR UPDATE`,
);
const settled = statement<Key>(
  'UPDATE contacts SET due_at_ms = NULL, attempts = 0 WHERE user_id = $1 AND bot_id = $2',
);
const retry = statement<[...Key, dueAtMs: number]>(
  'UPDATE contacts SET due_at_ms = $3 WHERE user_id = $1 AND bot_id = $2',
);
/** Where it led, or the order's own; and the chat that was known by its link alone when it was shown. */
const memberKeys = (chat: string) => `shown.target, 'order:' || orders.order_id,
  CASE WHEN shown.target = 'link:' || orders.link_key THEN ${chat} END`;
const MEMBER_KEYS = memberKeys('orders.resource_id');
const unsettled = statement<
  [userId: number, sinceMs: number],
  { order_id: number; target: number | string; kind: number }
>({
  // Under which SQLite keeps members: a whole number where the id is one (`toResourceKey`).
  sqlite: unsettledSql(memberKeys('CAST(orders.resource_id AS INTEGER)'), MAX_UNSETTLED),
  postgres: unsettledSql(MEMBER_KEYS, MAX_UNSETTLED),
  citus: spreadUnsettledSql(MEMBER_KEYS, MAX_UNSETTLED),
});
const record = statement<[botId: number, sinceDay: number], { yes: number | null; no: number | null }>(
  'SELECT sum(contacts_yes) AS yes, sum(contacts_no) AS no FROM bot_days WHERE bot_id = $1 AND day >= $2',
);

export function createContactStore({ db, dayOf }: Parts, counts: ImpressionCounts): ContactStore {
  /** Returns the orders whose impressions count from now on. */
  function* answer(contact: Parameters<ContactStore['answer']>[0], state: 'yes' | 'no', nowMs: number) {
    const { userId, botId } = contact;
    const day = dayOf(nowMs);
    const [known, rows] = yield* together(
      holdContact(contact, nowMs),
      waiting.all(userId, botId, state === 'yes'),
    );
    const proven = rows.filter((row) => row.is_block === 0).map((row) => row.order_id);
    // From a user in contact a block counts before it arrives, as `RequestRecord.counts` has it.
    const onTheWay = known === 'yes' ? [] : rows.filter((row) => row.is_block === 1);
    yield* together(
      write.run(userId, botId, contactStates.indexOf(state), nowMs),
      proveLists.run(userId, botId, proven),
      countContact(botId, day, state, known !== state),
      touchUser(userId),
    );
    // Of a user who was in contact, the impressions were counted when they were made.
    if (state === 'no' && known !== 'yes') yield* countUnproven(contact, day);
    return [...proven, ...onTheWay.map((row) => row.order_id)];
  }

  function* claim(leasedUntilMs: number, nowMs: number, limit: number, slices: SliceSet) {
    const keys = yield* due.all(nowMs, limit, slices);
    const rows = yield* take.all(leasedUntilMs, ...listsOf(keys, 'user_id', 'bot_id'));
    const places = new Map(keys.map((key, place) => [`${String(key.user_id)}:${String(key.bot_id)}`, place]));
    const placeOf = (row: DueContactRow) => places.get(`${String(row.user_id)}:${String(row.bot_id)}`) ?? 0;
    return rows.sort((one, other) => placeOf(one) - placeOf(other)).map(toDueContact);
  }

  return {
    find: async (botId, userId) => orNull(await db.read(byKey.get(userId, botId)), toContact),
    claim: async (limit, leaseMs, nowMs, slices = ALL_SLICES) => {
      if ((await db.read(isDue.get(nowMs, slices))) === undefined) return [];
      const bound = boundedLimit(limit, MAX_CLAIM);
      return db.run('contacts.claim', () => claim(nowMs + leaseMs, nowMs, bound, slices));
    },
    answer: async (contact, state, nowMs) => {
      const counted = await db.run('contacts.answer', () => answer(contact, state, nowMs));
      for (const orderId of counted) counts.count(orderId, contact.botId, dayOf(nowMs), nowMs);
    },
    settled: ({ botId, userId }) => db.run('contacts.settled', settled.do(userId, botId)),
    lapse: (contact, nowMs) =>
      db.run('contacts.lapse', function* () {
        yield* touchUser(contact.userId);
        yield* countUnproven(contact, dayOf(nowMs));
      }),
    retry: ({ botId, userId }, dueAtMs) => db.run('contacts.retry', retry.do(userId, botId, dueAtMs)),
    unsettled: async (userId, sinceMs) => {
      const rows = await db.read(unsettled.all(userId, sinceMs));
      return rows.map((row) => ({
        orderId: row.order_id,
        target: String(row.target),
        adsType: toKind(row.kind),
      }));
    },
    record: async (botId, sinceDay) => {
      const sums = await db.read(record.get(botId, sinceDay));
      return { yes: sums?.yes ?? 0, no: sums?.no ?? 0 };
    },
  };
}
