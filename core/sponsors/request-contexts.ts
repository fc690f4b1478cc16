/** Reads the request context of a user who may get a list: with what a ranking that learns remembers of them. */
import type { Ports } from '../ports.js';
import type { Bot } from '../ports/bot-store.js';
import type { Impression, RequestContext } from '../ports/sponsor-store.js';
import type { Chooser } from '../choosing/index.js';
import { LEFT_ALONE_MS } from './left-alone.js';

/** A request context whose `impressions` are those that a join may go to (`ATTRIBUTION_HOURS`). */
export interface RememberingContext extends RequestContext {
  /** As `impressions`, but of a week at least where the bot's ranking learns. */
  remembered(): Promise<readonly Impression[]>;
}

export interface RequestContexts {
  read(bot: Bot, userId: number, nowMs: number): Promise<RememberingContext>;
}

export function createRequestContexts(
  { store, settings }: Pick<Ports, 'store' | 'settings'>,
  chooser: Pick<Chooser, 'learns'>,
): RequestContexts {
  const attributionMs = settings.ATTRIBUTION_HOURS * 3_600_000;
  return {
    read: async (bot, userId, nowMs) => {
      const rememberedMs = chooser.learns(bot) ? Math.max(attributionMs, LEFT_ALONE_MS) : attributionMs;
      const context = await store.sponsors.requestContext(bot.botId, userId, nowMs - rememberedMs, nowMs);
      const remembered = context.impressions;
      const impressions = async () =>
        (await remembered()).filter(({ seenAtMs }) => seenAtMs >= nowMs - attributionMs);
      // The context was made for this request alone; a copy with one part more takes twenty times as long.
      return Object.assign(context, { impressions, remembered });
    },
  };
}
