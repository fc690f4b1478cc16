/**
 * Works off the operator bot's updates, at least once: wherever they come from, it is told that they are done with only
 * when they are, or stand in the store.
 *
 * What moves memberships and money is awaited before the next updates are fetched: the updates of one user in one chat
 * one after the other, all others of a batch at the same time. One that the store cannot take now is deferred, where the
 * store as a whole is there (`deferred-updates.ts`).
 * What people press and write is begun in the order it came, one after the other for each person, and not waited for: a
 * person whose screen takes long holds up nobody, and a press that a crash swallows can be pressed again.
 */
import { setMaxListeners } from 'node:events';
import type { Bot, Context } from 'grammy';
import type { Update } from 'grammy/types';
import { ServiceError } from '../core/errors.js';
import type { Log } from '../core/ports.js';
import type { DeferredUpdates as Deferred } from '../core/updates.js';
import { DeferredUpdates } from './deferred-updates.js';
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

export interface UpdateParts {
  log: Log;
  /** What has to be done before the first are fetched. */
  prepare(signal: AbortSignal): Promise<void>;
  /** Where updates go that cannot be stored now; absent: nowhere, they are tried until they can. */
  deferred?: Deferred | undefined;
}

export function startUpdates<C extends Context>(
  bot: Bot<C>,
  source: UpdateSource,
  { log, prepare, deferred }: UpdateParts,
): UpdateWork {
  const worker = new Worker(bot, source, { log, deferred });
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
  readonly #deferred: DeferredUpdates | null;

  constructor(bot: Bot<C>, source: UpdateSource, { log, deferred }: Pick<UpdateParts, 'log' | 'deferred'>) {
    this.#bot = bot;
    this.#source = source;
    this.#log = log;
    const perform = async (update: Update) => (await this.#perform(update)) === null;
    this.#deferred =
      deferred === undefined
        ? null
        : new DeferredUpdates(deferred, { log, perform, botId: () => bot.botInfo.id });
    // While the store is away each update of a batch waits for it; Node takes more than ten for a leak, and says so.
    setMaxListeners(0, this.stopping.signal);
  }

  async run(): Promise<void> {
    const { signal } = this.stopping;
    // An end of the one, also by a failure, is an end of both.
    const taking = this.#take().finally(() => {
      this.stopping.abort();
    });
    await Promise.all([taking, this.#deferred?.run(signal)]);
  }

  async #take(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#isStopping()) {
      const updates = await this.#source.fetch(this.stopping.signal);
      if (updates === null) {
        await pause(pauseMs, this.stopping.signal);
        pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS);
        continue;
      }
      pauseMs = FIRST_PAUSE_MS;
      await this.#doBatch(inOrder(updates));
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

  async #doBatch(queues: readonly Queue[]): Promise<void> {
    // What else comes of a chat that got another id is understood once that is known.
    for (const queue of queues.filter(isOfMove)) await this.#doQueue(queue, false);
    const rest = queues.filter((queue) => !isOfMove(queue));
    const keys = rest.flatMap(({ key }) => key ?? []);
    const deferred = this.#patiently(() => this.#deferred?.among(keys));
    const work = async (queue: Queue): Promise<void> => {
      const isDeferred = queue.key !== null && (await deferred)?.has(queue.key) === true;
      await this.#doQueue(queue, isDeferred);
    };
    // What an update means for a member hangs on whether joins of that chat could be heard of.
    const rights = Promise.all(rest.filter(isOfRights).map(work));
    const others = rest.filter((queue) => !isOfRights(queue));
    const after = others.map((queue) => (queue.key === null ? work(queue) : rights.then(() => work(queue))));
    await Promise.all([deferred, rights, ...after]);
  }

  /** One after the other: what an update means may hang on those before it. */
  async #doQueue({ key, updates }: Queue, isDeferred: boolean): Promise<void> {
    let isBehind = isDeferred;
    for (const update of updates) {
      if (!isVital(update)) await this.#begin(update);
      else if (isBehind && key !== null) await this.#patiently(() => this.#defer(update, key));
      else isBehind = !(await this.#doVital(update, key));
    }
  }

  /** Returns whether it is performed; else it is deferred, and so has to be what follows it. */
  async #doVital(update: Update, key: string | null): Promise<boolean> {
    let isPerformed = true;
    await this.#patiently(async () => {
      const failure = await this.#perform(update);
      isPerformed = failure === null;
      if (failure === null) return;
      // With the store itself away that fails, too.
      if (this.#deferred === null || key === null) throw failure;
      await this.#defer(update, key);
    }, update);
    return isPerformed;
  }

  /** @returns why the store cannot take it now; null: it is done with */
  async #perform(update: Update): Promise<ServiceError | null> {
    for (let tries = 1, pauseMs = FIRST_PAUSE_MS; ; tries += 1, pauseMs *= 2) {
      try {
        await this.#bot.handleUpdate(update);
        return null;
      } catch (error) {
        const cause = causeOf(error);
        if (cause instanceof ServiceError && cause.kind === 'unavailable') return cause;
        this.#log.error(
          { updateId: update.update_id, tries, error: String(cause) },
          'an update could not be stored',
        );
        // Money is not given up: it waits among what is deferred.
        if (tries >= TRIES) return holdsMoney(update) ? new ServiceError('unavailable', String(cause)) : null;
        if (this.#isStopping()) throw error;
        await pause(pauseMs, this.stopping.signal);
      }
    }
  }

  async #defer(update: Update, queue: string): Promise<void> {
    await this.#deferred?.add({
      updateId: update.update_id,
      body: JSON.stringify(update),
      queue,
      happenedAtMs: happenedAtMs(update, Date.now()),
    });
  }

  /**
   * Tries until the store takes it.
   * @param update what has to be stored
   * @throws what it fails with when it is told to stop: what is not stored must not be confirmed, and the platform keeps it
   *   for the next start
   */
  async #patiently<T>(work: () => Promise<T> | T, update?: Update): Promise<T> {
    for (
      let tries = 1, pauseMs = FIRST_PAUSE_MS;
      ;
      tries += 1, pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)
    ) {
      try {
        return await work();
      } catch (error) {
        const facts = { updateId: update?.update_id, tries, error: String(causeOf(error)) };
        this.#log.error(facts, 'an update could not be stored');
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
    migrate_to_chat_id?: unknown;
    migrate_from_chat_id?: unknown;
  } | null;
  callback_query?: { from?: { id?: number } | null } | null;
  chat_member?: {
    date?: number;
    chat?: { id?: number; type?: string };
    new_chat_member?: { user?: { id?: number } };
  } | null;
  my_chat_member?: Seen['chat_member'];
  chat_join_request?: { date?: number; chat?: { id?: number }; from?: { id?: number } } | null;
}

