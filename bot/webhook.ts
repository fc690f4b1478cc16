/** The operator bot's updates where the platform brings them to the api: taken from the store, as they come in. */
import type { Api, Bot, Context } from 'grammy';
import type { Update, WebhookInfo } from 'grammy/types';
import type { Log } from '../core/ports.js';
import type { Updates } from '../core/updates.js';
import { pause } from './pause.js';
import { type Reach, untilItSucceeds } from './polling.js';
import { UndeliveredError } from './reachability.js';
import { StoredUpdates } from './stored-updates.js';
import { startUpdates, type UpdateSource, type UpdateWork } from './updates.js';

/** A signal as grammY declares it: its own declaration of the same thing. */
type Signal = Parameters<Api['getWebhookInfo']>[0];

/** How often the platform is asked how it gets on, and how often while something is wrong. */
const LOOK_MS = 20_000;
const WORRIED_LOOK_MS = 5_000;
/** Looked for this often without being woken. */
const IDLE_MS = 1_000;
/** So many that wait are counted. */
const WAITING_MAX = 500;

export interface WebhookOptions {
  updates: Pick<Updates, 'waiting' | 'done' | 'webhook' | 'deferred'>;
  /** Says to the platform who we are and where its updates go. */
  prepare(signal: AbortSignal): Promise<void>;
  reach: Reach;
  /** Resolves when there may be more updates. */
  changed(signal: AbortSignal): Promise<void>;
}

export function startWebhook<C extends Context>(bot: Bot<C>, log: Log, options: WebhookOptions): UpdateWork {
  const prepare = async (signal: AbortSignal): Promise<void> => {
    await untilItSucceeds(options, signal);
    if (!signal.aborted) await options.reach.answered();
  };
  const { deferred } = options.updates;
  return startUpdates(bot, new Brought(bot, log, options), { log, prepare, deferred });
}

/** What was to be done when the platform was asked how it gets on: once it is, all of then is done with. */
interface Look {
  askedAtMs: number;
  /** How many the platform still had. */
  pending: number;
  /** How many have to be done with, all in all. */
  goal: number;
}

class Brought<C extends Context> implements UpdateSource {
  readonly #stored: StoredUpdates;
  #change: Promise<void> | null = null;
  #looking: Promise<void> | null = null;
  #lookAtMs = 0;
  #last: Look | null = null;
  #drainedAtMs: number | null = null;
  /** Nothing that the webhook brought waits. */
  #isIdle = false;
  /** When the platform said last that it has nothing left to bring; null when it said otherwise. */
  #emptyAtMs: number | null = null;

  constructor(
    private readonly bot: Bot<C>,
    private readonly log: Log,
    private readonly options: WebhookOptions,
  ) {
    this.#stored = new StoredUpdates(options.updates, { log });
  }

  drainedAtMs(): number | null {
    return this.#drainedAtMs;
  }

  /** The platform brings what it has at once: having had nothing left a moment ago, it is believed until it is asked again. */
  takenUntilMs(nowMs: number): number | null {
    const isEmpty = this.#emptyAtMs !== null && nowMs - this.#emptyAtMs <= 2 * LOOK_MS;
    return this.#isIdle && isEmpty ? nowMs : this.#drainedAtMs;
  }

  async fetch(stopping: AbortSignal): Promise<Update[] | null> {
    try {
      while (!stopping.aborted) {
        this.#look(stopping);
        const updates = await this.#stored.next();
        this.#isIdle = updates.length === 0 && this.#stored.heldForMs() === null;
        if (updates.length > 0) return updates;
        this.#change ??= this.options.changed(stopping).then(() => {
          this.#change = null;
        });
        await Promise.race([this.#change, pause(this.#stored.heldForMs() ?? IDLE_MS, stopping)]);
      }
      return [];
    } catch (error) {
      this.log.warn({ error: String(error) }, 'stored updates could not be read');
      return null;
    }
  }

  done(updates: readonly Update[]): Promise<void> {
    return this.#stored.done(updates);
  }

  async finish(): Promise<void> {
    await this.#looking;
  }

  /** Asks the platform in the background, when it is time. */
  #look(stopping: AbortSignal): void {
    if (this.#looking !== null || performance.now() < this.#lookAtMs) return;
    this.#looking = this.#ask(stopping).then((isFine) => {
      this.#lookAtMs = performance.now() + (isFine ? LOOK_MS : WORRIED_LOOK_MS);
      this.#looking = null;
    });
  }

  /** Returns whether updates get through. */
  async #ask(stopping: AbortSignal): Promise<boolean> {
    const { reach, prepare, updates } = this.options;
    const askedAtMs = Date.now();
    try {
      const info = await this.bot.api.getWebhookInfo(stopping as Signal);
      if (info.url !== updates.webhook()?.url) {
        this.log.warn({}, 'updates went elsewhere; the webhook is set again');
        await prepare(stopping);
      }
      const fault = faultIn(info, askedAtMs);
      if (fault === null) await reach.answered();
      else await reach.failed(new UndeliveredError(fault));
      this.#emptyAtMs = fault === null && info.pending_update_count === 0 ? askedAtMs : null;
      await this.#note(info, askedAtMs);
      return fault === null;
    } catch (error) {
      this.#emptyAtMs = null;
      if (!stopping.aborted) await reach.failed(error);
      return false;
    }
  }

  async #note(info: WebhookInfo, askedAtMs: number): Promise<void> {
    const last = this.#last;
    // After a failure, one that was tried again may come behind those that came later.
    const isInOrder = last?.pending === 0 || !failedSince(info, (last?.askedAtMs ?? 0) - LOOK_MS);
    if (last !== null && this.#stored.performed >= last.goal && isInOrder) this.#drainedAtMs = last.askedAtMs;
    const pending = info.pending_update_count;
    const performedBefore = this.#stored.performed;
    const waiting = (await this.options.updates.waiting(WAITING_MAX)).length;
    const isKnown = waiting < WAITING_MAX;
    this.#last = isKnown ? { askedAtMs, pending, goal: performedBefore + pending + waiting } : null;
  }
}

function failedSince({ last_error_date: atSeconds }: WebhookInfo, sinceMs: number): boolean {
  return atSeconds !== undefined && atSeconds * 1_000 >= sinceMs;
}

/** Why the platform cannot bring its updates just now; null: it can. */
function faultIn(info: WebhookInfo, nowMs: number): string | null {
  const isStuck = info.pending_update_count > 0 && failedSince(info, nowMs - 2 * LOOK_MS);
  return isStuck ? (info.last_error_message ?? 'no reason given') : null;
}
