/** Deposits and payouts by payment rails (`core/payments`), and what an administrator switched off. */
import { defineTable, index, integer, primaryKey, text, uniqueIndex } from './kit.js';

export const railDeposits = defineTable('rail_deposits', {
  depositId: integer('deposit_id').numbered({ neverTwice: true }),
  /** Names the deposit at the rail: unguessable, and known before the rail is asked. */
  requestKey: text('request_key').notNull(),
  accountId: integer('account_id').notNull(),
  rail: text('rail').notNull(),
  amountMicros: integer('amount_micros').notNull(),
  /** `asked`, `open`, `paid`, `expired` or `refused`. */
  state: text('state').notNull(),
  askedAtMs: integer('asked_at_ms').notNull(),
  expiresAtMs: integer('expires_at_ms').notNull(),
  /** The rail's number of its invoice. */
  invoiceId: text('invoice_id'),
  /** Where it is paid. */
  url: text('url').notNull().default(''),
  /** When it came into a state that ends it; of what was paid, by the rail's clock. */
  endedAtMs: integer('ended_at_ms'),
  /** What was paid, in the payer's asset; or why the rail refused. */
  note: text('note').notNull().default(''),
}).with((table) => [
  uniqueIndex('rail_deposits_once').on(table.requestKey),
  index('rail_deposits_of_account').on(table.accountId, table.depositId),
  index('rail_deposits_open').on(table.rail, table.depositId).where('ended_at_ms IS NULL'),
  index('rail_deposits_ended').on(table.rail, table.endedAtMs).where('ended_at_ms IS NOT NULL'),
]);

/** Withdrawals that a rail pays out. */
export const railPayouts = defineTable('rail_payouts', {
  withdrawalId: integer('withdrawal_id').primaryKey(),
  rail: text('rail').notNull(),
  accountId: integer('account_id').notNull(),
  /** In the service's currency; counts towards the limits of the day. */
  amountMicros: integer('amount_micros').notNull(),
  /** What is sent, fixed before it is sent. */
  asset: text('asset').notNull(),
  assetAmount: text('asset_amount').notNull(),
  /** `sending`, `sent` or `refused`. */
  state: text('state').notNull(),
  begunAtMs: integer('begun_at_ms').notNull(),
  /** The last time the rail was asked to send it; null: never. */
  triedAtMs: integer('tried_at_ms'),
  /** The rail's number of its transfer; `check:` and the number of its check, which is missing until the rail says it. */
  transferId: text('transfer_id'),
  endedAtMs: integer('ended_at_ms'),
  /** Why the rail refused. */
  note: text('note').notNull().default(''),
}).with((table) => [
  index('rail_payouts_sending').on(table.rail, table.withdrawalId).where("state = 'sending'"),
  index('rail_payouts_by_time').on(table.begunAtMs),
]);

/** What does not agree between a rail and the ledger, until it does. WITHOUT ROWID. */
export const railDifferences = defineTable('rail_differences', {
  rail: text('rail').notNull(),
  /** Such as `invoice 528890`. */
  about: text('about').notNull(),
  ours: text('ours').notNull(),
  theirs: text('theirs').notNull(),
  sinceMs: integer('since_ms').notNull(),
}).with((table) => [primaryKey(table.rail, table.about)]);

/** What an administrator switched off; a row that is not there is on. */
export const switchedOff = defineTable('switched_off', {
  name: text('name').primaryKey(),
  byId: integer('by_id').notNull(),
  atMs: integer('at_ms').notNull(),
});
