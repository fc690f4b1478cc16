/**
 * Each bot's queue of updates, read by long polling or delivered to its
 * webhook. An update stays queued until the bot confirms it: by a higher `offset`, or by a 2xx answer of its webhook.
 */
import type { Update } from 'grammy/types';
import { showUpdate } from './exchanges.js';
import { conflict } from './failure.js';
import type { BotRecord, UpdateKind, World } from './world.js';
import { WebhookDelivery, type WebhookReply } from './webhook.js';

/** Sent only to bots that name them in `allowed_updates`. */
const askedForOnly = new Set<UpdateKind>(['chat_member', 'message_reaction', 'message_reaction_count']);
const mostQueued = 10_000;
/** The platform keeps an update no longer; what a person waits for an answer to is worth nothing much sooner. */
const keptMs = 86_400_000;
const queryKeptMs = 150_000;
const firstUpdateId = 100_001;
const keptDelivered = 500;

interface Poll {
  offset: number;
  limit: number;
  done: (updates: Update[] | Error) => void;
}

export class Updates {
  readonly #polls = new Map<number, Poll>();
  readonly #webhooks: WebhookDelivery;
  /** Confirmed ones, so that a test can have one delivered again. */
  readonly #delivered = new Map<number, Update[]>();
  /** Bots whose updates stay queued until they are released. Kept in memory only. */
  readonly #held = new Set<number>();
  /** Updates to be delivered again although an offset has confirmed them, as `bot/update`. */
  readonly #repeated = new Set<string>();

