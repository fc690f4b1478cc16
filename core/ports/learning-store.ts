/** What choosing learns from: what orders did in single bots, and who came when. */

/** What an order did in one bot on some days. */
export interface OrderInBot {
  orderId: number;
  impressions: number;
  subscribers: number;
}

/** Lists that were asked for in an hour (since 1970-01-01, UTC), of users with a language. */
export interface TrafficHour {
  hour: number;
  /** 0: unknown. */
  languageId: number;
  lists: number;
  /** Sponsors that the lists had room for, and that they got. */
  places: number;
  filled: number;
}

/** What a bot brought on some days. */
export interface BotSums {
  botId: number;
  impressions: number;
  subscribers: number;
  /** What advertisers paid, less what was taken back. */
  paidMicros: bigint;
}

export interface LearningStore {
  /** Bots in the order of their ids, from the first after `afterBotId`; at most 500. */
  byBot(afterBotId: number, fromDay: number, toDay: number): Promise<BotSums[]>;
  /** Counts a list, written half a minute later; what a killed process has not written is lost. */
  countList(list: Omit<TrafficHour, 'hour' | 'lists'>, atMs: number): void;
  /** Of these hours, both included; kept five weeks. */
  traffic(fromHour: number, toHour: number): Promise<TrafficHour[]>;
  /**
   * Orders that were shown in a bot on these days (since 1970-01-01 in the service's zone), both included: the 10,000
   * that were shown most.
   */
  ofBot(botId: number, fromDay: number, toDay: number): Promise<OrderInBot[]>;
}
