/** Counters by day, kept as things happen. A day is days since 1970-01-01 in the service's zone. */

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
}

export interface RequestFigures {
  total: number;
  sponsors: number;
  noSponsors: number;
  passed: number;
  errors: number;
}

export interface DayRange {
  fromDay: number;
  toDay: number;
}

export interface StatisticsStore {
  /** Counts one answer to /get-sponsors. Added up in memory and written with the next commit, soon. */
  countRequest(botId: number, day: number, outcome: RequestOutcome): void;
  /** Counts for which reason an order was not shown, so many times. Added up in memory, and written within half a minute. */
  countRefusal(orderId: number, atMs: number, refusal: string, times: number): void;
  /**
   * How many times each reason kept an order from being shown in the last 24 hours, by the full hour; what other
   * processes have not written yet is missing.
   */
  refusals(orderId: number, nowMs: number): Promise<Map<string, number>>;
  /** Of one order, or of all orders of an account; days without subscribers are left out. */
  orderDays(of: { orderId: number } | { advertiserId: number }, range: DayRange): Promise<DayFigures[]>;
  /** Of one bot, or of all bots of an account. */
  botDays(of: { botId: number } | { publisherId: number }, range: DayRange): Promise<BotDayFigures[]>;
  /**
   * What the impressions of an account's orders since that day would cost if each brought a subscriber; those of the last
   * half minute may be missing.
   */
  mayCost(advertiserId: number, fromDay: number): Promise<bigint>;
  /** Of one bot and day: lists given, with those this process has not written yet, and subscribers brought. */
  botDay(botId: number, day: number): Promise<{ lists: number; subscribers: number }>;
  requests(of: { botId: number } | { publisherId: number }, range: DayRange): Promise<RequestFigures>;
  /** Which bots brought an order's subscribers; most first, at most 1,001: one more than is listed tells of more. */
  sources(
    orderId: number,
    range: DayRange,
  ): Promise<{ botId: number; nickname: string; subscribers: number; valueMicros: bigint }[]>;
  /** Which orders a publisher's bots (or one) brought subscribers to; most first, at most 1,001. */
  sponsors(
    of: { botId: number } | { publisherId: number },
    range: DayRange,
  ): Promise<{ orderId: number; link: string; subscribers: number; valueMicros: bigint }[]>;
  /** Languages of an order's subscribers; most first, at most 100. */
  languages(orderId: number, range: DayRange): Promise<{ language: string; subscribers: number }[]>;
}
