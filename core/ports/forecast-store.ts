/** What an estimate of a new order's pace is made of. */
import type { DayRange } from './statistics-store.js';

export interface ForecastStore {
  /** Lists that all bots were given in these days, those without sponsors too, and the subscribers that came of them. */
  traffic(range: DayRange): Promise<{ lists: number; subscribers: number }>;
  /** Real prices of running orders, at most 20,000 of them, the highest first. */
  runningPrices(): Promise<bigint[]>;
}
