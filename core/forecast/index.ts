/** What may be expected of an order, how exact that was, and how two rankings fare in parallel. */
export { createForecastRecord } from './forecast-record.js';
export type { JoinsBetween } from './fared.js';
export { createForecasts, type Forecasts } from './forecast.js';
export { createReach, type Reach } from './reach.js';
export { type Arm, createTrial, type Interval } from './trial.js';
