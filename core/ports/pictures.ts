/** Turns drawings into pictures that a chat can show. */
export interface Pictures {
  /** A drawing of our own as PNG, at its own size. Text is in the one font that comes with the service: Latin and Cyrillic. */
  png(svg: string): Promise<Uint8Array>;
}
