/** Double entry. Entries and postings are only ever added: triggers refuse to change or delete them (see migrations), but where a person is erased (`work/people.ts`). */
import { defineTable, index, integer, primaryKey, text, uniqueIndex } from './kit.js';

export const ledgerAccounts = defineTable('ledger_accounts', {
  ledgerAccountId: integer('ledger_account_id').numbered(),
  kind: text('kind').notNull(),
  /** 0 for the service's own. */
  ownerId: integer('owner_id').notNull(),
  /** The sum of its postings. */
  balanceMicros: integer('balance_micros').notNull().default(0),
}).with((table) => [uniqueIndex('ledger_accounts_of_owner').on(table.ownerId, table.kind)]);

export const ledgerEntries = defineTable('ledger_entries', {
  entryId: integer('entry_id').numbered(),
  kind: text('kind').notNull(),
  atMs: integer('at_ms').notNull(),
  orderId: integer('order_id'),
  botId: integer('bot_id'),
  userId: integer('user_id'),
  /** The entry that this one reverses, releases or decides: that happens to an entry once. */
  aboutEntryId: integer('about_entry_id'),
  /** Identifies what was booked, such as a payment, so that it is booked once. */
  reference: text('reference'),
  bookedBy: integer('booked_by'),
  note: text('note').notNull().default(''),
}).with((table) => [
  uniqueIndex('ledger_entries_once').on(table.reference).where('reference IS NOT NULL'),
  uniqueIndex('ledger_entries_about').on(table.aboutEntryId).where('about_entry_id IS NOT NULL'),
]);

/** WITHOUT ROWID (see migrations). */
export const postings = defineTable('postings', {
  entryId: integer('entry_id').notNull(),
  ledgerAccountId: integer('ledger_account_id').notNull(),
  amountMicros: integer('amount_micros').notNull(),
  /** The balance of the account after it: a page of the history reads no further than itself. */
  balanceMicros: integer('balance_micros').notNull().default(0),
}).with((table) => [
  primaryKey(table.entryId, table.ledgerAccountId),
  index('postings_of_account').on(table.ledgerAccountId, table.entryId),
]);
