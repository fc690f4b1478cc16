/**
 * Shares the work out among bot processes, on one machine or many. The work is in parts, each leased to one process. Every
 * process shows by a lease of its own that it is there, renews all it has, and watches the beats of the others by its own
 * clock, so that no two clocks need agree. It takes what no process has, up to its share, and gives up what is beyond it once
 * that is finished. What is with a process whose beat has stood still for longer than one goes on without having renewed
 * its leases is taken over; of a process of the same machine the others see at once that it has ended.
 */
import type { Log } from '../core/ports.js';
import type { Lease, LeaseStore, NamedLease } from '../core/ports/lease-store.js';
import { pause } from './pause.js';

export interface Pace {
  /** Between two renewals. */
  renewMs: number;
  /** A process that could not renew its leases for so long stops working. */
  lostMs: number;
  /** Until what was under way then has ended; what takes longer is cut short. */
  stopMs: number;
  /** Between two looks at what the others have. */
  lookMs: number;
  /** For how long a beat stands still before its part is taken over: longer than `lostMs` and `stopMs` together. */
  takeMs: number;
}

const usual: Pace = { renewMs: 2_000, lostMs: 5_000, stopMs: 4_500, lookMs: 1_000, takeMs: 10_500 };

const MEMBER = 'bot process ';

/** What is done of one part. */
export interface Work {
  /** Resolves when nothing is under way any more. @param isHurried there is little time: what can be done again is broken off */
  stop(isHurried: boolean): Promise<void>;
}

export interface SharesParts {
  leases: LeaseStore;
  /** Of what the work consists, each the name of a lease; the first are given up last. */
  parts: readonly string[];
  /** Who we are (`processIdentity`). */
  holder: string;
  /** Whether another has ended, for sure. */
  hasEnded: (holder: string) => boolean;
  log: Log;
  begin: (part: string) => Promise<Work>;
  /** What is under way could not be stopped in time: the process has to end. */
  cutShort: () => void;
  pace?: Pace;
}

interface Held {
  work: Work;
  /** While it is being given up, or lost. */
  leaving: Promise<void> | null;
}

interface Seen extends NamedLease {
  /** Since when its beat has stood still, by our clock. */
  sinceMs: number;
}

/** This process among those that share; it begins at once. */
export class Shares {
  /** Resolves when this process has looked for the first time, and works on what it took. */
  readonly known: Promise<void>;
  /** Rejects when work could not be begun; resolves after `stop`. */
  readonly ended: Promise<void>;
  readonly #stopping = new AbortController();
  readonly #pace: Pace;
  readonly #held = new Map<string, Held>();
  #seen = new Map<string, Seen>();
  #markKnown: () => void = () => undefined;
  /** When the last renewal that succeeded was asked for. */
  #renewedAtMs = performance.now();

  constructor(private readonly parts: SharesParts) {
    this.#pace = parts.pace ?? usual;
    this.known = new Promise((resolve) => {
      this.#markKnown = resolve;
    });
    this.ended = this.#run();
  }

