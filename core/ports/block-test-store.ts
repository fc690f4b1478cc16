/** Figures of the test of a bot's block: two texts or pictures, each for one half of its users. */

/** What a user is shown: the block as it was (`a`), or with the second text or picture (`b`). */
export type BlockVariant = 'a' | 'b';

/** What a user of a bot whose block is tested is shown. */
export interface TestedBlock {
  /** Of the bot's tests, counted from 1: another text is another test. */
  test: number;
  variant: BlockVariant;
}

/** What one half of the users did. */
export interface VariantFigures {
  /** Users who got the block; each counts once a test. */
  shown: number;
  /** Of them, those who went on with all sponsors of their list done. */
  passed: number;
  /** Paid subscribers that the bot was credited with for them; several a user, perhaps. */
  subscribers: number;
}

export interface BlockTestStore {
  /**
   * Counts that a user went on with all sponsors done, once a test; nothing for those that the block did not reach in this
   * test. Gathered in memory, and written within half a minute.
   */
  countPassed(of: { botId: number; userId: number; test: number }): void;
  /** Counts a paid subscriber for the test in which the bot's block last reached them, if any. Kept as `countPassed` keeps it. */
  countSubscriber(of: { botId: number; userId: number }): void;
  /** What other processes gathered in the last half minute is missing. Kept for 400 days after the last that was counted. */
  figures(botId: number, test: number): Promise<Record<BlockVariant, VariantFigures>>;
}
