/** Listens to the platform's events over one connection, for as many as wait. */
import { request } from 'undici';
import type { PlatformEvent } from './events.js';

interface Watcher {
  concerns: (event: PlatformEvent) => boolean;
  wake: () => void;
}

export interface Watch {
  /** Resolves at the next event that concerns it since the last call. Rejects when `deadline` passes or the feed ends. */
  next(deadline: AbortSignal): Promise<void>;
  end(): void;
}

export class EventFeed {
  readonly #watchers = new Set<Watcher>();
  #connection: Promise<void> | null = null;
  #stop = new AbortController();

  constructor(private readonly address: string) {}

  /** Resolves when listening: whatever happens from then on is noticed. */
  async watch(concerns: (event: PlatformEvent) => boolean): Promise<Watch> {
    let isNews = false;
    let wake = (): void => undefined;
    const watcher: Watcher = {
      concerns,
      wake: () => {
        isNews = true;
        wake();
      },
    };
    this.#watchers.add(watcher);
    this.#connection ??= this.#connect();
    await this.#connection;
    const next = async (deadline: AbortSignal): Promise<void> => {
      const ended = AbortSignal.any([deadline, this.#stop.signal]);
      if (!isNews) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          ended.addEventListener(
            'abort',
            () => {
              resolve();
            },
            { once: true },
          );
        });
      }
      ended.throwIfAborted();
      isNews = false;
    };
    return { next, end: () => this.#watchers.delete(watcher) };
  }

  close(): void {
    this.#stop.abort(new Error('the event feed was closed'));
    this.#stop = new AbortController();
    this.#connection = null;
  }

  async #connect(): Promise<void> {
    const { signal } = this.#stop;
    const { body } = await request(this.address, { signal, bodyTimeout: 0 });
    const pieces = body.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string, undefined>;
    // The first thing sent is a greeting: from then on nothing is missed.
    const first = await pieces.next();
    void this.#read(pieces, first, signal);
  }

  async #read(
    pieces: AsyncIterator<string, undefined>,
    first: IteratorResult<string, undefined>,
    signal: AbortSignal,
  ): Promise<void> {
    let text = '';
    try {
      for (let piece = first; piece.done !== true; piece = await pieces.next()) {
        const blocks = (text + piece.value).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#dispatch(block);
      }
    } catch {
      // The platform went away, or the feed was closed; below.
    }
    if (signal.aborted) return;
    // A platform that restarts is listened to again; waiters look at what it has now.
    this.#connection = this.#watchers.size > 0 ? this.#connect() : null;
    this.#connection?.catch(() => (this.#connection = null));
    for (const watcher of this.#watchers) watcher.wake();
  }

  #dispatch(block: string): void {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data === undefined || block.startsWith('event: hello')) return;
    const event = JSON.parse(data) as PlatformEvent;
    for (const watcher of this.#watchers) {
      if (watcher.concerns(event)) watcher.wake();
    }
  }
}
