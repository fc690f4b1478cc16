import type { StoredUpdate, UpdateStore } from '../../core/ports.js';
import { OUTBOX, type Parts } from '../parts.js';
import { boundedLimit } from './values.js';

const MAX_WAITING = 500;

export function createUpdateStore({ connection, executor }: Parts): UpdateStore {
  const insert = connection.prepare<[number, number, string, number]>(
    `INSERT INTO platform_updates (bot_id, update_id, body, at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (bot_id, update_id) DO NOTHING`,
  );
  const waiting = connection.prepare<[number, number], StoredUpdate>(
    `SELECT update_id AS updateId, body FROM platform_updates WHERE bot_id = ? AND done_at_ms IS NULL
     ORDER BY update_id LIMIT ?`,
  );
  const end = connection.prepare<[number, number, number]>(
    `UPDATE platform_updates SET done_at_ms = ?, body = '' WHERE bot_id = ? AND update_id = ?`,
  );
  return {
    keep: (botId, { updateId, body }, nowMs) =>
      executor.run(
        'updates.keep',
        () => {
          const isNew = insert.run(botId, updateId, body, nowMs).changes > 0;
          if (isNew) executor.mark(OUTBOX);
          return isNew;
        },
        { durable: true },
      ),
    waiting: (botId, limit) => executor.ask(() => waiting.all(botId, boundedLimit(limit, MAX_WAITING))),
    done: (botId, updateIds, nowMs) =>
      executor.run('updates.done', () => {
        for (const updateId of updateIds) end.run(nowMs, botId, updateId);
      }),
  };
}
