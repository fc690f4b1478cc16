/** Questions about contacts, put inside whatever command needs their answer. */
import type { ContactQuestion } from '../../core/ports/sponsor-store.js';
import type { Parts } from './parts.js';
import { OUTBOX } from '../work/statement.js';
import { ASK_AGAIN, countUnproven, proveLists } from '../work/contact-writes.js';

export interface ContactWrites {
  /**
   * Inside a command: a contact that is not confirmed, or was too long ago, is asked about with this chat at that time.
   * @returns whether it is asked about; else it was confirmed meanwhile
   */
  ask(userId: number, botId: number, question: ContactQuestion, nowMs: number): boolean;
  /** Inside a command: proves the impressions of these orders that wait for this contact. */
  proveLists(userId: number, botId: number, orderIds: readonly number[]): void;
  /** Inside a command: what waits for this contact is counted as unproven, once. */
  countUnproven(userId: number, botId: number, day: number): void;
}

export function createContactWrites({ connection, executor, perform }: Parts): ContactWrites {
  const ask = connection.prepare<number[]>(
    `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms) VALUES (?, ?, 0, ?, ?, ?, ?)
     ON CONFLICT (user_id, bot_id) DO UPDATE SET ${ASK_AGAIN}, chat_id = excluded.chat_id, attempts = 0,
       due_at_ms = min(coalesce(due_at_ms, excluded.due_at_ms), excluded.due_at_ms), until_ms = excluded.until_ms
     WHERE state <> 1 OR at_ms <= ?`,
  );
  return {
    ask: (userId, botId, { chatId, dueAtMs, untilMs, staleAtMs }, nowMs) => {
      executor.mark(OUTBOX);
      return ask.run(userId, botId, nowMs, chatId, dueAtMs, untilMs, staleAtMs).changes > 0;
    },
    proveLists: (userId, botId, orderIds) => {
      perform(proveLists({ userId, botId }, orderIds));
    },
    countUnproven: (userId, botId, day) => perform(countUnproven({ userId, botId }, day)),
  };
}
