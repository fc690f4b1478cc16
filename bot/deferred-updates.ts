/**
 * Updates that the store cannot take now while it takes others: over Citus, those of a user whose server is away. Each is put
 * into the store as it came, which the coordinator alone does, so that the stream goes on; it is performed once the server is
 * back. Of one user in one chat they are performed in their order: what comes while one is deferred goes behind it.
 *
 * What fails is put off for as long as it has been deferred, a minute at most, so that thousands that wait cost little. As
 * soon as something succeeds again, the others are tried without waiting for their time.
 *
 * What this build cannot read (`readable.ts`) is set aside, each in a queue of its own, for a later build. It is tried at each
 * start and then every hour; a membership is dropped after a day, as the platform itself drops it, and money never is. A
 * payment that fails for a reason of its own stands there, too, and is put off for an hour at most.
 */
import type { Update } from 'grammy/types';
import type { Log } from '../core/ports.js';
import type { DeferredUpdate } from '../core/ports/update-store.js';
import type { DeferredUpdates as Deferred } from '../core/updates.js';
import { pause } from './pause.js';
import { asideOf, holdsMoney, inQueue } from './seen-update.js';

/** Between two looks for what is due, while something is deferred. */
const LOOK_MS = 1_000;
/** The same, while nothing is known to be: another process may have deferred something as it lost the stream. */
const IDLE_LOOK_MS = 30_000;
const HOUR_MS = 3_600_000;
const KEPT_MS = 24 * HOUR_MS;
/** At least and at most. */
const WAIT_MS = {
  away: [1_000, 60_000],
  failed: [1_000, HOUR_MS],
  unread: [HOUR_MS, HOUR_MS],
} as const satisfies Record<Why, unknown>;
/** Queues of one look, of which so many are worked off at the same time. */
const QUEUES = 100;
const AT_ONCE = 10;
const OF_QUEUE = 100;
const LOG_EACH_MS = 60_000;

/** Away: the store cannot take it now. Unread: this build cannot read it. Failed: money, for a reason of its own. */
export type Why = 'away' | 'failed' | 'unread';

export interface Failure {
  why: Why;
  error: unknown;
}

export interface DeferredParts {
  log: Log;
  /** Of the bot, in the log. */
  botId: () => number;
  /** Performs an update; returns why it could not, null where it is done with. */
  perform(update: Update): Promise<Why | null>;
}

export class DeferredUpdates {
  /** Whether something may be deferred. */
  #isAny = true;
  #lookAtMs = 0;
  /** What is due by then is tried: at the start all, later what is due. */
  #aheadMs = Infinity;
  #loggedAtMs: number | null = null;

  constructor(
    private readonly deferred: Deferred,
    private readonly parts: DeferredParts,
  ) {}

  /** @throws ServiceError `unavailable` where not even that can be stored */
  async add(update: DeferredUpdate): Promise<void> {
    await this.deferred.add(update);
    this.#isAny = true;
  }

  /** Which of these queues have something deferred. @throws ServiceError when the store cannot be read */
  async among(queues: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(queues.length === 0 ? [] : await this.deferred.among(queues));
  }

  /** Performs due updates until it is stopped. */
  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      if (this.#isAny || performance.now() >= this.#lookAtMs)
        await this.#look(stopping).catch((error: unknown) => {
          this.parts.log.warn({ error: String(error) }, 'deferred updates could not be read');
        });
      await pause(LOOK_MS, stopping);
    }
  }

  async #look(stopping: AbortSignal): Promise<void> {
    for (let aheadMs = this.#aheadMs; !stopping.aborted; aheadMs = WAIT_MS.away[1]) {
      const queues = await this.deferred.dueQueues(Date.now() + aheadMs, QUEUES);
      this.#aheadMs = 0;
      if (!(await this.#doQueues(queues, stopping))) break;
    }
    // What is deferred while that is asked is known by its own word.
    this.#isAny = false;
    const oldestMs = await this.deferred.oldestMs();
    this.#isAny ||= oldestMs !== null;
    this.#lookAtMs = performance.now() + IDLE_LOOK_MS;
    this.#say(oldestMs);
  }

  /** Some at the same time; returns whether anything was performed. */
  async #doQueues(queues: readonly string[], stopping: AbortSignal): Promise<boolean> {
    const rest = queues.values();
    let hasSucceeded = false;
    const lane = async () => {
      for (const queue of rest) if (await this.#doQueue(queue, stopping)) hasSucceeded = true;
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    return hasSucceeded;
  }

  /** One after the other; returns whether any was performed. Never rejects: the others go on. */
  async #doQueue(queue: string, stopping: AbortSignal): Promise<boolean> {
    let hasSucceeded = false;
    try {
      for (const { body, atMs } of await this.deferred.ofQueue(queue, OF_QUEUE)) {
        if (stopping.aborted) break;
        const update = JSON.parse(body) as Update;
        const why = await this.parts.perform(update);
        if (why === 'away') {
          await this.#putOff(queue, why, atMs);
          break;
        }
        if (why === null) await this.deferred.done(update.update_id);
        else await this.#setAside(update, { why, queue, atMs });
        hasSucceeded ||= why === null;
      }
    } catch (error) {
      this.parts.log.warn({ queue, error: String(error) }, 'deferred updates wait for the store');
    }
    return hasSucceeded;
  }

  async #putOff(queue: string, why: Why, atMs: number): Promise<void> {
    const [leastMs, mostMs] = WAIT_MS[why];
    await this.deferred.putOff(queue, Date.now() + Math.min(Math.max(Date.now() - atMs, leastMs), mostMs));
  }

  async #setAside(update: Update, stored: { why: Why; queue: string; atMs: number }): Promise<void> {
    const { why, queue, atMs } = stored;
    const aside = asideOf(update);
    if (queue !== aside) await this.add(inQueue(update, aside));
    else if (holdsMoney(update) || Date.now() - atMs < KEPT_MS) await this.#putOff(queue, why, atMs);
    else {
      const facts = { bot: this.parts.botId(), updateId: update.update_id };
      this.parts.log.error(facts, 'an update that cannot be read is given up');
      await this.deferred.done(update.update_id);
    }
  }

  #say(oldestMs: number | null): void {
    const { log, botId } = this.parts;
    if (oldestMs === null) {
      if (this.#loggedAtMs !== null) log.info({ bot: botId() }, 'no update is deferred any more');
      this.#loggedAtMs = null;
    } else if (this.#loggedAtMs === null || performance.now() - this.#loggedAtMs >= LOG_EACH_MS) {
      this.#loggedAtMs = performance.now();
      const oldestSeconds = Math.round((Date.now() - oldestMs) / 1_000);
      log.warn(
        { bot: botId(), oldest_seconds: oldestSeconds },
        'updates are deferred: the server of their users is away',
      );
    }
  }
}
