/** Pictures of blocks that were sent as photos: one a bot, under an address that cannot be guessed. */

export interface PictureStore {
  /** Puts a picture in the place of the one that the bot had. Durable. */
  put(botId: number, picture: { secret: string; jpeg: Uint8Array }, nowMs: number): Promise<void>;
  /** Null when the bot has no picture with this secret (any more). */
  find(botId: number, secret: string): Promise<Uint8Array | null>;
  remove(botId: number): Promise<void>;
}
