/** Which part of all lists is made in bots of at least some quality: for estimates of orders that ask for one. */
import { leastBotQualities, type MinBotQuality } from '../data/index.js';
import { dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';
import { readOnceIn } from '../kept-reading.js';

const DAYS_BACK = 7;
/** Adding it up walks through all bots, whose qualities are read again once a day. */
const AGE_MS = 600_000;

/**
 * The returned function resolves to a share from 0 to 1, by the lists of the last seven days, or of today in the service's
 * first; 1 where there were none. Bots of which nothing is known count as 1, as they do where sponsors are chosen. At most
 * ten minutes old.
 */
export function createBotShares(ports: Pick<Ports, 'store' | 'clock' | 'settings'>) {
  const { store, clock, settings } = ports;
  const shareOf = async (least: MinBotQuality): Promise<number> => {
    const today = dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE);
    const week = { fromDay: today - DAYS_BACK, toDay: today - 1 };
    const ofWeek = (await store.forecasts.traffic(week)).lists;
    if (ofWeek > 0) return Math.min(1, (await store.forecasts.traffic(week, least)).lists / ofWeek);
    const now = { fromDay: today, toDay: today };
    const ofToday = (await store.forecasts.traffic(now)).lists;
    return ofToday === 0 ? 1 : Math.min(1, (await store.forecasts.traffic(now, least)).lists / ofToday);
  };
  const shares = new Map(
    leastBotQualities.map(({ quality }) => [quality, readOnceIn(clock, AGE_MS, () => shareOf(quality))]),
  );
  return async (least: MinBotQuality) => (least === 0 ? 1 : (shares.get(least)?.() ?? 1));
}
