/** Delivery of updates to a bot's webhook: in order, one at a time, retried with growing delays until a 2xx answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Update } from 'grammy/types';
import type { BotRecord, World } from './world.js';

/** Performs the method that a webhook's answer may carry. */
export type WebhookReply = (
  bot: BotRecord,
  method: string,
  payload: Record<string, unknown>,
) => Promise<unknown>;

const firstDelayMs = 100;
const longestDelayMs = 10_000;
const answerWithinMs = 30_000;

export class WebhookDelivery {
  readonly #running = new Map<number, AbortController>();
  #closed = false;

  /** @param next what is to be delivered to the bot now, if anything */
  constructor(
    private readonly world: World,
    private readonly confirm: (bot: BotRecord, updateId: number) => void,
    private readonly reply: WebhookReply,
    private readonly next: (botId: number) => Update | undefined,
  ) {}

  /** Sees to it that the bot's queue is being delivered, if it has a webhook. */
  wake(botId: number): void {
    if (this.#closed || this.#running.has(botId)) return;
    if (!this.world.bots.get(botId)?.webhook || this.next(botId) === undefined) return;
    const stop = new AbortController();
    this.#running.set(botId, stop);
    void this.#deliver(botId, stop.signal).finally(() => {
      if (this.#running.get(botId) !== stop) return;
      this.#running.delete(botId);
      // Something may have been queued between the last look and this turn.
      this.wake(botId);
    });
  }

  restart(botId: number): void {
    this.#running.get(botId)?.abort();
    this.#running.delete(botId);
    this.wake(botId);
  }

  stopAll(): void {
    for (const stop of this.#running.values()) stop.abort();
    this.#running.clear();
  }

  close(): void {
    this.#closed = true;
    this.stopAll();
  }

  async #deliver(botId: number, stop: AbortSignal): Promise<void> {
    const isStopped = (): boolean => stop.aborted;
    let delayMs = firstDelayMs;
    for (;;) {
      const bot = this.world.bots.get(botId);
      const update = this.next(botId);
      if (!bot?.webhook || !update || isStopped()) return;
      const problem = await this.#post(bot, bot.webhook.url, bot.webhook.secret_token, update, stop);
      if (isStopped()) return;
      if (problem === null) {
        this.confirm(bot, update.update_id);
        delayMs = firstDelayMs;
        continue;
      }
      bot.webhook.last_error_date = this.world.nowSeconds();
      bot.webhook.last_error_message = problem;
      this.world.saveBot(bot);
      await sleep(delayMs, undefined, { signal: stop }).catch(() => undefined);
      delayMs = Math.min(delayMs * 2, longestDelayMs);
    }
  }

  /** @returns null when delivered, else what went wrong */
  async #post(
    bot: BotRecord,
    url: string,
    secret: string,
    update: { update_id: number },
    stop: AbortSignal,
  ): Promise<string | null> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secret === '' ? {} : { 'x-telegram-bot-api-secret-token': secret }),
        },
        body: JSON.stringify(update),
        signal: AbortSignal.any([stop, AbortSignal.timeout(answerWithinMs)]),
      });
      const text = await response.text();
      if (!response.ok) return `Wrong response from the webhook: ${response.status} ${response.statusText}`;
      // What the answer asks for may fail; the update is delivered all the same.
      await this.#perform(bot, text).catch(() => undefined);
      return null;
    } catch {
      return 'Connection refused';
    }
  }

  async #perform(bot: BotRecord, text: string): Promise<void> {
    if (!text.trimStart().startsWith('{')) return;
    const { method, ...payload } = JSON.parse(text) as Record<string, unknown>;
    if (typeof method === 'string') await this.reply(bot, method, payload);
  }
}
