/**
 * Signals between processes over PostgreSQL, as in `db/postgres/commit-signals.ts`: late, merged, and
 * not always. They only hasten what a process that waits would find by itself.
 */
import type { CommitSignals } from '../../db/postgres/commit-signals.js';
import type { Mortal } from './host.js';

const URGENT_APART_MS = 5;
const APART_MS = 25;
/** Of so many one is lost. */
const LOST = 4;

export class Tidings {
  readonly #listeners: { who: Mortal; listen: () => void }[] = [];
  #count = 0;

  of(who: Mortal): CommitSignals {
    let sending: ReturnType<typeof setTimeout> | null = null;
    const send = () => {
      sending = null;
      this.#count += 1;
      if (who.isDead || this.#count % LOST === 0) return;
      for (const { who: other, listen } of this.#listeners) if (other !== who && !other.isDead) listen();
    };
    return {
      open: () => Promise.resolve(),
      signal: (isUrgent) => {
        sending ??= setTimeout(send, isUrgent ? URGENT_APART_MS : APART_MS);
      },
      onSignal: (listen) => {
        this.#listeners.push({ who, listen });
      },
      close: () => Promise.resolve(),
    };
  }
}
