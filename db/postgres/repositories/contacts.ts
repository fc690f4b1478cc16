import type { ContactStore } from '../../../core/ports.js';
import {
  type ContactColumns,
  contactStates,
  type DueContactRow,
  isUnsettledSql,
  toContact,
  toDueContact,
} from '../../repositories/contact-row.js';
import { boundedLimit } from '../../repositories/values.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction } from '../statement.js';
import { countUnproven, holdContact } from './contact-writes.js';
import type { ShowCounts } from './show-counts.js';
import { ALL_SLICES, type SliceSet } from '../../../core/slices.js';
import { inSlicesOfPostgres } from '../../slices.js';

const MAX_CLAIM = 500;
const MAX_UNSETTLED = 500;

type Key = [userId: number, botId: number];

const byKey = statement<Key, ContactColumns>(
  'SELECT state, at_ms, until_ms FROM contacts WHERE user_id = $1 AND bot_id = $2',
);
/** What another worker is taking just now is passed over. */
const claim = statement<
  [leasedUntilMs: number, nowMs: number, limit: number, slices: SliceSet],
  DueContactRow & { was_due_at_ms: number }
>(
  `WITH due AS MATERIALIZED (SELECT user_id, bot_id, due_at_ms FROM contacts
     WHERE due_at_ms IS NOT NULL AND due_at_ms <= $2 AND ${inSlicesOfPostgres('bot_id', '$4')} ORDER BY due_at_ms LIMIT $3 FOR UPDATE SKIP LOCKED)
   UPDATE contacts SET due_at_ms = $1, attempts = attempts + 1
   FROM due WHERE contacts.user_id = due.user_id AND contacts.bot_id = due.bot_id
   RETURNING contacts.user_id, contacts.bot_id, chat_id, state, at_ms, attempts, until_ms, due.due_at_ms AS was_due_at_ms`,
);
/**
 * The word, what it proves, and the figures of the day. Orders come back where their impressions count from now on: those
 * that were not proven before.
 */
const answer = statement<
  [...Key, state: number, nowMs: number, day: number, isNew: boolean],
  { order_ids: number[] | null }
>(
  `WITH waiting AS MATERIALIZED (SELECT order_id FROM shows WHERE user_id = $1 AND bot_id = $2 AND proof IN (0, 4)
     AND $3::bigint = 1 ORDER BY order_id FOR UPDATE),
   told AS (UPDATE contacts SET state = $3::bigint, at_ms = $4::bigint WHERE user_id = $1 AND bot_id = $2),
   proven AS (UPDATE shows SET proof = 3 FROM waiting WHERE shows.user_id = $1 AND shows.bot_id = $2
     AND shows.order_id = waiting.order_id),
   counted AS (INSERT INTO bot_days (bot_id, day, contacts_yes, contacts_no)
     SELECT $2::bigint, $5::bigint, ($3::bigint = 1)::int, ($3::bigint = 2)::int WHERE $6::boolean
     ON CONFLICT (bot_id, day) DO UPDATE SET contacts_yes = bot_days.contacts_yes + excluded.contacts_yes,
       contacts_no = bot_days.contacts_no + excluded.contacts_no)
   SELECT array_agg(order_id) AS order_ids FROM waiting`,
);
const settled = statement<Key>(
  'UPDATE contacts SET due_at_ms = NULL, attempts = 0 WHERE user_id = $1 AND bot_id = $2',
);
const retry = statement<[...Key, dueAtMs: number]>(
  'UPDATE contacts SET due_at_ms = $3 WHERE user_id = $1 AND bot_id = $2',
);
const unsettled = statement<[userId: number, sinceMs: number], { order_id: number }>(
  `SELECT DISTINCT order_id FROM shows WHERE user_id = $1 AND seen_at_ms >= $2
     AND ${isUnsettledSql("orders.resource_id, 'order:' || orders.order_id")} LIMIT ${String(MAX_UNSETTLED)}`,
);
const record = statement<[botId: number, sinceDay: number], { yes: number | null; no: number | null }>(
  'SELECT sum(contacts_yes) AS yes, sum(contacts_no) AS no FROM bot_days WHERE bot_id = $1 AND day >= $2',
);

export function createContactStore({ deeds, dayOf }: Parts, counts: ShowCounts): ContactStore {
  /** Returns the orders whose impressions count from now on. */
  const write = async (
    transaction: Transaction,
    contact: Parameters<ContactStore['answer']>[0],
    state: 'yes' | 'no',
    nowMs: number,
  ): Promise<number[]> => {
    const known = await holdContact(transaction, contact, nowMs);
    const { userId, botId } = contact;
    const day = dayOf(nowMs);
    const told = [contactStates.indexOf(state), nowMs, day, known !== state] as const;
    const answered = await answer.get(transaction, userId, botId, ...told);
    // Of a user who was in contact, the impressions were counted when they were made.
    if (state === 'no' && known !== 'yes') await countUnproven(transaction, contact, day);
    return answered?.order_ids ?? [];
  };

  return {
    find: async (botId, userId) => {
      const row = await deeds.askOnce((transaction) => byKey.get(transaction, userId, botId));
      return row === undefined ? null : toContact(row);
    },
    claim: async (limit, leaseMs, nowMs, slices = ALL_SLICES) => {
      const bound = boundedLimit(limit, MAX_CLAIM);
      const rows = await deeds.runOnce('contacts.claim', (transaction) =>
        claim.all(transaction, nowMs + leaseMs, nowMs, bound, slices),
      );
      return rows.sort((a, b) => a.was_due_at_ms - b.was_due_at_ms).map(toDueContact);
    },
    answer: async (contact, state, nowMs) => {
      const counted = await deeds.run('contacts.answer', (transaction) =>
        write(transaction, contact, state, nowMs),
      );
      for (const orderId of counted) counts.count(orderId, contact.botId, dayOf(nowMs), nowMs);
    },
    settled: ({ botId, userId }) =>
      deeds.runOnce('contacts.settled', async (transaction) => {
        await settled.run(transaction, userId, botId);
      }),
    lapse: (contact, nowMs) =>
      deeds.runOnce('contacts.lapse', async (transaction) => {
        await countUnproven(transaction, contact, dayOf(nowMs));
      }),
    retry: ({ botId, userId }, dueAtMs) =>
      deeds.runOnce('contacts.retry', async (transaction) => {
        await retry.run(transaction, userId, botId, dueAtMs);
      }),
    unsettled: async (userId, sinceMs) => {
      const rows = await deeds.askOnce((transaction) => unsettled.all(transaction, userId, sinceMs));
      return rows.map((row) => row.order_id);
    },
    record: async (botId, sinceDay) => {
      const sums = await deeds.askOnce((transaction) => record.get(transaction, botId, sinceDay));
      return { yes: sums?.yes ?? 0, no: sums?.no ?? 0 };
    },
  };
}
