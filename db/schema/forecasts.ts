/** What was forecast of orders, what came, and how far that was off. */
import { defineTable, integer, primaryKey, real } from './kit.js';

/** At most a thousand a day, kept five weeks. WITHOUT ROWID. */
export const orderForecasts = defineTable('order_forecasts', {
  day: integer('day').notNull(),
  orderId: integer('order_id').notNull(),
  /** Of the order when it was forecast. */
  revision: integer('revision').notNull(),
  joins: real('joins').notNull(),
  impressions: real('impressions').notNull(),
  /** What came; null until the day is over. */
  cameJoins: integer('came_joins'),
  cameImpressions: integer('came_impressions'),
}).with((table) => [primaryKey(table.day, table.orderId)]);

/** See `ForecastError` in `core/ports/forecast-store.ts`. */
export const forecastErrors = defineTable('forecast_errors', {
  size: integer('size').primaryKey(),
  /** When it was worked out: a day. */
  day: integer('day').notNull(),
  forecasts: integer('forecasts').notNull(),
  days: integer('days').notNull(),
  joinsError: real('joins_error').notNull(),
  impressionsError: real('impressions_error').notNull(),
  withinQuarter: real('within_quarter').notNull(),
  cameShare: real('came_share').notNull(),
});
