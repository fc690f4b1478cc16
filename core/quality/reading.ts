/** Reads the quality of all bots, once a day: a page of subscribers at a time, so that no request waits for it. */
import { setImmediate as turn } from 'node:timers/promises';
import { DAY_MS, dayNumberOf } from '../days.js';
import { pagesOf } from '../pages.js';
import type { Ports } from '../ports.js';
import type { QualityJoins, QualityOrder, QualitySubscriber } from '../ports/quality-store.js';
import { announceFactors } from './announcing.js';
import { USUAL_DAYS } from './anomalies.js';
import { addDelay, type Delays, noDelays } from './delays.js';
import { type BotReading, judge, networkOf } from './quality.js';
import { addOrder, addStay, type BotStays, type LifeTable, noStays } from './stays.js';
import { notifyAnomalies } from './anomaly-notifications.js';

/** The last stretch of the curve needs subscribers of more than a month ago. */
const READ_DAYS = 45;
/** Odd joins of so long ago count. */
const JOIN_DAYS = 30;
const SAVED_AT_ONCE = 500;
const JOINS_AT_ONCE = 50;

export type QualityReading = ReturnType<typeof createQualityReading>;

/** What is added up while orders are gone through. */
interface Sums {
  stays: Map<number, BotStays>;
  delays: Map<number, Delays>;
  /** Left and came back after being paid for. */
  returned: Map<number, number>;
}

export function createQualityReading(ports: Pick<Ports, 'store' | 'clock' | 'settings'>) {
  const { store, clock, settings } = ports;
  const dayAt = (ms: number) => dayNumberOf(ms, settings.SERVICE_TIMEZONE);

  const readOrder = async (order: QualityOrder, sums: Sums, nowMs: number, stopping?: AbortSignal) => {
    const tables = new Map<number, LifeTable>();
    const sinceMs = nowMs - READ_DAYS * DAY_MS;
    const read = (after: QualitySubscriber | null) =>
      store.quality.subscribers(order.orderId, sinceMs, after);
    for await (const page of pagesOf(null, read, (subscriber) => subscriber)) {
      if (stopping?.aborted === true) return;
      for (const subscriber of page) {
        if (subscriber.isOwn) continue;
        if (order.isWatched) addStay(tables, stayOf(subscriber, nowMs));
        if (subscriber.atMs >= nowMs - JOIN_DAYS * DAY_MS) note(subscriber, sums);
      }
      await turn();
    }
    addOrder(sums.stays, tables);
  };

  const readingsOf = async ({ stays, delays, returned }: Sums, nowMs: number) => {
    const botIds = [...new Set([...stays.keys(), ...delays.keys()])];
    const readings = new Map<number, BotReading>();
    const notifiedDays = new Map<number, number>();
    for (let from = 0; from < botIds.length; from += JOINS_AT_ONCE) {
      const some = botIds.slice(from, from + JOINS_AT_ONCE);
      const joins = await store.quality.joins(some, dayAt(nowMs) - JOIN_DAYS + 1);
      const byBot = new Map(joins.map((one) => [one.botId, one]));
      const days = await daysOf(some, dayAt(nowMs) - 1);
      for (const botId of some)
        readings.set(botId, {
          stays: stays.get(botId) ?? noStays(),
          delays: delays.get(botId) ?? noDelays(),
          counts: countsOf(byBot.get(botId), returned.get(botId) ?? 0),
          days: days.get(botId) ?? [],
        });
      for (const { botId, day } of await store.quality.notifiedDays(some)) notifiedDays.set(botId, day);
    }
    return { readings, notifiedDays };
  };

  /** Joins by day of these bots, up to the last full day. @param botIds at most 50 */
  const daysOf = async (botIds: readonly number[], lastDay: number) => {
    const firstDay = lastDay - USUAL_DAYS;
    const days = new Map(botIds.map((botId) => [botId, new Array<number>(USUAL_DAYS + 1).fill(0)]));
    const read = await store.quality.days(botIds, { fromDay: firstDay, toDay: lastDay });
    for (const { botId, day, joins } of read) days.get(botId)?.splice(day - firstDay, 1, joins);
    return days;
  };

  const read = async (nowMs: number, stopping?: AbortSignal): Promise<number> => {
    const sums: Sums = { stays: new Map(), delays: new Map(), returned: new Map() };
    const sinceMs = nowMs - READ_DAYS * DAY_MS;
    const ordersAfter = (orderId: number) => store.quality.orders(orderId, sinceMs);
    for await (const orders of pagesOf(0, ordersAfter, ({ orderId }) => orderId))
      for (const order of orders) {
        if (order.hasSubscribers) await readOrder(order, sums, nowMs, stopping);
        if (stopping?.aborted === true) return 0;
      }
    const { readings, notifiedDays } = await readingsOf(sums, nowMs);
    const network = networkOf(readings.values());
    const judged = [...readings].map(([botId, bot]) => ({ botId, bot, quality: judge(bot, network) }));
    const at = { today: dayAt(nowMs), nowMs };
    const notified = await notifyAnomalies({ store, settings }, { judged, network }, notifiedDays, at);
    const stored = judged.map(({ botId, quality }) => ({
      botId,
      ...quality,
      notifiedDay: notified.get(botId) ?? null,
    }));
    for (let from = 0; from < stored.length; from += SAVED_AT_ONCE)
      await store.quality.save(stored.slice(from, from + SAVED_AT_ONCE), nowMs);
    await announceFactors({ store, settings }, judged, at);
    await store.quality.finish(nowMs);
    return stored.length;
  };

  return {
    /**
     * Reads once a day: today's reading is made when none was yet. Returns the number of bots, 0 where there was nothing
     * to do. A reading that is broken off begins again the next time.
     * @param stopping breaks it off between two pages
     */
    daily: async (stopping?: AbortSignal) => {
      const nowMs = clock.now();
      const lastMs = await store.quality.lastReadAtMs();
      if (lastMs !== null && dayAt(lastMs) === dayAt(nowMs)) return 0;
      return read(nowMs, stopping);
    },
  };
}

/**
 * Who was removed by somebody else is followed until then: it was not they who left. Of somebody who left and came back
 * only the coming back is known: they had left by then.
 */
function stayOf({ botId, atMs, state, changedAtMs, removedAtMs }: QualitySubscriber, nowMs: number) {
  const hasLeft = state !== 'subscribed' && changedAtMs !== null;
  const untilMs = !hasLeft && removedAtMs !== null ? removedAtMs : nowMs;
  return { botId, followedMs: untilMs - atMs, leftMs: hasLeft ? Math.max(0, changedAtMs - atMs) : null };
}

function note({ botId, atMs, state, shownAtMs }: QualitySubscriber, { delays, returned }: Sums): void {
  if (state === 'notgetted') returned.set(botId, (returned.get(botId) ?? 0) + 1);
  const known = delays.get(botId) ?? noDelays();
  delays.set(botId, known);
  if (shownAtMs !== null) addDelay(known, Math.max(0, atMs - shownAtMs));
}

function countsOf(joins: QualityJoins | undefined, returned: number): BotReading['counts'] {
  const { paid = 0, suspicious = 0, sharedAddress = 0, cameBack = 0 } = joins ?? {};
  return {
    joins: paid + suspicious + sharedAddress + cameBack,
    suspicious,
    sharedAddress,
    repeats: cameBack + returned,
  };
}
