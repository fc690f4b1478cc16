/**
 * Delivery of updates to a bot's webhook: those of one queue in order, each retried with growing delays until a 2xx answer,
 * and several queues at the same time. So what is about one person or chat may come long after what happened later to
 * others, where it was refused or took long.
 */
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
/** Connections, where the bot asks for no other number. */
const mostAtOnce = 40;

/** A bot's queues that are being delivered. */
interface Delivery {
  stop: AbortController;
  queues: Set<string>;
}

export class WebhookDelivery {
  readonly #running = new Map<number, Delivery>();
  #closed = false;

  /** @param waiting what is to be delivered to the bot now, the oldest first; at most `limit` */
  constructor(
    private readonly world: World,
    private readonly confirm: (bot: BotRecord, updateId: number) => void,
    private readonly reply: WebhookReply,
    private readonly waiting: (botId: number, limit: number) => Update[],
  ) {}

  /** Sees to it that the bot's queues are being delivered, if it has a webhook. */
  wake(botId: number): void {
    const bot = this.world.bots.get(botId);
    if (this.#closed || !bot?.webhook) return;
    const delivery = this.#running.get(botId) ?? { stop: new AbortController(), queues: new Set() };
    this.#running.set(botId, delivery);
    for (const update of this.#loaded(bot)) {
      const queue = queueOf(update);
      if (delivery.queues.has(queue)) continue;
      if (delivery.queues.size >= connectionsOf(bot)) return;
      delivery.queues.add(queue);
      void this.#deliver(botId, queue, delivery.stop.signal).finally(() => {
        delivery.queues.delete(queue);
        // Something may have been queued between the last look and this turn.
        if (this.#running.get(botId) === delivery) this.wake(botId);
      });
    }
  }

  restart(botId: number): void {
    this.#running.get(botId)?.stop.abort();
    this.#running.delete(botId);
    this.wake(botId);
  }

  stopAll(): void {
    for (const { stop } of this.#running.values()) stop.abort();
    this.#running.clear();
  }

  close(): void {
    this.#closed = true;
    this.stopAll();
  }

  /** What lies further back is not looked at, so that enough of what is refused keeps all else waiting. */
  #loaded(bot: BotRecord): Update[] {
    return this.waiting(bot.id, 2 * connectionsOf(bot));
  }

  async #deliver(botId: number, queue: string, stop: AbortSignal): Promise<void> {
    const isStopped = (): boolean => stop.aborted;
    let delayMs = firstDelayMs;
    for (;;) {
      const bot = this.world.bots.get(botId);
      if (!bot?.webhook || isStopped()) return;
      const update = this.#loaded(bot).find((one) => queueOf(one) === queue);
      if (!update) return;
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
    // In a variable that is read below: what only `any` knows is collected as garbage, and never comes.
    const late = AbortSignal.timeout(answerWithinMs);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secret === '' ? {} : { 'x-telegram-bot-api-secret-token': secret }),
        },
        body: JSON.stringify(update),
        signal: AbortSignal.any([stop, late]),
      });
      const text = await response.text();
      if (!response.ok) return `Wrong response from the webhook: ${response.status} ${response.statusText}`;
      // What the answer asks for may fail; the update is delivered all the same.
      await this.#perform(bot, text).catch(() => undefined);
      return null;
    } catch {
      // https://github.com/tdlib/telegram-bot-api/issues/341
      return late.aborted ? 'Read timeout expired' : 'Connection refused';
    }
  }

  async #perform(bot: BotRecord, text: string): Promise<void> {
    if (!text.trimStart().startsWith('{')) return;
    const { method, ...payload } = JSON.parse(text) as Record<string, unknown>;
    if (typeof method !== 'string' || notInAnswers.test(method)) return;
    await this.reply(bot, method, payload);
  }
}

const notInAnswers = /^(get.*|setWebhook|deleteWebhook|close|logOut)$/i;

const connectionsOf = (bot: BotRecord): number => bot.webhook?.max_connections ?? mostAtOnce;

/** Updates of one queue follow each other: of a chat its messages, and of a person presses, and memberships in whichever chat. */
function queueOf(update: Update): string {
  const { my_chat_member: ours, chat_member: theirs, chat_join_request: request } = update;
  if (ours) return `ours ${ours.chat.id}`;
  if (theirs) return `member ${theirs.new_chat_member.user.id}`;
  if (request) return `member ${request.from.id}`;
  const { callback_query: press, pre_checkout_query: payment } = update;
  if (press) return `press ${press.from.id}`;
  if (payment) return `payment ${payment.from.id}`;
  const message = update.message ?? update.edited_message ?? update.channel_post ?? update.business_message;
  return message ? `chat ${message.chat.id}` : `update ${update.update_id}`;
}
