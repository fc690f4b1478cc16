import type { StoredUpdate, UpdateStore } from '../../core/ports.js';
import { boundedLimit } from './values.js';
import type { Parts } from './database.js';
import { mark, OUTBOX, statement } from './statement.js';

const MAX_WAITING = 500;

const insert = statement<[botId: number, updateId: number, body: string, nowMs: number]>(
  `INSERT INTO platform_updates (bot_id, update_id, body, at_ms) VALUES ($1, $2, $3, $4)
   ON CONFLICT (bot_id, update_id) DO NOTHING`,
);
const waiting = statement<[botId: number, limit: number], StoredUpdate>(
  `SELECT update_id AS "updateId", body FROM platform_updates WHERE bot_id = $1 AND done_at_ms IS NULL
   ORDER BY update_id LIMIT $2`,
);
const end = statement<[nowMs: number, botId: number, updateIds: readonly number[]]>(
  `UPDATE platform_updates SET done_at_ms = $1, body = '' WHERE bot_id = $2 AND update_id = ANY($3::bigint[])`,
);

export function createUpdateStore({ db }: Parts): UpdateStore {
  return {
    keep: (botId, { updateId, body }, nowMs) =>
      db.run(
        'updates.keep',
        function* () {
          const isNew = (yield* insert.run(botId, updateId, body, nowMs)) > 0;
          if (isNew) yield* mark(OUTBOX);
          return isNew;
        },
        { durable: true },
      ),
    waiting: (botId, limit) => db.read(waiting.all(botId, boundedLimit(limit, MAX_WAITING))),
    done: async (botId, updateIds, nowMs) => {
      await db.run('updates.done', end.run(nowMs, botId, updateIds));
    },
  };
}
