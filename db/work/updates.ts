import { insertInto } from './inserts.js';
import { platformUpdates } from '../schema/maintenance.js';
import type { StoredUpdate, UpdateStore } from '../../core/ports/update-store.js';
import { boundedLimit } from './values.js';
import { durably, type Parts } from './database.js';
import { mark, OUTBOX, statement } from './statement.js';

const READ_MAX = 500;

const insert = insertInto(platformUpdates, 'botId, updateId, body, atMs', { there: 'stays' });
const waiting = statement<[botId: number, limit: number], StoredUpdate>(
  `SELECT update_id AS "updateId", body FROM platform_updates
   WHERE bot_id = $1 AND done_at_ms IS NULL AND due_at_ms IS NULL ORDER BY update_id LIMIT $2`,
);
/** What was deferred names its user and chat: that goes with the text. */
const END = `UPDATE platform_updates SET done_at_ms = $1, body = '', queue = NULL, happened_at_ms = NULL, due_at_ms = NULL`;
const end = statement<[nowMs: number, botId: number, updateIds: readonly number[]]>(
  `${END} WHERE bot_id = $2 AND update_id = ANY($3::bigint[]) AND due_at_ms IS NULL`,
);
const endDeferred = statement<[nowMs: number, botId: number, updateId: number]>(
  `${END} WHERE bot_id = $2 AND update_id = $3 AND due_at_ms IS NOT NULL`,
);

/** One that the webhook brought has its row already; how long it is put off counts from now. */
const defer = insertInto(platformUpdates, 'botId, updateId, body, atMs, dueAtMs, queue, happenedAtMs', {
  there: {
    sets: `at_ms = excluded.at_ms, due_at_ms = excluded.due_at_ms, queue = excluded.queue,
        happened_at_ms = excluded.happened_at_ms
        WHERE platform_updates.done_at_ms IS NULL
          AND (platform_updates.due_at_ms IS NULL OR platform_updates.queue <> excluded.queue)`,
  },
});
const among = statement<[botId: number, queues: readonly string[]], { queue: string }>(
  `SELECT DISTINCT queue FROM platform_updates
   WHERE bot_id = $1 AND queue = ANY($2::text[]) AND due_at_ms IS NOT NULL`,
);
const due = statement<[botId: number, untilMs: number, limit: number], { queue: string }>(
  `SELECT queue FROM platform_updates WHERE bot_id = $1 AND due_at_ms <= $2 ORDER BY due_at_ms LIMIT $3`,
);
const ofQueue = statement<[botId: number, queue: string, limit: number], StoredUpdate & { atMs: number }>(
  `SELECT update_id AS "updateId", body, at_ms AS "atMs" FROM platform_updates
   WHERE bot_id = $1 AND queue = $2 AND due_at_ms IS NOT NULL ORDER BY happened_at_ms, update_id LIMIT $3`,
);
const putOff = statement<[dueAtMs: number, botId: number, queue: string]>(
  `UPDATE platform_updates SET due_at_ms = $1 WHERE bot_id = $2 AND queue = $3 AND due_at_ms IS NOT NULL`,
);
const oldest = statement<[botId: number, butQueues: string], { happened_at_ms: number }>(
  `SELECT happened_at_ms FROM platform_updates
   WHERE bot_id = $1 AND due_at_ms IS NOT NULL AND queue NOT LIKE 'unread:%' AND queue NOT LIKE $2
   ORDER BY happened_at_ms LIMIT 1`,
);

export function createUpdateStore({ db }: Parts): UpdateStore {
  return {
    keep: (botId, { updateId, body }, nowMs) =>
      durably(db, 'updates.keep', function* () {
        const isNew = (yield* insert.run({ botId, updateId, body, atMs: nowMs })) > 0;
        if (isNew) yield* mark(OUTBOX);
        return isNew;
      }),
    waiting: (botId, limit) => db.read(waiting.all(botId, boundedLimit(limit, READ_MAX))),
    done: (botId, updateIds, nowMs) => db.run('updates.done', end.do(nowMs, botId, updateIds)),
    defer: (botId, update, nowMs) =>
      durably(db, 'updates.defer', defer.do({ ...update, botId, atMs: nowMs, dueAtMs: nowMs })),
    deferredAmong: async (botId, queues) =>
      (await db.read(among.all(botId, queues))).map(({ queue }) => queue),
    dueQueues: async (botId, untilMs, limit) => {
      const rows = await db.read(due.all(botId, untilMs, boundedLimit(limit, READ_MAX)));
      return [...new Set(rows.map(({ queue }) => queue))];
    },
    ofQueue: (botId, queue, limit) => db.read(ofQueue.all(botId, queue, boundedLimit(limit, READ_MAX))),
    putOff: (botId, queue, dueAtMs) => db.run('updates.putOff', putOff.do(dueAtMs, botId, queue)),
    doneDeferred: (botId, updateId, nowMs) =>
      db.run('updates.doneDeferred', endDeferred.do(nowMs, botId, updateId)),
    oldestDeferredMs: async (botId, about) => {
      const row = await db.read(oldest.get(botId, about === 'all' ? '' : 'payments:%'));
      return row?.happened_at_ms ?? null;
    },
  };
}
