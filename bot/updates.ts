/**
 * Works off the operator bot's updates, at least once: their source learns that they are done with only
 * when they are, or stand in the store.
 *
 * What moves memberships and money is awaited before the next updates are fetched: the updates of one user in one chat
 * one after the other, all others of a batch at the same time. One that the store cannot take now is deferred, where the
 * store as a whole is there, and so is one that this build cannot read (`deferred-updates.ts`).
 * What people press and write is begun in the order it came, one after the other for each person, and not waited for: a
 * person whose screen takes long delays no other, and a press that a crash swallows can be pressed again.
 */
import { setMaxListeners } from 'node:events';
import type { Bot, Context } from 'grammy';
import type { Update } from 'grammy/types';
import { ServiceError } from '../core/errors.js';
import type { Log } from '../core/ports.js';
import type { DeferredUpdates as Deferred } from '../core/updates.js';
import { DeferredUpdates, type Failure } from './deferred-updates.js';
import { pause } from './pause.js';
import { unreadableIn } from './readable.js';
import {
  asideOf,
  holdsMoney,
  inQueue,
  isMove,
  isOfChat,
  isOfRights,
  isVital,
  personOf,
  queueOf,
} from './seen-update.js';

export const ALLOWED_UPDATES = [
  'message',
  'callback_query',
  'my_chat_member',
  'chat_member',
  'chat_join_request',
  'pre_checkout_query',
] as const;

export type UpdateKind = (typeof ALLOWED_UPDATES)[number];

/** The updates of a bot that only checks memberships. */
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
/** Of updates that cannot be read, so many different ones are logged. */
const SHAPES = 100;

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
  /** Finishes what is under way, and confirms to the source what is done with. */
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
  readonly #log: Log;
  /** The last of what was begun for each person. */
  readonly #people = new Map<number, Promise<void>>();
  readonly #deferred: DeferredUpdates | null;
  readonly #unreadShapes = new Set<string>();

  constructor(
    private readonly bot: Bot<C>,
    private readonly source: UpdateSource,
    { log, deferred }: Pick<UpdateParts, 'log' | 'deferred'>,
  ) {
    this.#log = log;
    const perform = async (update: Update) => (await this.#perform(update))?.why ?? null;
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
    const taking = this.#take().finally(() => this.stopping.abort());
    await Promise.all([taking, this.#deferred?.run(signal)]);
  }

  async #take(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#isStopping()) {
      const updates = await this.source.fetch(this.stopping.signal);
      if (updates === null) {
        await pause(pauseMs, this.stopping.signal);
        pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS);
        continue;
      }
      pauseMs = FIRST_PAUSE_MS;
      await this.#doBatch(inOrder(updates));
      await this.source.done(updates);
    }
  }

  async finish(): Promise<void> {
    await Promise.all(this.#people.values());
    await this.source.finish();
  }

  #isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  async #doBatch(queues: readonly Queue[]): Promise<void> {
    // What else comes of a chat that got another id is understood once that is known.
    for (const queue of queues.filter(has(isMove))) await this.#doQueue(queue, false);
    const rest = queues.filter((queue) => !has(isMove)(queue));
    const keys = rest.flatMap(({ key }) => key ?? []);
    const deferred = this.#patiently(() => this.#deferred?.among(keys));
    const work = async (queue: Queue): Promise<void> => {
      const isDeferred = queue.key !== null && (await deferred)?.has(queue.key) === true;
      await this.#doQueue(queue, isDeferred);
    };
    // What an update means for a member hangs on whether joins of that chat could be heard of.
    const rights = Promise.all(rest.filter(has(isOfRights)).map(work));
    const others = rest.filter((queue) => !has(isOfRights)(queue));
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

  /** Returns whether what follows it may be performed: not where the store cannot take it now. */
  async #doVital(update: Update, key: string | null): Promise<boolean> {
    let isAway = false;
    await this.#patiently(async () => {
      const failure = await this.#perform(update);
      isAway = failure?.why === 'away';
      if (failure === null) return;
      const queue = isAway ? key : asideOf(update);
      // With the store itself away that fails, too.
      if (this.#deferred !== null && queue !== null) await this.#defer(update, queue);
      else if (isAway || holdsMoney(update)) throw failure.error;
    }, update);
    return !isAway;
  }

  /** @returns why it could not be performed; null: it is done with */
  async #perform(update: Update): Promise<Failure | null> {
    const wrong = unreadableIn(update);
    if (wrong.length > 0) return this.#unread(update, wrong);
    for (let tries = 1, pauseMs = FIRST_PAUSE_MS; ; tries += 1, pauseMs *= 2) {
      try {
        await this.bot.handleUpdate(update);
        return null;
      } catch (error) {
        const cause = causeOf(error);
        if (cause instanceof ServiceError && cause.kind === 'unavailable')
          return { why: 'away', error: cause };
        if (cause instanceof TypeError && isOfChat(update))
          return this.#unread(update, [`${kindOf(update)}: TypeError ${placeOf(cause)}`]);
        this.#log.error(
          { updateId: update.update_id, tries, error: String(cause) },
          'an update could not be stored',
        );
        // Money is not given up: it waits among what is deferred.
        if (tries >= TRIES) return holdsMoney(update) ? { why: 'failed', error: cause } : null;
        if (this.#isStopping()) throw error;
        await pause(pauseMs, this.stopping.signal);
      }
    }
  }

  /** Says so once for each shape. */
  #unread(update: Update, wrong: readonly string[]): Failure {
    const shape = wrong.join();
    if (!this.#unreadShapes.has(shape) && this.#unreadShapes.size < SHAPES) {
      this.#unreadShapes.add(shape);
      this.#log.error(
        { bot: this.bot.botInfo.id, updateId: update.update_id, wrong },
        'an update cannot be read',
      );
    }
    return { why: 'unread', error: new Error(`The update cannot be read: ${shape}`) };
  }

  async #defer(update: Update, queue: string): Promise<void> {
    await this.#deferred?.add(inQueue(update, queue));
  }

  /**
   * Tries until the store takes it.
   * @param update what has to be stored
   * @throws what it fails with when it is stopped: what is not stored must not be confirmed, and the platform keeps it
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
      .then(() => this.bot.handleUpdate(update))
      .catch((error: unknown) => {
        this.#log.error({ updateId: update.update_id, error: String(causeOf(error)) }, 'an update failed');
      })
      .then(() => {
        if (this.#people.get(person) === work) this.#people.delete(person);
      });
    this.#people.set(person, work);
  }
}

/** Updates that have to follow each other, as they came: those of one user, or of our bot, in one chat. */
interface Queue {
  /** Null: the update is of no user in a chat, or cannot be read, and alone. */
  key: string | null;
  updates: Update[];
}

function inOrder(updates: readonly Update[]): Queue[] {
  const queues = new Map<string | number, Queue>();
  for (const update of updates) {
    const key = unreadableIn(update).length === 0 ? queueOf(update) : null;
    const queue = queues.get(key ?? update.update_id) ?? { key, updates: [] };
    queue.updates.push(update);
    queues.set(key ?? update.update_id, queue);
  }
  return [...queues.values()];
}

function has(what: (update: Update) => boolean): (queue: Queue) => boolean {
  return ({ updates }) => updates.some(what);
}

function kindOf(update: Update): string {
  return Object.keys(update).find((key) => key !== 'update_id') ?? '';
}

/** The line of code: what an error says may name values. */
function placeOf({ stack = '' }: Error): string {
  return /^ +(at .*)$/m.exec(stack)?.[1] ?? '';
}

/** grammY wraps what a handler throws. */
function causeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'error' in error ? error.error : error;
}
