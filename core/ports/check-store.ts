/** The daily check: whether what is kept as things happen equals what the ledger and the subscribers say. */

/**
 * What differs. `expected` is what the ledger, or else the subscribers, say; `found` is what is kept.
 * - `postings`, `balances`: the sum over all, which is zero; `entry`: the postings of one entry; `account`: a balance and its
 *   postings; `charges`, `reversals`: entries, and subscribers that they are about;
 *   `reserve`: what an account has reserved, and the withdrawals and refunds of it that wait
 * - `charge`, `reversal`: what a subscriber cost, and the entry that booked it or took it back
 * - `order_quantity`: `quantity_now`; `order_day_…`, `pair_day_…`, `language_day_…`: the counters by day of an order, of an order in a bot, and
 *   of an order's languages; `bot_day_…`: those of a bot, against its pairs; `bot_…`: its totals, against its days
 * - `unpaid_joins`: unpaid joins, by order, bot, day and reason
 */
export type CheckSubject =
  | 'postings'
  | 'balances'
  | 'entry'
  | 'account'
  | 'reserve'
  | 'charges'
  | 'reversals'
  | 'charge'
  | 'reversal'
  | 'order_quantity'
  | 'order_day_subscribers'
  | 'order_day_value'
  | 'pair_day_subscribers'
  | 'pair_day_paid'
  | 'pair_day_earned'
  | 'language_day_subscribers'
  | 'bot_day_subscribers'
  | 'bot_day_value'
  | 'bot_followers'
  | 'bot_profit'
  | 'bot_profit_own'
  | 'unpaid_joins';

/** Ids of what differs, and the reason, as far as it has them. */
export interface CheckPlace {
  entryId?: number;
  ledgerAccountId?: number;
  accountId?: number;
  orderId?: number;
  botId?: number;
  userId?: number;
  /** Days since 1970-01-01 in the service's zone. */
  day?: number;
  /** Why it is unpaid. */
  reason?: string;
}

export interface Difference {
  subject: CheckSubject;
  place: CheckPlace;
  expected: bigint;
  found: bigint;
}

export interface CheckOutcome {
  /** The first of them, at most 100. */
  differences: Difference[];
  /** How many there are. */
  differing: number;
  /** Of them, those of the ledger itself: the others are figures, which statistics show. */
  differingMoney: number;
  /** How much was looked at. */
  entries: number;
  subscribers: number;
  orders: number;
  bots: number;
}

export interface CheckRecord {
  day: number;
  endedAtMs: number;
  tookMs: number;
  outcome: CheckOutcome;
}

export interface CheckStore {
  /** Compares everything with everything as it is at one moment, in steps between which other work has its turn. */
  compare(): Promise<CheckOutcome>;
  /** Takes the check of a day for `leaseMs`; false when it is made, or being made by another. */
  claim(day: number, nowMs: number, leaseMs: number): Promise<boolean>;
  /** Keeps the outcome as that of its day, in place of an earlier one; a year of them is kept. */
  save(record: CheckRecord): Promise<void>;
  /** The latest that was finished. */
  last(): Promise<CheckRecord | null>;
}
