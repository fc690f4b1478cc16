/**
 * Works off the operator bot's updates, at least once: wherever they come from, it is told that they are done with only
 * when they are.
 *
 * What moves memberships and money is awaited before the next updates are fetched: the updates of one user in one chat
 * one after the other, all others of a batch at the same time.
 * What people press and write is begun in the order it came, one after the other for each person, and not waited for: a
 * person whose screen takes long holds up nobody, and a press that a crash swallows can be pressed again.
 */
import { setMaxListeners } from 'node:events';
import type { Bot, Context } from 'grammy';
import type { Update } from 'grammy/types';
import { ServiceError } from '../core/errors.js';
import type { Log } from '../core/ports.js';
import { pause } from './pause.js';

export const ALLOWED_UPDATES = [
  'message',
  'callback_query',
  'my_chat_member',
  'chat_member',
  'chat_join_request',
  'pre_checkout_query',
] as const;

export type UpdateKind = (typeof ALLOWED_UPDATES)[number];

/** What a bot is told that only checks who is in. */
export const CHECKER_UPDATES = [
  'my_chat_member',
  'chat_member',
  'chat_join_request',
] as const satisfies readonly UpdateKind[];

/** As many updates as are fetched at once. */
export const BATCH = 100;
export const FIRST_PAUSE_MS = 200;
export const LAST_PAUSE_MS = 10_000;
/** An update that fails for a reason of its own is tried this often; one that fails for the store's is never dropped. */
const TRIES = 3;
const AT_ONCE = 200;

/** Where updates come from. */
export interface UpdateSource {
  /** Waits for the next ones, in their order; null: there was no answer, and it is worth asking again after a pause. */
  fetch(signal: AbortSignal): Promise<Update[] | null>;
  /** These are done with: whatever happens, they need not come again. */
  done(updates: readonly Update[]): Promise<void>;
  /** Up to when every update that the platform had is done with; null before that is known. */
  drainedAtMs(): number | null;
  /** The same; while the platform is asked and has nothing to give, that is now. */
  takenUntilMs(nowMs: number): number | null;
  /** Once nothing is under way any more. */
  finish(): Promise<void>;
}

export interface UpdateWork {
  /** Resolves when the work has ended by `stop`; rejects when an update could not be stored until then. */
  ended: Promise<void>;
  drainedAtMs(): number | null;
  takenUntilMs(nowMs: number): number | null;
  /** Finishes what is under way, and tells the source what is done with. */
  stop(): Promise<void>;
}

/** @param prepare what has to be done before the first are fetched */
export function startUpdates<C extends Context>(
  bot: Bot<C>,
  source: UpdateSource,
  { log, prepare }: { log: Log; prepare(signal: AbortSignal): Promise<void> },
): UpdateWork {
  const worker = new Worker(bot, source, log);
  const ended = prepare(worker.stopping.signal).then(() => worker.run());
  return {
    ended,
    drainedAtMs: () => source.drainedAtMs(),
    takenUntilMs: (nowMs) => source.takenUntilMs(nowMs),
    stop: async () => {
      worker.stopping.abort();
      await ended.catch(() => undefined);
      await worker.finish();
    },
  };
}

class Worker<C extends Context> {
  readonly stopping = new AbortController();
  readonly #bot: Bot<C>;
  readonly #source: UpdateSource;
  readonly #log: Log;
  /** The last of what was begun for each person. */
  readonly #people = new Map<number, Promise<void>>();

  constructor(bot: Bot<C>, source: UpdateSource, log: Log) {
    this.#bot = bot;
    this.#source = source;
    this.#log = log;
    // While the store is away each update of a batch waits for it; Node takes more than ten for a leak, and says so.
    setMaxListeners(0, this.stopping.signal);
  }

