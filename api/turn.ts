/**
 * Requests that come in together are handled together: what each needs to know is read at one moment, what they write is
 * committed at once (`db/sqlite/executor.ts`). A lone request does not wait: its turn begins as soon as what the system holds
 * ready has been read.
 */

/** A turn is over after so many: the first of them waits for the last. */
const TOGETHER = 64;

/** So many heavy ones at most have their turn together, as long as such turns are brief: they read at one moment, too. */
const HEAVY_TOGETHER = 8;
const BRIEF_MS = 2;

/** @param atOnce how many have their turn together */
function createLane(atOnce: () => number, began: () => void = () => undefined): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const begin = (): void => {
    const now = waiting.splice(0, atOnce());
    began();
    if (waiting.length > 0) setImmediate(begin);
    for (const proceed of now) proceed();
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(begin);
    });
}

/** One has its turn alone. Each brief turn lets one more into the next, and a long one none. */
function createHeavyLane(now: () => number): () => Promise<void> {
  let atOnce = 1;
  const began = (): void => {
    const sinceMs = now();
    setImmediate(() => {
      atOnce = now() - sinceMs < BRIEF_MS ? Math.min(atOnce + 1, HEAVY_TOGETHER) : 1;
    });
  };
  return createLane(() => atOnce, began);
}

/**
 * Resolves when it is this request's turn.
 * @param weight see `RouteBase.weight`
 */
export type Turn = (weight?: number) => Promise<void>;

/** @param now milliseconds of a clock that is never set back */
export function createTurns(now: () => number = () => performance.now()): Turn {
  const light = createLane(() => TOGETHER);
  // Only an answer that takes long itself waits for what takes long.
  const heavy = createHeavyLane(now);
  return (weight = 1) => (weight > 1 ? heavy() : light());
}
