import type { EventStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { OUTBOX } from '../parts.js';
import { createEventClaims } from './event-claims.js';
import { type EventRow, type QueueRow, selectEvents, selectQueues, toEvent, toQueue } from './event-row.js';
import type { NoticeQueue } from './notice-queue.js';
import { boundedLimit } from './values.js';

const MAX_PAGE = 100;
/** Events made to wait again in one deed: a few milliseconds of the write lock. */
const MAX_RESEND = 1_000;

export function createEventStore(parts: Parts, notices: NoticeQueue): EventStore {
  const { connection, executor } = parts;
  const set = connection.prepare<[number, number, string, number]>(
    `INSERT INTO webhooks (account_id, bot_id, url_cipher, set_at_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, bot_id) DO UPDATE SET url_cipher = excluded.url_cipher, set_at_ms = excluded.set_at_ms`,
  );
  const clear = connection.prepare<[number, number]>(
    'DELETE FROM webhooks WHERE account_id = ? AND bot_id = ?',
  );
  const webhook = connection.prepare<[number, number], { url_cipher: string; set_at_ms: number }>(
    'SELECT url_cipher, set_at_ms FROM webhooks WHERE account_id = ? AND bot_id = ?',
  );
  const recent = connection.prepare<[number, number, number], EventRow>(
    `${selectEvents} WHERE bot_id = ? AND webhook_events.account_id = ? ORDER BY webhook_id DESC LIMIT ?`,
  );
  const dead = connection.prepare<
    { accountId: number; botId: number; limit: number; offset: number }[],
    EventRow
  >(
    `${selectEvents} WHERE webhook_events.account_id = @accountId AND (@botId = 0 OR bot_id = @botId) AND state = 2
     ORDER BY bot_id, webhook_id LIMIT @limit OFFSET @offset`,
  );
  const deadTotal = connection.prepare<{ accountId: number; botId: number }[], { total: number }>(
    `SELECT count(*) AS total FROM webhook_events
     WHERE account_id = @accountId AND (@botId = 0 OR bot_id = @botId) AND state = 2`,
  );
  const revive = connection.prepare<
    { accountId: number; botId: number; webhookId: number; nowMs: number; limit: number }[],
    { bot_id: number }
  >(
    `UPDATE webhook_events SET state = 0, since_ms = @nowMs, ended_at_ms = NULL, dead_reason = NULL
     WHERE webhook_id IN (SELECT webhook_id FROM webhook_events WHERE account_id = @accountId
       AND (@botId = 0 OR bot_id = @botId) AND (@webhookId = 0 OR webhook_id = @webhookId) AND state = 2
       ORDER BY bot_id, webhook_id LIMIT @limit)
     RETURNING bot_id`,
  );
  const hurry = connection.prepare<[number, number, number]>(
    `UPDATE webhook_queues SET due_at_ms = ? WHERE bot_id = ? AND account_id = ? AND worker IS NULL
       AND EXISTS (SELECT 1 FROM webhook_events WHERE webhook_events.bot_id = webhook_queues.bot_id AND state = 0)`,
  );
  const hurryApart = connection.prepare<[number, number, number]>(
    `UPDATE webhook_events SET due_at_ms = ? WHERE bot_id = ? AND account_id = ? AND state = 0
       AND due_at_ms IS NOT NULL`,
  );
  const nextId = connection.prepare<[], { seq: number }>(
    "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'webhook_events' RETURNING seq",
  );
  const firstId = connection.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('webhook_events', 1)");
  const queue = connection.prepare<[number, number], QueueRow>(
    `${selectQueues} WHERE bot_id = ? AND account_id = ?`,
  );
  const failing = connection.prepare<[number], QueueRow>(
    `${selectQueues} WHERE failing_since_ms IS NOT NULL ORDER BY failing_since_ms LIMIT ?`,
  );
  const backlog = connection.prepare<[], { waiting: number; oldest_ms: number | null }>(
    'SELECT count(*) AS waiting, min(since_ms) AS oldest_ms FROM webhook_events WHERE state = 0',
  );
  const allDead = connection.prepare<[], { dead: number }>(
    'SELECT count(*) AS dead FROM webhook_events WHERE state = 2',
  );

  return {
    ...createEventClaims(parts, notices),
    setWebhook: (accountId, botId, urlCipher, nowMs) =>
      executor.run('events.setWebhook', () => void set.run(accountId, botId, urlCipher, nowMs), {
        durable: true,
      }),
    clearWebhook: (accountId, botId) =>
      executor.run('events.clearWebhook', () => void clear.run(accountId, botId), { durable: true }),
    webhook: (accountId, botId) =>
      executor.ask(() => {
        const row = webhook.get(accountId, botId);
        return row === undefined ? null : { urlCipher: row.url_cipher, setAtMs: row.set_at_ms };
      }),
    recent: (accountId, botId, limit) =>
      executor.ask(() => recent.all(botId, accountId, boundedLimit(limit, MAX_PAGE)).map(toEvent)),
    dead: (accountId, botId, { offset, limit }) =>
      executor.ask(() => {
        const page = { accountId, botId, limit: boundedLimit(limit, MAX_PAGE), offset: Math.max(0, offset) };
        return {
          events: dead.all(page).map(toEvent),
          total: deadTotal.get({ accountId, botId })?.total ?? 0,
        };
      }),
    resend: (accountId, which, nowMs, limit) =>
      executor.run('events.resend', () => {
        const { botId, webhookId } = { botId: 0, webhookId: 0, ...which };
        const bound = boundedLimit(limit, MAX_RESEND);
        const rows = revive.all({ accountId, botId, webhookId, nowMs, limit: bound });
        for (const id of new Set(rows.map((row) => row.bot_id))) hurry.run(nowMs, id, accountId);
        if (rows.length > 0) executor.mark(OUTBOX);
        return rows.length;
      }),
    hurry: (accountId, botId, nowMs) =>
      executor.run('events.hurry', () => {
        hurryApart.run(nowMs, botId, accountId);
        if (hurry.run(nowMs, botId, accountId).changes > 0) executor.mark(OUTBOX);
      }),
    takeId: () =>
      executor.run(
        'events.takeId',
        () => {
          const taken = nextId.get()?.seq;
          if (taken === undefined) firstId.run();
          return taken ?? 1;
        },
        { durable: true },
      ),
    queue: (accountId, botId) =>
      executor.ask(() => {
        const row = queue.get(botId, accountId);
        return row === undefined ? null : toQueue(row);
      }),
    failing: (limit) => executor.ask(() => failing.all(boundedLimit(limit, MAX_PAGE)).map(toQueue)),
    backlog: (nowMs) =>
      executor.ask(() => {
        const row = backlog.get();
        const oldestMs = row?.oldest_ms == null ? 0 : Math.max(0, nowMs - row.oldest_ms);
        return { waiting: row?.waiting ?? 0, oldestMs, dead: allDead.get()?.dead ?? 0 };
      }),
  };
}
