/**
 * Updates that the store cannot take now while it takes others: over Citus, those of a user whose server is away. Each is put
 * into the store as it came, which the coordinator alone does, so that the stream goes on; it is performed once the server is
 * back. Of one user in one chat they are performed in their order: what comes while one is deferred goes behind it.
 *
 * What fails is put off for as long as it has been deferred, a minute at most, so that thousands that wait cost little. As
 * soon as something succeeds again, the others are tried without waiting for their time. A payment may be one that only a
 * later build can read, or nobody: it is never dropped, and put off for up to an hour.
 */
import type { Update } from 'grammy/types';
import type { DeferredUpdate, Log } from '../core/ports.js';
import type { DeferredUpdates as Deferred } from '../core/updates.js';
import { pause } from './pause.js';

/** Between two looks for what is due, while something is deferred. */
const LOOK_MS = 1_000;
/** The same, while nothing is known to be: another process may have deferred something as it lost the stream. */
const IDLE_LOOK_MS = 30_000;
const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 60_000;
const LAST_PAYMENT_WAIT_MS = 3_600_000;
/** Queues of one look, of which so many are worked off at the same time. */
const QUEUES = 100;
const AT_ONCE = 10;
const OF_QUEUE = 100;
const LOG_EACH_MS = 60_000;

export interface DeferredParts {
  log: Log;
  /** Of the bot, in the log. */
  botId: () => number;
  /** Performs an update; returns false where the store cannot take it now. */
  perform(update: Update): Promise<boolean>;
}

export class DeferredUpdates {
  readonly #deferred: Deferred;
  readonly #parts: DeferredParts;
  /** Whether something may be deferred. */
  #isAny = true;
  #lookAtMs = 0;
  #loggedAtMs: number | null = null;

  constructor(deferred: Deferred, parts: DeferredParts) {
    this.#deferred = deferred;
    this.#parts = parts;
  }

  /** @throws ServiceError `unavailable` where not even that can be stored */
  async add(update: DeferredUpdate): Promise<void> {
    await this.#deferred.add(update);
    this.#isAny = true;
  }

  /** Which of these queues have something deferred. @throws ServiceError when the store cannot be read */
  async among(queues: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(queues.length === 0 ? [] : await this.#deferred.among(queues));
  }

  /** Performs what is due, until it is told to stop. */
  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      if (this.#isAny || performance.now() >= this.#lookAtMs)
        await this.#look(stopping).catch((error: unknown) => {
          this.#parts.log.warn({ error: String(error) }, 'deferred updates could not be read');
        });
      await pause(LOOK_MS, stopping);
    }
  }

  async #look(stopping: AbortSignal): Promise<void> {
    for (let untilMs = Date.now(); !stopping.aborted; untilMs = Infinity) {
      const queues = await this.#deferred.dueQueues(untilMs, QUEUES);
      if (!(await this.#doQueues(queues, stopping))) break;
    }
    // What is deferred while that is asked is known by its own word.
    this.#isAny = false;
    const oldestMs = await this.#deferred.oldestMs();
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
      for (const { updateId, body, atMs } of await this.#deferred.ofQueue(queue, OF_QUEUE)) {
        if (stopping.aborted) break;
        if (!(await this.#parts.perform(JSON.parse(body) as Update))) {
          const lastMs = queue.startsWith('payments:') ? LAST_PAYMENT_WAIT_MS : LAST_WAIT_MS;
          const waitMs = Math.min(Math.max(Date.now() - atMs, FIRST_WAIT_MS), lastMs);
          await this.#deferred.putOff(queue, Date.now() + waitMs);
          break;
        }
        await this.#deferred.done(updateId);
        hasSucceeded = true;
      }
    } catch (error) {
      this.#parts.log.warn({ queue, error: String(error) }, 'deferred updates wait for the store');
    }
    return hasSucceeded;
  }

  #say(oldestMs: number | null): void {
    const { log, botId } = this.#parts;
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
