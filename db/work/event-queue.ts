/** Queues events for publishers inside the work that changes a subscriber's subscription status. */
import type { KeptOffer } from '../../core/ports/network-store.js';
import type { SubscriptionStatus } from '../../core/ports/sponsor-store.js';
import { type SubscriptionStatusColumns, toStateNumber } from './subscription-row.js';
import type { Parts } from './database.js';
import { wokenSql } from './event-row.js';
import { mark, ofSqlite, OUTBOX, statement, type Work } from './statement.js';

/** A change of an offer of another network. */
export interface OfferEvent {
  offer: Pick<KeptOffer, 'adsId' | 'link' | 'network'>;
  status: SubscriptionStatus['state'];
  /** When the network reported it done. */
  doneAtMs: number;
}

export interface EventQueueWrites {
  /**
   * Inside the work that makes it, after the change. Queues nothing for a status without a bot, nor for
   * a bot without an address for events.
   */
  queue(
    userId: number,
    after: SubscriptionStatusColumns | undefined,
    settledAtMs: number,
    nowMs: number,
  ): Work<void>;
  /** The same for offers that changed for a user of this bot. */
  queueOffers(botId: number, userId: number, events: readonly OfferEvent[], nowMs: number): Work<void>;
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
const insert = statement<
  [
    accountId: number,
    botId: number,
    userId: number,
    adsId: number,
    state: number,
    subscribeDay: number,
    atMs: number,
    link: string | null,
    network: string | null,
  ]
>(
  `INSERT INTO webhook_events (account_id, bot_id, user_id, order_id, status, subscribe_day, at_ms, since_ms, link, network)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)`,
);

export function createEventQueue({ dayOf }: Pick<Parts, 'dayOf'>): EventQueueWrites {
  return {
    *queue(userId, after, settledAtMs, nowMs) {
      if (after === undefined || after.standing_bot_id === 0) return;
      const { standing_bot_id: botId, order_id: orderId, state } = after;
      if ((yield* hasNone.get(botId)) !== undefined) return;
      const subscribeDay = dayOf(settledAtMs);
      // The bot's queue comes first and is locked by it: of one bot's events, one that is numbered later is there later,
      // and a worker that has the queue sees all that were queued before.
      const queue = yield* wake.get(nowMs, botId);
      if (queue === undefined) return;
      yield* insert.run(queue.account_id, botId, userId, orderId, state, subscribeDay, nowMs, null, null);
      yield* mark(OUTBOX);
    },
    *queueOffers(botId, userId, events, nowMs) {
      if (events.length === 0) return;
      const queue = yield* wake.get(nowMs, botId);
      if (queue === undefined) return;
      for (const { offer, status, doneAtMs } of events) {
        const { adsId, link, network } = offer;
        const about = [adsId, toStateNumber(status), dayOf(doneAtMs), nowMs, link, network] as const;
        yield* insert.run(queue.account_id, botId, userId, ...about);
      }
      yield* mark(OUTBOX);
    },
  };
}
