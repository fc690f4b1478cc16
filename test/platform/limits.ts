/** The platform's flood limits, off unless switched on: so many messages a second per bot and per chat. */
import { ApiFailure } from './failure.js';

export interface LimitSettings {
  messages_per_second: number | null;
  per_chat_per_second: number | null;
}

const windowMs = 1000;
const mostKeys = 20_000;

export class Limits {
  #settings: LimitSettings = { messages_per_second: null, per_chat_per_second: null };
  readonly #sent = new Map<string, number[]>();

  set(settings: LimitSettings): void {
    this.#settings = settings;
    this.#sent.clear();
  }

  get(): LimitSettings {
    return this.#settings;
  }

  /** Counts a message; throws 429 when there were too many in the last second. */
  spend(botId: number, chatId: number, nowMs: number): void {
    this.#check(`bot:${botId}`, this.#settings.messages_per_second, nowMs);
    this.#check(`chat:${botId}:${chatId}`, this.#settings.per_chat_per_second, nowMs);
  }

  #check(key: string, most: number | null, nowMs: number): void {
    if (most === null) return;
    const recent = (this.#sent.get(key) ?? []).filter((at) => at > nowMs - windowMs);
    if (recent.length >= most) throw new ApiFailure(429, 'Too Many Requests: retry after 1', 1);
    recent.push(nowMs);
    if (this.#sent.size > mostKeys) this.#sent.clear();
    this.#sent.set(key, recent);
  }
}
