/**
 * The platform's flood limits: a bucket for each bot and kind of call, and one for each chat with a person, which empty
 * with each call and fill as time passes; and a most for a group in a minute. `README.md` has the sources of the figures.
 */
import { ApiFailure } from './failure.js';

export interface Bucket {
  per_second: number;
  burst: number;
  /** How many seconds a bot is asked to rest when it is empty. */
  retry_after: number;
}

/** `person`: sent to and edited for one person by one bot. The others are of a bot. */
export const bucketKinds = ['members', 'messages', 'others', 'person'] as const;
type BucketKind = (typeof bucketKinds)[number];

export interface LimitSettings {
  buckets: Partial<Record<BucketKind, Bucket>>;
  /** Sent and edited in one group or channel by one bot, in any minute. */
  group_per_minute: number | null;
}

export const noLimits: LimitSettings = { buckets: {}, group_per_minute: null };

/** Of what the platform says no figure (`members`, `others`) there is none here. Bursts and rests are guesses. */
export const usualLimits: LimitSettings = {
  buckets: {
    messages: { per_second: 30, burst: 30, retry_after: 3 },
    person: { per_second: 1, burst: 8, retry_after: 3 },
  },
  group_per_minute: 20,
};

const MINUTE_MS = 60_000;
const mostKeys = 20_000;

interface Level {
  left: number;
  atMs: number;
  restUntilMs: number;
}

export class Limits {
  #settings: LimitSettings;
  readonly #sent = new Map<string, number[]>();
  readonly #levels = new Map<string, Level>();

  constructor(settings: LimitSettings) {
    this.#settings = settings;
  }

  set(settings: LimitSettings): void {
    this.#settings = settings;
    this.#sent.clear();
    this.#levels.clear();
  }

  /** Counts what a bot sends or edits in a chat; throws 429 when that chat has had too much of it. */
  spend(botId: number, chatId: number, nowMs: number): void {
    if (chatId > 0) this.#empty(`${botId}:${chatId}`, this.#settings.buckets.person, nowMs);
    else this.#count(`${botId}:${chatId}`, this.#settings.group_per_minute, nowMs);
  }

  /** A person wrote or pressed: what the bot answers is no flood. */
  heard(botId: number, userId: number): void {
    this.#levels.delete(`${botId}:${userId}`);
  }

  /** Counts a call; throws 429 when the bucket of its kind is empty, and until the rest it asked for is over. */
  call(botId: number, method: string, nowMs: number): void {
    const kind = kindOf(method);
    if (kind !== null) this.#empty(`${botId}:${kind}`, this.#settings.buckets[kind], nowMs);
  }

  #empty(key: string, bucket: Bucket | undefined, nowMs: number): void {
    if (bucket === undefined) return;
    const before = this.#levels.get(key) ?? { left: bucket.burst, atMs: nowMs, restUntilMs: 0 };
    const filled = before.left + ((nowMs - before.atMs) / 1000) * bucket.per_second;
    const level = { ...before, left: Math.min(bucket.burst, filled), atMs: nowMs };
    if (this.#levels.size > mostKeys) this.#levels.clear();
    this.#levels.set(key, level);
    if (level.left < 1 && nowMs >= level.restUntilMs) level.restUntilMs = nowMs + bucket.retry_after * 1000;
    const restMs = level.restUntilMs - nowMs;
    if (restMs > 0) throw tooMany(restMs);
    level.left -= 1;
  }

  #count(key: string, most: number | null, nowMs: number): void {
    if (most === null) return;
    const recent = (this.#sent.get(key) ?? []).filter((at) => at > nowMs - MINUTE_MS);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= most) throw tooMany(oldest + MINUTE_MS - nowMs);
    recent.push(nowMs);
    if (this.#sent.size > mostKeys) this.#sent.clear();
    this.#sent.set(key, recent);
  }
}

function tooMany(restMs: number): ApiFailure {
  const seconds = Math.max(1, Math.ceil(restMs / 1000));
  return new ApiFailure(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
}

/** Null: not limited. */
function kindOf(method: string): Exclude<BucketKind, 'person'> | null {
  if (/^(getChatMember|getChatMemberCount|sendChatAction)$/i.test(method)) return 'members';
  if (/^(send|edit|copy|forward)/i.test(method)) return 'messages';
  return /^(getUpdates|answerCallbackQuery|close|logOut)$/i.test(method) ? null : 'others';
}
