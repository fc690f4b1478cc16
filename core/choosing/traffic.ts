/**
 * How many users in an order's audience are expected when: by the hours of the week, from the lists that were asked for in
 * the last four weeks by users of its languages. Hours of which little is known are drawn to the same hour of other days,
 * and those to the day's mean, so that without any history it is the clock.
 */
import { HOUR_MS } from '../days.js';
import type { Flow } from '../terms/index.js';
import type { Ports } from '../ports.js';
import type { TrafficHour } from '../ports/learning-store.js';
import type { Order } from '../ports/order-store.js';
import { isPast } from './rates.js';

const WEEK_HOURS = 168;
/** So many weeks are looked at; the hour that is not over yet is not. */
const WEEKS = 4;
const READ_MS = HOUR_MS;
/** After a reading that failed. */
const AGAIN_MS = 60_000;
/** So many days weigh as much as the guess that all hours are alike, and so many weeks as that all days are. */
const HOURS_ALIKE_DAYS = 0.5;
const DAYS_ALIKE_WEEKS = 2;
/** Of what an hour has on average, an hour has at least: nothing is expected of none. */
const LEAST = 0.02;
/** Orders name few different sets of languages. */
const FLOWS_MAX = 1_000;

export type Traffic = ReturnType<typeof createTraffic>;

export function createTraffic({ store, settings, log }: Pick<Ports, 'store' | 'settings' | 'log'>) {
  let hours: readonly TrafficHour[] = [];
  let flows = new Map<string, Flow | null>();
  let readAtMs = -Infinity;
  let isReading = false;

  const read = async (nowMs: number): Promise<void> => {
    isReading = true;
    readAtMs = nowMs;
    try {
      const hour = Math.floor(nowMs / HOUR_MS);
      hours = await store.learning.traffic(hour - WEEKS * WEEK_HOURS, hour - 1);
      flows = new Map();
    } finally {
      isReading = false;
    }
  };

  return {
    /** Null: by the clock. */
    flowOf: ({ targeting: { languages } }: Pick<Order, 'targeting'>): Flow | null => {
      if (settings.PACING === 'clock' || hours.length === 0) return null;
      const key = languages === null ? '' : languages.join(' ');
      const known = flows.get(key);
      if (known !== undefined) return known;
      if (flows.size >= FLOWS_MAX) flows.clear();
      const flow = flowFrom(hours.filter(({ languageId }) => languages?.includes(languageId) ?? true));
      flows.set(key, flow);
      return flow;
    },
    /** Reads again what is old; in the background. */
    keep: (nowMs: number) => {
      if (settings.PACING === 'clock' || isReading || !isPast(readAtMs, READ_MS, nowMs)) return;
      read(nowMs).catch((error: unknown) => {
        readAtMs = nowMs - READ_MS + AGAIN_MS;
        log.warn({ error: String(error) }, 'the users that are expected could not be read');
      });
    },
  };
}

/** Null: no user came. */
export function flowFrom(hours: readonly Pick<TrafficHour, 'hour' | 'lists'>[]): Flow | null {
  const byHour = new Map<number, number>();
  for (const { hour, lists } of hours) byHour.set(hour, (byHour.get(hour) ?? 0) + lists);
  const all = [...byHour.values()].reduce((sum, lists) => sum + lists, 0);
  if (all === 0) return null;
  const first = Math.min(...byHour.keys());
  const last = Math.max(...byHour.keys());
  const mean = all / (last - first + 1);
  const sums = (every: number, of: number) => {
    let [lists, times] = [0, 0];
    for (let hour = first + ((((of - first) % every) + every) % every); hour <= last; hour += every) {
      lists += byHour.get(hour) ?? 0;
      times += 1;
    }
    return { lists, times };
  };
  const weights = Array.from({ length: WEEK_HOURS }, (_, of) => {
    const day = sums(24, of % 24);
    const ofDay = (day.lists + HOURS_ALIKE_DAYS * mean) / (day.times + HOURS_ALIKE_DAYS);
    const week = sums(WEEK_HOURS, of);
    return Math.max(LEAST * mean, (week.lists + DAYS_ALIKE_WEEKS * ofDay) / (week.times + DAYS_ALIKE_WEEKS));
  });
  return flowBy(weights);
}

/** @param weights of the hours of a week, since 1970-01-01 */
function flowBy(weights: readonly number[]): Flow {
  const before = new Float64Array(WEEK_HOURS + 1);
  for (const [hour, weight] of weights.entries()) before[hour + 1] = (before[hour] ?? 0) + weight;
  const week = before[WEEK_HOURS] ?? 0;
  const until = (atMs: number): number => {
    const hours = atMs / HOUR_MS;
    const whole = Math.floor(hours);
    const ofWeek = whole % WEEK_HOURS;
    return (
      ((whole - ofWeek) / WEEK_HOURS) * week +
      (before[ofWeek] ?? 0) +
      (hours - whole) * (weights[ofWeek] ?? 0)
    );
  };
  return (fromMs, toMs) => until(toMs) - until(fromMs);
}
