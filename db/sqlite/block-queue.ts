/** Queues blocks inside the command of the request that they follow from. */
import type { BlockContent } from '../../core/ports/block-store.js';
import type { Connection } from './connection.js';
import type { Executor } from './executor.js';
import { blockContents } from '../work/stored-json.js';
import { OUTBOX } from '../work/statement.js';

export interface BlockQueue {
  /** Inside a command. `content` null stands for an empty screen, and is nothing where the screen is empty. */
  queue(
    botId: number,
    userId: number,
    block: { chatId: number; content: BlockContent | null },
    nowMs: number,
  ): void;
}

interface QueuedState {
  shown_message_id: number | null;
  content: string | null;
  due_at_ms: number | null;
}

export function createBlockQueue(connection: Connection, executor: Executor): BlockQueue {
  const state = connection.prepare<[number, number], QueuedState>(
    'SELECT shown_message_id, content, due_at_ms FROM blocks WHERE bot_id = ? AND user_id = ?',
  );
  // A claimed block stays with its worker: it is due again once the worker reports the older one.
  const save = connection.prepare<[number, number, number, string | null, number, number]>(
    `INSERT INTO blocks (bot_id, user_id, chat_id, content, revision, queued_at_ms, due_at_ms)
     VALUES (?, ?, ?, ?, 1, ?, ?)
     ON CONFLICT (bot_id, user_id) DO UPDATE SET chat_id = excluded.chat_id, content = excluded.content,
       revision = revision + 1, queued_at_ms = excluded.queued_at_ms,
       due_at_ms = CASE WHEN worker IS NULL THEN excluded.due_at_ms ELSE due_at_ms END,
       attempts = CASE WHEN worker IS NULL THEN 0 ELSE attempts END, dead_reason = NULL`,
  );
  return {
    queue: (botId, userId, { chatId, content }, nowMs) => {
      if (content === null) {
        const there = state.get(botId, userId);
        const isWaiting = there !== undefined && there.due_at_ms !== null;
        if (there === undefined || (there.shown_message_id === null && !isWaiting)) return;
      }
      save.run(botId, userId, chatId, content === null ? null : blockContents.write(content), nowMs, nowMs);
      executor.mark(OUTBOX);
    },
  };
}
