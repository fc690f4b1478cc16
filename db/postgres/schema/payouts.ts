/** The same tables as `db/schema/payouts.ts`, which says what each column means. */
import { sql } from 'drizzle-orm';
import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.js';
import { integer, text } from './columns.js';

export const withdrawals = pgTable(
  'withdrawals',
  {
    withdrawalId: integer('withdrawal_id').primaryKey().generatedByDefaultAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.accountId),
    amountMicros: integer('amount_micros').notNull(),
    detailsCipher: text('details_cipher').notNull(),
    requestKey: text('request_key').notNull(),
    state: text('state').notNull(),
    askedAtMs: integer('asked_at_ms').notNull(),
    decidedAtMs: integer('decided_at_ms'),
    decidedBy: integer('decided_by'),
    note: text('note').notNull().default(''),
    entryId: integer('entry_id').notNull(),
    takenMicros: integer('taken_micros').notNull().default(0),
  },
  (table) => [
    uniqueIndex('withdrawals_once').on(table.requestKey),
    index('withdrawals_of_account').on(table.accountId, table.withdrawalId),
    index('withdrawals_by_state').on(table.state, table.withdrawalId),
  ],
);

export const starPayments = pgTable(
  'star_payments',
  {
    paymentId: integer('payment_id').primaryKey().generatedByDefaultAsIdentity(),
    chargeId: text('charge_id').notNull(),
    accountId: integer('account_id').notNull(),
    stars: integer('stars').notNull(),
    amountMicros: integer('amount_micros').notNull(),
    paidAtMs: integer('paid_at_ms').notNull(),
    refundState: text('refund_state').notNull().default('none'),
    refundAskedAtMs: integer('refund_asked_at_ms'),
    refundAskedBy: integer('refund_asked_by'),
    refundEntryId: integer('refund_entry_id'),
    refundNote: text('refund_note').notNull().default(''),
  },
  (table) => [
    uniqueIndex('star_payments_once').on(table.chargeId),
    index('star_payments_of_account').on(table.accountId, table.paymentId),
    index('star_payments_refunding')
      .on(table.refundAskedAtMs, table.paymentId)
      .where(sql`refund_state = 'waiting'`),
  ],
);

export const refundsTold = pgTable(
  'refunds_told',
  {
    chargeId: text('charge_id').primaryKey(),
    toldAtMs: integer('told_at_ms').notNull(),
  },
  (table) => [index('refunds_told_by_time').on(table.toldAtMs)],
);
