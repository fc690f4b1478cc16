/** Money on its way out: withdrawals that people ask for, and payments in stars, which can be paid back. */
import { defineTable, index, integer, text, uniqueIndex } from './kit.js';
import { accounts } from './accounts.js';

export const withdrawals = defineTable('withdrawals', {
  withdrawalId: integer('withdrawal_id').numbered({ neverTwice: true }),
  accountId: integer('account_id').notNull().references(accounts),
  amountMicros: integer('amount_micros').notNull(),
  /** Where to pay to, sealed: it names a person's bank or wallet. */
  detailsCipher: text('details_cipher').notNull(),
  /** Identifies the asking, so that it is booked once. */
  requestKey: text('request_key').notNull(),
  state: text('state').notNull(),
  askedAtMs: integer('asked_at_ms').notNull(),
  decidedAtMs: integer('decided_at_ms'),
  /** Null while it waits, and when it was decided at the terminal or by its owner. */
  decidedBy: integer('decided_by'),
  note: text('note').notNull().default(''),
  /** The entry that took the amount aside. */
  entryId: integer('entry_id').notNull(),
  /** What charges have taken of it since it was asked for. */
  takenMicros: integer('taken_micros').notNull().default(0),
  /** Which rail pays it out; `manual`: an administrator does, elsewhere. */
  rail: text('rail').notNull().default('manual'),
  /** A keyed hash of where it is paid to by hand, which two accounts may share; '' of what a rail pays. */
  destinationMark: text('destination_mark').notNull().default(''),
}).with((table) => [
  uniqueIndex('withdrawals_once').on(table.requestKey),
  index('withdrawals_by_destination')
    .on(table.destinationMark, table.accountId)
    .where("destination_mark <> ''"),
  index('withdrawals_of_account').on(table.accountId, table.withdrawalId),
  index('withdrawals_by_state').on(table.state, table.withdrawalId),
]);

export const starPayments = defineTable('star_payments', {
  paymentId: integer('payment_id').numbered({ neverTwice: true }),
  /** The platform's id of the charge. */
  chargeId: text('charge_id').notNull(),
  accountId: integer('account_id').notNull(),
  stars: integer('stars').notNull(),
  /** What was booked for it. */
  amountMicros: integer('amount_micros').notNull(),
  paidAtMs: integer('paid_at_ms').notNull(),
  /** `none`, `waiting`, `done` or `refused`. */
  refundState: text('refund_state').notNull().default('none'),
  refundAskedAtMs: integer('refund_asked_at_ms'),
  refundAskedBy: integer('refund_asked_by'),
  /** The entry that took the amount aside. */
  refundEntryId: integer('refund_entry_id'),
  /** Why the platform refused. */
  refundNote: text('refund_note').notNull().default(''),
}).with((table) => [
  uniqueIndex('star_payments_once').on(table.chargeId),
  index('star_payments_of_account').on(table.accountId, table.paymentId),
  index('star_payments_refunding')
    .on(table.refundAskedAtMs, table.paymentId)
    .where("refund_state = 'waiting'"),
]);

/** Payments that the platform gave back before it reported that they were made. */
export const refundsReported = defineTable('refunds_reported', {
  chargeId: text('charge_id').primaryKey(),
  reportedAtMs: integer('reported_at_ms').notNull(),
}).with((table) => [index('refunds_reported_by_time').on(table.reportedAtMs)]);
