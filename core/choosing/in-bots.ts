/**
 * What the orders did in each bot, and the bot's quality: read behind a choice, and again after a while. Order by order it is kept
 * of a few bots alone, since a bot shows thousands in a week.
 */
import { dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';
import type { Shown } from './beliefs.js';
import { isPast } from './rates.js';

/** What was read is about this old at most; it is that of as many days as the rates. */
const AGE_MS = 10 * 60_000;
const DAYS = 7;
/** Bots that are remembered; beyond them all are forgotten, which costs a read of each. */
const BOTS_MAX = 10_000;

export interface InBot {
  /** By order; null: it is not kept of this bot, or has not been read since. */
  shown: ReadonlyMap<number, Shown> | null;
  /** Of all orders. */
  impressions: number;
  /** What its subscribers are worth (`core/quality`); 1 before it was read, and where it does not rank. */
  quality: number;
}

interface Known extends InBot {
  readAtMs: number;
  isReading: boolean;
}

function nothingRead(): Known {
  return { shown: null, impressions: 0, quality: 1, readAtMs: -Infinity, isReading: false };
}

/** @param keepsOrders whether a bot that was shown so much is kept order by order */
export function createInBots(
  { store, settings, log }: Pick<Ports, 'store' | 'settings' | 'log'>,
  keepsOrders: (botId: number, impressions: number, nowMs: number) => boolean,
) {
  const known = new Map<number, Known>();

  const read = async (botId: number, one: Known, nowMs: number): Promise<void> => {
    const day = dayNumberOf(nowMs, settings.SERVICE_TIMEZONE);
    one.isReading = true;
    // Also when it fails: a store that is down is not asked with every choice.
    one.readAtMs = nowMs;
    try {
      const [orders, quality] = await Promise.all([
        store.learning.ofBot(botId, day - DAYS + 1, day),
        settings.RANK_BY_QUALITY ? store.quality.factor(botId) : 1,
      ]);
      one.quality = quality;
      one.impressions = orders.reduce((sum, { impressions }) => sum + impressions, 0);
      const isKept = keepsOrders(botId, one.impressions, nowMs);
      one.shown = isKept ? new Map(orders.map((order) => [order.orderId, order])) : null;
    } finally {
      one.isReading = false;
    }
  };

  return {
    /** As it was read last; nothing before that. */
    of: (botId: number, nowMs: number): InBot => {
      if (known.size >= BOTS_MAX && !known.has(botId)) known.clear();
      const one = known.get(botId) ?? nothingRead();
      known.set(botId, one);
      if (!one.isReading && isPast(one.readAtMs, AGE_MS, nowMs))
        read(botId, one, nowMs).catch((error: unknown) => {
          log.warn({ botId, error: String(error) }, 'what orders did in a bot could not be read');
        });
      return one;
    },
    /** The same, however old it is. */
    last: (botId: number): InBot => known.get(botId) ?? nothingRead(),
    /** It is needed order by order no longer. */
    drop: (botId: number) => {
      const one = known.get(botId);
      if (one !== undefined) one.shown = null;
    },
  };
}
