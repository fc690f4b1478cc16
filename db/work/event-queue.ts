/** Events for publishers: between rows and the domain, and queued inside the work that changes a subscriber's status. */
import { insertInto } from './inserts.js';
import { webhookEvents } from '../schema/events.js';
import type { KeptOffer } from '../../core/ports/network-store.js';
import type { SubscriptionStatus } from '../../core/ports/sponsor-store.js';
import { type SubscriptionStatusColumns, toState, toStateNumber } from './subscription-row.js';
import { mark, ofSqlite, OUTBOX, statement, type Work } from './statement.js';
import type { EventQueue, PublisherEvent } from '../../core/ports/event-store.js';
import { type RowOf, rowsOf } from './rows.js';

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

/** A change of an offer of another network. */
export interface OfferEvent {
  offer: Pick<KeptOffer, 'adsId' | 'link' | 'network'>;
  status: SubscriptionStatus['state'];
  /** On which the network reported it done. */
  doneDay: number;
}

/** Found where the bot's account has no address for events: SQLite takes four times as long to find that out in `wake`. */
const hasNone = ofSqlite<[botId: number]>(
  `SELECT 1 FROM bots WHERE bot_id = $1 AND NOT EXISTS (SELECT 1 FROM webhooks
     WHERE webhooks.account_id = bots.account_id)`,
);
/** A queue that is being worked on, or waits after a failure, finds the new event when its time comes. */
const wake = statement<[dueAtMs: number, botId: number], { account_id: number }>(
  `INSERT INTO webhook_queues (bot_id, account_id, due_at_ms)
   SELECT bot_id, account_id, $1::bigint FROM bots WHERE bot_id = $2 AND EXISTS (SELECT 1 FROM webhooks
     WHERE webhooks.account_id = bots.account_id AND webhooks.bot_id IN (0, bots.bot_id))
   ON CONFLICT (bot_id) DO UPDATE SET account_id = excluded.account_id, due_at_ms = ${wokenSql}
   RETURNING account_id`,
);
const insert = insertInto(
  webhookEvents,
  'accountId, botId, userId, orderId, status, subscribeDay, atMs, sinceMs, link, network',
);

/**
 * Inside the work that makes it, after the change. Queues nothing for a status without a bot, nor for a bot without an address
 * for events.
 */
export function* queueEvent(
  userId: number,
  after: SubscriptionStatusColumns | undefined,
  subscribeDay: number,
  nowMs: number,
): Work<void> {
  if (after === undefined || after.standing_bot_id === 0) return;
  const { standing_bot_id: botId, order_id: orderId, state } = after;
  if ((yield* hasNone.get(botId)) !== undefined) return;
  // The bot's queue comes first and is locked by it: of one bot's events, one that is numbered later is there later,
  // and a worker that has the queue sees all that were queued before.
  const queue = yield* wake.get(nowMs, botId);
  if (queue === undefined) return;
  const event = { accountId: queue.account_id, botId, userId, orderId, status: state, subscribeDay };
  yield* insert.run({ ...event, atMs: nowMs, sinceMs: nowMs, link: null, network: null });
  yield* mark(OUTBOX);
}

/** The same for offers that changed for a user of this bot. */
export function* queueOffers(
  botId: number,
  userId: number,
  events: readonly OfferEvent[],
  nowMs: number,
): Work<void> {
  if (events.length === 0) return;
  const queue = yield* wake.get(nowMs, botId);
  if (queue === undefined) return;
  for (const { offer, status, doneDay } of events) {
    const event = { accountId: queue.account_id, botId, userId, orderId: offer.adsId, subscribeDay: doneDay };
    const { link, network } = offer;
    yield* insert.run({
      ...event,
      status: toStateNumber(status),
      atMs: nowMs,
      sinceMs: nowMs,
      link,
      network,
    });
  }
  yield* mark(OUTBOX);
}
