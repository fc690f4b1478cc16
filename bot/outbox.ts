/**
 * Works on rows that wait in the store: woken by the store when there may be some, in parallel, but one at a time for
 * each key. What is claimed is leased: a crash loses nothing, and whoever comes next takes back at once what is left.
 */
import type { Log } from '../core/ports.js';

/** Looked for this often without being woken: rows whose time came, and leases that ran out. */
const IDLE_MS = 1_000;
/** The shortest rest, so that a row that stays due cannot keep the process busy. */
const REST_MS = 5;

export interface Outbox<Row> {
  /** What the rows are, for the log. */
  name: string;
  atOnce: number;
  log: Log;
  claim(room: number): Promise<Row[]>;
  /**
   * Rows with the same key are not worked on at the same time. Either they follow each other, or there is one row a key,
   * and what comes while it is worked on is the same row once more, to be left for later.
   */
  keyOf(row: Row): string;
  sameKey: 'follows' | 'is_left';
  perform(row: Row): Promise<void>;
  /** Resolves when there may be something to claim. */
  changed(signal: AbortSignal): Promise<void>;
  /** Gives back what is claimed. */
  release(): Promise<void>;
}

export interface RunningOutbox {
  /** A row will be due then, though nobody will say so. */
  dueAt(timeMs: number): void;
  /** Finishes what is under way and gives back the rest. */
  stop(): Promise<void>;
}

export function startOutbox<Row>(outbox: Outbox<Row>): RunningOutbox {
  const loop = new Loop(outbox);
  const done = loop.run();
  return {
    dueAt: (timeMs) => {
      loop.dueAt(timeMs);
    },
    stop: async () => {
      loop.stopping.abort();
      loop.wake();
      await done;
    },
  };
}

class Loop<Row> {
  readonly stopping = new AbortController();
  readonly #outbox: Outbox<Row>;
  readonly #running = new Map<string, Promise<void>>();
  #dueAtMs = Infinity;
  #isWoken = false;
  #count = 0;
  #endRest: () => void = () => undefined;

  constructor(outbox: Outbox<Row>) {
    this.#outbox = outbox;
  }

  dueAt(timeMs: number): void {
    this.#dueAtMs = Math.min(this.#dueAtMs, timeMs);
  }

  wake(): void {
    this.#isWoken = true;
    this.#endRest();
  }

  async run(): Promise<void> {
    const outbox = this.#outbox;
    await this.#safely('take back', () => outbox.release());
    const watching = this.#watch();
    while (!this.stopping.signal.aborted) {
      this.#isWoken = false;
      const room = outbox.atOnce - this.#count;
      const rows = room > 0 ? await this.#safely('claim', () => outbox.claim(room)) : [];
      for (const row of rows ?? []) this.#begin(row);
      // A full hand says that there is more; it is fetched as soon as there is room.
      if (room === 0 || rows?.length !== room) await this.#rest();
    }
    await Promise.all([...this.#running.values(), watching]);
    await this.#safely('give back', () => outbox.release());
  }

  async #watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.#outbox.changed(signal);
      this.wake();
    }
  }

  async #rest(): Promise<void> {
    const nowMs = Date.now();
    const restMs = Math.min(IDLE_MS, Math.max(REST_MS, this.#dueAtMs - nowMs));
    if (this.#dueAtMs <= nowMs) this.#dueAtMs = Infinity;
    if (this.#isWoken || this.stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs);
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #begin(row: Row): void {
    const key = this.#outbox.keyOf(row);
    const before = this.#running.get(key);
    if (before !== undefined && this.#outbox.sameKey === 'is_left') return;
    this.#count += 1;
    const work = (before ?? Promise.resolve())
      .then(() => this.#safely('perform', () => this.#outbox.perform(row)))
      .then(() => {
        const wasFull = this.#count >= this.#outbox.atOnce;
        this.#count -= 1;
        if (this.#running.get(key) === work) this.#running.delete(key);
        if (wasFull) this.wake();
      });
    this.#running.set(key, work);
  }

  /** A store that cannot be reached for a moment must not end the work: leases bring back what was under way. */
  async #safely<T>(what: string, deed: () => Promise<T>): Promise<T | undefined> {
    try {
      return await deed();
    } catch (error) {
      this.#outbox.log.error(
        { outbox: this.#outbox.name, what, error: String(error) },
        'the outbox met an error',
      );
      return undefined;
    }
  }
}
