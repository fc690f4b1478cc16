import type { EventStore } from '../../core/ports/event-store.js';
import { type EventRow, type QueueRow, selectEvents, selectQueues, toEvent, toQueue } from './event-queue.js';
import { boundedLimit, orNull } from './values.js';
import { durably, type Parts } from './database.js';
import { createEventClaims } from './event-claims.js';
import { mark, OUTBOX, statement } from './statement.js';

const MAX_PAGE = 100;
/** Events made to wait again in one transaction: so long those wait who queue an event of the same bots. */
const MAX_RESEND = 1_000;

const set = statement<[accountId: number, botId: number, urlCipher: string, setAtMs: number]>(
  `INSERT INTO webhooks (account_id, bot_id, url_cipher, set_at_ms) VALUES ($1, $2, $3, $4)
   ON CONFLICT (account_id, bot_id) DO UPDATE SET url_cipher = excluded.url_cipher, set_at_ms = excluded.set_at_ms`,
);
const clear = statement<[accountId: number, botId: number]>(
  'DELETE FROM webhooks WHERE account_id = $1 AND bot_id = $2',
);
const webhook = statement<[accountId: number, botId: number], { url_cipher: string; set_at_ms: number }>(
  'SELECT url_cipher, set_at_ms FROM webhooks WHERE account_id = $1 AND bot_id = $2',
);
const recent = statement<[botId: number, accountId: number, limit: number], EventRow>(
  `${selectEvents} WHERE bot_id = $1 AND webhook_events.account_id = $2 ORDER BY webhook_id DESC LIMIT $3`,
);
const dead = statement<[accountId: number, botId: number, limit: number, offset: number], EventRow>(
  `${selectEvents} WHERE webhook_events.account_id = $1 AND ($2::bigint = 0 OR bot_id = $2) AND state = 2
   ORDER BY bot_id, webhook_id LIMIT $3 OFFSET $4`,
);
const deadTotal = statement<[accountId: number, botId: number], { total: number }>(
  `SELECT count(*) AS total FROM webhook_events
   WHERE account_id = $1 AND ($2::bigint = 0 OR bot_id = $2) AND state = 2`,
);

type Which = [accountId: number, botId: number, webhookId: number, limit: number];
const chosen = (column: string) => `SELECT ${column} FROM webhook_events WHERE account_id = $1
  AND ($2::bigint = 0 OR bot_id = $2) AND ($3::bigint = 0 OR webhook_id = $3) AND state = 2 ORDER BY bot_id, webhook_id LIMIT $4`;
/** Before their events wait again: a worker that has a queue gives it back first, and then knows of no event to come. */
const lockQueues = statement<Which, { bot_id: number }>(
  `SELECT bot_id FROM webhook_queues WHERE bot_id IN (${chosen('bot_id')}) ORDER BY bot_id FOR UPDATE`,
);
const revive = statement<[...Which, nowMs: number, botIds: number[]], { bot_id: number }>(
  `UPDATE webhook_events SET state = 0, since_ms = $5, ended_at_ms = NULL, dead_reason = NULL
   WHERE state = 2 AND bot_id = ANY($6::bigint[]) AND webhook_id IN (${chosen('webhook_id')}) RETURNING bot_id`,
);
const hurry = statement<[dueAtMs: number, botIds: number[], accountId: number]>(
  `UPDATE webhook_queues SET due_at_ms = $1 WHERE bot_id = ANY($2::bigint[]) AND account_id = $3 AND worker IS NULL
     AND EXISTS (SELECT 1 FROM webhook_events WHERE webhook_events.bot_id = webhook_queues.bot_id AND state = 0)`,
);
const hurryApart = statement<[dueAtMs: number, botId: number, accountId: number]>(
  `UPDATE webhook_events SET due_at_ms = $1 WHERE bot_id = $2 AND account_id = $3 AND state = 0
     AND due_at_ms IS NOT NULL`,
);
const nextId = statement<[], { webhook_id: number }>({
  sqlite:
    "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'webhook_events' RETURNING seq AS webhook_id",
  postgres: "SELECT nextval(pg_get_serial_sequence('webhook_events', 'webhook_id')) AS webhook_id",
});
/** SQLite counts the numbers of a table from its first row on. */
const firstId = statement({
  sqlite: "INSERT INTO sqlite_sequence (name, seq) VALUES ('webhook_events', 1)",
  postgres: null,
});
const queue = statement<[botId: number, accountId: number], QueueRow>(
  `${selectQueues} WHERE bot_id = $1 AND account_id = $2`,
);
const failing = statement<[limit: number], QueueRow>(
  `${selectQueues} WHERE failing_since_ms IS NOT NULL ORDER BY failing_since_ms LIMIT $1`,
);
const backlog = statement<[], { waiting: number; oldest_ms: number | null; dead: number }>(
  `SELECT (SELECT count(*) FROM webhook_events WHERE state = 0) AS waiting,
     (SELECT min(since_ms) FROM webhook_events WHERE state = 0) AS oldest_ms,
     (SELECT count(*) FROM webhook_events WHERE state = 2) AS dead`,
);

