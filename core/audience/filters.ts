/** The values that orders and bots may name, with their shares (`interface.md`, GET /filters). */
import { buildFilters } from '../data/index.js';
import { dayNumberOf } from '../days.js';
import { readOnceADay } from '../remembered.js';
import type { Ports } from '../ports.js';

export type FilterLists = ReturnType<typeof createFilters>;

export function createFilters(ports: Pick<Ports, 'store' | 'clock' | 'settings'>) {
  const { store, clock, settings } = ports;
  const zone = settings.SERVICE_TIMEZONE;
  const count = async (nowMs: number) =>
    buildFilters(await store.audience.sharesOf(dayNumberOf(nowMs, zone)));
  return {
    /** Counted once a day (service zone) by whichever process is first, and the same in all until the next day. */
    all: readOnceADay(clock, zone, count),
  };
}
