/** What is measured of a policy in one world. All shares are between 0 and 1; money is in whole units. */
import { median } from '../../core/collections.js';
import { assumptions } from './assumptions.js';
import type { ToldForecast } from './forecasts.js';
import { DAY_MS, type Offer } from './population.js';
import type { FoundPlace, Told } from './world.js';

export interface Measures {
  income: number;
  joins: number;
  /** Of the money, what was paid for users who leave within a day; and what was paid to farms. */
  leaversShare: number;
  farmShare: number;
  /** How far the paced orders were off their day's number at its end, over orders and days. */
  pacingMean: number;
  pacingP95: number;
  /** How unevenly paced orders took from visitors: deviation over hours of joins per visit, over its mean. */
  volatility: number;
  /** Money and joins beyond what was ordered, and unpaid joins. */
  overspend: number;
  late: number;
  /** Of new orders that belong in the better half: those that stand as high as 0.9 of their due after 200 impressions. */
  found: number | null;
  /** Money for users who stayed for a day at least. */
  stayedIncome: number;
  forecasts: ForecastMeasures | null;
  /** Of orders with demands that suit a user on a first list, those that could be shown; null: not measured. */
  servedShare: number | null;
}

export interface ForecastMeasures {
  /** Orders whose first whole day was forecast and counts; of those of which nothing was known, no more is measured. */
  orders: number;
  unknown: number;
  /** Off by a quarter at most; of a join, at least. */
  near: number;
  /** Of those with an interval, the ones whose joins came to lie in it. */
  withInterval: number;
  inside: number;
  /** Of which the lists a day that suit were off by a quarter at most. */
  suitingNear: number;
  /** The median difference as a part of what was forecast. */
  error: number | null;
}

const FOUND_LEAST = 0.9;
const NEAR = 0.25;

export function measure(told: Told): Measures {
  const { books, offers, eligible, places, forecasts } = told;
  const paid = told.paid.filter(({ isReversed }) => !isReversed);
  const money = (some: typeof paid) => some.reduce((sum, { micros }) => sum + Number(micros), 0) / 1e6;
  const income = money(paid);
  const leavers = paid.filter(({ atMs, leavesAtMs }) => leavesAtMs !== null && leavesAtMs - atMs < DAY_MS);
  const paced = offers.filter(({ isPaced }) => isPaced);
  const errors = paced.flatMap((offer) => errorsOf(offer, books.of(offer.order.orderId).subscribers));
  const uneven = paced.flatMap(({ order: { orderId } }) =>
    unevenness(books.of(orderId).byHour, eligible(orderId)),
  );
  const all = [...books.all()];
  const beyond = all.map(
    ({ offer, joined, purseMicros }) =>
      Math.max(0, joined - offer.order.quantityAll) + Math.max(0, -Number(purseMicros) / 1e6),
  );
  return {
    income,
    joins: paid.length,
    leaversShare: money(leavers) / income,
    farmShare: money(paid.filter(({ channel }) => channel.isFarm)) / income,
    pacingMean: meanOf(errors),
    pacingP95: errors.toSorted((a, b) => a - b)[Math.floor(errors.length * 0.95)] ?? NaN,
    volatility: meanOf(uneven),
    overspend: beyond.reduce((sum, one) => sum + one, 0),
    late: all.reduce((sum, { late }) => sum + late, 0),
    found: foundOf(places),
    stayedIncome: income - money(leavers),
    forecasts: forecasts === null ? null : forecastMeasures(forecasts, eligible),
    servedShare: told.servedShare,
  };
}

function forecastMeasures(told: readonly ToldForecast[], eligible: Told['eligible']): ForecastMeasures {
  const counted = told.filter(({ came }) => came !== null);
  const known = counted.flatMap(({ orderId, day, expected, came }) => {
    const { joinsPerDay: joins, joinsBetween: between, suitingPerDay } = expected;
    if (joins === null || came === null) return [];
    const suited = eligible(orderId)
      .slice(day * 24, (day + 1) * 24)
      .reduce((sum, visits) => sum + visits, 0);
    return [{ joins, between, came, suitingPerDay, suited }];
  });
  const errors = known.map(({ joins, came }) => apart(came, joins));
  const intervals = known.flatMap(({ between, came }) => (between === null ? [] : [{ ...between, came }]));
  return {
    withInterval: intervals.length,
    inside: intervals.filter(({ least, most, came }) => came >= least && came <= most).length,
    suitingNear: known.filter(({ suitingPerDay, suited }) => apart(suited, suitingPerDay) <= NEAR).length,
    orders: counted.length,
    unknown: counted.length - known.length,
    near: errors.filter((error) => error <= NEAR).length,
    error: errors.length === 0 ? null : median(errors),
  };
}

/** How far off, as a part of what was forecast, which is one at least. */
function apart(came: number, forecast: number): number {
  return Math.abs(came - forecast) / Math.max(1, forecast);
}

function errorsOf({ order: { quantityDay } }: Offer, byDay: readonly number[]): number[] {
  if (quantityDay === null) return [];
  return byDay.slice(0, assumptions.days).map((joined) => Math.abs(joined / quantityDay - 1));
}

/** One figure for each day with joins. */
function unevenness(joins: readonly number[], visits: readonly number[]): number[] {
  const days = Array.from({ length: assumptions.days }, (_, day) => {
    const hours = Array.from({ length: 24 }, (__, hour) => day * 24 + hour);
    const sum = (counts: readonly number[]) => hours.reduce((total, hour) => total + (counts[hour] ?? 0), 0);
    const [joined, came] = [sum(joins), sum(visits)];
    if (joined === 0 || came === 0) return null;
    const mean = joined / came;
    const square = hours.reduce((total, hour) => {
      const visitors = visits[hour] ?? 0;
      return visitors === 0 ? total : total + visitors * ((joins[hour] ?? 0) / visitors - mean) ** 2;
    }, 0);
    return Math.sqrt(square / came) / mean;
  });
  return days.filter((day) => day !== null);
}

function foundOf(places: readonly FoundPlace[]): number | null {
  const good = places.filter((place) => place.true < place.running / 2);
  if (good.length === 0) return null;
  const found = good.filter(
    (place) => (place.running - place.found) / (place.running - place.true) >= FOUND_LEAST,
  );
  return found.length / good.length;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
