/** What an estimate of an order's pace is made of, and how far such estimates were off. */
import type { MinBotQuality } from '../data/index.js';
import type { DayRange } from './statistics-store.js';
import type { Order } from './order-store.js';

/** What is expected of a running order on one day, written down before that day. */
export interface OrderForecast {
  orderId: number;
  /** Of the order as it was then. */
  revision: number;
  joins: number;
  impressions: number;
}

/** A forecast, and what came on its day. */
export interface MeasuredForecast extends Pick<OrderForecast, 'orderId' | 'joins' | 'impressions'> {
  day: number;
  cameJoins: number;
  cameImpressions: number;
}

/** How far forecasts of the last weeks were off; parts are 1 for a whole, and may be more. */
export interface ForecastError {
  /** By how many joins were forecast (`core/forecast/forecast-errors.ts`); 0: of all sizes together. */
  size: number;
  /** Forecasts that were measured, and the days that they were of. */
  forecasts: number;
  days: number;
  /** The median difference, as a part of what was forecast. */
  joinsError: number;
  impressionsError: number;
  /** The part of forecasts whose joins were off by a quarter at most. */
  withinQuarter: number;
  /** All joins that came, as a part of all that were forecast. */
  cameShare: number;
}

/** Lists of some days, and what came of them. */
export interface ListTraffic {
  lists: number;
  subscribers: number;
  /** The first of these days with lists; null: there were none. */
  firstDay: number | null;
}

export interface ForecastStore {
  /**
   * Lists that all bots were given in these days, those without sponsors too, and the subscribers that came of them.
   * @param least of bots whose quality is at least this; those of which nothing is known count as 1. 0 or absent: of all
   */
  traffic(range: DayRange, least?: MinBotQuality): Promise<ListTraffic>;
  /** The same of the bots of one account. */
  trafficOf(accountId: number, range: DayRange): Promise<ListTraffic>;
  /** Real prices of running orders, at most 20,000 of them, the highest first. */
  runningPrices(): Promise<bigint[]>;
  /** How many orders run. */
  countRunning(): Promise<number>;
  /**
   * Running orders that can be checked, in the order of their ids, from the first after `afterOrderId`: those whose id
   * leaves `rest` when divided by `every`. At most 200.
   */
  running(afterOrderId: number, sample: { every: number; rest: number }): Promise<Order[]>;
  /** Writes forecasts of that day down, in place of what was written of the same orders. @param forecasts at most 200 */
  write(day: number, forecasts: readonly OrderForecast[]): Promise<void>;
  /**
   * Forgets forecasts of that day whose orders changed since, do not run any more, or were not shown in one of these hours
   * (since 1970-01-01) for one of these reasons. Returns how many.
   */
  strike(
    day: number,
    hours: { fromHour: number; toHour: number },
    reasons: readonly string[],
  ): Promise<number>;
  /** Notes next to the forecasts of that day what came, and forgets older ones without a measure. */
  measure(day: number): Promise<void>;
  /** Measured ones since that day, a page after `cursor`; at most 1,000. @param cursor null: the first page */
  measured(
    sinceDay: number,
    cursor: Pick<MeasuredForecast, 'day' | 'orderId'> | null,
  ): Promise<MeasuredForecast[]>;
  /** Keeps the errors of all sizes, and that this day's measuring is done. */
  saveErrors(day: number, errors: readonly ForecastError[]): Promise<void>;
  /** The day whose measuring was done last; null: none was. */
  lastMeasuringDay(): Promise<number | null>;
  /** As they were kept last; empty: nothing was measured yet. */
  errors(): Promise<ForecastError[]>;
}
