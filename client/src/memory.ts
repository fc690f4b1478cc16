/** Where the gate keeps what it must remember: in memory, or in what the bot has. */
import { within } from '../../networks/breaker.js';
import { steadyNow } from '../../networks/clock.js';

/** Four methods. Values are text and live `ttlMs`; drop one sooner only where no user is worse off. */
export interface StateStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Takes a name for a time. Of all who ask at once, in all processes, one gets `true`. */
  claim(key: string, ttlMs: number): Promise<boolean>;
}

/** What an entry takes besides its text, in characters. */
const ENTRY_LENGTH = 100;

/**
 * Keeps state in this process; after a restart, held users are asked again.
 * @param lengthMax so many characters are kept, of two bytes at most; the oldest entries go first. Default 50 million
 */
export function memoryState(lengthMax = 50_000_000): StateStore {
  const entries = new Map<string, { value: string; untilMs: number }>();
  let length = 0;
  const drop = (key: string) => {
    const entry = entries.get(key);
    if (entry !== undefined && entries.delete(key)) length -= lengthOf(key, entry.value);
  };
  const read = (key: string) => {
    const entry = entries.get(key);
    if (entry === undefined || entry.untilMs > steadyNow()) return entry;
    drop(key);
    return undefined;
  };
  const write = (key: string, value: string, ttlMs: number) => {
    // The newest stand last.
    drop(key);
    entries.set(key, { value, untilMs: steadyNow() + ttlMs });
    length += lengthOf(key, value);
    for (const [oldest] of entries) {
      if (length <= lengthMax) break;
      drop(oldest);
    }
  };
  return {
    get: async (key) => read(key)?.value ?? null,
    set: async (key, value, ttlMs) => write(key, value, ttlMs),
    delete: async (key) => drop(key),
    claim: async (key, ttlMs) => {
      if (read(key) !== undefined) return false;
      write(key, '', ttlMs);
      return true;
    },
  };
}

const lengthOf = (key: string, value: string) => key.length + value.length + ENTRY_LENGTH;

/** The state, whose calls fail after a time: a client of Redis, say, waits for its server as long as that is away. */
export function timedState(state: StateStore, timeoutMs: number): StateStore {
  const late = () => Promise.reject(new Error(`The state did not answer within ${String(timeoutMs)} ms.`));
  const timed = <T>(work: Promise<T>) => within<T>(timeoutMs, work, late);
  /** A name that came too late for who asked is free for the next who asks. */
  const release = async (key: string, work: Promise<boolean>) => {
    if (await work) await state.delete(key);
  };
  return {
    get: (key) => timed(state.get(key)),
    set: (key, value, ttlMs) => timed(state.set(key, value, ttlMs)),
    delete: (key) => timed(state.delete(key)),
    claim: (key, ttlMs) => {
      const work = state.claim(key, ttlMs);
      return within(timeoutMs, work, () => {
        release(key, work).catch(() => undefined);
        return late();
      });
    },
  };
}