/** Updates that have to follow each other, as they came: those of one user, or of our bot, in one chat. */
interface Queue {
  /** Null: the update is of no user in a chat, and alone. */
  key: string | null;
  updates: Update[];
}

function inOrder(updates: readonly Update[]): Queue[] {
  const queues = new Map<string | number, Queue>();
  for (const update of updates) {
    const key = membershipKeyOf(update);
    const queue = queues.get(key ?? update.update_id) ?? { key, updates: [] };
    queue.updates.push(update);
    queues.set(key ?? update.update_id, queue);
  }
  return [...queues.values()];
}

/** When a membership changed, as the platform says; nothing happens later than it is told. */
function happenedAtMs(update: Update, nowMs: number): number {
  const { chat_member: other, my_chat_member: own, chat_join_request: request } = update as Seen;
  const change = other ?? own;
  const date = change?.date ?? request?.date;
  return Number.isSafeInteger(date) ? Math.min(Number(date) * 1_000, nowMs) : nowMs;
}

function membershipKeyOf(update: Update): string | null {
  const { message, chat_member: other, my_chat_member: own, chat_join_request: request } = update as Seen;
  const change = other ?? own;
  const chatId = change?.chat?.id ?? request?.chat?.id;
  const userId = change?.new_chat_member?.user?.id ?? request?.from?.id;
  // One whose payer cannot be read waits alone, for a build that can.
  if (holdsMoney(update))
    return `payments:${String(message?.from?.id ?? `of update ${String(update.update_id)}`)}`;
  // What names neither by a number belongs to nobody: an update may be of any shape, and none may hold up the rest.
  return typeof chatId === 'number' && typeof userId === 'number' ? `${chatId}:${userId}` : null;
}

/** Of our bot itself, in a channel or group. */
function isOfRights({ updates }: Queue): boolean {
  return updates.some((update) => {
    const { my_chat_member: own } = update as Seen;
    return own !== undefined && own?.chat?.type !== 'private';
  });
}

function isOfMove({ updates }: Queue): boolean {
  return updates.some((update) => isMove(update));
}

/** A basic group became a supergroup, which has another id. */
function isMove(update: Update): boolean {
  const { message } = update as Seen;
  return message?.migrate_to_chat_id !== undefined || message?.migrate_from_chat_id !== undefined;
}

/** Memberships, payments, payments given back, and groups that moved. */
function isVital(update: Update): boolean {
  const { message, callback_query: query } = update as Seen;
  if (query !== undefined) return false;
  return message === undefined || holdsMoney(update) || isMove(update);
}

function holdsMoney(update: Update): boolean {
  const { message } = update as Seen;
  return message?.successful_payment !== undefined || message?.refunded_payment !== undefined;
}

function personOf(update: Update): number {
  const { message, callback_query: query } = update as Seen;
  return message?.from?.id ?? query?.from?.id ?? 0;
}

/** grammY wraps what a handler throws. */
function causeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'error' in error ? error.error : error;
}
