/**
 * Writes down what is expected of running orders on the next day, and compares it with what came once that day is over
 * (`decisions.md`, The cabinet). Only days count on which an order ran from beginning to end and was not changed.
 */
import { type Day, dayNumberOf, HOUR_MS, rangeOfDays } from '../days.js';
import { openMsBetween } from '../terms/index.js';
import { standstills } from '../choosing/index.js';
import { pagesOf } from '../pages.js';
import type { Ports } from '../ports.js';
import type { MeasuredForecast, OrderForecast } from '../ports/forecast-store.js';
import type { Order } from '../ports/order-store.js';
import type { Forecasts } from './forecast.js';
import { errorsOf } from './forecast-errors.js';

/** Where more orders run, as many of them are taken, others each day. */
const FORECASTS_A_DAY = 1_000;
/** Errors are of the last four weeks. */
const DAYS_BACK = 28;

export function createForecastRecord(
  { store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  forecasts: Pick<Forecasts, 'expected'>,
) {
  const zone = settings.SERVICE_TIMEZONE;

  const strike = (day: Day) => {
    const { fromMs, toMs } = rangeOfDays(day, day, zone);
    const hours = { fromHour: Math.floor(fromMs / HOUR_MS), toHour: Math.ceil(toMs / HOUR_MS) - 1 };
    return store.forecasts.strike(day, hours, standstills);
  };

  /** Empty: nothing is known yet. */
  const forecastOf = async (order: Order): Promise<OrderForecast[]> => {
    const { joinsPerDay, impressionsPerDay } = await forecasts.expected(order);
    const { orderId, revision } = order;
    if (joinsPerDay === null) return [];
    return [{ orderId, revision, joins: joinsPerDay, impressions: impressionsPerDay }];
  };

  const write = async (day: Day, stopping?: AbortSignal): Promise<number> => {
    const { fromMs, toMs } = rangeOfDays(day, day, zone);
    const every = Math.max(1, Math.ceil((await store.forecasts.countRunning()) / FORECASTS_A_DAY));
    let written = 0;
    const read = (after: number) => store.forecasts.running(after, { every, rest: day % every });
    for await (const page of pagesOf(0, read, ({ orderId }) => orderId)) {
      const open = page.filter(
        ({ schedule }) => openMsBetween(schedule, fromMs, toMs, zone) === toMs - fromMs,
      );
      const found = (await Promise.all(open.slice(0, FORECASTS_A_DAY - written).map(forecastOf))).flat();
      await store.forecasts.write(day, found);
      written += found.length;
      if (written >= FORECASTS_A_DAY || stopping?.aborted === true) break;
    }
    return written;
  };

  const measured = async (sinceDay: Day): Promise<MeasuredForecast[]> => {
    const all: MeasuredForecast[] = [];
    const read = (after: MeasuredForecast | null) => store.forecasts.measured(sinceDay, after);
    for await (const page of pagesOf(null, read, (one) => one)) all.push(...page);
    return all;
  };

  return {
    /**
     * Forgets forecasts of today whose orders stood still or were changed; the first time in a day it measures the day
     * before, works the errors out and forecasts the next day. Returns how many were forecast; 0 where that was done.
     * @param stopping breaks it off between two pages; what is broken off begins again the next time
     */
    hourly: async (stopping?: AbortSignal) => {
      const today = dayNumberOf(clock.now(), zone);
      if ((await store.forecasts.lastMeasuringDay()) === today) {
        await strike(today);
        return 0;
      }
      await strike(today - 1);
      await store.forecasts.measure(today - 1);
      const written = await write(today + 1, stopping);
      if (stopping?.aborted === true) return 0;
      await store.forecasts.saveErrors(today, errorsOf(await measured(today - DAYS_BACK)));
      return written;
    },
  };
}
