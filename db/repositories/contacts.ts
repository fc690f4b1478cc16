import type { ContactStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import type { VisitMarks } from '../visit-marks.js';
import {
  type ContactColumns,
  type DueContactRow,
  isUnsettledSql,
  lastWord,
  toContact,
  toDueContact,
} from './contact-row.js';
import type { ContactWrites } from './contact-writes.js';
import type { ShowCounts } from './show-counts.js';
import { boundedLimit } from './values.js';
import { ALL_SLICES, type SliceSet } from '../../core/slices.js';
import { inSlices } from '../slices.js';

const MAX_CLAIM = 500;
const MAX_UNSETTLED = 500;

/** Under which its members are kept: a whole number where the id is one (`resource-key.ts`). */
const MEMBER_KEYS = `CAST(orders.resource_id AS INTEGER), orders.resource_id, 'order:' || orders.order_id`;

export function createContactStore(
  { connection, executor, dayOf }: Parts,
  { marks, counts, writes }: { marks: VisitMarks; counts: ShowCounts; writes: ContactWrites },
): ContactStore {
  const byKey = connection.prepare<[number, number], ContactColumns>(
    'SELECT state, at_ms, until_ms FROM contacts WHERE user_id = ? AND bot_id = ?',
  );
  const isDue = connection.prepare<[number, SliceSet]>(
    `SELECT 1 FROM contacts WHERE due_at_ms IS NOT NULL AND due_at_ms <= ? AND ${inSlices('bot_id', '?')} LIMIT 1`,
  );
  const claim = connection.prepare<[number, number, SliceSet, number], DueContactRow>(
    `UPDATE contacts SET due_at_ms = ?, attempts = attempts + 1
     WHERE (user_id, bot_id) IN (SELECT user_id, bot_id FROM contacts
       WHERE due_at_ms IS NOT NULL AND due_at_ms <= ? AND ${inSlices('bot_id', '?')}
       ORDER BY due_at_ms LIMIT ?)
     RETURNING user_id, bot_id, chat_id, state, at_ms, attempts, until_ms`,
  );
  const answer = connection.prepare<number[], { is_new: number }>(
    `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, bot_id) DO UPDATE SET state = excluded.state, at_ms = excluded.at_ms`,
  );
  const settled = connection.prepare<[number, number]>(
    'UPDATE contacts SET due_at_ms = NULL, attempts = 0 WHERE user_id = ? AND bot_id = ?',
  );
  const retry = connection.prepare<[number, number, number]>(
    'UPDATE contacts SET due_at_ms = ? WHERE user_id = ? AND bot_id = ?',
  );
  const waiting = connection.prepare<[number, number], { order_id: number }>(
    'SELECT order_id FROM shows WHERE user_id = ? AND bot_id = ? AND proof IN (0, 4)',
  );
  const prove = connection.prepare<[number, number]>(
    'UPDATE shows SET proof = 3 WHERE user_id = ? AND bot_id = ? AND proof IN (0, 4)',
  );
  const unsettled = connection.prepare<[number, number], { order_id: number }>(
    `SELECT DISTINCT order_id FROM shows WHERE user_id = ? AND seen_at_ms >= ? AND ${isUnsettledSql(MEMBER_KEYS)}
     LIMIT ${String(MAX_UNSETTLED)}`,
  );
  const count = connection.prepare<[number, number, number, number]>(
    `INSERT INTO bot_days (bot_id, day, contacts_yes, contacts_no) VALUES (?, ?, ?, ?)
     ON CONFLICT (bot_id, day) DO UPDATE SET contacts_yes = contacts_yes + excluded.contacts_yes,
       contacts_no = contacts_no + excluded.contacts_no`,
  );
  const record = connection.prepare<[number, number], { yes: number | null; no: number | null }>(
    'SELECT sum(contacts_yes) AS yes, sum(contacts_no) AS no FROM bot_days WHERE bot_id = ? AND day >= ?',
  );

  /** Returns the orders whose impressions count from now on. */
  const write = (
    { botId, userId, chatId }: Parameters<ContactStore['answer']>[0],
    state: 'yes' | 'no',
    nowMs: number,
  ): number[] => {
    const before = byKey.get(userId, botId);
    const known = before === undefined ? 'unknown' : lastWord(before.state);
    answer.run(userId, botId, state === 'yes' ? 1 : 2, nowMs, chatId, nowMs, nowMs);
    marks.note(userId);
    const day = dayOf(nowMs);
    if (known !== state) count.run(botId, day, state === 'yes' ? 1 : 0, state === 'no' ? 1 : 0);
    if (state === 'yes') {
      const counted = waiting.all(userId, botId).map((row) => row.order_id);
      prove.run(userId, botId);
      return counted;
    }
    // Of a user who was in contact, the impressions were counted when they were made.
    if (known !== 'yes') writes.countUnproven(userId, botId, day);
    return [];
  };

  return {
    find: (botId, userId) =>
      executor.ask(() => {
        const row = byKey.get(userId, botId);
        return row === undefined ? null : toContact(row);
      }),
    claim: async (limit, leaseMs, nowMs, slices = ALL_SLICES) => {
      if ((await executor.ask(() => isDue.get(nowMs, slices))) === undefined) return [];
      const bound = boundedLimit(limit, MAX_CLAIM);
      const rows = await executor.run('contacts.claim', () =>
        claim.all(nowMs + leaseMs, nowMs, slices, bound),
      );
      return rows.map(toDueContact);
    },
    answer: async (contact, state, nowMs) => {
      const counted = await executor.run('contacts.answer', () => write(contact, state, nowMs));
      for (const orderId of counted) counts.count(orderId, contact.botId, dayOf(nowMs), nowMs);
    },
    settled: ({ botId, userId }) => executor.run('contacts.settled', () => void settled.run(userId, botId)),
    lapse: ({ botId, userId }, nowMs) =>
      executor.run('contacts.lapse', () => {
        marks.note(userId);
        writes.countUnproven(userId, botId, dayOf(nowMs));
      }),
    retry: ({ botId, userId }, dueAtMs) =>
      executor.run('contacts.retry', () => void retry.run(dueAtMs, userId, botId)),
    unsettled: (userId, sinceMs) =>
      executor.ask(() => unsettled.all(userId, sinceMs).map((row) => row.order_id)),
    record: (botId, sinceDay) =>
      executor.ask(() => {
        const sums = record.get(botId, sinceDay);
        return { yes: sums?.yes ?? 0, no: sums?.no ?? 0 };
      }),
  };
}
