/** What came from other services with this interface (`core/imports`). WITHOUT ROWID (see migrations). */
import { defineTable, index, integer, primaryKey, text } from './kit.js';

/** Figures by day as another service counted them: history that is read only, and no money here. */
export const importedDays = defineTable('imported_days', {
  accountId: integer('account_id').notNull(),
  /** `orders` or `bots`. */
  side: text('side').notNull(),
  /** The number here of an order or bot; 0: all that the account had there. */
  subjectId: integer('subject_id').notNull(),
  /** The host of the other service. */
  source: text('source').notNull(),
  day: integer('day').notNull(),
  subscribers: integer('subscribers').notNull(),
  /** In the other service's currency. */
  valueMicros: integer('value_micros').notNull(),
}).with((table) => [
  primaryKey(table.accountId, table.side, table.subjectId, table.source, table.day),
  index('imported_days_by_day').on(table.day),
]);

/** The last import of each account, under way or ended. */
export const imports = defineTable('imports', {
  accountId: integer('account_id').primaryKey(),
  address: text('address').notNull(),
  /** The person's keys of the other service, sealed; null once it has ended. */
  keysCipher: text('keys_cipher'),
  /** 0: a dry run. */
  isReal: integer('is_real').notNull(),
  begunAtMs: integer('begun_at_ms').notNull(),
  endedAtMs: integer('ended_at_ms'),
  /** Why it ended early, as JSON. */
  fault: text('fault'),
  dueAtMs: integer('due_at_ms'),
  worker: text('worker'),
  attempts: integer('attempts').notNull().default(0),
}).with((table) => [
  index('imports_due').on(table.dueAtMs, table.begunAtMs).where('due_at_ms IS NOT NULL'),
  index('imports_ended').on(table.endedAtMs).where('ended_at_ms IS NOT NULL'),
]);

/** What became of each thing in the last import of an account. */
export const importItems = defineTable('import_items', {
  accountId: integer('account_id').notNull(),
  /** What it is, there: `order 71`, `exclusion order 71 bot 4242`. */
  itemKey: text('item_key').notNull(),
  /** Counts them in their order. */
  position: integer('position').notNull(),
  what: text('what').notNull(),
  name: text('name').notNull(),
  outcome: text('outcome').notNull(),
  /** Why, or how it differs, as JSON; null: nothing to say. */
  note: text('note'),
  atMs: integer('at_ms').notNull(),
}).with((table) => [primaryKey(table.accountId, table.itemKey), index('import_items_by_age').on(table.atMs)]);
