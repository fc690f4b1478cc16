/** Queues events for publishers inside whatever deed changes a subscriber's standing. */
import { wokenSql } from '../../repositories/event-row.js';
import type { StandingRow } from '../../repositories/standing-row.js';
import type { Parts } from '../parts.js';
import { OUTBOX } from '../parts.js';
import { statement, type Transaction } from '../statement.js';

export interface EventQueueWrites {
  /**
   * Inside a deed, after the change. Nothing is queued for a standing that no bot brought, nor where nobody set an
   * address for the bot's events.
   */
  queue(
    transaction: Transaction,
    userId: number,
    after: StandingRow | undefined,
    settledAtMs: number,
    nowMs: number,
  ): Promise<void>;
}

/**
 * The bot's queue comes first and is locked by it: of one bot's events, one that is numbered later is there later, and a
 * worker that has the queue sees all that were queued before. A queue that is being worked on, or waits after a failure,
 * finds the new event when its time comes.
 */
const insert = statement<
  [
    userId: number,
    orderId: number,
    state: number,
    subscribeDay: number,
    atMs: number,
    sinceMs: number,
    botId: number,
  ]
>(
  `WITH woken AS (
     INSERT INTO webhook_queues (bot_id, account_id, due_at_ms)
     SELECT bot_id, account_id, $6::bigint FROM bots WHERE bot_id = $7 AND EXISTS (SELECT 1 FROM webhooks
       WHERE webhooks.account_id = bots.account_id AND webhooks.bot_id IN (0, bots.bot_id))
     ON CONFLICT (bot_id) DO UPDATE SET account_id = excluded.account_id,
       due_at_ms = ${wokenSql}
     RETURNING account_id, bot_id)
   INSERT INTO webhook_events (account_id, bot_id, user_id, order_id, status, subscribe_day, at_ms, since_ms)
   SELECT account_id, bot_id, $1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::bigint FROM woken`,
);

export function createEventQueue({ dayOf }: Pick<Parts, 'dayOf'>): EventQueueWrites {
  return {
    queue: async (transaction, userId, after, settledAtMs, nowMs) => {
      if (after === undefined || after.standing_bot_id === 0) return;
      const { standing_bot_id: botId, order_id: orderId, state } = after;
      const subscribeDay = dayOf(settledAtMs);
      const queued = await insert.run(transaction, userId, orderId, state, subscribeDay, nowMs, nowMs, botId);
      if (queued > 0) transaction.mark(OUTBOX);
    },
  };
}
