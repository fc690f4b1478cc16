/** What an estimate of a new order's pace is made of. */
import type { MinBotQuality } from '../data/index.js';
import type { DayRange } from './statistics-store.js';

export interface ForecastStore {
  /**
   * Lists that all bots were given in these days, those without sponsors too, and the subscribers that came of them.
   * @param least of bots whose quality is at least this; those of which nothing is known count as 1. 0 or absent: of all
   */
  traffic(range: DayRange, least?: MinBotQuality): Promise<{ lists: number; subscribers: number }>;
  /** Real prices of running orders, at most 20,000 of them, the highest first. */
  runningPrices(): Promise<bigint[]>;
}
