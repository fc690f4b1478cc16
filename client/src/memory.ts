/** Where the gate keeps what it must remember: in memory, or in what the bot has. */
import { steadyNow } from '../../networks/clock.js';

/** Four methods. Values are text and live `ttlMs`; drop one sooner only where no user is worse off. */
export interface StateStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Takes a name for a time. Of all who ask at once, in all processes, one gets `true`. */
  claim(key: string, ttlMs: number): Promise<boolean>;
}

/**
 * Keeps state in this process; after a restart, held users are asked again.
 * @param entriesMax so many are kept; the oldest go first. Default 100,000
 */
export function memoryState(entriesMax = 100_000): StateStore {
  const entries = new Map<string, { value: string; untilMs: number }>();
  const read = (key: string) => {
    const entry = entries.get(key);
    if (entry === undefined || entry.untilMs > steadyNow()) return entry;
    entries.delete(key);
    return undefined;
  };
  const write = (key: string, value: string, ttlMs: number) => {
    // The newest stand last.
    entries.delete(key);
    entries.set(key, { value, untilMs: steadyNow() + ttlMs });
    const [oldest] = entries.keys();
    if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest);
  };
  return {
    get: async (key) => read(key)?.value ?? null,
    set: async (key, value, ttlMs) => write(key, value, ttlMs),
    delete: async (key) => {
      entries.delete(key);
    },
    claim: async (key, ttlMs) => {
      if (read(key) !== undefined) return false;
      write(key, '', ttlMs);
      return true;
    },
  };
}
