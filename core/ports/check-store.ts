/**
 * The daily check: whether what is kept as things happen equals what the ledger and the subscribers say. A pass looks at what
 * came since the last one; a full pass, once a week, at everything. Both go on slice by slice, each a short read of its own.
 */

/**
 * What differs. `expected` is what the ledger, or else the subscribers, say; `found` is what is kept.
 * - `balances`: the sum over all, which is zero; `entry`: the postings of one entry; `account`: a balance and the one before it
 *   with what was booked since; `charges`, `reversals`: an entry, and its subscriber;
 *   `reserve`: what an account has reserved, and the withdrawals and refunds of it that wait
 * - `charge`, `reversal`: what a subscriber cost, and the entry that booked it or took it back
 * - `order_quantity`: `quantity_now`; `order_day_…`, `pair_day_…`, `language_day_…`: the counters by day of an order, of an order in a bot, and
 *   of an order's languages; `bot_day_…`: those of a bot, against its pairs; `bot_…`: its totals, against its days
 * - `unpaid_joins`: unpaid joins, by order, bot, day and reason
 */
export type CheckSubject =
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

/** Up to where everything was compared. */
export interface Checked {
  /** The next pass looks at entries after this one. */
  entryId: number;
  /** The last day whose counters were compared: it was over. */
  day: number;
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
  /** Null: no pass has looked at everything yet. */
  checked: Checked | null;
  /** The day on which everything was looked at for the last time. */
  fullDay: number | null;
}

/** What a pass goes through. `days` and `bot_days` are of the days that are new, the others are of all. */
export type CheckPart =
  | 'entries'
  | 'accounts'
  | 'reserves'
  | 'orders'
  | 'bots'
  | 'unpaid'
  | 'days'
  | 'bot_days';

/** How far a pass is. It can be kept, and taken up again. */
export interface CheckPass {
  /** What came after this is looked at; null: everything is. */
  since: Checked | null;
  /** The last entry that is looked at, and the last day that is over. */
  to: Checked;
  /** Null: it has ended. */
  part: CheckPart | null;
  /** Where it goes on within the part; null: at its beginning. */
  place: readonly number[] | null;
  /** The end of the part, as the first number of `place` counts. */
  last: number;
  /** The first entry of a day that is not over; null: there is none. */
  openEntryId: number | null;
  outcome: CheckOutcome;
}

export interface CheckRecord {
  day: number;
  endedAtMs: number;
  tookMs: number;
  outcome: CheckOutcome;
}

export interface CheckStore {
  /** A full pass in one go, over a database that is not written to meanwhile: every day counts as over. */
  compare(): Promise<CheckOutcome>;
  /**
   * Begins a pass.
   * @param before what the last pass found, which stays found; this one looks at what came since. Null: it looks at everything
   * @param toDay the last day that is over, with a little time for what is still being written of it
   */
  begin(before: CheckOutcome | null, toDay: number): Promise<CheckPass>;
  /** Goes on with a pass for about so long, in slices between which other work has its turn. */
  advance(pass: CheckPass, forMs: number): Promise<CheckPass>;
  /** Takes the check of a day for `leaseMs`; false when it is made, or being made by another. */
  claim(day: number, nowMs: number, leaseMs: number): Promise<boolean>;
  /** Keeps the outcome as that of its day, in place of an earlier one; a year of them is kept. A full one ends the full pass. */
  save(record: CheckRecord): Promise<void>;
  /** The latest that was finished. */
  last(): Promise<CheckRecord | null>;
  /** Takes the full pass for `leaseMs`; false while another has it. */
  claimFull(nowMs: number, leaseMs: number): Promise<boolean>;
  /** The full pass as it was kept last; null: none is under way. */
  full(): Promise<CheckPass | null>;
  /** Keeps how far the full pass is, and whose it is for so long. */
  keepFull(pass: CheckPass, untilMs: number): Promise<void>;
}
