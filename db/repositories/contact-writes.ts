/** Questions about contacts, put inside whatever deed needs their answer. */
import type { ContactQuestion, Settlement } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Executor } from '../executor.js';
import { OUTBOX } from '../parts.js';
import { ASK_AGAIN } from './contact-row.js';

type Waiting = Settlement & { kind: 'waits' };

export interface ContactWrites {
  /** Inside a deed: a contact that is not confirmed, or was too long ago, is asked about with this chat at that time. */
  ask(userId: number, botId: number, question: ContactQuestion, nowMs: number): void;
  /** Inside a deed: a join waits for these bots' contacts; those that nobody is asking about are asked about now. */
  await(userId: number, waiting: Waiting, nowMs: number): void;
  /** Whether all of them are being asked about already. */
  isAwaited(userId: number, waiting: Waiting): boolean;
  /** Inside a deed: what waits for this contact is counted as unproven, once. Returns the number of impressions. */
  countUnproven(userId: number, botId: number, day: number): number;
}

export function createContactWrites(connection: Connection, executor: Executor): ContactWrites {
  const ask = connection.prepare<number[]>(
    `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms) VALUES (?, ?, 0, ?, ?, ?, ?)
     ON CONFLICT (user_id, bot_id) DO UPDATE SET ${ASK_AGAIN}, chat_id = excluded.chat_id, attempts = 0,
       due_at_ms = min(coalesce(due_at_ms, excluded.due_at_ms), excluded.due_at_ms), until_ms = excluded.until_ms
     WHERE state <> 1 OR at_ms <= ?`,
  );
  const awaitOne = connection.prepare<number[]>(
    `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms) VALUES (?, ?, 0, ?, ?, ?, ?)
     ON CONFLICT (user_id, bot_id) DO UPDATE SET due_at_ms = coalesce(due_at_ms, excluded.due_at_ms)`,
  );
  const due = connection.prepare<[number, number]>(
    'SELECT 1 FROM contacts WHERE user_id = ? AND bot_id = ? AND due_at_ms IS NOT NULL',
  );
  const unprove = connection.prepare<[number, number]>(
    'UPDATE shows SET proof = proof + 4 WHERE user_id = ? AND bot_id = ? AND proof < 2',
  );
  const count = connection.prepare<[number, number, number]>(
    `INSERT INTO bot_days (bot_id, day, unproven_shows) VALUES (?, ?, ?)
     ON CONFLICT (bot_id, day) DO UPDATE SET unproven_shows = unproven_shows + excluded.unproven_shows`,
  );
  return {
    ask: (userId, botId, { chatId, dueAtMs, untilMs, staleAtMs }, nowMs) => {
      ask.run(userId, botId, nowMs, chatId, dueAtMs, untilMs, staleAtMs);
      executor.mark(OUTBOX);
    },
    await: (userId, { botIds, untilMs }, nowMs) => {
      for (const botId of botIds) awaitOne.run(userId, botId, nowMs, userId, nowMs, untilMs);
      executor.mark(OUTBOX);
    },
    isAwaited: (userId, { botIds }) => botIds.every((botId) => due.get(userId, botId) !== undefined),
    countUnproven: (userId, botId, day) => {
      const unproven = unprove.run(userId, botId).changes;
      if (unproven > 0) count.run(botId, day, unproven);
      return unproven;
    },
  };
}
