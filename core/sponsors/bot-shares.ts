/** Which part of all lists is made in bots of at least some quality: for estimates of orders that ask for one. */
import type { MinBotQuality } from '../data/index.js';
import { dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';

const DAYS_BACK = 7;
/** Adding it up walks through all bots, whose qualities are read anew once a day. */
const AGE_MS = 600_000;

export interface BotShares {
  /**
   * From 0 to 1, by the lists of the last seven days, or of today in the service's first; 1 where there were none. Bots of
   * which nothing is known count as 1, as they do where sponsors are chosen. At most ten minutes old.
   */
  of(least: MinBotQuality): Promise<number>;
}

export function createBotShares({
  store,
  clock,
  settings,
}: Pick<Ports, 'store' | 'clock' | 'settings'>): BotShares {
  const known = new Map<MinBotQuality, { atMs: number; share: Promise<number> }>();

  const listsOf = async (least: MinBotQuality): Promise<{ all: number; suiting: number }> => {
    const today = dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE);
    const week = { fromDay: today - DAYS_BACK, toDay: today - 1 };
    const all = (await store.forecasts.traffic(week)).lists;
    if (all > 0) return { all, suiting: (await store.forecasts.traffic(week, least)).lists };
    const now = { fromDay: today, toDay: today };
    const [some, suiting] = await Promise.all([
      store.forecasts.traffic(now),
      store.forecasts.traffic(now, least),
    ]);
    return { all: some.lists, suiting: suiting.lists };
  };

  return {
    of: async (least) => {
      if (least === 0) return 1;
      const nowMs = clock.now();
      const kept = known.get(least);
      if (kept !== undefined && nowMs - kept.atMs < AGE_MS) return kept.share;
      const share = listsOf(least).then(({ all, suiting }) => (all === 0 ? 1 : Math.min(1, suiting / all)));
      const reading = { atMs: nowMs, share };
      known.set(least, reading);
      // A reading that failed is not kept: the next caller tries again.
      share.catch(() => {
        if (known.get(least) === reading) known.delete(least);
      });
      return share;
    },
  };
}
