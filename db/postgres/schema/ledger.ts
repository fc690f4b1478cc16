/** The same tables as `db/schema/ledger.ts`, which says what each column means. */
import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { integer, text } from './columns.js';

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    ledgerAccountId: integer('ledger_account_id').primaryKey().generatedByDefaultAsIdentity(),
    kind: text('kind').notNull(),
    ownerId: integer('owner_id').notNull(),
    balanceMicros: integer('balance_micros').notNull().default(0),
  },
  (table) => [uniqueIndex('ledger_accounts_of_owner').on(table.ownerId, table.kind)],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    entryId: integer('entry_id').primaryKey().generatedByDefaultAsIdentity(),
    kind: text('kind').notNull(),
    atMs: integer('at_ms').notNull(),
    orderId: integer('order_id'),
    botId: integer('bot_id'),
    userId: integer('user_id'),
    aboutEntryId: integer('about_entry_id'),
    reference: text('reference'),
    bookedBy: integer('booked_by'),
    note: text('note').notNull().default(''),
  },
  (table) => [
    uniqueIndex('ledger_entries_once')
      .on(table.reference)
      .where(sql`reference IS NOT NULL`),
    uniqueIndex('ledger_entries_about')
      .on(table.aboutEntryId)
      .where(sql`about_entry_id IS NOT NULL`),
  ],
);

export const postings = pgTable(
  'postings',
  {
    entryId: integer('entry_id').notNull(),
    ledgerAccountId: integer('ledger_account_id').notNull(),
    amountMicros: integer('amount_micros').notNull(),
    balanceMicros: integer('balance_micros').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.ledgerAccountId] }),
    index('postings_of_account').on(table.ledgerAccountId, table.entryId),
  ],
);
