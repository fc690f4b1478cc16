/**
 * Works on rows that wait in the store: woken by the store when there may be some, in parallel, but one at a time for
 * each key, and only of the slices that this process holds (`core/slices.ts`). What is claimed is leased: a crash loses
 * nothing, and the process that takes a slice over takes back at once what was left of it.
 */
import type { Log } from '../core/ports.js';
import { sliceOf, type SliceSet } from '../core/slices.js';

/** Looked for this often without being woken: rows whose time came, and leases that ran out. */
const IDLE_MS = 1_000;
/** The shortest rest, so that a row that stays due cannot keep the process busy. */
const REST_MS = 5;

export interface Outbox<Row> {
  /** What the rows are, for the log. */
  name: string;
  atOnce: number;
  log: Log;
  /** Takes rows of these slices. */
  claim(room: number, slices: SliceSet): Promise<Row[]>;
  /** The bot or account by which a row is in its slice. */
  idOf(row: Row): number;
  /** Rows with the same key are not worked on at the same time: they follow each other. */
  keyOf(row: Row): string;
  /**
   * Where there is one row a key: how long a claim of it holds. Within half of that it comes again only when its claim has
   * ended and there is something new in it, however little of the work is still under way; later it may be the same once
   * more, whose claim ran out, and is left until that work has ended.
   */
  leaseMs?: number;
  perform(row: Row): Promise<void>;
  /** Resolves when there may be something to claim. */
  changed(signal: AbortSignal): Promise<void>;
  /** Gives back what is claimed of these slices. */
  release(slices: SliceSet): Promise<void>;
}

/** Works on the slices given to it. */
export interface SliceWorker {
  /** Begins to work on a slice that no other process works on, with what was left of it. */
  take(slice: number): Promise<void>;
  /**
   * Finishes what is under way of a slice and gives back the rest.
   * @param isHurried what can be broken off and done again is
   */
  leave(slice: number, isHurried?: boolean): Promise<void>;
  /** Finishes what is under way and gives back the rest. */
  stop(): Promise<void>;
}

export interface RunningOutbox extends SliceWorker {
  /** A row will be due then, and no change will be reported at that time. */
  dueAt(timeMs: number): void;
}

/** With no slice at first. */
export const startOutbox = <Row>(outbox: Outbox<Row>): RunningOutbox => new Loop(outbox);

class Loop<Row> implements RunningOutbox {
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;
  readonly #running = new Map<string, { work: Promise<void>; sinceMs: number }>();
  /** What is under way, by slice. */
  readonly #perSlice = new Map<number, Set<Promise<void>>>();
  #slices: SliceSet = 0;
  #claiming: Promise<unknown> = Promise.resolve();
  #dueAtMs = Infinity;
  #isWoken = false;
  #count = 0;
  #endRest: () => void = () => undefined;

  constructor(private readonly outbox: Outbox<Row>) {
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    await this.#done;
  }

  async take(slice: number): Promise<void> {
    const one = 2 ** slice;
    await this.#safely('take back', () => this.outbox.release(one));
    this.#slices |= one;
    this.#wake();
  }

  async leave(slice: number): Promise<void> {
    const one = 2 ** slice;
    this.#slices &= ~one;
    // Rows of it may just be coming.
    await this.#claiming;
    await Promise.all([...(this.#perSlice.get(slice) ?? [])]);
    await this.#safely('give back', () => this.outbox.release(one));
  }

  dueAt(timeMs: number): void {
    this.#dueAtMs = Math.min(this.#dueAtMs, timeMs);
  }

  #wake(): void {
    this.#isWoken = true;
    this.#endRest();
  }

  async #run(): Promise<void> {
    const outbox = this.outbox;
    const watching = this.#watch();
    while (!this.#stopping.signal.aborted) {
      this.#isWoken = false;
      const room = outbox.atOnce - this.#count;
      const rows = room > 0 ? await this.#claim(room) : [];
      // A full hand says that there is more; it is fetched as soon as there is room.
      if (room === 0 || rows?.length !== room) await this.#rest();
    }
    await Promise.all([...[...this.#running.values()].map(({ work }) => work), watching]);
    if (this.#slices !== 0) await this.#safely('give back', () => outbox.release(this.#slices));
  }

  #claim(room: number): Promise<Row[] | undefined> {
    const slices = this.#slices;
    if (slices === 0) return Promise.resolve([]);
    const claiming = this.#safely('claim', async () => {
      const rows = await this.outbox.claim(room, slices);
      for (const row of rows) this.#begin(row);
      return rows;
    });
    this.#claiming = claiming;
    return claiming;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.outbox.changed(signal);
      this.#wake();
    }
  }

  async #rest(): Promise<void> {
    const nowMs = Date.now();
    const restMs = Math.min(IDLE_MS, Math.max(REST_MS, this.#dueAtMs - nowMs));
    if (this.#dueAtMs <= nowMs) this.#dueAtMs = Infinity;
    if (this.#isWoken || this.#stopping.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs);
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #begin(row: Row): void {
    const key = this.outbox.keyOf(row);
    const before = this.#running.get(key);
    if (before !== undefined && this.#mayHaveRunOut(before.sinceMs)) return;
    this.#count += 1;
    const slice = sliceOf(this.outbox.idOf(row));
    const work = (before?.work ?? Promise.resolve())
      .then(() => this.#safely('perform', () => this.outbox.perform(row)))
      .then(() => {
        const wasFull = this.#count >= this.outbox.atOnce;
        this.#count -= 1;
        if (this.#running.get(key)?.work === work) this.#running.delete(key);
        this.#perSlice.get(slice)?.delete(work);
        if (wasFull) this.#wake();
      });
    this.#running.set(key, { work, sinceMs: performance.now() });
    const underWay = this.#perSlice.get(slice) ?? new Set();
    this.#perSlice.set(slice, underWay.add(work));
  }

  #mayHaveRunOut(sinceMs: number): boolean {
    const { leaseMs = Infinity } = this.outbox;
    return performance.now() - sinceMs > leaseMs / 2;
  }

  /** A store that cannot be reached for a moment must not end the work: leases bring back what was under way. */
  async #safely<T>(what: string, command: () => Promise<T>): Promise<T | undefined> {
    try {
      return await command();
    } catch (error) {
      this.outbox.log.error(
        { outbox: this.outbox.name, what, error: String(error) },
        'the outbox met an error',
      );
      return undefined;
    }
  }
}