  async run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#isStopping()) {
      const updates = await this.#source.fetch(this.stopping.signal);
      if (updates === null) {
        await pause(pauseMs, this.stopping.signal);
        pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS);
        continue;
      }
      pauseMs = FIRST_PAUSE_MS;
      await Promise.all(inOrder(updates).map((queue) => this.#doQueue(queue)));
      await this.#source.done(updates);
    }
  }

  async finish(): Promise<void> {
    await Promise.all(this.#people.values());
    await this.#source.finish();
  }

  #isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** One after the other: what an update means may hang on those before it. */
  async #doQueue(queue: readonly Update[]): Promise<void> {
    for (const update of queue) await (isVital(update) ? this.#doVital(update) : this.#begin(update));
  }

  async #doVital(update: Update): Promise<void> {
    for (
      let tries = 1, pauseMs = FIRST_PAUSE_MS;
      ;
      tries += 1, pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)
    ) {
      try {
        await this.#bot.handleUpdate(update);
        return;
      } catch (error) {
        const cause = causeOf(error);
        this.#log.error(
          { updateId: update.update_id, tries, error: String(cause) },
          'an update could not be stored',
        );
        const isStores = cause instanceof ServiceError && cause.kind === 'unavailable';
        if (!isStores && tries >= TRIES) return;
        // What is not stored must not be confirmed: the platform keeps it for the next start.
        if (this.#isStopping()) throw error;
        await pause(pauseMs, this.stopping.signal);
      }
    }
  }

  async #begin(update: Update): Promise<void> {
    if (this.#people.size >= AT_ONCE) await Promise.race(this.#people.values());
    const person = personOf(update);
    const before = this.#people.get(person) ?? Promise.resolve();
    const work = before
      .then(() => this.#bot.handleUpdate(update))
      .catch((error: unknown) => {
        this.#log.error({ updateId: update.update_id, error: String(causeOf(error)) }, 'an update failed');
      })
      .then(() => {
        if (this.#people.get(person) === work) this.#people.delete(person);
      });
    this.#people.set(person, work);
  }
}

/** What is read of an update here. Whatever grammY's types say, nothing of it is relied on: one odd update must not end all. */
interface Seen {
  message?: {
    from?: { id?: number } | null;
    successful_payment?: unknown;
    refunded_payment?: unknown;
  } | null;
  callback_query?: { from?: { id?: number } | null } | null;
  chat_member?: { chat?: { id?: number }; new_chat_member?: { user?: { id?: number } } } | null;
  chat_join_request?: { chat?: { id?: number }; from?: { id?: number } } | null;
}

/** Updates that have to follow each other, as they came: those of one user in one chat. */
function inOrder(updates: readonly Update[]): Update[][] {
  const queues = new Map<string, Update[]>();
  for (const update of updates) {
    const key = membershipKeyOf(update) ?? String(update.update_id);
    const queue = queues.get(key) ?? [];
    queue.push(update);
    queues.set(key, queue);
  }
  return [...queues.values()];
}

function membershipKeyOf(update: Update): string | null {
  const { chat_member: change, chat_join_request: request } = update as Seen;
  const chatId = change?.chat?.id ?? request?.chat?.id;
  const userId = change?.new_chat_member?.user?.id ?? request?.from?.id;
  // What names neither by a number belongs to nobody: an update may be of any shape, and none may hold up the rest.
  return typeof chatId === 'number' && typeof userId === 'number' ? `${chatId}:${userId}` : null;
}

/** Memberships, payments, and payments given back. */
function isVital(update: Update): boolean {
  const { message, callback_query: query } = update as Seen;
  if (query !== undefined) return false;
  return (
    message === undefined ||
    message?.successful_payment !== undefined ||
    message?.refunded_payment !== undefined
  );
}

function personOf(update: Update): number {
  const { message, callback_query: query } = update as Seen;
  return message?.from?.id ?? query?.from?.id ?? 0;
}

/** grammY wraps what a handler throws. */
function causeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'error' in error ? error.error : error;
}
