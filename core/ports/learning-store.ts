/** What choosing learns from: what orders did in single bots. */

/** What an order did in one bot on some days. */
export interface OrderInBot {
  orderId: number;
  shows: number;
  subscribers: number;
}

export interface LearningStore {
  /**
   * Orders that were shown in a bot on these days (since 1970-01-01 in the service's zone), both included: the 10,000
   * that were shown most.
   */
  ofBot(botId: number, fromDay: number, toDay: number): Promise<OrderInBot[]>;
}
