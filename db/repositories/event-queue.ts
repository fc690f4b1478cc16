/** Queues events for publishers inside whatever deed changes a subscriber's standing. */
import type { Parts } from '../parts.js';
import { OUTBOX } from '../parts.js';
import { wokenSql } from './event-row.js';
import type { StandingRow } from './standing-row.js';

export interface EventQueueWrites {
  /**
   * Inside a deed, after the change. Nothing is queued for a standing that no bot brought, nor where nobody set an
   * address for the bot's events.
   */
  queue(userId: number, after: StandingRow | undefined, settledAtMs: number, nowMs: number): void;
}

export function createEventQueue({ connection, executor, dayOf }: Parts): EventQueueWrites {
  const insert = connection.prepare<number[], { account_id: number }>(
    `INSERT INTO webhook_events (account_id, bot_id, user_id, order_id, status, subscribe_day, at_ms, since_ms)
     SELECT account_id, bot_id, ?, ?, ?, ?, ?, ? FROM bots WHERE bot_id = ? AND EXISTS (SELECT 1 FROM webhooks
       WHERE webhooks.account_id = bots.account_id AND webhooks.bot_id IN (0, bots.bot_id))
     RETURNING account_id`,
  );
  // A queue that is being worked on, or waits after a failure, finds the new event when its time comes.
  const wake = connection.prepare<[number, number, number]>(
    `INSERT INTO webhook_queues (bot_id, account_id, due_at_ms) VALUES (?, ?, ?)
     ON CONFLICT (bot_id) DO UPDATE SET account_id = excluded.account_id,
       due_at_ms = ${wokenSql}`,
  );

  return {
    queue: (userId, after, settledAtMs, nowMs) => {
      if (after === undefined || after.standing_bot_id === 0) return;
      const { standing_bot_id: botId, order_id: orderId, state } = after;
      const row = insert.get(userId, orderId, state, dayOf(settledAtMs), nowMs, nowMs, botId);
      if (row === undefined) return;
      wake.run(botId, row.account_id, nowMs);
      executor.mark(OUTBOX);
    },
  };
}
