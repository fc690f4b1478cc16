/** Counts are written by a command of their own a few times a second (see `work/write-behind.ts`). */
import { type WriteBehind, type WriteBehindParts, inOrder, LATEST_MS } from '../work/write-behind.js';
import type { Commands } from './commands.js';
import { perform } from './perform.js';

export function createWriteBehind<Count>(
  commands: Commands,
  parts: WriteBehindParts<Count>,
): WriteBehind<Count> {
  const { name, make, write, latestMs = LATEST_MS } = parts;
  let writeBehind = new Map<string, Count>();
  /** Of the running or failed flush; no call adds to them any more. */
  let leaving = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  const schedule = () => {
    timer ??= setTimeout(() => {
      // What cannot be written now stays, and is tried again.
      flush().catch(schedule);
    }, latestMs).unref();
  };

  const writeLeaving = async () => {
    if (leaving.size === 0) return;
    const counts = inOrder(leaving);
    await commands.run(name, (transaction) => perform(transaction, write(counts)));
    leaving = new Map();
  };

  const flushOnce = async () => {
    clearTimeout(timer);
    timer = undefined;
    await writeLeaving();
    [leaving, writeBehind] = [writeBehind, leaving];
    await writeLeaving();
  };

  const flush = () => {
    underWay = underWay.catch(() => undefined).then(flushOnce);
    return underWay;
  };

  return {
    of: (key) => {
      let count = writeBehind.get(key);
      if (count === undefined) {
        count = make(key);
        writeBehind.set(key, count);
      }
      schedule();
      return count;
    },
    peek: (key) => [writeBehind.get(key), leaving.get(key)].filter((count) => count !== undefined),
    flush,
  };
}
