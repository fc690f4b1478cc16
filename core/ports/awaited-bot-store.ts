/** Bots whose owner waits, before a message of the operator bot, for the first request with their key. */

export interface AwaitedBot {
  botId: number;
  accountId: number;
  /** The message of the operator bot that says so, in the owner's chat; null: they read something else by now. */
  messageId: number | null;
}

export interface AwaitedBotStore {
  /**
   * Waits for the bot's first answered request: the notification `bot_seen` is queued in the commit that counts it, once, or
   * in this one when it was counted before. A bot is waited for once, before the latest message.
   */
  wait(awaited: AwaitedBot, nowMs: number): Promise<void>;
}
