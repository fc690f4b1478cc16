/**
 * How running orders of about the same price fare: what a new one of that price may expect. Their joins show what a rule by
 * price alone cannot: how many lists they reach, and how readily users join them.
 */
import { boundsOfDay, DAY_MS, dayNumberOf } from '../days.js';
import { median } from '../collections.js';
import { openMsBetween, openTimesOf } from '../terms/index.js';
import { pagesOf } from '../pages.js';
import type { Ports } from '../ports.js';
import type { Order } from '../ports/order-store.js';
import { readOnceIn } from '../remembered.js';

/** Counters are of these days, today among them. */
const COUNTED_DAYS = 7;
/** Reading them walks through a page of orders at a time. */
const AGE_MS = 600_000;
/** Where more run, a part of them shows as much: the reach of each is worked out, and requests wait meanwhile. */
const ORDERS_MAX = 200;
/** An order that has just begun shows nothing yet. */
const RUN_LEAST_MS = DAY_MS / 4;
/**
 * So many orders of the nearest prices are asked; fewer are no rule. Of ten orders that are alike, one lies between the
 * least and the most of the nine others in eight of ten cases, whatever the spread of their joins.
 */
const NEIGHBOURS = 9;
/** An order that got so much of its day's number could have had more. */
const FULL = 0.9;

interface Fared {
  orderId: number;
  logPrice: number;
  /** Of the lists that it suits; joins are infinite where only the daily limit held them back. */
  joinsPerList: number;
  impressionsPerList: number;
}

/** Whole joins of a day, which are between these in eight of ten cases. */
export interface JoinsBetween {
  least: number;
  most: number;
}

/** @param suitingPerDay how many lists of a day suit an order, as if it were shown all day */
export function createFares(
  { store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>,
  suitingPerDay: (order: Order) => Promise<number>,
) {
  const zone = settings.SERVICE_TIMEZONE;

  const runOf = async (orders: readonly Order[]): Promise<Fared[]> => {
    const nowMs = clock.now();
    const ids = orders.map(({ orderId }) => orderId);
    const counters = await store.catalog.counters(ids, dayNumberOf(nowMs, zone), nowMs);
    const countedMs = (COUNTED_DAYS - 1) * DAY_MS + nowMs - boundsOfDay(nowMs, zone).startMs;
    const found = await Promise.all(
      orders.map(async (order): Promise<Fared[]> => {
        const { orderId, createdAtMs, realPriceMicros, quantityDay, schedule } = order;
        const counted = counters.get(orderId);
        const runMs = openMsBetween(schedule, Math.max(createdAtMs, nowMs - countedMs), nowMs, zone);
        const lists = (await suitingPerDay(order)) * (runMs / DAY_MS);
        if (counted === undefined || runMs < RUN_LEAST_MS || lists <= 0 || realPriceMicros <= 0n) return [];
        const { subscribers, impressions } = counted;
        const days = runMs / DAY_MS / openTimesOf(schedule).partOfDay;
        const isFull = quantityDay !== null && subscribers >= FULL * quantityDay * days;
        const joinsPerList = isFull ? Infinity : subscribers / lists;
        return [
          {
            orderId,
            logPrice: Math.log(Number(realPriceMicros)),
            joinsPerList,
            impressionsPerList: impressions / lists,
          },
        ];
      }),
    );
    return found.flat();
  };

  const fared = readOnceIn(clock, AGE_MS, async () => {
    const every = Math.max(1, Math.ceil((await store.forecasts.countRunning()) / ORDERS_MAX));
    const all: Fared[] = [];
    const read = (after: number) => store.forecasts.running(after, { every, rest: 0 });
    for await (const page of pagesOf(0, read, ({ orderId }) => orderId)) all.push(...(await runOf(page)));
    return all;
  });

  return {
    /**
     * What an order may expect of a day; null: too few orders have run.
     * @param asked.orderId if it runs itself, what it gets does not count
     */
    of: async (realPriceMicros: bigint, asked: { suitingPerDay: number; limit: number; orderId: number }) => {
      const logPrice = Math.log(Math.max(1, Number(realPriceMicros)));
      const distance = (one: Fared) => Math.abs(one.logPrice - logPrice);
      const others = (await fared()).filter(({ orderId }) => orderId !== asked.orderId);
      const near = others.sort((a, b) => distance(a) - distance(b)).slice(0, NEIGHBOURS);
      if (near.length < NEIGHBOURS) return null;
      const ofEach = near.map(({ joinsPerList }) =>
        // Infinitely many joins of no list are no number.
        asked.suitingPerDay === 0 ? 0 : Math.min(asked.limit, joinsPerList * asked.suitingPerDay),
      );
      const joins = median(ofEach);
      const impressions = median(near.map((one) => one.impressionsPerList)) * asked.suitingPerDay;
      const between: JoinsBetween = {
        least: Math.floor(Math.min(...ofEach)),
        most: Math.ceil(Math.max(...ofEach)),
      };
      return {
        /** The median over the orders of the nearest prices, and the least and the most among them; each at most the limit. */
        joins,
        between,
        /** At least as many as joins. */
        impressions: Math.max(joins, impressions),
      };
    },
  };
}
