/**
 * Time that moves only on command. While installed, everything in this process that asks for the time or
 * sets a timer gets this one, and work is driven by hand: microtasks and immediates until nothing moves, then the next
 * timer. The same work in the same order therefore always goes the same way, and an hour costs nothing.
 */
import { Agenda } from './agenda.js';

interface Timer {
  atMs: number;
  run: () => void;
  everyMs: number | null;
  isCancelled: boolean;
}

/** Something that real time decides: what a database answers. */
interface Errand {
  /** Resolves, in real time, when it has come; never rejects. */
  landed: Promise<void>;
  /** Hands it over to the caller that waits for it. */
  deliver(): void;
}

/** What `setTimeout` answers, as far as anybody uses it. */
class Handle {
  constructor(readonly timer: Timer) {}
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
}

/** Empty turns of the event loop after which nothing moves any more but time. */
const QUIET_TURNS = 3;

const realImmediate = globalThis.setImmediate;

/** One turn of the real event loop: everything that was ready has run after it. */
const turn = () => new Promise<void>((resolve) => realImmediate(resolve));

/** All microtasks have run after it, without a turn. */
const tick = () => new Promise<void>((resolve) => process.nextTick(resolve));

export class VirtualTime {
  #nowMs: number;
  #immediates = 0;
  readonly #timers = new Agenda<Timer>();
  /** In the order in which they were sent. */
  readonly #errands: Errand[] = [];
  #restore: (() => void) | null = null;

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  install(): void {
    const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, performance } = globalThis;
    const realNow = Date.now.bind(Date);
    const realPerformanceNow = performance.now.bind(performance);
    this.#restore = () => {
      Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate });
      Date.now = realNow;
      performance.now = realPerformanceNow;
    };
    const cancel = (handle: unknown) => {
      if (handle instanceof Handle) handle.timer.isCancelled = true;
    };
    Object.assign(globalThis, {
      setTimeout: (run: (...values: unknown[]) => void, delayMs = 1, ...values: unknown[]) =>
        this.#set(() => run(...values), Math.max(1, delayMs), null),
      setInterval: (run: (...values: unknown[]) => void, delayMs = 1, ...values: unknown[]) =>
        this.#set(() => run(...values), Math.max(1, delayMs), Math.max(1, delayMs)),
      clearTimeout: cancel,
      clearInterval: cancel,
      setImmediate: (run: (...values: unknown[]) => void, ...values: unknown[]) => {
        this.#immediates += 1;
        return realImmediate(() => {
          this.#immediates -= 1;
          run(...values);
        });
      },
    });
    Date.now = () => this.#nowMs;
    performance.now = () => this.#nowMs;
  }

  uninstall(): void {
    this.#restore?.();
    this.#restore = null;
  }

  /**
   * Drives everything until this work has ended, moving time from timer to timer where nothing else moves.
   * @param isOver ends the wait early: its process is gone
   * @throws when nothing is left that could end it, or after `limitMs`
   */
  async settle<T>(
    work: Promise<T>,
    limitMs: number,
    isOver: () => boolean = () => false,
  ): Promise<T | 'over'> {
    const ended = { value: null as { value: T } | null, error: null as { error: unknown } | null };
    work.then(
      (value) => {
        ended.value = { value };
      },
      (error: unknown) => {
        ended.error = { error };
      },
    );
    const endMs = this.#nowMs + limitMs;
    for (;;) {
      await this.quiet(() => ended.value !== null || ended.error !== null || isOver());
      if (ended.error !== null) throw ended.error.error;
      if (ended.value !== null) return ended.value.value;
      if (isOver()) return 'over';
      if (!(await this.#fireNext(endMs))) throw new Error(`work did not end within ${String(limitMs)} ms`);
    }
  }

  /**
   * Work that happens outside, such as a question to a database. Virtual time stands still until it has come, and however
   * long each takes, they are handed over in the order in which they were sent, when nothing else moves: so that chance
   * outside has no say in what happens here.
   * @param isGone no process is left to receive it
   */
  errand<T>(work: Promise<T>, isGone: () => boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const errand: Errand = { landed: Promise.resolve(), deliver: () => undefined };
      errand.landed = work.then(
        (value) => {
          errand.deliver = () => {
            if (!isGone()) resolve(value);
          };
        },
        (error: unknown) => {
          errand.deliver = () => {
            // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- whatever it was
            if (!isGone()) reject(error);
          };
        },
      );
      this.#errands.push(errand);
    });
  }

  /** Lets time pass, with all that falls due in it. */
  async advance(durationMs: number): Promise<void> {
    const endMs = this.#nowMs + durationMs;
    while (await this.#fireNext(endMs)) await this.quiet();
    this.#nowMs = endMs;
  }

  /** Until nothing moves any more but time. */
  async quiet(isEnough: () => boolean = () => false): Promise<void> {
    for (;;) {
      for (let quiet = 0; quiet < QUIET_TURNS; quiet = this.#immediates > 0 ? 0 : quiet + 1) {
        await turn();
        if (!isEnough()) continue;
        // What is under way outside has happened before anybody looks.
        for (const { landed } of this.#errands) await landed;
        return;
      }
      const first = this.#errands.shift();
      if (first === undefined) return;
      await first.landed;
      first.deliver();
    }
  }

  #set(run: () => void, delayMs: number, everyMs: number | null): Handle {
    const timer = { atMs: this.#nowMs + delayMs, run, everyMs, isCancelled: false };
    this.#timers.add(timer);
    return new Handle(timer);
  }

  /** Moves to the next moment by then at which timers go off; of one moment they follow each other as in Node, within a turn. */
  async #fireNext(untilMs: number): Promise<boolean> {
    const first = this.#next(untilMs);
    for (let timer = first; timer !== null; timer = this.#next(this.#nowMs)) {
      this.#fire(timer);
      await tick();
    }
    return first !== null;
  }

  #fire(timer: Timer): void {
    this.#nowMs = Math.max(this.#nowMs, timer.atMs);
    if (timer.everyMs !== null) {
      timer.atMs += timer.everyMs;
      this.#timers.add(timer);
    }
    try {
      timer.run();
    } catch (error) {
      // Set by a process that was killed since: its connection is gone, and so are its timers.
      if (!(error instanceof Error) || !error.message.includes('connection is not open')) throw error;
      timer.isCancelled = true;
    }
  }

  /** Takes the next timer that goes off by then. */
  #next(untilMs: number): Timer | null {
    for (let next = this.#timers.take(untilMs); next !== null; next = this.#timers.take(untilMs))
      if (!next.isCancelled) return next;
    return null;
  }
}
