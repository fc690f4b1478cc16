/** Events for publishers: where they go, what waits, and how each bot's queue stands. */
import { defineTable, index, integer, primaryKey, text } from './kit.js';

/** Where the events of a bot (0: of all bots of the account that have no address of their own) are posted. */
export const webhooks = defineTable('webhooks', {
  accountId: integer('account_id').notNull(),
  botId: integer('bot_id').notNull(),
  /** Sealed: addresses often carry a secret of the receiver's. */
  urlCipher: text('url_cipher').notNull(),
  setAtMs: integer('set_at_ms').notNull(),
}).with((table) => [primaryKey(table.accountId, table.botId)]);

export const webhookEvents = defineTable('webhook_events', {
  /** Never given twice, also after rows were purged: receivers recognise repeats by it. */
  webhookId: integer('webhook_id').numbered({ neverTwice: true }),
  /** Whose the bot was when it happened. */
  accountId: integer('account_id').notNull(),
  botId: integer('bot_id').notNull(),
  userId: integer('user_id').notNull(),
  orderId: integer('order_id').notNull(),
  /** As in subscriptions: 0 subscribed, 1 unsubscribed, 2 notgetted. */
  status: integer('status').notNull(),
  subscribeDay: integer('subscribe_day').notNull(),
  atMs: integer('at_ms').notNull(),
  /** Since when it is being delivered: when it happened, or was sent again by hand. */
  sinceMs: integer('since_ms').notNull(),
  /** 0 waiting, 1 delivered, 2 dead. */
  state: integer('state').notNull().default(0),
  endedAtMs: integer('ended_at_ms'),
  deadReason: text('dead_reason'),
  /** It waits apart until then, since the receiver refused it alone; null: it waits in its queue. */
  dueAtMs: integer('due_at_ms'),
  /** How often it was refused alone. */
  refusals: integer('refusals').notNull().default(0),
  /** Of an offer of another network (`order_id` below 0): its link, and the name of the network. Null of an order. */
  link: text('link'),
  network: text('network'),
}).with((table) => [
  index('webhook_events_of_bot').on(table.botId, table.webhookId),
  index('webhook_events_waiting').on(table.botId, table.webhookId).where('state = 0'),
  index('webhook_events_dead').on(table.accountId, table.botId, table.webhookId).where('state = 2'),
  index('webhook_events_apart').on(table.botId, table.userId, table.webhookId).where('due_at_ms IS NOT NULL'),
  index('webhook_events_ended').on(table.state, table.endedAtMs).where('ended_at_ms IS NOT NULL'),
]);

/** One row a bot that ever had an event: claimed whole, so that its events keep their order. */
export const webhookQueues = defineTable('webhook_queues', {
  botId: integer('bot_id').primaryKey(),
  accountId: integer('account_id').notNull(),
  /** Null when nothing waits. */
  dueAtMs: integer('due_at_ms'),
  worker: text('worker'),
  /** Identifies a claim. */
  claim: integer('claim').notNull().default(0),
  /** Failures in a row. */
  failures: integer('failures').notNull().default(0),
  failingSinceMs: integer('failing_since_ms'),
  lastAtMs: integer('last_at_ms'),
  /** Why the last attempt failed; null when it did not. */
  lastReason: text('last_reason'),
  /** The most events of a batch while refused ones are looked for; null: as many as there may be. */
  batchMax: integer('batch_max'),
  /** Events refused alone since anything was taken. */
  refusedInRow: integer('refused_in_row').notNull().default(0),
}).with((table) => [
  index('webhook_queues_due').on(table.dueAtMs).where('due_at_ms IS NOT NULL'),
  index('webhook_queues_leased').on(table.accountId).where('worker IS NOT NULL'),
  index('webhook_queues_failing').on(table.failingSinceMs).where('failing_since_ms IS NOT NULL'),
]);
