/**
 * What an order would bring: how many users a day it could be shown to, how many of them would join, and how long it would
 * take (`decisions.md`, Settled while building). An estimate of the service as it was in the last seven days.
 */
import { boundsOfDay, DAY_MS, dayNumberOf } from '../days.js';
import { type Micros, parseMoney } from '../money.js';
import { basePriceOf, BOT_QUALITY_FIELD, type OrderInfo, type Orders } from '../orders/index.js';
import {
  defaultTargeting,
  openTimesOf,
  type OrderInput,
  rulebook,
  type Targeting,
  type TargetingName,
  targetingNames,
} from '../terms/index.js';
import type { Ports } from '../ports.js';
import type { ListTraffic } from '../ports/forecast-store.js';
import type { DayRange } from '../ports/statistics-store.js';
import type { Order } from '../ports/order-store.js';
import { createFares } from './fared.js';
import { ALL_SIZES, isEnough, sizeOf } from './forecast-errors.js';
import { readOnceIn } from '../remembered.js';
import type { Reach } from './reach.js';

const DAYS_BACK = 7;
/** What bots ask for changes slowly, and adding it up walks through all of them. */
const TRAFFIC_AGE_MS = 600_000;
const PRICES_AGE_MS = 60_000;
/** Of a day that has begun: a few lists of its first minutes are no rule. */
const PART_OF_DAY_LEAST = 0.1;
/** Sponsors in a list, as bots have it by default: so many orders of the same rank are seen. */
const PLACES = 4;
const HOURS = 24;
const WEEK_DAYS = 7;
const DAYS_MAX = 3_650;
/** Coefficients as whole numbers. */
const SCALE = 1_000_000n;

export type Forecasts = ReturnType<typeof createForecasts>;

export function createForecasts(
  { store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  { reach, orders }: { reach: Reach; orders: Pick<Orders, 'quote' | 'info'> },
) {
  const listsADay = async (trafficIn: (range: DayRange) => Promise<ListTraffic>): Promise<number> => {
    const today = dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE);
    const full = await trafficIn({ fromDay: today - DAYS_BACK, toDay: today - 1 });
    // Fewer than seven days of a service that is younger; of one in its first day, as the day has been so far.
    if (full.firstDay !== null) return full.lists / (today - full.firstDay);
    const { lists } = await trafficIn({ fromDay: today, toDay: today });
    const { startMs, endMs } = boundsOfDay(clock.now(), settings.SERVICE_TIMEZONE);
    return lists / Math.max(PART_OF_DAY_LEAST, (clock.now() - startMs) / (endMs - startMs));
  };
  const listsInAll = readOnceIn(clock, TRAFFIC_AGE_MS, () =>
    listsADay((range) => store.forecasts.traffic(range)),
  );
  /** In the bots that an order is for: all, its owner's, or all but those. */
  const listsFor = async ({ accountId, places }: Pick<Order, 'accountId' | 'places'>): Promise<number> => {
    if (places === 2) return listsInAll();
    const own = await listsADay((range) => store.forecasts.trafficOf(accountId, range));
    return places === 0 ? own : Math.max(0, (await listsInAll()) - own);
  };
  const prices = readOnceIn(clock, PRICES_AGE_MS, () => store.forecasts.runningPrices());

  /** What one demand does, of users or of bots. */
  const costOf = async (order: OrderInfo, { field, without }: Asked) => {
    const coefficient = order.coefficients[field] ?? 1;
    return {
      /** Its name on the wire. */
      field,
      /** What the price is multiplied with; 1: nothing. */
      coefficient,
      /** What it adds to the price of a subscriber, against the same order without it. */
      addsMicros: order.realPriceMicros - dividedBy(order.realPriceMicros, coefficient),
      /** The reach without it, from 0 to 100. */
      reachWithout: await reach.percentage(without),
    };
  };

  /** As if it were shown all day. */
  const suitingOf = async (order: Order) => ((await listsFor(order)) * (await reach.percentage(order))) / 100;
  const fares = createFares({ store, clock, settings }, suitingOf);

  const expected = async (order: Order) => {
    const [share, lists, running] = await Promise.all([reach.percentage(order), listsFor(order), prices()]);
    const dearer = running.findIndex((micros) => micros <= order.realPriceMicros);
    const above = dearer === -1 ? running.length : dearer;
    const { partOfDay } = openTimesOf(order.schedule);
    const suitingPerDay = (lists * share * partOfDay) / 100;
    const seen = suitingPerDay * Math.min(1, PLACES / (above + 1));
    const left = leftOf(order);
    const paced = order.isLite && order.subSpeed !== null ? order.subSpeed * HOURS * partOfDay : left;
    const limit = Math.min(order.quantityDay ?? left, left, paced);
    const fared = await fares.of(order.realPriceMicros, {
      suitingPerDay,
      limit,
      orderId: order.orderId,
    });
    return {
      /** From 0 to 100: how many of a hundred users suit the order. */
      reach: share,
      /** Lists a day that the bots are given which the order is for, and of those the ones that it suits. */
      listsPerDay: lists,
      suitingPerDay,
      /** Of those, the ones that reach down to its rank by price. */
      impressionsPerDay: fared?.impressions ?? seen,
      /** Subscribers a day that may be expected, as the daily limit and the price let it; null: no list was asked for yet. */
      joinsPerDay: lists === 0 ? null : (fared?.joins ?? Math.min(seen * Number(settings.RATE_PRIOR), limit)),
      /** Null: too few orders have run. */
      joinsBetween: fared?.between ?? null,
      /** Running orders, how many of them pay more, and what the dearest of them pays; null: none runs. */
      running: running.length,
      dearer: above,
      dearestMicros: running[0] ?? null,
    };
  };

  const firstPlaceOf = (dearestMicros: Micros, order: OrderInfo): Micros => {
    const { PRICE_MIN, PRICE_MIN_PREMIUM } = settings;
    const prices = { priceMicros: parseMoney(PRICE_MIN), pricePremiumMicros: parseMoney(PRICE_MIN_PREMIUM) };
    const leastMicros = basePriceOf(order.targeting, prices);
    const micros = basePriceFor(dearestMicros, order);
    return micros < leastMicros ? leastMicros : micros;
  };

  /** How far such forecasts were off: all of them, and those of about as many joins. Null: too few were measured. */
  const errorOf = async (joinsPerDay: number | null) => {
    const errors = (await store.forecasts.errors()).filter(isEnough);
    const of = (size: number) => errors.find((error) => error.size === size) ?? null;
    return { all: of(ALL_SIZES), alike: of(sizeOf(joinsPerDay ?? 0)) };
  };

  return {
    /** What a day is expected to bring to an order that is there, by the same rule: its own joins do not count. */
    expected,
    errorOf,
    /**
     * @param orderId of one that is there, as it would be with this input: then sums and days are of what it still lacks
     * @throws ServiceError as `Orders.quote` and `Orders.info`
     */
    of: async (accountId: number, input: OrderInput, orderId = 0) => {
      const quoted = await orders.quote(accountId, input);
      const { quantityNow } = orderId === 0 ? quoted : await orders.info(accountId, orderId);
      const order = { ...quoted, orderId, quantityNow };
      const [expectation, demands, { availableMicros }] = await Promise.all([
        expected(order),
        Promise.all(askedOf(order).map((asked) => costOf(order, asked))),
        store.ledger.balance(accountId),
      ]);
      const { joinsPerDay, dearestMicros } = expectation;
      const totalMicros = order.realPriceMicros * BigInt(leftOf(order));
      return {
        ...expectation,
        order,
        demands,
        /** Days until it is full; null where that is not to be expected within ten years. */
        daysToFill: joinsPerDay === null ? null : daysToFill(order, joinsPerDay, clock.now()),
        /** The least base price that it may have from which no running order pays more; null: none runs. */
        firstPlaceMicros: dearestMicros === null ? null : firstPlaceOf(dearestMicros, order),
        error: await errorOf(joinsPerDay),
        /** What all of it costs, and what the wallet lacks for it. */
        totalMicros,
        missingMicros: totalMicros > availableMicros ? totalMicros - availableMicros : 0n,
      };
    },
  };
}

