/** Pictures of blocks that were sent as photos, each under an address that cannot be guessed. */

export interface PictureStore {
  /** Keeps a picture next to those that the bot has, until `keep` names others. Durable. */
  put(botId: number, picture: { secret: string; jpeg: Uint8Array }, nowMs: number): Promise<void>;
  /** Null when the bot has no picture with this secret (any more). */
  find(botId: number, secret: string): Promise<Uint8Array | null>;
  remove(botId: number, secret: string): Promise<void>;
  /**
   * Forgets the bot's pictures but those with these secrets. One that came after all of those stays: it is being put into
   * the block at this moment.
   */
  keep(botId: number, secrets: readonly string[]): Promise<void>;
}
