/** What a user was shown of late, in whatever bot, and did not join: a ranking that learns heeds it (`choosing/tastes.ts`). */
import type { Impression } from '../ports/sponsor-store.js';

/**
 * So long it is remembered. In the market's world a ranking that knows each order and bot, and of users only this, earns 1.3 %
 * more by three days than by one, and 0.2 % more by seven (`docs/market.md`).
 */
export const LEFT_ALONE_MS = 7 * 86_400_000;

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