export function createEventStore(parts: Parts): EventStore {
  const { db } = parts;
  return {
    ...createEventClaims(parts),
    setWebhook: (accountId, botId, urlCipher, nowMs) =>
      durably(db, 'events.setWebhook', set.do(accountId, botId, urlCipher, nowMs)),
    clearWebhook: (accountId, botId) => durably(db, 'events.clearWebhook', clear.do(accountId, botId)),
    webhook: async (accountId, botId) => {
      const row = await db.read(webhook.get(accountId, botId));
      return row === undefined ? null : { urlCipher: row.url_cipher, setAtMs: row.set_at_ms };
    },
    recent: async (accountId, botId, limit) => {
      const most = boundedLimit(limit, MAX_PAGE);
      const rows = await db.read(recent.all(botId, accountId, most));
      return rows.map(toEvent);
    },
    dead: (accountId, botId, { offset, limit }) =>
      db.read(function* () {
        const page = [boundedLimit(limit, MAX_PAGE), Math.max(0, offset)] as const;
        const events = (yield* dead.all(accountId, botId, ...page)).map(toEvent);
        return { events, total: (yield* deadTotal.get(accountId, botId))?.total ?? 0 };
      }),
    resend: (accountId, which, nowMs, limit) =>
      db.run('events.resend', function* () {
        const { botId, webhookId } = { botId: 0, webhookId: 0, ...which };
        const these = [accountId, botId, webhookId, boundedLimit(limit, MAX_RESEND)] as const;
        const botIds = (yield* lockQueues.all(...these)).map((row) => row.bot_id);
        const rows = yield* revive.all(...these, nowMs, botIds);
        if (rows.length === 0) return 0;
        yield* hurry.run(nowMs, [...new Set(rows.map((row) => row.bot_id))], accountId);
        yield* mark(OUTBOX);
        return rows.length;
      }),
    hurry: (accountId, botId, nowMs) =>
      db.run('events.hurry', function* () {
        // The queue first, as everywhere.
        const isHurried = (yield* hurry.run(nowMs, [botId], accountId)) > 0;
        yield* hurryApart.run(nowMs, botId, accountId);
        if (isHurried) yield* mark(OUTBOX);
      }),
    takeId: () =>
      durably(db, 'events.takeId', function* () {
        const taken = yield* nextId.get();
        if (taken === undefined) yield* firstId.run();
        return taken?.webhook_id ?? 1;
      }),
    queue: async (accountId, botId) => orNull(await db.read(queue.get(botId, accountId)), toQueue),
    failing: async (limit) => {
      const most = boundedLimit(limit, MAX_PAGE);
      return (await db.read(failing.all(most))).map(toQueue);
    },
    backlog: async (nowMs) => {
      const row = await db.read(backlog.get());
      const oldestMs = row?.oldest_ms == null ? 0 : Math.max(0, nowMs - row.oldest_ms);
      return { waiting: row?.waiting ?? 0, oldestMs, dead: row?.dead ?? 0 };
    },
  };
}
