/** The values that orders and bots may name, with their shares (`interface.md`, GET /filters). */
import { buildFilters, type Filters } from '../data/index.js';
import { dayNumberOf } from '../days.js';
import type { Ports } from '../ports.js';

export interface FilterLists {
  /** Counted once a day (service zone) by whichever process is first, and the same in all until the next day. */
  all(): Promise<Filters>;
}

export function createFilters({
  store,
  clock,
  settings,
}: Pick<Ports, 'store' | 'clock' | 'settings'>): FilterLists {
  let current: { day: number; lists: Promise<Filters> } | null = null;

  const count = async (day: number): Promise<Filters> => {
    const { cityNames, ...counts } = await store.audience.sharesOf(day);
    return buildFilters({ ...counts, foreignCities: cityNames });
  };

  return {
    all: () => {
      const day = dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE);
      if (current?.day === day) return current.lists;
      const counted = { day, lists: count(day) };
      current = counted;
      // A count that failed is not kept: the next caller tries again.
      counted.lists.catch(() => {
        if (current === counted) current = null;
      });
      return counted.lists;
    },
  };
}
