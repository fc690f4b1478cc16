/**
 * How what waits to be sent is shared out among bot processes: by the bot whose token speaks, or the account that is notified,
 * in a fixed number of slices. Each is worked on by one process at a time (`core/ports/lease-store.ts`).
 */

/** Three, four, six or twelve processes have equal shares of it. All processes over one database must agree on it. */
export const SLICES = 12;

/** Several slices at once: bit n stands for slice n. */
export type SliceSet = number;

export const ALL_SLICES: SliceSet = 2 ** SLICES - 1;

/** The slice of a bot, or of an account. */
export function sliceOf(id: number): number {
  return id % SLICES;
}