/** Subscribers that it still lacks. */
function leftOf({ quantityAll, quantityNow }: Pick<Order, 'quantityAll' | 'quantityNow'>): number {
  return Math.max(0, quantityAll - quantityNow);
}

/** Days on which it is not shown count, those before its start too. */
function daysToFill(order: OrderInfo, joinsPerDay: number, nowMs: number): number | null {
  const { schedule } = order;
  const { daysAWeek } = openTimesOf(schedule);
  const waitMs = Math.max(0, (schedule.startAtMs ?? nowMs) - nowMs);
  const left = leftOf(order);
  const openDays = left === 0 ? 0 : left / joinsPerDay;
  const days = waitMs / DAY_MS + openDays * (WEEK_DAYS / daysAWeek);
  return days <= DAYS_MAX ? days : null;
}

/** A demand of an order, and the same order without it. */
interface Asked {
  /** Its name on the wire. */
  field: string;
  without: Pick<OrderInfo, 'targeting' | 'minBotQuality'>;
}

function askedOf({ targeting, minBotQuality }: OrderInfo): Asked[] {
  const ofUsers = targetingNames
    .filter((name) => isAsked(targeting, name))
    .map((name): Asked => ({
      field: rulebook[name].wire,
      without: { targeting: { ...targeting, [name]: indifferent(name) }, minBotQuality },
    }));
  if (minBotQuality === 0) return ofUsers;
  return [...ofUsers, { field: BOT_QUALITY_FIELD, without: { targeting, minBotQuality: 0 } }];
}

/** Whether the field narrows the audience. */
function isAsked(targeting: Targeting, name: TargetingName): boolean {
  return JSON.stringify(targeting[name]) !== JSON.stringify(indifferent(name));
}

/** The value that takes anybody: the default, but of languages, whose default are some of them. */
function indifferent(name: TargetingName): unknown {
  return name === 'languages' ? null : defaultTargeting()[name];
}

/** The least base price at which the order pays so much, by its coefficients. */
function basePriceFor(micros: Micros, { basePriceMicros, realPriceMicros }: OrderInfo): Micros {
  return realPriceMicros === 0n
    ? micros
    : (micros * basePriceMicros + realPriceMicros - 1n) / realPriceMicros;
}

/** Not for books: what a demand adds is shown next to a price. */
function dividedBy(micros: Micros, coefficient: number): Micros {
  return (micros * SCALE) / BigInt(Math.max(1, Math.round(coefficient * Number(SCALE))));
}
