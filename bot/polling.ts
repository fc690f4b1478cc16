/** Long polling of the operator bot's updates. */
import { type Api, type Bot, type Context, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import { anySignal } from '../core/any-signal.js';
import type { Log } from '../core/ports.js';
import type { DeferredUpdates } from '../core/updates.js';
import { pause } from './pause.js';
import type { Reachability } from './reachability.js';
import type { StoredUpdates } from './stored-updates.js';
import {
  ALLOWED_UPDATES,
  BATCH,
  FIRST_PAUSE_MS,
  LAST_PAUSE_MS,
  startUpdates,
  type UpdateKind,
  type UpdateSource,
  type UpdateWork,
} from './updates.js';

/** A signal as grammY declares it: its own declaration of the same thing. */
type Signal = Parameters<Api['getUpdates']>[1];

const POLL_SECONDS = 30;
/** How long a poll may stay open beyond its time: then the other end is gone. */
const POLL_GRACE_MS = 10_000;
const WAITS_MAX_MS = POLL_SECONDS * 1_000 + 5_000;

export type Reach = Pick<Reachability, 'answered' | 'failed' | 'isFailing'>;

export interface PollingOptions {
  /** What has to succeed before the first updates are asked for: tried again until it does. */
  prepare?(signal: AbortSignal): Promise<void>;
  /** What updates are asked for; default: all that the operator bot wants. */
  kinds?: readonly UpdateKind[];
  /** Called with each answer, and each call without one. */
  reach?: Reach;
  /** What a webhook brought before updates were polled again: it comes first. */
  left?: Pick<StoredUpdates, 'next' | 'done'>;
  /** Where updates go that cannot be stored now; default: nowhere, they are tried until they can. */
  deferred?: DeferredUpdates;
}

/** A platform that cannot be reached, or refuses the token, is asked again for as long as it takes. */
export function startPolling<C extends Context>(
  bot: Bot<C>,
  log: Log,
  options: PollingOptions = {},
): UpdateWork {
  const prepare = (signal: AbortSignal) => untilItSucceeds(options, signal);
  const { deferred } = options;
  return startUpdates(bot, new Poll(bot, log, options), { log, prepare, deferred });
}

/** Does what has to be done first, however often that takes. */
export async function untilItSucceeds(
  { prepare, reach }: Pick<PollingOptions, 'prepare' | 'reach'>,
  signal: AbortSignal,
): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  for (let pauseMs = FIRST_PAUSE_MS; !isOver(); pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)) {
    try {
      await prepare?.(signal);
      return;
    } catch (error) {
      if (isOver()) return;
      await reach?.failed(error);
      await pause(pauseMs, signal);
    }
  }
}

class Poll<C extends Context> implements UpdateSource {
  #offset = 0;
  #askedAtMs = 0;
  #drainedAtMs: number | null = null;
  /** Since when the platform is asked, after it had nothing more to give; null while there is something to do. */
  #waitingSinceMs: number | null = null;
  /** What is under way came by the webhook. */
  #isLeft = false;

  constructor(
    private readonly bot: Bot<C>,
    private readonly log: Log,
    private readonly options: PollingOptions,
  ) {}

  drainedAtMs(): number | null {
    return this.#drainedAtMs;
  }

  takenUntilMs(nowMs: number): number | null {
    const sinceMs = this.#waitingSinceMs;
    // A connection that is dead gives nothing either: beyond the time of a poll it is not believed.
    return sinceMs === null || nowMs - sinceMs > WAITS_MAX_MS ? this.#drainedAtMs : nowMs;
  }

  async fetch(stopping: AbortSignal): Promise<Update[] | null> {
    const { reach, left, kinds = ALLOWED_UPDATES } = this.options;
    const before = left === undefined ? [] : await left.next().catch(() => null);
    if (before === null) return null;
    this.#isLeft = before.length > 0;
    if (this.#isLeft) return before;
    this.#askedAtMs = Date.now();
    // One that is back says so at once, rather than at the end of a long poll.
    const timeout = reach?.isFailing === true ? 0 : POLL_SECONDS;
    const query = { offset: this.#offset, limit: BATCH, timeout, allowed_updates: kinds };
    const late = AbortSignal.timeout(timeout * 1_000 + POLL_GRACE_MS);
    try {
      const signal = anySignal([stopping, late]);
      const updates = await this.bot.api.getUpdates(query, signal as Signal);
      this.#waitingSinceMs = null;
      await reach?.answered();
      return updates;
    } catch (error) {
      this.#waitingSinceMs = null;
      if (stopping.aborted) return [];
      await reach?.failed(isOfWebhook(error) ? await this.#takeBack(error, stopping) : error);
      return null;
    }
  }

  /**
   * Somebody has set a webhook since we began to poll: it goes, as at the start.
   * @returns what the platform fails with
   */
  async #takeBack(error: GrammyError, stopping: AbortSignal): Promise<unknown> {
    const { api } = this.bot;
    try {
      const { url = '' } = await api.getWebhookInfo(stopping as Signal);
      await api.deleteWebhook(undefined, stopping as Signal);
      const facts = { bot: this.bot.botInfo.id, host: URL.canParse(url) ? new URL(url).host : '' };
      this.log.warn(
        facts,
        'another program set a webhook for this bot; it is deleted: stop that program, or give it a bot of its own',
      );
      return error;
    } catch (failure) {
      return failure;
    }
  }

  async done(updates: readonly Update[]): Promise<void> {
    if (this.#isLeft) {
      await this.options.left?.done(updates);
      return;
    }
    const last = updates.at(-1);
    if (last !== undefined) this.#offset = last.update_id + 1;
    if (updates.length >= BATCH) return;
    this.#drainedAtMs = this.#askedAtMs;
    this.#waitingSinceMs = Date.now();
  }

  async finish(): Promise<void> {
    if (this.#offset === 0) return;
    await this.bot.api.getUpdates({ offset: this.#offset, limit: 1, timeout: 0 }).catch(() => undefined);
  }
}

/** Two refusals of polls say so: of one that was open, and of any later one. */
function isOfWebhook(error: unknown): error is GrammyError {
  return error instanceof GrammyError && error.error_code === 409 && /webhook/i.test(error.description);
}