  /** Ends the work that is under way, and lets others take over at once. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.ended.catch(() => undefined);
  }

  async #run(): Promise<void> {
    const renewing = this.#renewing();
    try {
      while (!this.#isStopping()) {
        await this.#look();
        this.#markKnown();
        await pause(this.#pace.lookMs, this.#stopping.signal);
      }
    } finally {
      this.#stopping.abort();
      this.#markKnown();
      await renewing;
      await Promise.all([...this.#held.keys()].map((part) => this.#leave(part, true)));
      await this.#release(MEMBER + this.parts.holder);
    }
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Whether what this process had is lost, and stays so until its leases can be renewed. */
  #isLate(): boolean {
    return performance.now() - this.#renewedAtMs >= this.#pace.lostMs;
  }

  /** Sees what the others have, and takes or gives up what is missing to our share, or beyond it. */
  async #look(): Promise<void> {
    const atMs = performance.now();
    let leases: NamedLease[];
    try {
      leases = await this.parts.leases.list();
    } catch (error) {
      // What was not seen for a while may have moved meanwhile.
      this.#seen.clear();
      this.parts.log.warn({ error: String(error) }, 'the leases could not be read');
      return;
    }
    this.#note(leases, atMs);
    // On a full disk leases can be read alone: each one that is tried would fail, with a line in the log on that disk.
    if (this.#isLate()) return;
    const share = await this.#share(atMs);
    const working = this.parts.parts.filter((part) => this.#held.get(part)?.leaving === null);
    for (const part of working.slice(share)) {
      this.parts.log.info({ part }, 'this part of the work goes to another process');
      void this.#leave(part, false);
    }
    if (working.length < share) await this.#takeUpTo(share - working.length, atMs);
    await this.#giveBackLost();
  }

  /** What was lost and is beyond our share by now is ours in the store still, and would be renewed with the rest for ever. */
  async #giveBackLost(): Promise<void> {
    for (const part of this.parts.parts)
      if (this.#seen.get(part)?.holder === this.parts.holder && !this.#held.has(part))
        await this.#release(part);
  }

  #note(leases: readonly NamedLease[], atMs: number): void {
    const before = this.#seen;
    this.#seen = new Map(
      leases.map((lease) => {
        const known = before.get(lease.name);
        const isStill = known?.holder === lease.holder && known.beat === lease.beat;
        return [lease.name, { ...lease, sinceMs: isStill ? known.sinceMs : atMs }];
      }),
    );
  }

  #isGone({ holder, sinceMs }: Seen, atMs: number): boolean {
    if (holder === this.parts.holder) return false;
    return atMs - sinceMs >= this.#pace.takeMs || this.parts.hasEnded(holder);
  }

  /** How many parts are ours. */
  async #share(atMs: number): Promise<number> {
    const { holder, parts } = this.parts;
    const own = MEMBER + holder;
    if (!this.#seen.has(own)) await this.#take(own, null);
    const members = new Set([own]);
    for (const lease of this.#seen.values()) {
      if (!lease.name.startsWith(MEMBER)) continue;
      if (!this.#isGone(lease, atMs)) {
        members.add(lease.name);
        continue;
      }
      // Of several that find it gone, one takes it away.
      if (await this.#take(lease.name, lease)) await this.#release(lease.name);
      // Beats begin at 1 again: one that comes back after its first beat would look as still as it was, and be taken away again.
      this.#seen.delete(lease.name);
    }
    const place = [...members].sort().indexOf(own);
    return Math.floor(parts.length / members.size) + (place < parts.length % members.size ? 1 : 0);
  }

  async #takeUpTo(count: number, atMs: number): Promise<void> {
    let missing = count;
    for (const part of this.parts.parts) {
      if (missing === 0 || this.#isStopping()) return;
      const lease = this.#seen.get(part) ?? null;
      const isOurs = lease?.holder === this.parts.holder;
      if (this.#held.has(part) || (lease !== null && !isOurs && !this.#isGone(lease, atMs))) continue;
      if (!(await this.#take(part, lease))) continue;
      missing -= 1;
      this.parts.log.info(
        { part, from: lease === null || isOurs ? null : lease.holder },
        'this process works on a part',
      );
      this.#held.set(part, { work: await this.parts.begin(part), leaving: null });
    }
  }

  async #take(name: string, seen: Lease | null): Promise<boolean> {
    const { leases, holder, log } = this.parts;
    return leases.take(name, holder, seen).catch((error: unknown) => {
      log.warn({ name, error: String(error) }, 'a lease could not be taken');
      return false;
    });
  }

  /** Renews what is ours until we are to stop; stops what is lost. */
  async #renewing(): Promise<void> {
    while (!this.#isStopping()) {
      await pause(this.#pace.renewMs, this.#stopping.signal);
      if (this.#isStopping()) return;
      const before = [...this.#held.keys()];
      const leftMs = Math.max(0, this.#renewedAtMs + this.#pace.lostMs - performance.now());
      const names = await Promise.race([
        this.#renew(),
        pause(leftMs, this.#stopping.signal).then(() => null),
      ]);
      const isLate = this.#isLate();
      const lost = before.filter((part) => isLate || (names !== null && !names.includes(part)));
      await Promise.all(lost.map((part) => this.#lose(part)));
    }
  }

  /** Null when the store does not answer: whether they are ours is not known then. */
  async #renew(): Promise<string[] | null> {
    const atMs = performance.now();
    try {
      const names = await this.parts.leases.renew(this.parts.holder);
      this.#renewedAtMs = Math.max(this.#renewedAtMs, atMs);
      return names;
    } catch (error) {
      this.parts.log.warn({ error: String(error) }, 'the leases could not be renewed');
      return null;
    }
  }

  async #lose(part: string): Promise<void> {
    const held = this.#held.get(part);
    if (held === undefined || this.#isStopping()) return;
    this.parts.log.warn({ part }, 'this process has lost a part');
    const timer = setTimeout(() => this.parts.cutShort(), this.#pace.stopMs);
    held.leaving ??= Promise.resolve();
    await held.work.stop(true);
    clearTimeout(timer);
    this.#held.delete(part);
  }

  /** Ends the work, and lets another have the part. */
  async #leave(part: string, isHurried: boolean): Promise<void> {
    const held = this.#held.get(part);
    if (held === undefined) return;
    if (held.leaving !== null && !isHurried) return held.leaving;
    held.leaving = held.work.stop(isHurried).then(async () => {
      // What was lost meanwhile may be another's by now.
      if (this.#held.get(part) !== held) return;
      await this.#release(part);
      this.#held.delete(part);
    });
    return held.leaving;
  }

  async #release(name: string): Promise<void> {
    const { leases, holder, log } = this.parts;
    await leases.release(name, holder).catch((error: unknown) => {
      log.warn({ name, error: String(error) }, 'a lease could not be given back; it runs out by itself');
    });
  }
}
