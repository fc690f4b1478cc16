/**
 * Requests that come in together are handled together: what each needs to know is read at one moment, what they write is
 * committed at once (`db/sqlite/executor.ts`). A lone request does not wait: its turn begins as soon as what the system holds
 * ready has been read.
 */

/** A turn is over after so many: the first of them waits for the last. */
const TOGETHER = 64;

/** @param atOnce how many have their turn together */
function createLane(atOnce: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const begin = (): void => {
    const now = waiting.splice(0, atOnce);
    if (waiting.length > 0) setImmediate(begin);
    for (const proceed of now) proceed();
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(begin);
    });
}

/**
 * Resolves when it is this request's turn.
 * @param weight see `RouteBase.weight`
 */
export type Turn = (weight?: number) => Promise<void>;

export function createTurns(): Turn {
  const light = createLane(TOGETHER);
  // Only an answer that takes long itself waits for what takes long.
  const heavy = createLane(1);
  return (weight = 1) => (weight > 1 ? heavy() : light());
}
