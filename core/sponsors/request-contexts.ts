/** Reads the request context of a user who may get a list, with what a ranking that learns remembers of them. */
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';
import type { Impression, RequestContext } from '../ports/sponsor-store.js';
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

export function createRequestContexts(
  { store, settings }: Pick<Ports, 'store' | 'settings'>,
  chooser: Pick<Chooser, 'learns'>,
) {
  const attributionMs = settings.ATTRIBUTION_HOURS * 3_600_000;
  return {
    read: async (bot: Bot, userId: number, nowMs: number): Promise<RememberingContext> => {
      const rememberedMs = chooser.learns(bot) ? Math.max(attributionMs, LEFT_ALONE_MS) : attributionMs;
      const context = await store.sponsors.requestContext(bot.botId, userId, nowMs - rememberedMs, nowMs);
      return withMemory(context, nowMs - attributionMs);
    },
  };
}

/** Field by field: a copy with one part more takes twenty times as long. */
function withMemory(context: RequestContext, attributedSinceMs: number): RememberingContext {
  const { user, isKnownToBot, claims, contact, askedHere, pin, hasBlock } = context;
  const { subscriptionStatuses, memberships, impressions: remembered } = context;
  const impressions = async () =>
    (await remembered()).filter(({ seenAtMs }) => seenAtMs >= attributedSinceMs);
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
    impressions,
    remembered,
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
