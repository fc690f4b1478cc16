/**
 * How far forecasts of orders were off (`decisions.md`, The cabinet): of all together, and of those of a size, since
 * chance alone moves one join a day by more of itself than a hundred.
 */
import { median } from '../collections.js';
import type { ForecastError, MeasuredForecast } from '../ports/forecast-store.js';

/** Of all sizes together. */
export const ALL_SIZES = 0;
/** Joins a day from which a forecast is of the second, third and fourth size. */
const SIZES_FROM = [1, 10, 100] as const;
const SIZES = [ALL_SIZES, ...[0, ...SIZES_FROM].map((_, at) => at + 1)];
/** A difference is a part of what was forecast, and never of less than this: half a join is no fault. */
const PART_OF_LEAST = 1;
const QUARTER = 0.25;
/** With less than this nothing is said: a few orders of one week are no rule. */
const FORECASTS_LEAST = 20;
const DAYS_LEAST = 3;

/** The size of a forecast, from 1 to 4: fewer than one join a day, fewer than ten, than a hundred, more. */
export function sizeOf(joins: number): number {
  return 1 + SIZES_FROM.filter((from) => joins >= from).length;
}

/** Whether there are enough forecasts for their error to be shown. */
export function isEnough({ forecasts, days }: Pick<ForecastError, 'forecasts' | 'days'>): boolean {
  return forecasts >= FORECASTS_LEAST && days >= DAYS_LEAST;
}

/** Of all sizes, those without forecasts too. */
export function errorsOf(measured: readonly MeasuredForecast[]): ForecastError[] {
  return SIZES.map((size) => {
    const some = size === ALL_SIZES ? measured : measured.filter(({ joins }) => sizeOf(joins) === size);
    return { size, ...errorOf(some) };
  });
}

function errorOf(measured: readonly MeasuredForecast[]): Omit<ForecastError, 'size'> {
  const ofJoins = measured.map(({ joins, cameJoins }) => apart(joins, cameJoins));
  const ofImpressions = measured.map(({ impressions, cameImpressions }) =>
    apart(impressions, cameImpressions),
  );
  const forecast = measured.reduce((sum, { joins }) => sum + joins, 0);
  const came = measured.reduce((sum, { cameJoins }) => sum + cameJoins, 0);
  const near = ofJoins.filter((part) => part <= QUARTER).length;
  return {
    forecasts: measured.length,
    days: new Set(measured.map(({ day }) => day)).size,
    joinsError: median(ofJoins),
    impressionsError: median(ofImpressions),
    withinQuarter: measured.length === 0 ? 0 : near / measured.length,
    cameShare: came / Math.max(PART_OF_LEAST, forecast),
  };
}

function apart(forecast: number, came: number): number {
  return Math.abs(came - forecast) / Math.max(PART_OF_LEAST, forecast);
}
