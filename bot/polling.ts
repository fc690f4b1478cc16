/**
 * Long polling of the operator bot, at least once: the platform is told that updates are done with only when they are.
 *
 * What moves memberships and money is awaited before the next updates are asked for: the updates of one user in one chat
 * one after the other, all others of a batch at the same time.
 * What people press and write is begun in the order it came, one after the other for each person, and not waited for: a
 * person whose screen takes long holds up nobody, and a press that a crash swallows can be pressed again.
 */
import type { Api, Bot, Context } from 'grammy';
import type { Update } from 'grammy/types';
import { ServiceError } from '../core/errors.js';
import type { Log } from '../core/ports.js';
import { pause } from './pause.js';
import type { Reachability } from './reachability.js';

export const ALLOWED_UPDATES = [
  'message',
  'callback_query',
  'my_chat_member',
  'chat_member',
  'chat_join_request',
  'pre_checkout_query',
] as const;

/** A signal as grammY declares it: its own declaration of the same thing. */
type Signal = Parameters<Api['getUpdates']>[1];

const POLL_SECONDS = 30;
/** So long beyond its time a poll may stay open: then nobody is at the other end any more. */
const POLL_GRACE_MS = 10_000;
/** As many updates as the platform gives at once. */
const BATCH = 100;
const FIRST_PAUSE_MS = 200;
const LAST_PAUSE_MS = 10_000;
/** An update that fails for a reason of its own is tried this often; one that fails for the store's is never dropped. */
const TRIES = 3;
const AT_ONCE = 200;

export interface PollingOptions {
  /** What has to succeed before the first updates are asked for: tried again until it does. */
  prepare?(signal: AbortSignal): Promise<void>;
  /** Told of each answer, and of each call without one. */
  reach?: Pick<Reachability, 'answered' | 'failed' | 'isFailing'>;
}

export interface Polling {
  /** Resolves when polling has ended by `stop`; rejects when an update could not be stored until then. */
  ended: Promise<void>;
  /** Up to when every update that the platform had is done with; null before that is known. */
  drainedAtMs(): number | null;
  /** Finishes what is under way, and tells the platform what is done with. */
  stop(): Promise<void>;
}

/** A platform that cannot be reached, or refuses the token, is asked again for as long as it takes. */
export function startPolling<C extends Context>(
  bot: Bot<C>,
  log: Log,
  options: PollingOptions = {},
): Polling {
  const poller = new Poller(bot, log, options);
  const ended = poller.run();
  return {
    ended,
    drainedAtMs: () => poller.drainedAtMs,
    stop: async () => {
      poller.stopping.abort();
      await ended.catch(() => undefined);
      await poller.finish();
    },
  };
}

class Poller<C extends Context> {
  readonly stopping = new AbortController();
  readonly #bot: Bot<C>;
  readonly #log: Log;
  readonly #options: PollingOptions;
  /** The last of what was begun for each person. */
  readonly #people = new Map<number, Promise<void>>();
  #offset = 0;
  #drainedAtMs: number | null = null;

  constructor(bot: Bot<C>, log: Log, options: PollingOptions) {
    this.#bot = bot;
    this.#log = log;
    this.#options = options;
  }

  async run(): Promise<void> {
    await this.#prepare();
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#isStopping()) {
      const askedAtMs = Date.now();
      const updates = await this.#fetch();
      if (updates === null) {
        await pause(pauseMs, this.stopping.signal);
        pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS);
        continue;
      }
      pauseMs = FIRST_PAUSE_MS;
      await Promise.all(inOrder(updates).map((queue) => this.#doQueue(queue)));
      const last = updates.at(-1);
      if (last !== undefined) this.#offset = last.update_id + 1;
      if (updates.length < BATCH) this.#drainedAtMs = askedAtMs;
    }
  }

  get drainedAtMs(): number | null {
    return this.#drainedAtMs;
  }

  async finish(): Promise<void> {
    await Promise.all(this.#people.values());
    if (this.#offset === 0) return;
    await this.#bot.api.getUpdates({ offset: this.#offset, limit: 1, timeout: 0 }).catch(() => undefined);
  }

  #isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  async #prepare(): Promise<void> {
    const { prepare, reach } = this.#options;
    for (let pauseMs = FIRST_PAUSE_MS; !this.#isStopping(); pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)) {
      try {
        await prepare?.(this.stopping.signal);
        return;
      } catch (error) {
        if (this.#isStopping()) return;
        await reach?.failed(error);
        await pause(pauseMs, this.stopping.signal);
      }
    }
  }

  /** Null when the platform did not answer; it is asked again after a pause. */
  async #fetch(): Promise<Update[] | null> {
    const { reach } = this.#options;
    // One that is back says so at once, rather than at the end of a long poll.
    const timeout = reach?.isFailing === true ? 0 : POLL_SECONDS;
    const query = { offset: this.#offset, limit: BATCH, timeout, allowed_updates: ALLOWED_UPDATES };
    const late = AbortSignal.timeout(timeout * 1_000 + POLL_GRACE_MS);
    try {
      const signal = AbortSignal.any([this.stopping.signal, late]);
      const updates = await this.#bot.api.getUpdates(query, signal as Signal);
      await reach?.answered();
      return updates;
    } catch (error) {
      if (this.#isStopping()) return [];
      await reach?.failed(error);
      return null;
    }
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
  return chatId === undefined || userId === undefined ? null : `${String(chatId)}:${String(userId)}`;
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
