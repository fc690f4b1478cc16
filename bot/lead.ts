/**
 * Of several bot processes, on one machine or many, one works and the others stand by. The one that works renews a lease;
 * the others watch its beat by their own clocks, so that no two clocks need agree, and take it over when it has stood
 * still for longer than a holder goes on without having renewed it. Of a process of the same machine they can tell at
 * once that it has ended.
 */
import type { Lease, LeaseStore, Log } from '../core/ports.js';
import { pause } from './pause.js';

export interface Pace {
  /** Between two renewals. */
  renewMs: number;
  /** Whoever could not renew it for so long stops working. */
  lostMs: number;
  /** Until what was under way then has ended; what takes longer is cut short. */
  stopMs: number;
  /** Between two looks of those who stand by. */
  lookMs: number;
  /** For how long its beat stands still before it is taken over: longer than `lostMs` and `stopMs` together. */
  takeMs: number;
}

const usual: Pace = { renewMs: 2_000, lostMs: 5_000, stopMs: 4_500, lookMs: 1_000, takeMs: 10_500 };

/** What the one that works does. */
export interface Shift {
  stop(): Promise<void>;
}

export interface LeadParts {
  leases: LeaseStore;
  name: string;
  /** Who we are (`processIdentity`). */
  holder: string;
  /** Whether another has ended, for sure. */
  hasEnded: (holder: string) => boolean;
  log: Log;
  begin: () => Promise<Shift>;
  /** What is under way could not be stopped in time: the process has to end. */
  cutShort: () => void;
  pace?: Pace;
}

export interface Lead {
  /** Resolves with whether we work, once that is known for the first time. */
  known: Promise<boolean>;
  /** Rejects when work could not be begun; resolves after `stop`. */
  ended: Promise<void>;
  /** Ends the work that is under way, and lets another take over at once. */
  stop(): Promise<void>;
}

export function startLead(parts: LeadParts): Lead {
  const lead = new Candidate(parts);
  const ended = lead.run();
  return {
    known: lead.known,
    ended,
    stop: async () => {
      lead.stopping.abort();
      await ended.catch(() => undefined);
    },
  };
}

class Candidate {
  readonly stopping = new AbortController();
  readonly known: Promise<boolean>;
  readonly #parts: LeadParts;
  readonly #pace: Pace;
  #tell: (leads: boolean) => void = () => undefined;
  /** When the last renewal that succeeded was asked for. */
  #renewedAtMs = 0;

  constructor(parts: LeadParts) {
    this.#parts = parts;
    this.#pace = parts.pace ?? usual;
    this.known = new Promise((resolve) => {
      this.#tell = resolve;
    });
  }

  async run(): Promise<void> {
    const { leases, name, holder, log, begin } = this.#parts;
    while (await this.#win()) {
      log.info({ name }, 'this process works now');
      const shift = await begin();
      this.#tell(true);
      await this.#hold();
      if (!this.#isStopping()) log.warn({ name }, 'this process stands by again: the lease is lost');
      await this.#end(shift);
    }
    this.#tell(false);
    await leases.release(name, holder).catch((error: unknown) => {
      log.warn({ name, error: String(error) }, 'the lease could not be given back; it runs out by itself');
    });
  }

  #isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Stands by until the lease is ours; false when we are to stop. */
  async #win(): Promise<boolean> {
    let seen = null as Lease | null;
    let seenAtMs = performance.now();
    for (let looks = 1; !this.#isStopping(); looks += 1) {
      try {
        const atMs = performance.now();
        const lease = await this.#parts.leases.read(this.#parts.name);
        if (lease?.holder !== seen?.holder || lease?.beat !== seen?.beat) [seen, seenAtMs] = [lease, atMs];
        if (await this.#tryToTake(lease, atMs - seenAtMs)) {
          this.#renewedAtMs = atMs;
          return true;
        }
      } catch (error) {
        // What was not seen for a while may have moved meanwhile.
        seen = null;
        this.#parts.log.warn({ error: String(error) }, 'the lease could not be read');
      }
      if (looks === 1 && seen !== null)
        this.#parts.log.info({ name: this.#parts.name }, 'another process works; this one stands by');
      this.#tell(false);
      await pause(this.#pace.lookMs, this.stopping.signal);
    }
    return false;
  }

  async #tryToTake(lease: Lease | null, stoodStillMs: number): Promise<boolean> {
    const { leases, name, holder, hasEnded } = this.#parts;
    if (lease?.holder === holder) return leases.renew(name, holder);
    const isFree = lease === null || stoodStillMs >= this.#pace.takeMs || hasEnded(lease.holder);
    return isFree && leases.take(name, holder, lease);
  }

  /** Renews the lease until it is lost, or we are to stop. */
  async #hold(): Promise<void> {
    while (!this.#isStopping()) {
      await pause(this.#pace.renewMs, this.stopping.signal);
      if (this.#isStopping()) return;
      const leftMs = this.#renewedAtMs + this.#pace.lostMs - performance.now();
      const answer = await Promise.race([
        this.#renew(),
        pause(Math.max(0, leftMs), this.stopping.signal).then(() => null),
      ]);
      if (answer === false) return;
      if (performance.now() - this.#renewedAtMs >= this.#pace.lostMs) return;
    }
  }

  /** Null when the store does not answer: whether it is ours is not known then. */
  async #renew(): Promise<boolean | null> {
    const { leases, name, holder, log } = this.#parts;
    const atMs = performance.now();
    try {
      const isOurs = await leases.renew(name, holder);
      if (isOurs) this.#renewedAtMs = Math.max(this.#renewedAtMs, atMs);
      return isOurs;
    } catch (error) {
      log.warn({ error: String(error) }, 'the lease could not be renewed');
      return null;
    }
  }

  async #end(shift: Shift): Promise<void> {
    const timer = setTimeout(() => {
      this.#parts.cutShort();
    }, this.#pace.stopMs);
    await shift.stop();
    clearTimeout(timer);
  }
}
