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
  /** The same of what was read before, and of which nothing has been written since. */
  readAgain(bot: Bot, context: RememberingContext, nowMs: number): RememberingContext;
}

export function createRequestContexts(
  { store, settings }: Pick<Ports, 'store' | 'settings'>,
  chooser: Pick<Chooser, 'learns'>,
): RequestContexts {
  const attributionMs = settings.ATTRIBUTION_HOURS * 3_600_000;
  const rememberedMs = (bot: Bot) =>
    chooser.learns(bot) ? Math.max(attributionMs, LEFT_ALONE_MS) : attributionMs;
  const since =
    (shown: RequestContext['impressions'], sinceMs: number): RequestContext['impressions'] =>
    async () =>
      (await shown()).filter(({ seenAtMs }) => seenAtMs >= sinceMs);
  return {
    read: async (bot, userId, nowMs) => {
      const sinceMs = nowMs - rememberedMs(bot);
      const context = await store.sponsors.requestContext(bot.botId, userId, sinceMs, nowMs);
      const remembered = context.impressions;
      const impressions = since(remembered, nowMs - attributionMs);
      // The context was made for this request alone; a copy with one part more takes twenty times as long.
      return Object.assign(context, { impressions, remembered });
    },
    readAgain: (bot, context, nowMs) => ({
      ...context,
      impressions: since(context.remembered, nowMs - attributionMs),
      remembered: since(context.remembered, nowMs - rememberedMs(bot)),
    }),
  };
}
