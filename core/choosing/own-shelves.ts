/** The bots that have an order of preference of their own: those that were shown enough, as many as there is room for. */
import { isPast } from './rates.js';
import type { Shelf } from './shelf.js';

/** With fewer impressions in a week a bot has none of its own. */
const IMPRESSIONS_LEAST = 200;

/** As many as hold so many places together, and no more than this. */
const PLACES_MAX = 400_000;
const SHELVES_MAX = 64;

/** After this time without a request one makes room for another. */
export const IDLE_MS = 10 * 60_000;

export interface OwnShelf {
  shelf: Shelf;
  madeAtMs: number;
  /** How often rates had moved when it was made; -1: it never was. */
  moves: number;
  askedAtMs: number;
  /** How long making it took. */
  tookMs: number;
}

/**
 * @param make an empty one for a bot
 * @param places how many places each has
 */
export function createOwnShelves(make: (botId: number, nowMs: number) => Shelf, places: () => number) {
  const shelves = new Map<number, OwnShelf>();

  const hasRoom = (nowMs: number): boolean => {
    const most = Math.min(SHELVES_MAX, Math.floor(PLACES_MAX / Math.max(1, places())));
    if (shelves.size < most) return true;
    for (const [botId, { askedAtMs }] of shelves) {
      if (!isPast(askedAtMs, IDLE_MS, nowMs)) continue;
      shelves.delete(botId);
      return shelves.size < most;
    }
    return false;
  };

  return {
    all: (): OwnShelf[] => [...shelves.values()],
    /** @param impressions how much was shown in the bot */
    of: (botId: number, impressions: number, nowMs: number): OwnShelf | null => {
      let kept = shelves.get(botId);
      if (kept === undefined) {
        if (impressions < IMPRESSIONS_LEAST || !hasRoom(nowMs)) return null;
        kept = { shelf: make(botId, nowMs), madeAtMs: 0, moves: -1, askedAtMs: nowMs, tookMs: 0 };
        shelves.set(botId, kept);
      }
      kept.askedAtMs = nowMs;
      return kept;
    },
  };
}
