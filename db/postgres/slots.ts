/** A bound on how much is under way at once. */

export interface Slots {
  /** Waits for a slot, and gives it back when the work has ended. @throws when none was free in time */
  within<T>(work: () => Promise<T>): Promise<T>;
}

/** @param waitMs how long work waits for a slot at most */
export function createSlots(most: number, waitMs: number): Slots {
  let taken = 0;
  const waiting = new Set<() => void>();

  const take = (): Promise<void> => {
    if (taken < most) {
      taken += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(tooLate);
        resolve();
      };
      const tooLate = setTimeout(() => {
        waiting.delete(begin);
        reject(new Error('timeout exceeded when waiting for a slot'));
      }, waitMs);
      waiting.add(begin);
    });
  };

  /** A slot goes from hand to hand while there are some who wait. */
  const giveBack = (): void => {
    const [next] = waiting;
    if (next === undefined) taken -= 1;
    else {
      waiting.delete(next);
      next();
    }
  };

  return {
    within: async (work) => {
      await take();
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
  };
}
