/**
 * Impressions that were chosen a moment ago and are not in the counters yet: they wait for a commit, or for the platform's
 * word that the user uses the bot. Without them, all who come at once would be shown an order that wants a few
 * (`evidence.md`, Joins: pending impressions).
 *
 * Users that a bot has made up must not push an order off the lists: of unconfirmed ones, only a limited number counts as
 * the platform's answers about the bot's other users allow. Known to one process alone, since it is over in seconds.
 */
import { isUntrusted } from '../bot-trust.js';
import type { Bot } from '../ports/bot-store.js';

/**
 * They count in full for so long at least, and twice as long at most: by then they are in the counters, or will never be.
 * A crowd that keeps the machine busy for seconds commits late.
 */
const WINDOW_MS = 5_000;
/** So many unconfirmed impressions are believed of a bot of which nothing is known. */
const FIRST_CREDIT = 30;
const CREDIT_AGE_MS = 5_000;
const REMEMBERED = 50_000;

/** What came in a window of time, and in the one before it. */
interface Recent {
  window: number;
  now: number;
  before: number;
}

/** @param recordOf what the platform said of a bot's users lately */
export function createPromises(
  recordOf: (botId: number, nowMs: number) => Promise<{ yes: number; no: number }>,
) {
  const orders = new Map<number, Recent>();
  const bots = new Map<number, Recent>();
  const credits = new Map<number, { allowed: number; readAtMs: number }>();

  /** As they are in the window of this moment; those who came a little earlier see what is there already. */
  const recentAt = (recent: Map<number, Recent>, key: number, nowMs: number): Recent => {
    const window = Math.floor(nowMs / WINDOW_MS);
    const known = recent.get(key);
    if (known === undefined) return { window, now: 0, before: 0 };
    const passed = window - known.window;
    if (passed === 0 || passed === -1) return known;
    // A clock that was set back must not make them last longer.
    return { window, now: 0, before: passed === 1 ? known.now : 0 };
  };

  const countOf = (recent: Map<number, Recent>, key: number, nowMs: number): number => {
    const { now, before } = recentAt(recent, key, nowMs);
    if (now + before === 0) recent.delete(key);
    return now + before;
  };

  const grow = (recent: Map<number, Recent>, key: number, by: number, nowMs: number): void => {
    const known = recentAt(recent, key, nowMs);
    if (recent.size >= REMEMBERED) recent.clear();
    recent.set(key, { ...known, now: known.now + by });
  };

  const creditOf = (botId: number, nowMs: number): number => {
    const known = credits.get(botId) ?? { allowed: FIRST_CREDIT, readAtMs: -Infinity };
    if (Math.abs(nowMs - known.readAtMs) >= CREDIT_AGE_MS) {
      if (credits.size >= REMEMBERED) credits.clear();
      credits.set(botId, { ...known, readAtMs: nowMs });
      recordOf(botId, nowMs).then(
        ({ yes, no }) => credits.set(botId, { allowed: FIRST_CREDIT + 2 * yes - no, readAtMs: nowMs }),
        // A figure that cannot be read now is read the next time.
        () => undefined,
      );
    }
    return known.allowed;
  };

  return {
    /** How many of this order were chosen in the last seconds. */
    of: (orderId: number, nowMs: number) => (orders.size === 0 ? 0 : countOf(orders, orderId, nowMs)),
    /**
     * They were chosen for a user; `isInContact`: the platform has said that the user uses the bot. Returns whether they
     * count.
     */
    add: (orderIds: readonly number[], bot: Bot, isInContact: boolean, nowMs: number) => {
      if (isUntrusted(bot)) return false;
      if (!isInContact) {
        if (countOf(bots, bot.botId, nowMs) >= creditOf(bot.botId, nowMs)) return false;
        grow(bots, bot.botId, 1, nowMs);
      }
      for (const orderId of orderIds) grow(orders, orderId, 1, nowMs);
      return true;
    },
  };
}
