/**
 * Reads the request context of a user who may get a list, with what a ranking that learns remembers of them. What was read
 * twice is kept for the requests before which nothing of it has changed.
 */
import { LRUCache } from 'lru-cache';
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';
import type { Impression, RequestContext } from '../ports/sponsor-store.js';
import { latest } from '../remembered.js';
import type { Chooser } from '../choosing/index.js';

/**
 * For so long a ranking that learns heeds what a user was shown and did not join (`choosing/tastes.ts`). In the market's world
 * one that knows each order and bot, and of users only this, earns 1.3 % more by three days than by one, and 0.2 % more by
 * seven (`docs/market.md`).
 */
export const LEFT_ALONE_MS = 7 * 86_400_000;

/** A request context whose `impressions` are those that a join may go to (`ATTRIBUTION_HOURS`). */
export interface RememberingContext extends RequestContext {
  /** As `impressions`, but of a week at least where the bot's ranking learns. */
  remembered(): Promise<readonly Impression[]>;
}

export type RequestContexts = ReturnType<typeof createRequestContexts>;

/** Of so many users with a pinned list the last mark is kept. */
const KEPT = 5_000;

export function createRequestContexts(
  { store, settings }: Pick<Ports, 'store' | 'settings'>,
  chooser: Pick<Chooser, 'learns'>,
) {
  const attributionMs = settings.ATTRIBUTION_HOURS * 3_600_000;
  const kept = new LRUCache<string, { mark: number; context: RequestContext | null }>(latest(KEPT));

  /** What is known of the user is the same while its mark is, but for a pin that has ended. */
  const keptAt = (key: string, mark: number | null, nowMs: number): RequestContext | null => {
    const found = mark === null ? undefined : kept.get(key);
    const isSame = found?.mark === mark && (found.context?.pin?.expiresAtMs ?? 0) > nowMs;
    return isSame ? found.context : null;
  };

  /** The context itself from its second reading on: most users are answered by the response cache until something changes. */
  const keep = (key: string, mark: number, context: RequestContext) => {
    const isReadAgain = kept.get(key)?.mark === mark;
    kept.set(key, { mark, context: isReadAgain ? context : null });
  };

  return {
    /** @param mark as `SponsorStore.contextMark` was before; null: what was read before is not looked at */
    read: async (bot: Bot, userId: number, nowMs: number, mark: number | null = null) => {
      const key = `${String(bot.botId)}:${String(userId)}`;
      const rememberedMs = chooser.learns(bot) ? Math.max(attributionMs, LEFT_ALONE_MS) : attributionMs;
      const sinceMs = nowMs - rememberedMs;
      let context = keptAt(key, mark, nowMs);
      if (context === null) {
        context = await store.sponsors.requestContext(bot.botId, userId, sinceMs, nowMs);
        if (mark !== null && context.pin !== null) keep(key, mark, context);
      }
      return withMemory(context, sinceMs, nowMs - attributionMs, () => kept.delete(key));
    },
  };
}

/** Field by field: a copy with one part more takes twenty times as long. */
function withMemory(
  context: RequestContext,
  sinceMs: number,
  attributedSinceMs: number,
  onFailure: () => void,
): RememberingContext {
  const { user, isKnownToBot, claims, contact, askedHere, pin, hasBlock } = context;
  const { subscriptionStatuses, memberships } = context;
  const seenSince = async (fromMs: number) => {
    try {
      return (await context.impressions()).filter(({ seenAtMs }) => seenAtMs >= fromMs);
    } catch (error) {
      // A store may remember the failure, too.
      onFailure();
      throw error;
    }
  };
  return {
    user,
    isKnownToBot,
    claims,
    contact,
    askedHere,
    pin,
    hasBlock,
    subscriptionStatuses,
    memberships,
    impressions: () => seenSince(attributedSinceMs),
    remembered: () => seenSince(sinceMs),
  };
}

/**
 * How often each order was left alone: once for each bot that showed it, twice where a bot listed it again later.
 * @param joined orders that the user joined, which are none of these
 */
export function leftAlone(
  impressions: Iterable<Pick<Impression, 'orderId' | 'firstShownAtMs' | 'shownAtMs'>>,
  joined: ReadonlySet<number>,
): Map<number, number> {
  const times = new Map<number, number>();
  for (const { orderId, firstShownAtMs, shownAtMs } of impressions) {
    if (joined.has(orderId)) continue;
    times.set(orderId, (times.get(orderId) ?? 0) + (shownAtMs > firstShownAtMs ? 2 : 1));
  }
  return times;
}
