/**
 * The platform's flood limits, off unless switched on: so many messages a second per bot and per chat; and limits that it
 * does not tell, a bucket per bot and kind of call, which empties with each call and fills as time passes.
 */
import { ApiFailure } from './failure.js';

export interface Bucket {
  per_second: number;
  burst: number;
  /** What a bot is told to rest when it is empty. */
  retry_after: number;
}

export const callKinds = ['members', 'messages', 'others'] as const;
export type CallKind = (typeof callKinds)[number];

export interface LimitSettings {
  messages_per_second: number | null;
  per_chat_per_second: number | null;
  /** Not told to bots but by refusals. */
  buckets: Partial<Record<CallKind, Bucket>>;
}

export const noLimits: LimitSettings = { messages_per_second: null, per_chat_per_second: null, buckets: {} };

const windowMs = 1000;
const mostKeys = 20_000;

interface Level {
  left: number;
  atMs: number;
  restUntilMs: number;
}

export class Limits {
  #settings: LimitSettings = noLimits;
  readonly #sent = new Map<string, number[]>();
  readonly #levels = new Map<string, Level>();

  set(settings: LimitSettings): void {
    this.#settings = settings;
    this.#sent.clear();
    this.#levels.clear();
  }

  get(): LimitSettings {
    return this.#settings;
  }

  /** Counts a message; throws 429 when there were too many in the last second. */
  spend(botId: number, chatId: number, nowMs: number): void {
    this.#check(`bot:${botId}`, this.#settings.messages_per_second, nowMs);
    this.#check(`chat:${botId}:${chatId}`, this.#settings.per_chat_per_second, nowMs);
  }

  /** Counts a call; throws 429 when the bucket of its kind is empty, and until the rest it asked for is over. */
  call(botId: number, method: string, nowMs: number): void {
    const kind = kindOf(method);
    const bucket = kind === null ? undefined : this.#settings.buckets[kind];
    if (kind === null || bucket === undefined) return;
    const key = `${botId}:${kind}`;
    const before = this.#levels.get(key) ?? { left: bucket.burst, atMs: nowMs, restUntilMs: 0 };
    const filled = before.left + ((nowMs - before.atMs) / 1000) * bucket.per_second;
    const level = { ...before, left: Math.min(bucket.burst, filled), atMs: nowMs };
    if (this.#levels.size > mostKeys) this.#levels.clear();
    this.#levels.set(key, level);
    if (level.left < 1 && nowMs >= level.restUntilMs) level.restUntilMs = nowMs + bucket.retry_after * 1000;
    const restMs = level.restUntilMs - nowMs;
    if (restMs > 0) throw tooMany(Math.ceil(restMs / 1000));
    level.left -= 1;
  }

  #check(key: string, most: number | null, nowMs: number): void {
    if (most === null) return;
    const recent = (this.#sent.get(key) ?? []).filter((at) => at > nowMs - windowMs);
    if (recent.length >= most) throw tooMany(1);
    recent.push(nowMs);
    if (this.#sent.size > mostKeys) this.#sent.clear();
    this.#sent.set(key, recent);
  }
}

function tooMany(seconds: number): ApiFailure {
  return new ApiFailure(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
}

/** Null: not limited. */
function kindOf(method: string): CallKind | null {
  if (/^(getChatMember|getChatMemberCount|sendChatAction)$/i.test(method)) return 'members';
  if (/^(send|edit|copy|forward)/i.test(method)) return 'messages';
  return /^(getUpdates|close|logOut)$/i.test(method) ? null : 'others';
}
