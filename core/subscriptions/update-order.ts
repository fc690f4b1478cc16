/**
 * The order of updates about one user in one chat. Each bot counts its updates by ids of its own, and two bots of ours that
 * are administrators in one chat both hear what happens there. So updates go by the time that the platform gives them,
 * and within one second by their ids, where one bot got both.
 */

/** A number holds the seconds since 1970, then the id, then the place of the bot: 31, 17 and 5 bits. */
const BOTS = 2 ** 5;
const IDS = 2 ** 17;
/** Releases before this kept the id alone, which is smaller: those updates came before. */
const TIMED = 2 ** 40;

/**
 * @param atMs of whole seconds, as the platform gives them
 * @param place of the bot among ours, from 0
 * @returns a number that is exact until the year 2038
 */
export function updateOrder(atMs: number, updateId: number, place: number): number {
  return (Math.floor(atMs / 1_000) * IDS + (updateId % IDS)) * BOTS + (place % BOTS);
}

/**
 * Below 0: the one came before the other; 0: they are the same, or nobody can tell, since two bots were told of them
 * within one second.
 */
export function compareUpdates(one: number, other: number): number {
  const isTimed = one >= TIMED && other >= TIMED;
  const isOfTwoBots = isTimed && one % BOTS !== other % BOTS;
  if (!isOfTwoBots) return one - other;
  return Math.floor(one / (IDS * BOTS)) - Math.floor(other / (IDS * BOTS));
}

/** When an update happened, in epoch ms of whole seconds; null for a number of a release that kept the id alone. */
export function happenedAt(order: number): number | null {
  return order >= TIMED ? Math.floor(order / (IDS * BOTS)) * 1_000 : null;
}
