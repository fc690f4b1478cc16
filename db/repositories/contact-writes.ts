/** Questions about contacts, put inside whatever deed needs their answer. */
import type { Settlement } from '../../core/ports.js';
import type { Connection } from '../connection.js';
import type { Executor } from '../executor.js';
import { OUTBOX } from '../parts.js';
import { ASK_AGAIN } from './contact-row.js';

type Waiting = Settlement & { kind: 'waits' };

export interface ContactWrites {
  /** Inside a deed: a contact that is unknown, or was denied, is asked about with this chat at that time. */
  ask(
    userId: number,
    botId: number,
    question: { chatId: number; dueAtMs: number; untilMs: number },
    nowMs: number,
  ): void;
  /** Inside a deed: a join waits for these bots' contacts; those that nobody is asking about are asked about now. */
  await(userId: number, waiting: Waiting, nowMs: number): void;
  /** Whether all of them are being asked about already. */
  isAwaited(userId: number, waiting: Waiting): boolean;
}

export function createContactWrites(connection: Connection, executor: Executor): ContactWrites {
  const ask = connection.prepare<number[]>(
    `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms) VALUES (?, ?, 0, ?, ?, ?, ?)
     ON CONFLICT (user_id, bot_id) DO UPDATE SET ${ASK_AGAIN}, chat_id = excluded.chat_id, attempts = 0,
       due_at_ms = min(coalesce(due_at_ms, excluded.due_at_ms), excluded.due_at_ms), until_ms = excluded.until_ms
     WHERE state <> 1`,
  );
  const awaitOne = connection.prepare<number[]>(
    `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms) VALUES (?, ?, 0, ?, ?, ?, ?)
     ON CONFLICT (user_id, bot_id) DO UPDATE SET due_at_ms = coalesce(due_at_ms, excluded.due_at_ms)`,
  );
  const due = connection.prepare<[number, number]>(
    'SELECT 1 FROM contacts WHERE user_id = ? AND bot_id = ? AND due_at_ms IS NOT NULL',
  );
  return {
    ask: (userId, botId, { chatId, dueAtMs, untilMs }, nowMs) => {
      ask.run(userId, botId, nowMs, chatId, dueAtMs, untilMs);
      executor.mark(OUTBOX);
    },
    await: (userId, { botIds, untilMs }, nowMs) => {
      for (const botId of botIds) awaitOne.run(userId, botId, nowMs, userId, nowMs, untilMs);
      executor.mark(OUTBOX);
    },
    isAwaited: (userId, { botIds }) => botIds.every((botId) => due.get(userId, botId) !== undefined),
  };
}
