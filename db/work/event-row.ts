/** Events for publishers and their queues, between rows and the domain. */
import type { EventQueue, PublisherEvent } from '../../core/ports/event-store.js';
import { type RowOf, rowsOf } from './rows.js';
import { toState } from './subscription-row.js';

export const EVENT_STATE = { waiting: 0, delivered: 1, dead: 2 } as const;
const eventStates = ['waiting', 'delivered', 'dead'] as const;

/**
 * Of waiting events: those of which nothing older of the same user waits apart, so that each user's keep their order. An
 * event that waits apart itself has its own time.
 */
const IN_TURN = `state = 0 AND NOT EXISTS (SELECT 1 FROM webhook_events AS older WHERE older.bot_id = webhook_events.bot_id
  AND older.user_id = webhook_events.user_id AND older.due_at_ms IS NOT NULL
  AND older.webhook_id < webhook_events.webhook_id)`;
export const IN_QUEUE = `webhook_events.due_at_ms IS NULL AND ${IN_TURN}`;
export const APART = `webhook_events.due_at_ms IS NOT NULL AND ${IN_TURN}`;

/** When a queue that is let go is due again: not before `dueAtMs`, and where only events apart wait, not before theirs. */
export const nextDueSql = (dueAtMs: string) => `CASE
  WHEN EXISTS (SELECT 1 FROM webhook_events WHERE webhook_events.bot_id = webhook_queues.bot_id AND ${IN_QUEUE})
    THEN ${dueAtMs}
  ELSE (SELECT CASE WHEN min(webhook_events.due_at_ms) > ${dueAtMs} THEN min(webhook_events.due_at_ms) WHEN count(*) > 0 THEN ${dueAtMs} END
    FROM webhook_events WHERE webhook_events.bot_id = webhook_queues.bot_id AND ${APART}) END`;

/** A queue whose receiver works is due at once for a new event, also while others wait apart. */
export const wokenSql = `CASE WHEN webhook_queues.due_at_ms IS NULL THEN excluded.due_at_ms
  WHEN webhook_queues.worker IS NULL AND webhook_queues.failures = 0
    AND webhook_queues.due_at_ms > excluded.due_at_ms THEN excluded.due_at_ms
  ELSE webhook_queues.due_at_ms END`;

type KeptEvent = Omit<PublisherEvent, 'adsId' | 'status' | 'state'>;
export type EventRow = RowOf<KeptEvent> & {
  order_id: number;
  status: number;
  state: number;
  refusals: number;
};

export const selectEvents = `SELECT webhook_id, webhook_events.account_id, bot_id, user_id, webhook_events.order_id,
  coalesce(webhook_events.link, orders.link) AS link, network, webhook_events.status, subscribe_day, at_ms, state, ended_at_ms,
  dead_reason, refusals
  FROM webhook_events LEFT JOIN orders ON orders.order_id = webhook_events.order_id`;

const readEvent = rowsOf<KeptEvent>()(
  'webhook_id, account_id, bot_id, user_id, link, network, subscribe_day, at_ms, ended_at_ms, dead_reason',
  {},
);

export function toEvent(row: EventRow): PublisherEvent {
  const [status, state] = [toState(row.status), eventStates[row.state] ?? 'dead'];
  return { ...readEvent(row), adsId: row.order_id, status, state };
}

export type QueueRow = RowOf<EventQueue>;

export const selectQueues = `SELECT bot_id, account_id, failures, failing_since_ms, last_at_ms, last_reason, due_at_ms,
  (SELECT count(*) FROM webhook_events WHERE webhook_events.bot_id = webhook_queues.bot_id AND state = 0) AS waiting,
  (SELECT count(*) FROM webhook_events WHERE webhook_events.account_id = webhook_queues.account_id
    AND webhook_events.bot_id = webhook_queues.bot_id AND state = 2) AS dead
  FROM webhook_queues`;

export const toQueue = rowsOf<EventQueue>()(
  `bot_id, account_id, waiting, dead, failures, failing_since_ms, last_at_ms, last_reason, due_at_ms`,
  {},
);
