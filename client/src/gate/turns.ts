/** Work on one user in one chat is done one after the other. */
import type { StateStore } from '../memory.js';
import { steadyNow } from '../../../networks/clock.js';

export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** In this process. */
export function turns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).catch(() => undefined).then(work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

/** The turn of a process that died ends after so long. */
const TURN_MS = 10_000;
const PAUSE_MS = 25;

/**
 * Among the processes that share a state: the parts of an album, say, come to several at once.
 * @param patienceMs how long work waits for others at most, before it is done all the same
 */
export function sharedTurns(state: StateStore, patienceMs: number): Turns {
  return async (key, work) => {
    const name = `turn:${key}`;
    const untilMs = steadyNow() + patienceMs;
    let isMine = await state.claim(name, TURN_MS);
    while (!isMine && steadyNow() < untilMs) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      isMine = await state.claim(name, TURN_MS);
    }
    try {
      return await work();
    } finally {
      // What is done stays done; the turn ends by itself.
      if (isMine) await state.delete(name).catch(() => undefined);
    }
  };
}
