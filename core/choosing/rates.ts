/**
 * Rates of subscribers per impression: read a few orders at a time, so that each is about a minute old, and noted whenever an
 * order's counters are read anyway.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { listOf } from '../collections.js';
import { dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';
import type { AsOf } from '../ports/as-of.js';
import type { Order, OrderCounters } from '../ports/order-store.js';
import { type Entry, noteFigures, noteImpression } from './entry.js';
import { MULTIPLIER_AGE_MS, nextMultiplier } from './multiplier.js';
import type { Owners } from './owners.js';
import type { Traffic } from './traffic.js';

/** A rate is about this old at most, and the ranking too. */
export const RATE_AGE_MS = 60_000;

/** Orders whose rates are read at a time: 1 ms. */
const BATCH = 100;

/** Rates of so many new orders, the dearest, are read before they are ranked: all, but where a large catalog starts. */
const MAX_FIRST = 5_000;

export type ChosenOf = (orderId: number, nowMs: number) => number;

/** @param chosenOf how many impressions of an order its counters may not have yet */
export function createRates(
  { store, settings, log }: Pick<Ports, 'store' | 'settings' | 'log'>,
  entries: ReadonlyMap<number, Entry>,
  { owners, chosenOf, flowOf }: { owners: Owners; chosenOf: ChosenOf; flowOf: Traffic['flowOf'] },
) {
  let queue: number[] = [];
  let readAtMs = 0;
  let pauseMs = 0;
  let isReading = false;
  let moves = 0;

  const read = (orderIds: readonly number[], nowMs: number, asOf?: AsOf) =>
    store.catalog.counters(orderIds, dayNumberOf(nowMs, settings.SERVICE_TIMEZONE), nowMs, asOf);

  const note = (entry: Entry, figures: OrderCounters, nowMs: number): boolean => {
    const moved = noteFigures(entry, figures, chosenOf(entry.order.orderId, nowMs), nowMs);
    owners.weigh(entry, nowMs);
    const { order, multiplier } = entry;
    if (isPast(multiplier.atMs, MULTIPLIER_AGE_MS, nowMs)) {
      const at = { nowMs, zone: settings.SERVICE_TIMEZONE, flow: flowOf(order) };
      entry.multiplier = nextMultiplier(multiplier, order, figures, at);
    }
    return moved;
  };

  const counters = async (asked: readonly Entry[], nowMs: number, asOf?: AsOf) => {
    const found = await read(
      asked.map((entry) => entry.order.orderId),
      nowMs,
      asOf,
    );
    for (const entry of asked) {
      const figures = found.get(entry.order.orderId);
      if (figures !== undefined && note(entry, figures, nowMs)) moves += 1;
    }
    return found;
  };

  const next = (): Entry[] => {
    if (queue.length === 0) queue = [...entries.keys()];
    return listOf(queue.splice(-BATCH), (orderId) => entries.get(orderId));
  };

  return {
    /** Live figures, read now. */
    counters,
    /** Keeps what was read of an order, and what it makes its account owe; returns whether its rate may have moved. */
    note,
    /** A running order is shown to one more user, not yet in the counters. */
    shown: (orderId: number, nowMs: number) => {
      const entry = entries.get(orderId);
      if (entry === undefined) return;
      noteImpression(entry, nowMs);
      owners.weigh(entry, nowMs);
    },
    /** Figures of orders that are not in the snapshot yet. */
    first: async (orders: readonly Order[], nowMs: number) => {
      const dearest = orders.toSorted(byPrice).slice(0, MAX_FIRST);
      const figures = new Map<number, OrderCounters>();
      for (let from = 0; from < dearest.length; from += BATCH) {
        if (from > 0) await turn();
        const orderIds = dearest.slice(from, from + BATCH).map((order) => order.orderId);
        for (const [orderId, found] of await read(orderIds, nowMs)) figures.set(orderId, found);
      }
      return figures;
    },
    /** Reads some more where that is due; where it fails, they are read in their next turn. */
    refresh: async (nowMs: number) => {
      if (isReading || entries.size === 0 || !isPast(readAtMs, pauseMs, nowMs)) return;
      const batch = next();
      readAtMs = nowMs;
      pauseMs = RATE_AGE_MS * Math.min(1, batch.length / entries.size);
      isReading = true;
      try {
        await counters(batch, nowMs);
      } catch (error) {
        log.warn({ error: String(error) }, 'rates of orders could not be read');
      } finally {
        isReading = false;
      }
    },
    /** How often a rate has moved. */
    moves: () => moves,
  };
}

/** A clock that was set back must not stop the work. */
export function isPast(sinceMs: number, durationMs: number, nowMs: number): boolean {
  return nowMs - sinceMs >= durationMs || nowMs < sinceMs;
}

function byPrice(a: Order, b: Order): number {
  return Number(b.realPriceMicros - a.realPriceMicros);
}
