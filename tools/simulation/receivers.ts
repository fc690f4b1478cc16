/** Publishers' own servers, to which events are posted: slow, out of order, and now and then their answer is lost. */
import { createHmac } from 'node:crypto';
import type { Delivery, WebhookSender } from '../../core/ports/outgoing.js';
import type { Model } from './model.js';
import { violation } from './violation.js';
import type { Weather } from './platform.js';

export const receiverOf = (accountId: number) => `https://receiver${String(accountId)}.example/events`;

type Fate = 'fine' | 'late' | 'refused' | 'silent' | 'lost';
const fates: readonly Fate[] = ['late', 'late', 'refused', 'silent', 'lost'];
const SILENT_MS = 10_000;

export class Receivers {
  /** What arrived of each bot's events, by id. */
  readonly arrived = new Map<number, Set<number>>();
  #latest = new Map<number, number>();

  constructor(
    readonly model: Model,
    readonly weather: () => Weather,
    readonly onWrong: (error: Error) => void,
  ) {}

  sender(): WebhookSender {
    return {
      fault: () => Promise.resolve(null),
      pictureFault: () => Promise.resolve(null),
      post: async (url, message, signal) => {
        const { faults, draw } = this.weather();
        const fate = faults > 0 && draw.chance(faults) ? draw.one(fates) : 'fine';
        if (fate === 'late' && (await isBroken(draw.whole(1, 2_000), signal))) return failed('aborted');
        if (fate === 'refused') return failed('status:500');
        if (fate === 'silent') return failed((await isBroken(SILENT_MS, signal)) ? 'aborted' : 'timeout');
        this.#take(url, message);
        return fate === 'lost' ? failed('timeout') : { ok: true, status: 200, tookMs: 1 };
      },
    };
  }

  /** Promise 4: signed with the key the receiver knows, and of one bot's events an older one never after a newer. */
  #take(url: string, { headers, body }: Parameters<WebhookSender['post']>[1]): void {
    const { webhooks } = JSON.parse(body) as { webhooks: { webhook_id: number; bot_id: number }[] };
    const bot = this.model.bots.get(webhooks[0]?.bot_id ?? 0);
    const signature = createHmac('sha256', bot?.key ?? '')
      .update(body)
      .digest('hex');
    const isRight = bot !== undefined && headers['Api-Key'] === bot.key && url === receiverOf(bot.accountId);
    if (!isRight || headers['X-Signature'] !== signature) {
      this.onWrong(violation('4 delivery', `events came to ${url} under a wrong key: ${body}`));
      return;
    }
    const ids = this.arrived.get(bot.botId) ?? new Set<number>();
    this.arrived.set(bot.botId, ids);
    for (const { webhook_id: id } of webhooks) {
      const isNew = !ids.has(id);
      if (isNew && id < (this.#latest.get(bot.botId) ?? 0)) {
        this.onWrong(violation('4 delivery', `event ${String(id)} first came after a newer one`));
      }
      ids.add(id);
      this.#latest.set(bot.botId, Math.max(id, this.#latest.get(bot.botId) ?? 0));
    }
  }
}

function failed(reason: Extract<Delivery, { ok: false }>['reason']): Delivery {
  return { ok: false, reason, retryAfterMs: null, tookMs: 1 };
}

/** Waits; true when it was broken off. */
function isBroken(durationMs: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs, false);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
