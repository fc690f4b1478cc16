/** Counters by day, kept as things happen. A day is days since 1970-01-01 in the service's zone. */
import type { UnpaidReason, NoFillReason } from '../terms/reasons.js';

export type RequestOutcome = 'sponsors' | 'no_sponsors' | 'passed' | 'error';

export interface DayFigures {
  day: number;
  subscribers: number;
  valueMicros: bigint;
}

export interface BotDayFigures extends DayFigures {
  /** The part from the bot owner's own orders. */
  ownSubscribers: number;
  ownValueMicros: bigint;
  requests: RequestFigures;
}

export interface RequestFigures {
  total: number;
  sponsors: number;
  noSponsors: number;
  passed: number;
  errors: number;
  /** Impressions without contact: of users who, as the platform says, do not use the bot. */
  unproven: number;
}

/** Unpaid joins of one day, for one reason. */
export interface UnpaidFigures {
  day: number;
  reason: UnpaidReason;
  joins: number;
}

/** Figures of consecutive days. Of days that are over, the same object comes again while it is remembered. */
export interface DaySpan<Day extends DayFigures = DayFigures> {
  readonly range: DayRange;
  /** Days without subscribers are left out; of bots, days without these and without requests may be. */
  readonly days: readonly Day[];
  /** One row a day and reason, oldest first; at most as many rows as days times reasons. */
  readonly unpaid: readonly UnpaidFigures[];
}

/** One bot, or all bots of an account. */
type BotsOf = { botId: number } | { publisherId: number };
/** One order, or all orders of an account. */
type OrdersOf = { orderId: number } | { advertiserId: number };
export type UnpaidOf = BotsOf | OrdersOf;

/** How far users came with orders. */
export interface WayFigures {
  /** Impressions; those of the last half minute may be missing. */
  shown: number;
  /** Subscribers who are paid for. */
  paid: number;
  /** Of those paid for at any time, how many left. */
  left: number;
}

export interface HourFigures {
  /** Since the day began: 0 is the first. */
  hour: number;
  subscribers: number;
}

/** As many sponsors as it had room for, fewer, or none. */
export type Fill = 'full' | 'partly' | 'none';

/** Whose lists are counted together. */
export interface FillKey {
  botId: number;
  day: number;
  /** Of the user (`core/data/languages.ts`); 0: unknown, or one that the table does not have. */
  languageId: number;
}

/** Lists that were chosen for users of one language. */
export interface FillFigures {
  languageId: number;
  lists: number;
  /** Of them, those that got some sponsors and had room for more. */
  partlyFilled: number;
  /** Of them, those that got none. */
  unfilled: number;
  /** What left lists short, in thousandths of a list: about 1,000 for each that was looked into. Only reasons that there were. */
  reasons: ReadonlyMap<NoFillReason, number>;
}

export interface DayRange {
  fromDay: number;
  toDay: number;
}

export interface StatisticsStore {
  /** Counts one answer to /get-sponsors. Added up in memory and written soon. */
  countRequest(botId: number, day: number, outcome: RequestOutcome): void;
  /** Counts for which reason an order was not shown, so many times. Added up in memory, and written within half a minute. */
  countIneligibility(orderId: number, atMs: number, reason: string, times: number): void;
  /** Counts a list that was chosen. Added up in memory, and written within half a minute. */
  countFill(of: FillKey, fill: Fill): void;
  /** Counts why a list was left short, in thousandths of it by reason. Kept as `countFill` keeps them. */
  countNoFill(of: FillKey, reasons: ReadonlyMap<NoFillReason, number>): void;
  /**
   * Lists by the language of their users, most first; one row a language at most. Days are kept for 400 days. Those of
   * other processes' last half minute are missing.
   */
  fills(of: BotsOf, range: DayRange): Promise<FillFigures[]>;
  /**
   * How many times each reason kept an order from being shown in the last 24 hours, by the full hour; what other
   * processes have not written yet is missing.
   */
  ineligibilityCounts(orderId: number, nowMs: number): Promise<Map<string, number>>;
  /** Spans one after the other, which are the range. */
  orderSpans(of: OrdersOf, range: DayRange): Promise<DaySpan[]>;
  /** Likewise, with the requests. */
  botSpans(of: BotsOf, range: DayRange): Promise<DaySpan<BotDayFigures>[]>;
  /**
   * What the impressions of an account's orders since that day would cost if each brought a subscriber; those of the last
   * half minute may be missing.
   */
  mayCost(advertiserId: number, fromDay: number): Promise<bigint>;
  /** Of one bot and day: lists given, with those this process has not written yet, and subscribers brought. */
  botDay(botId: number, day: number): Promise<{ lists: number; subscribers: number }>;
  way(of: UnpaidOf, range: DayRange): Promise<WayFigures>;
  /**
   * Subscribers of one day by hour, without hours that had none; null where counting them would walk more than 200,000
   * rows, of bots 20,000.
   */
  hours(of: UnpaidOf, day: { day: number; fromMs: number; toMs: number }): Promise<HourFigures[] | null>;
  /**
   * Which bots brought an order's subscribers, or changed its sum by those who left or came back; most first, at most 1,001:
   * one more than is listed means that there are more.
   */
  sources(
    orderId: number,
    range: DayRange,
  ): Promise<{ botId: number; nickname: string; subscribers: number; valueMicros: bigint }[]>;
  /**
   * The same of the orders that a publisher's bots (or one) are paid for, each with the title of what its link leads to; most
   * first, at most 1,001.
   */
  sponsors(
    of: BotsOf,
    range: DayRange,
  ): Promise<{ orderId: number; title: string; link: string; subscribers: number; valueMicros: bigint }[]>;
  /** Languages of an order's subscribers; most first, at most 100. */
  languages(orderId: number, range: DayRange): Promise<{ language: string; subscribers: number }[]>;
}
