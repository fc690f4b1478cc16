/** Accounts that were brought by the link of another (`core/referrals`), and fees whose shares are not booked yet. */
import { defineTable, index, integer, text, uniqueIndex } from './kit.js';

export const referralLinks = defineTable('referral_links', {
  accountId: integer('account_id').primaryKey(),
  /** Stands in the person's link. */
  code: text('code').notNull(),
  madeAtMs: integer('made_at_ms').notNull(),
}).with((table) => [uniqueIndex('referral_links_by_code').on(table.code)]);

export const referrals = defineTable('referrals', {
  /** The account that was opened by the link. */
  accountId: integer('account_id').primaryKey(),
  /** The account whose link it was. */
  referrerId: integer('referrer_id').notNull(),
  /** The share of the service's fee, as it was when the account was opened. */
  percent: integer('percent').notNull(),
  madeAtMs: integer('made_at_ms').notNull(),
  /** Charges from then on earn nothing. */
  untilMs: integer('until_ms').notNull(),
  /** Both were paid out to one destination, and nothing is earned from then on; null: they were not. */
  endedAtMs: integer('ended_at_ms'),
  /** What the referrer has earned by it. */
  earnedMicros: integer('earned_micros').notNull().default(0),
}).with((table) => [index('referrals_of_referrer').on(table.referrerId, table.madeAtMs, table.accountId)]);

/** Entries that made a fee final or took a charge back, of accounts that were brought. */
export const referralDues = defineTable('referral_dues', {
  entryId: integer('entry_id').primaryKey(),
});
