/**
 * How many events a post brings, and what a refused post means (`docs/webhooks.md`; `decisions.md`, Events to publishers):
 * batches halve until the refused event stands alone, and grow again with what is taken.
 */

/** Events that a post may bring at most; a queue whose bound is no less is bounded no more. */
export const BATCH_MOST = 500;
/** Events refused alone, one after the other, from which on a receiver counts as failing. */
const REFUSED_IN_ROW_MAX = 3;
/** Failures beyond it halve no further: it is one event long before. */
const HALVINGS_MAX = 20;

/** What a bot's queue remembers of posts before. */
export interface QueueHistory {
  /** At most so many events a post, while a refused one is looked for; null: no such bound. */
  batchMax: number | null;
  /** Events refused alone, one after the other. */
  refusedInRow: number;
}

/**
 * Returns how many events the next post brings, at least one: half as many with every failure before, and no more than the
 * queue has while refused ones are looked for.
 */
export function batchSize(eventsMax: number, failures: number, batchMax: QueueHistory['batchMax']): number {
  const halved = Math.floor(eventsMax / 2 ** Math.min(failures, HALVINGS_MAX));
  return Math.max(1, Math.min(halved, batchMax ?? eventsMax));
}

/** Returns what the queue remembers once the receiver has taken a post: no refusal, and twice the bound. */
export function historyOnDelivery({ batchMax }: Pick<QueueHistory, 'batchMax'>): QueueHistory {
  const isBounded = batchMax !== null && batchMax < BATCH_MOST;
  return { batchMax: isBounded ? batchMax * 2 : null, refusedInRow: 0 };
}

/**
 * Returns what the queue remembers once the receiver has refused a post of so many events, at least one: half of them is
 * the bound of the next.
 * - `isAlone`: it was one event, which waits apart
 * - `isHeld`: the receiver refuses everything, so the queue is held like one that fails
 */
export function historyOnRefusal(
  { refusedInRow }: Pick<QueueHistory, 'refusedInRow'>,
  events: number,
): QueueHistory & { isAlone: boolean; isHeld: boolean } {
  const isAlone = events === 1;
  const inRow = refusedInRow + Number(isAlone);
  return {
    batchMax: Math.ceil(events / 2),
    refusedInRow: inRow,
    isAlone,
    isHeld: isAlone && inRow >= REFUSED_IN_ROW_MAX,
  };
}