  constructor(
    private readonly world: World,
    reply: WebhookReply,
  ) {
    this.#webhooks = new WebhookDelivery(
      world,
      (bot, updateId) => {
        this.#confirm(bot, updateId);
      },
      reply,
      (botId, limit) => this.#waiting(botId, limit),
    );
  }

  /** Starts delivering what the last run left queued. */
  start(): void {
    for (const bot of this.world.bots.values()) this.#webhooks.wake(bot.id);
  }

  /**
   * Queues an update that the platform makes, for a bot that wants its kind.
   * @returns its id, or null when the bot has not asked for this kind
   */
  push(bot: BotRecord, content: Omit<Update, 'update_id'>): number | null {
    showUpdate(content);
    return this.give(bot, content);
  }

  /** As `push`, of one that was made elsewhere: it may be as odd as it likes. */
  give(bot: BotRecord, content: Omit<Update, 'update_id'>): number | null {
    const kind = Object.keys(content)[0] as UpdateKind;
    const wanted =
      bot.allowed_updates === null ? !askedForOnly.has(kind) : bot.allowed_updates.includes(kind);
    if (!wanted) return null;
    const updateId = this.world.next(`update:${bot.id}`, firstUpdateId);
    this.#queue(bot, { update_id: updateId, ...content });
    return updateId;
  }

  /** Delivers an update that was already confirmed once more, under its own id; false when it is not kept any more. */
  repeat(bot: BotRecord, updateId: number): boolean {
    const update =
      this.#delivered.get(bot.id)?.find((known) => known.update_id === updateId) ??
      this.world.updates.get(bot.id, updateId);
    if (!update) return false;
    this.#repeated.add(`${bot.id}/${updateId}`);
    this.#queue(bot, update);
    return true;
  }

  /** getUpdates. Answers at once when something is queued, else when something comes, or `[]` after `timeoutMs`. */
  async poll(
    bot: BotRecord,
    options: { offset: number; limit: number; timeoutMs: number },
    gone: AbortSignal,
  ): Promise<Update[]> {
    if (bot.webhook) {
      throw conflict(
        "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    }
    this.#end(
      bot.id,
      'terminated by other getUpdates request; make sure that only one bot instance is running',
    );
    this.#forgetBefore(bot, options.offset);
    this.#expire(bot);
    const ready = this.#take(bot, options.limit);
    if (ready.length > 0 || options.timeoutMs <= 0) return ready;
    return await this.#wait(bot, options, gone);
  }

  /** Keeps the bot's updates queued from now on: polls find nothing, and its webhook is not called. */
  hold(bot: BotRecord): void {
    this.#held.add(bot.id);
  }

  /**
   * Lets go of what was held back: an open poll gets all of it at once, up to its limit.
   * @returns how many updates wait for the bot
   */
  release(bot: BotRecord): number {
    const waiting = this.pendingCount(bot);
    this.#held.delete(bot.id);
    if (waiting > 0) this.#wake(bot);
    return waiting;
  }

  pendingCount(bot: BotRecord): number {
    this.#expire(bot);
    return this.world.updates.count(bot.id);
  }

  dropPending(bot: BotRecord): void {
    for (const key of this.world.updates.keys(bot.id)) this.#drop(bot, key);
  }

  /** A webhook was set, changed or removed. */
  webhookChanged(bot: BotRecord): void {
    this.#end(bot.id, 'terminated by setWebhook request');
    this.#webhooks.restart(bot.id);
  }

  /** Ends all polls and deliveries; their bots may be gone. */
  stopAll(): void {
    for (const [botId, poll] of this.#polls) {
      this.#polls.delete(botId);
      poll.done([]);
    }
    this.#webhooks.stopAll();
    this.#delivered.clear();
    this.#repeated.clear();
    this.#held.clear();
  }

  close(): void {
    this.stopAll();
    this.#webhooks.close();
  }

  #waiting(botId: number, limit: number): Update[] {
    const bot = this.world.bots.get(botId);
    if (!bot || this.#held.has(botId)) return [];
    this.#expire(bot);
    return this.world.updates.rows(botId).slice(0, limit);
  }

  #queue(bot: BotRecord, update: Update): void {
    this.world.updates.set(bot.id, update.update_id, update);
    this.world.updates.keepNewest(bot.id, mostQueued);
    this.world.updateTimes.set(bot.id, update.update_id, this.world.nowMs());
    this.world.updateTimes.keepNewest(bot.id, mostQueued);
    if (!this.#held.has(bot.id)) this.#wake(bot);
  }

  #wake(bot: BotRecord): void {
    const poll = this.#polls.get(bot.id);
    if (poll) {
      this.#polls.delete(bot.id);
      poll.done(this.#take(bot, poll.limit));
    }
    this.#webhooks.wake(bot.id);
  }

  #take(bot: BotRecord, limit: number): Update[] {
    if (this.#held.has(bot.id)) return [];
    const updates = this.world.updates.rows(bot.id).slice(0, limit);
    for (const update of updates) this.#repeated.delete(`${bot.id}/${update.update_id}`);
    return updates;
  }

  async #wait(
    bot: BotRecord,
    options: { offset: number; limit: number; timeoutMs: number },
    gone: AbortSignal,
  ): Promise<Update[]> {
    const answer = await new Promise<Update[] | Error>((resolve) => {
      const poll: Poll = { ...options, done: resolve };
      const leave = (): void => {
        if (this.#polls.get(bot.id) === poll) this.#polls.delete(bot.id);
        resolve([]);
      };
      const timer = setTimeout(leave, options.timeoutMs);
      gone.addEventListener('abort', leave, { once: true });
      poll.done = (value) => {
        clearTimeout(timer);
        gone.removeEventListener('abort', leave);
        resolve(value);
      };
      this.#polls.set(bot.id, poll);
    });
    if (answer instanceof Error) throw answer;
    return answer;
  }

  #end(botId: number, words: string): void {
    const poll = this.#polls.get(botId);
    this.#polls.delete(botId);
    poll?.done(conflict(words));
  }

  /** A negative offset counts from the end of the queue; everything before it is confirmed. */
  #forgetBefore(bot: BotRecord, offset: number): void {
    const ids = this.world.updates.keys(bot.id);
    const gone = offset < 0 ? ids.slice(0, offset) : ids.filter((id) => id < offset);
    for (const id of gone) {
      if (!this.#repeated.has(`${bot.id}/${id}`)) this.#confirm(bot, id);
    }
  }

  #confirm(bot: BotRecord, updateId: number): void {
    const update = this.world.updates.get(bot.id, updateId);
    if (!update) return;
    const delivered = this.#delivered.get(bot.id) ?? [];
    this.#delivered.set(bot.id, delivered);
    delivered.push(update);
    if (delivered.length > keptDelivered) delivered.shift();
    this.#drop(bot, updateId);
  }

  #drop(bot: BotRecord, updateId: number): void {
    this.world.updates.delete(bot.id, updateId);
    this.world.updateTimes.delete(bot.id, updateId);
  }

  #expire(bot: BotRecord): void {
    const nowMs = this.world.nowMs();
    for (const id of this.world.updates.keys(bot.id)) {
      const { callback_query: press, pre_checkout_query: payment } = this.world.updates.get(bot.id, id) ?? {};
      const oldestMs = nowMs - (press || payment ? queryKeptMs : keptMs);
      if ((this.world.updateTimes.get(bot.id, id) ?? oldestMs) < oldestMs) this.#drop(bot, id);
    }
  }
}
